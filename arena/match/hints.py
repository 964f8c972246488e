"""Finds frequent mistakes of beginners in the text of a bot, and says how to correct them.

`unreadable_text` only reads the bytes. The other functions parse the file, and a parser can need
very much memory for a hostile file: use them for a person's own file.
"""

import ast
import re
import tokenize
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import Players
from arena.bots.bot import Bot
from arena.bots.code import player_classes
from arena.match.findings import Step

THINK = "def think(self, observation, budget):"
TREES = ("Players", "Game", "arena")  # what a bot may import of ours
SAVE = (
    'save the file as UTF-8. In VS Code: click the encoding in the bar at the bottom, then "Save '
    'with Encoding". In Notepad: "Save as", encoding UTF-8'
)
NOT_UTF8 = (  # Python's own words
    "SyntaxError: Non-UTF-8 code starting with '{code}' in file {file} on line {line}, but no "
    "encoding declared; see https://peps.python.org/pep-0263/ for details"
)
OPENERS = ("open", "read_text", "read_bytes", "Path", "load", "loadtxt")
NO_FILE = re.compile(r"(?:No such file or directory|Permission denied): '([^'\n]+)'")
TOUCHED = re.compile(r"a file to (?:read|write) \(([^)\n]+)\)")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def unreadable_text(bot: Bot) -> Step | None:
    """The finding on a Python file that plain Python would refuse because of its encoding."""
    for name, source in bot.code.files.items():
        if not name.endswith(".py") or b"\0" in source:
            continue  # loading refuses a file with null bytes
        path = bot.path / name if bot.code.is_package else bot.path
        encoding, declared, problem = "utf-8", False, ""
        try:
            encoding, lines = tokenize.detect_encoding(BytesIO(source).readline)
            declared = any(b"coding" in line for line in lines)
        except SyntaxError as error:  # also if one of the first two lines is not UTF-8
            problem = f"{error.msg}\nTake the comment with the encoding away, and {SAVE}"
        try:
            source.decode(encoding)
        except UnicodeDecodeError as error:
            line = source.count(b"\n", 0, error.start) + 1
            code = f"\\x{source[error.start]:02x}"
            reason = (
                str(error) if declared else NOT_UTF8.format(code=code, file=path.name, line=line)
            )
            return _refused(f"{path}, line {line}: {reason}\n{SAVE[0].upper()}{SAVE[1:]}")
        if problem:
            return _refused(f"{path}: {problem}")
    return None


def certain_mistake(bot: Bot) -> Step | None:
    """The finding on a mistake with which no game can be played, before the bot is run."""
    tree = _tree(bot)
    if tree is None:
        return None
    where = str(bot.file)
    wrong_import = _wrong_import(bot, tree, where)
    if wrong_import:
        return _refused(wrong_import)
    kind = _class_of_bot(bot, tree)
    if kind is None:
        return None
    for node in kind.body:
        if not isinstance(node, Function) or node.decorator_list:
            continue
        if node.name == "__init__" and not bot.arguments:
            missing = _missing_defaults(node)
            if missing:
                return _refused(
                    f"{where}, line {node.lineno}: the constructor of {kind.name} needs {missing}, "
                    f"and the arena makes a bot without arguments, as in {kind.name}()\nGive each "
                    f"parameter a default, as in `{missing.split(',')[0]}=...`"
                )
    if ".think =" in ast.unparse(tree):
        return None  # the class gets another think later
    for definition in _definitions_of_think(kind):
        wrong = _wrong_think(definition)
        if wrong:
            place = f"{where}, line {definition.lineno}"
            return Step(False, "think cannot be called", f"{place}: {wrong}")
    misspelt = _misspelt_think(kind)
    if misspelt is not None:
        return _refused(
            f"{where}, line {misspelt.lineno}: `{misspelt.name}` is not `think`: capital and small "
            f"letters count\nWrite `{THINK}`"
        )
    return None


def with_hint(bot: Bot, step: Step) -> Step:
    """The finding, with a hint above its advice if the mistake is a frequent one."""
    hints = list(_hints(bot, f"{step.text}\n{step.advice}")) if not step.ok else []
    advice = "\n".join([*dict.fromkeys(hints), step.advice])
    return Step(step.ok, step.text, advice, step.seconds) if hints else step


def _refused(advice: str) -> Step:
    return Step(False, "it cannot be loaded", advice)


def _tree(bot: Bot) -> ast.Module | None:
    """The syntax tree of the bot's file. None if there is none: loading says why."""
    try:
        return ast.parse(bot.code.source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _class_of_bot(bot: Bot, tree: ast.Module) -> ast.ClassDef | None:
    """The class of the bot, if the text alone tells which one it is."""
    classes = player_classes(tree)
    if len(classes) > 1:
        wanted = bot.cls or Path(bot.code.entry).stem.replace("_", "")
        classes = [each for each in classes if each.name.lower() == wanted.lower()]
    return classes[0] if len(classes) == 1 else None


# Imports


def _wrong_import(bot: Bot, tree: ast.Module, where: str) -> str:
    """What is wrong with an import that every game executes."""
    own = {Path(name).parts[0].removesuffix(".py") for name in bot.code.files}
    bases = {base.id for node in tree.body if isinstance(node, ast.ClassDef)
             for base in node.bases if isinstance(base, ast.Name)}  # fmt: skip
    assigned = {target.id for node in tree.body if isinstance(node, ast.Assign)
                for target in node.targets if isinstance(target, ast.Name)}  # fmt: skip
    for node in tree.body:
        place = f"{where}, line {node.lineno}: "
        if isinstance(node, ast.ImportFrom) and node.level:
            return place + _relative(bot, node)
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            modules.append(node.module)
        for module in modules:
            right = _right_case(module)
            if right != module and module.partition(".")[0] not in own:
                return (
                    f"{place}there is no module {module!r}: capital and small letters count\n"
                    f"Write `{ast.unparse(node).replace(module, right)}`"
                )
        if isinstance(node, ast.ImportFrom) and node.module == "Players":
            for alias in node.names:
                name = alias.asname or alias.name
                if alias.name in (*Players.KIT, *Players.HOUSE) and name in bases - assigned:
                    return (
                        f"{place}{name} is the module here, and not the class in it\n"
                        f"Write `from Players.{alias.name} import {alias.name}`"
                    )
    return ""


def _relative(bot: Bot, node: ast.ImportFrom) -> str:
    """The sentence for an import with a dot."""
    dots = "." * node.level
    names = ", ".join(ast.unparse(alias) for alias in node.names)
    right = f"from {node.module} import {names}" if node.module else f"import {names}"
    sentence = (
        f"an import that begins with {dots!r} needs a package around the file\nWrite `{right}`"
    )
    if bot.code.is_package:
        return f"{sentence}: the modules of a bot are imported by their names"
    helper = node.module or node.names[0].name
    return (
        f"{sentence}. A match has only this one file, so make a package with {helper}.py: "
        f"arena bundle {bot.path.name}"
    )


def _right_case(module: str) -> str:
    """The name of one of our modules as it is spelt, or else the name itself."""
    top, *rest = module.split(".")
    right = next((tree for tree in TREES if tree.lower() == top.lower()), None)
    if right is None:
        return module
    if right == "Players" and rest:
        known = (*Players.KIT, *Players.HOUSE)
        rest[0] = next((name for name in known if name.lower() == rest[0].lower()), rest[0])
    return ".".join([right, *rest])


# think and the constructor


def _definitions_of_think(kind: ast.ClassDef) -> list[Function | ast.Lambda]:
    """The functions in this class that are called think, without those that a decorator changes."""
    found: list[Function | ast.Lambda] = []
    for node in kind.body:
        if isinstance(node, Function) and node.name == "think" and not node.decorator_list:
            found.append(node)
        elif (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Lambda)
            and any(ast.unparse(target) == "think" for target in node.targets)
        ):
            found.append(node.value)
    return found


def _misspelt_think(kind: ast.ClassDef) -> Function | None:
    """The function that should be called think, in a class that inherits only from Player."""
    if [ast.unparse(base).rpartition(".")[2] for base in kind.bases] != ["Player"]:
        return None
    functions = {node.name: node for node in kind.body if isinstance(node, Function)}
    targets = [each for node in kind.body if isinstance(node, ast.Assign) for each in node.targets]
    if "think" in functions or any(ast.unparse(each) == "think" for each in targets):
        return None
    return next((node for name, node in functions.items() if name.lower() == "think"), None)


def _wrong_think(node: Function | ast.Lambda) -> str:
    """What is wrong with this definition of think."""
    if isinstance(node, ast.AsyncFunctionDef):
        return (
            f"`async def think` returns a coroutine and no action\nWrite `{THINK}`, without async"
        )
    if isinstance(node, ast.FunctionDef) and any(
        isinstance(each, ast.Yield | ast.YieldFrom) for each in _own_nodes(node)
    ):
        return "`think` has a `yield`, so it returns a generator and no action\nWrite `return`"
    arguments = node.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    needed = len(names) - len(arguments.defaults)
    only = [
        each.arg
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    ]
    given = "self, observation and budget"
    if names[:1] != ["self"] and len(names) == 2 and not arguments.vararg:
        return f"`think` has no parameter `self`\nWrite `{THINK}`"
    all_by_name = [each.arg for each in arguments.kwonlyargs]
    if ("budget" in only or len(names) < 3) and "budget" in all_by_name:
        return (
            "`budget` stands behind the `*`, so it can be given only by its name: the arena gives "
            f"the values in their order\nWrite `{THINK}`"
        )
    if names[1:2] == ["budget"] and len(names) > 2:
        return (
            f"`think` gets the observation first, and then the budget. Here they are swapped "
            f"({', '.join(names)})\nWrite `{THINK}`"
        )
    if len(names) < 3 and not arguments.vararg:
        return (
            f"`think` has too few parameters ({', '.join(names) or 'none'}): the arena gives it "
            f"{given}\nWrite `{THINK}`"
        )
    if needed > 3 or only:
        return (
            f"`think` has too many parameters ({', '.join([*names, *only])}): the arena gives it "
            f"only {given}\nWrite `{THINK}`, and keep other values in self"
        )
    return ""


def _missing_defaults(node: Function) -> str:
    """The parameters of a constructor that have no default."""
    arguments = node.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    missing = names[1 : len(names) - len(arguments.defaults)]
    missing += [
        each.arg
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    ]
    return ", ".join(missing)


def _own_nodes(node: Function) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions and classes within it."""
    stack: list[ast.AST] = list(node.body)
    while stack:
        one = stack.pop()
        yield one
        if not isinstance(one, Function | ast.Lambda | ast.ClassDef):
            stack.extend(ast.iter_child_nodes(one))


# Hints for what went wrong


def _hints(bot: Bot, text: str) -> Iterator[str]:
    tree = _tree(bot)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)] if tree else []
    if "EOFError" in text:
        line = next((each.lineno for each in calls if _name(each) == "input"), None)
        yield (
            f"{_at(bot, line)}nobody can answer `input()` in a match: take it out, and let the bot "
            "decide by itself. To play yourself: arena play human random"
        )
    if tree and "think returned None" in text and (think := _think_without_return(bot, tree)):
        yield (
            f"{_at(bot, think.lineno)}`think` has no `return` with an action. End it with, for "
            "example, `return observation.get_list_actions()[0]`"
        )
    files = [*NO_FILE.findall(text), *TOUCHED.findall(text)]
    for name in dict.fromkeys(Path(file).name for file in files):
        beside = bot.path.parent / name
        if bot.code.is_package or name == bot.path.name or not beside.is_file():
            continue
        line = next((each.lineno for each in calls if _names_file(each, name)), None)
        yield (
            f"{_at(bot, line)}{name} lies beside your file, but a match has only the bot itself. "
            f"Make a package: arena bundle {bot.path.name} --data {name}, and open the file with "
            f'`Path(__file__).parent / "{name}"`'
        )


def _think_without_return(bot: Bot, tree: ast.Module) -> Function | None:
    """The bot's think, if it never returns a value."""
    kind = _class_of_bot(bot, tree)
    for node in _definitions_of_think(kind) if kind else []:
        if isinstance(node, Function) and not any(
            isinstance(each, ast.Return) and each.value is not None for each in _own_nodes(node)
        ):
            return node
    return None


def _at(bot: Bot, line: int | None) -> str:
    return f"line {line} of {bot.path.name}: " if line else ""


def _name(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def _names_file(call: ast.Call, name: str) -> bool:
    """Does this call open the file of this name?"""
    return _name(call) in OPENERS and any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) and name in each.value
        for each in ast.walk(call)
    )
