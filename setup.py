"""Compiles the hot modules if there is a C compiler, and makes the description for PyPI.

Everything else is in pyproject.toml.

A hot module is plain Python with its C types in the `.pxd` beside it. Without a compiler, or if
compiling fails, the same source runs interpreted, with the same results. On Linux there are also
two modules in C, for boxes: `arena/guest/kernel/_kernel.c` and `arena/guest/protocol/_frames.c`.
"""

import os
import re
import shutil
import sys
import sysconfig
import tomllib
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError

CORES = os.cpu_count() or 1
BY_HAND = (  # written in C
    "arena.guest.kernel._kernel",
    "arena.guest.kernel._memory",
    "arena.guest.protocol._frames",
)
SHARED = "Game._cyutility"  # Cython's own functions, compiled once for all modules
COMPILED = (".so", ".pyd")
DESCRIBES = {"dist_info", "egg_info"}  # commands of pip that only describe the package
BUILD_IN_PLACE = ["build_ext", "--inplace"]
BUILT_FROM = Path("Game", "compiled.sha256")  # machines of a cluster compare it
LIBRARY = Path("Game", "libgames.so")  # in a wheel: the code of all hot modules
UNFINISHED = Path("build", "unfinished")  # this file exists while modules are being built
DIRECTIVES = {
    "annotation_typing": False,  # C types come from the .pxd alone
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    # Less C code, so that compiling takes less time. `help()` finds the parameters of a function
    # in its docstring. Modules whose objects are never pickled may switch `auto_pickle` off on top:
    # those with many small classes, and the trees of searches. Those with Python classes switch
    # `binding` on: their methods have parameters without docstrings.
    "binding": False,
    "embedsignature": True,
    "embedsignature.format": "clinic",
    "emit_code_comments": False,
}
# These modules mostly call Python objects, or are used once in many moves. With -O1 they compile in
# half the time. The others are the loops of games and searches. Most are as fast with -O2 as with
# -O3, and compile in less time, but Tarot is slower by 8 %, and playouts of Brisca by a quarter.
# With -Os, described games are a third slower.
COLD = (
    "Game.core.encoder", "Game.recycle.", "Game.tarot.playouts.bidding", "Game.tarot.rules.score",
    "Players.boerenbridge.",
)  # fmt: skip
# These are used so rarely that only their size counts.
SMALLEST = (
    SHARED, "Game.brisca.picture", "Game.core.keys", "Game.core.seats",
    "Game.recycle.machine.groups.sets", "Game.recycle.machine.setting_up.",
    "Game.tarot.rules.auction", "Game.tarot.rules.phases",
)  # fmt: skip
# Cython remembers where the global names are. These modules hardly use any while they play. (From
# Python 3.12 on, no module does this.)
FORGETFUL = ("Game.boerenbridge.", "Game.tarot.", "Players.")
FAST = ("Game.brisca.", "Game.core.", "Game.tarot.")
COLD_IN_EVERY_GAME = (".features", ".marginals", ".turned")
# A build that checks every access to memory, to find mistakes: see tools/sanitize.sh.
SANITIZED = bool(os.environ.get("ARENA_SANITIZED"))
# Without what only debuggers and C++ need, modules are small, and compiled faster.
SMALL = ["-g0", "-fno-ident", "-fno-asynchronous-unwind-tables", "-fno-stack-protector"]
STRIPPED = ["-Wl,-s,-z,noseparate-code,-z,norelro"] if sys.platform.startswith("linux") else []
# Many modules have the same functions of Cython. A wheel compresses copies only if they are near
# each other. So the library has its functions in the order of their names: it needs a tenth less.
BY_NAME = ["-ffunction-sections"] if STRIPPED else []
SORTED = "-Wl,--sort-section=name"
TRANSLATED = Path("build", "cython")
CHECKS = {"boundscheck": True, "initializedcheck": True}
# Anybody can write a described game, and these modules do what it says. So they check each index of
# a list: a wrong one is an error of Python, and never reads other memory. An index below 0 counts
# from the end, as in Python: where `wraparound` is off, an index that is not in the list is left
# to Python. Without the checks they would be 4 % faster (decision 22).
CHECKED = ("Game.recycle.",)


def hot_modules() -> list[Extension]:
    """Every module with a `.pxd` beside it."""
    types = [pxd for room in ("Game", "Players") for pxd in Path(room).rglob("*.pxd")]
    return [
        Extension(".".join(pxd.with_suffix("").parts), [str(pxd.with_suffix(".py"))])
        for pxd in sorted(types)
    ]


def translation_of(module: Extension) -> Path:
    """What Cython has made of this module."""
    return (TRANSLATED / module.sources[0]).with_suffix(".c")


def is_older(file: Path) -> bool:
    """Was this file made with an earlier version of these settings?"""
    return file.exists() and file.stat().st_mtime < Path("setup.py").stat().st_mtime


def for_boxes() -> list[Extension]:
    """The modules in C for boxes; only for Linux."""
    if not sys.platform.startswith("linux"):
        return []
    return [Extension(module, [f"{module.replace('.', '/')}.c"]) for module in BY_HAND]


def extensions() -> list[Extension]:
    """All modules to compile. None without Cython: then everything works interpreted."""
    if DESCRIBES & set(sys.argv):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    made: list[Extension] = []

    def translate(modules: list[Extension], checks: dict[str, bool]) -> None:
        made.extend(
            cythonize(
                modules,
                shared_utility_qualified_name=SHARED,
                nthreads=CORES if sys.platform.startswith("linux") else 0,
                build_dir=str(TRANSLATED),
                force=any(is_older(translation_of(module)) for module in modules),
                language_level=3,
                compiler_directives=DIRECTIVES | checks,
            )
        )

    modules = hot_modules()
    shared = Extension(SHARED, [f"{SHARED.replace('.', '/')}.c"])
    checked = [module for module in modules if module.name.startswith(CHECKED)]
    others = [module for module in modules if module not in checked]
    translate([*others, shared], CHECKS if SANITIZED else {})
    translate(checked, CHECKS)
    made += for_boxes()
    for extension in made:
        extension.optional = True  # set here: cythonize forgets it
    # The longest first, so that no core is idle at the end.
    return sorted(made, key=lambda each: -Path(each.sources[0]).stat().st_size)


def level_of(module: str) -> str:
    """How much the compiler optimises this module."""
    if module.startswith(SMALLEST):
        return "-Os"
    if module.startswith(COLD) or module.endswith(COLD_IN_EVERY_GAME):
        return "-O1"
    return "-O3" if module.startswith(FAST) else "-O2"


def init_of(module: str) -> str:
    """The function that makes this module. Python calls it."""
    return f"PyInit_{module.rpartition('.')[2]}"


def init_in_library(module: str) -> str:
    """Its name in the library, where modules of several packages meet."""
    return f"PyInit_{module.replace('.', '_')}"


def compiled_in_place() -> list[Path]:
    """All compiled modules beside sources, also those whose source has gone."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return [
        path for room in ("Game", "Players", "arena") for path in Path(room).rglob(f"*{suffix}")
    ]


def hash_of_sources() -> str:
    """A hash of everything that decides what the compiled modules do."""
    digest = sha256(repr((sorted(DIRECTIVES.items()), CHECKED, sorted(CHECKS.items()))).encode())
    modules = [*hot_modules(), *for_boxes()]
    for source in sorted(Path(source) for module in modules for source in module.sources):
        for file in (source, source.with_suffix(".pxd")):
            if file.exists():
                content = file.read_bytes()
                digest.update(f"{file.as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


class Build(build_ext):
    """Compiles with optimisation, on all cores, and all modules or none.

    A compiled module hides its source and works only with compiled neighbours. So we remove a
    compiled module if it is older than its source, if its `.pxd` is gone, or if its build was
    interrupted, because it may be incomplete. If one module cannot be compiled, we remove all.

    In a wheel for Linux, the code of all hot modules is in one library, and each module is a small
    file that leads to it. So the wheel is a tenth smaller.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def run(self) -> None:
        # `super().run()` builds in another folder first, so this cannot be asked there.
        self.makes_library = bool(STRIPPED) and not self.inplace and not SANITIZED
        if self.inplace:
            self.drop_the_forgotten()
        else:
            self.drop_earlier_files()
        for extension in self.extensions:
            if UNFINISHED.exists() or self.is_stale(extension):
                self.drop(extension)
        if not (self.inplace and self.is_complete()):
            super().run()
        built_from = Path("." if self.inplace else self.build_lib, BUILT_FROM)
        if self.extensions and self.is_complete():
            built_from.write_text(f"{hash_of_sources()}\n", "ascii")
        else:
            for extension in self.extensions:
                self.drop(extension)
            built_from.unlink(missing_ok=True)
            self.library().unlink(missing_ok=True)
        UNFINISHED.unlink(missing_ok=True)

    def build_extensions(self) -> None:
        if missing := self.what_is_missing():
            self.warn(
                f"no {missing}, so the rules run interpreted: the same results, far slower. "
                "To compile them, install a C compiler and Python's headers "
                "(on Debian: apt-get install gcc python3-dev) and repeat this command."
            )
            return
        UNFINISHED.parent.mkdir(exist_ok=True)
        UNFINISHED.touch()
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                if SANITIZED:
                    checks = ["-fsanitize=address,bounds", "-fno-sanitize-recover=all"]
                    extension.extra_compile_args = ["-O0", "-g1", "-ffp-contract=off", *checks]
                    extension.extra_link_args = checks
                    continue
                # No fused multiplications: compiled and interpreted numbers must be equal.
                level = level_of(extension.name)
                # A wheel compresses the strings of all modules better than Cython does.
                strings = "-DCYTHON_COMPRESS_STRINGS=0"
                arguments = [level, *SMALL, *BY_NAME, strings, "-ffp-contract=off"]
                if extension.name.startswith(FORGETFUL):
                    arguments.append("-DCYTHON_USE_DICT_VERSIONS=0")
                extension.extra_compile_args = arguments
                if extension.name not in BY_HAND:
                    extension.extra_compile_args.append("-w")  # Cython's code has unused functions
                extension.extra_link_args = STRIPPED
        self.objects: dict[str, list[str]] = {}  # of the modules for the library
        super().build_extensions()
        if self.objects:
            try:
                self.link_library()
            except CCompilerError as error:
                self.warn(f"the compiled modules cannot be linked: {error}")

    def build_extension(self, extension: Extension) -> None:
        if not self.makes_library or extension.name in BY_HAND:
            super().build_extension(extension)
            return
        self.objects[extension.name] = self.compiler.compile(
            extension.sources,
            output_dir=self.build_temp,
            macros=[(init_of(extension.name), init_in_library(extension.name))],
            include_dirs=extension.include_dirs,
            extra_postargs=extension.extra_compile_args,
        )

    def library(self) -> Path:
        return Path("." if self.inplace else self.build_lib, LIBRARY)

    def link_library(self) -> None:
        """Make the library, and for each module the file that leads to it."""
        linker = self.compiler
        linker.link_shared_object(
            [file for module in sorted(self.objects) for file in self.objects[module]],
            str(self.library()),
            extra_postargs=[*STRIPPED, SORTED, f"-Wl,-soname,{LIBRARY.name}"],
        )
        for module in self.objects:
            place = Path(self.get_ext_fullpath(module))
            source = Path(self.build_temp, f"{module}.c")
            code = "extern void *{1}(void);\nvoid *{0}(void) {{ return {1}(); }}\n"
            source.write_text(code.format(init_of(module), init_in_library(module)), "ascii")
            objects = linker.compile([str(source)], extra_postargs=SMALL)
            way = os.path.relpath(self.library().parent, place.parent)
            linker.link_shared_object(
                [*objects, str(self.library())],
                str(place),
                extra_postargs=[
                    *STRIPPED,
                    "-nostdlib",
                    f"-Wl,--build-id=none,-rpath,$ORIGIN/{way}",
                ],
            )

    def places(self, extension: Extension) -> list[Path]:
        """The paths of its compiled module: in the build, and first beside its source if asked."""
        name = self.get_ext_filename(extension.name)
        built = Path(self.build_lib, name)
        return [Path(name), built] if self.inplace else [built]

    def is_complete(self) -> bool:
        return all(self.places(extension)[0].exists() for extension in self.extensions)

    def is_stale(self, extension: Extension) -> bool:
        sources = [Path(file) for file in ("setup.py", *extension.depends, *extension.sources)]
        changed = max(source.stat().st_mtime for source in sources)
        return any(
            place.exists() and place.stat().st_mtime < changed for place in self.places(extension)
        )

    def drop(self, extension: Extension) -> None:
        for place in self.places(extension):
            place.unlink(missing_ok=True)

    def drop_the_forgotten(self) -> None:
        """Remove compiled modules whose sources are plain Python now, or have moved."""
        ours = {place for extension in self.extensions for place in self.places(extension)}
        for compiled in compiled_in_place():
            if compiled not in ours:
                compiled.unlink()

    def drop_earlier_files(self) -> None:
        """Remove files of an earlier build from this one: their sources have gone or have moved."""
        ours = {place for extension in self.extensions for place in self.places(extension)}
        built = Path(self.build_lib)
        for file in [file for file in built.rglob("*") if file.is_file()]:
            is_source = file.relative_to(built).exists() and file.suffix not in COMPILED
            if not is_source and file not in ours:
                file.unlink()

    def what_is_missing(self) -> str:
        """The part of gcc or clang's needs that this machine lacks."""
        if self.compiler.compiler_type != "unix":
            return ""
        if not shutil.which(self.compiler.compiler_so[0]):
            return f"C compiler ({self.compiler.compiler_so[0]})"
        if not Path(sysconfig.get_path("include"), "Python.h").exists():
            return "headers of Python (Python.h)"
        return ""


def is_built() -> bool:
    """Are the modules beside their sources compiled from these sources?"""
    if UNFINISHED.exists() or not BUILT_FROM.exists():
        return False
    if BUILT_FROM.read_text("ascii").strip() != hash_of_sources():
        return False
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    sources = [Path(module.sources[0]) for module in (*hot_modules(), *for_boxes())]
    for source in sources:
        compiled = source.with_suffix(suffix)
        files = (source, source.with_suffix(".pxd"), Path("setup.py"))
        changed = [file for file in files if file.exists()]
        newest = max(file.stat().st_mtime for file in changed)
        if not compiled.exists() or compiled.stat().st_mtime < newest:
            return False
    return len(compiled_in_place()) == len(sources) + 1  # and the module that all share


def readme() -> str:
    """README.md with links that work everywhere: those into the repository become addresses."""
    source = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['text']}]({source}/{kind}/main/{link['path']})"

    relative = r"(?P<picture>!?)\[(?P<text>[^]]*)\]\((?!https?:|#)(?P<path>[^)]+)\)"
    return re.sub(relative, absolute, Path("README.md").read_text("utf-8"))


if __name__ == "__main__":  # the processes that translate modules may import this file
    if sys.argv[-2:] == BUILD_IN_PLACE and is_built():
        sys.exit()
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": Build},
        long_description=readme(),
        long_description_content_type="text/markdown",
    )
