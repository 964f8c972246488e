"""Are the compiled modules of a repository as new as their sources?"""

import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("Game", "Players", "arena")
SOURCES = (".py", ".pxd", ".c")


def outdated_modules(root: Path = ROOT) -> list[str]:
    """The compiled modules that are older than a source beside them.

    An installed arena has none: nobody edits its sources.
    """
    if not (root / "setup.py").exists():
        return []
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    outdated = []
    for compiled in [file for room in ROOMS for file in (root / room).rglob(f"*{suffix}")]:
        module = compiled.with_name(compiled.name.removesuffix(suffix))
        sources = [source for each in SOURCES if (source := module.with_suffix(each)).exists()]
        if any(source.stat().st_mtime > compiled.stat().st_mtime for source in sources):
            outdated.append(module.relative_to(root).as_posix())
    return sorted(outdated)


def build_advice() -> str:
    """A sentence for a process that ended for no known reason; empty if all modules are new."""
    outdated = outdated_modules()
    if not outdated:
        return ""
    number = len(outdated)
    subject = "a compiled module is older than its source"
    if number > 1:
        subject = f"{number} compiled modules are older than their sources"
    return f"{subject} ({outdated[0]}): run `make build`"
