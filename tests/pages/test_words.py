"""The texts of games and pages: the same keys in every language, and no key without a use."""

import ast
import re
from pathlib import Path
from string import Formatter

from support.cases import case
from support.paths import ROOT

from arena.guest.protocol.levels import LEVELS
from arena.pages.viewer.document import HELPS
from arena.pages.words import Words
from arena.standings.tiebreaks import CREDIT, TIEBREAKS
from Game import registry
from Game.core.cards import FRENCH, SPANISH, TAROT
from Game.core.words import LANGUAGES, read_words

PAGES = ROOT / "arena" / "pages"
PACKAGES = sorted(
    ".".join(folder.parent.relative_to(ROOT).parts)
    for room in ("Game", "arena")
    for folder in (ROOT / room).rglob("words")
    if folder.is_dir()
)


def places(text: str) -> set[str]:
    """The placeholders of a text, such as {0} and {seat}."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def is_of_class(key: str) -> bool:
    """The English title and the line about a game stand in its class or in its description."""
    return key in ("title", "about") or key.startswith(("title.", "about."))


def test_every_package_has_the_same_keys_in_every_language():
    assert {"Game.brisca", "Game.core", "Game.recycle", "arena.pages"} <= set(PACKAGES)
    for package in PACKAGES:
        english = read_words(package, "en")
        abouts = {key for key in read_words(package, "es") if is_of_class(key)}
        for language in LANGUAGES:
            with case(f"{package}, {language}"):
                words = read_words(package, language)
                own = abouts if language != "en" else set()
                assert set(words) == set(english) | own
                for key, text in words.items():
                    assert text.strip(), key
                    assert places(text) == places(english.get(key, "")), key


def test_every_isolation_level_has_a_text():
    for language in LANGUAGES:
        words = read_words("arena.pages", language)
        levels = {key.partition(".")[2] for key in words if key.startswith("isolation.")}
        assert levels == {"auto", *LEVELS}
    assert Words("es").isolation("inprocess+sandbox").startswith("en el proceso")
    assert Words("nl").isolation("sandbox+another") == "in een afgesloten omgeving + another"


def test_every_registered_game_is_described_in_every_language():
    for name in registry.names():
        with case(name):
            game = registry.find(name)()
            abouts = [game.words(language)["about"] for language in LANGUAGES]
            assert abouts[0] == game.about
            assert len(set(abouts)) == len(LANGUAGES)
    titles = {key for key in read_words("Game.recycle", "es") if key.startswith("title.")}
    assert titles == {f"title.{name}" for name in registry.DESCRIBED}
    names = [registry.find("hearts")().words(language)["title"] for language in LANGUAGES]
    assert names == ["Hearts", "Corazones", "Hartenjagen"]
    names = [registry.find("tarot")().words(language)["title"] for language in LANGUAGES]
    assert names == ["French Tarot", "Tarot franc\u00e9s", "Frans tarot"]


def strings(folder: Path) -> tuple[set[str], list[re.Pattern[str]]]:
    """The strings in the Python files of a folder, and a pattern for each f-string."""
    plain, patterns = set(), []
    for path in folder.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        joined = [node for node in nodes if isinstance(node, ast.JoinedStr)]
        inside = {id(part) for node in joined for part in node.values}
        for node in nodes:
            if isinstance(node, ast.Constant) and id(node) not in inside:
                plain.add(str(node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(part.value) if isinstance(part, ast.Constant) else r"[^.]+"
                    for part in node.values
                ]
                if parts[0] != r"[^.]+":  # a key of a known table
                    patterns.append(re.compile("".join(parts)))
    return plain, patterns


def test_every_word_of_a_game_is_used_in_its_folder():
    suits = {suit.name for deck in (SPANISH, FRENCH, TAROT) for suit in deck.suits}
    everywhere, _ = strings(ROOT / "Game")
    for package in PACKAGES:
        if package.startswith("Game."):
            plain, patterns = strings(ROOT / package.replace(".", "/"))
            if package == "Game.core":  # its words are for all games, and for the plain picture
                plain |= everywhere | strings(PAGES / "viewer")[0]
            for key in read_words(package, "en"):
                with case(f"{package}: {key}"):
                    used = key in plain | suits
                    assert used or any(each.fullmatch(key) for each in patterns)


def keys_of_pages() -> tuple[set[str], list[re.Pattern[str]]]:
    """The keys that the pages' code, templates and scripts name, and patterns of keys."""
    named, patterns = strings(PAGES)
    more_named, more_patterns = strings(ROOT / "arena" / "competition" / "results")
    named, patterns = named | more_named, patterns + more_patterns
    more_named, more_patterns = strings(ROOT / "arena" / "server")
    named, patterns = named | more_named, patterns + more_patterns
    for path in (PAGES / "templates").rglob("*.html"):
        for end in re.findall(r't\[[\w.]+ ~ "(\.\w+)"\]', path.read_text("utf-8")):
            patterns.append(re.compile(rf"site\.\w+{re.escape(end)}"))  # of one of several doors
        for key, dynamic in re.findall(r't\["([^"]+)"( ~ \w+)?\]', path.read_text("utf-8")):
            if dynamic:
                patterns.append(re.compile(rf"site\.{re.escape(key)}\w+"))
            else:
                named.add(f"site.{key}")
        for end in re.findall(r't\[[\w.]+ ~ "(\.\w+)"\]', path.read_text("utf-8")):
            patterns.append(re.compile(rf"site\.[\w.]+{re.escape(end)}"))
    for path in (PAGES / "viewer").rglob("*.html"):
        for key in re.findall(r'words\("([^"]+)"\)', path.read_text("utf-8")):
            named.add(key)
    for path in (PAGES / "viewer").rglob("*.js"):
        script = path.read_text("utf-8")
        named |= {f"viewer.{key}" for key in re.findall(r'"(\w+)"', script)}
    named |= {f"viewer.{key}" for _, key in HELPS}
    named |= {f"viewer.key.{name}" for keys, _ in HELPS for key in keys for name in places(key)}
    views = [f"viewer.view_{view}" for view in ("all", "seat", "given")]
    named |= {f"{view}{more}" for view in views for more in ("", "_more")}
    named |= {f"{key}.{form}" for key in named for form in ("one", "many")}
    return named, patterns


def test_every_message_of_the_pages_is_used():
    named, patterns = keys_of_pages()
    for key in read_words("arena.pages", "en"):
        with case(key):
            wanted = key if not key.startswith("viewer.ranks.") else key.rpartition(".")[0]
            assert wanted in named or any(each.fullmatch(wanted) for each in patterns)


def test_every_message_that_the_pages_name_is_there():
    named, _ = keys_of_pages()
    words = read_words("arena.pages", "en")
    tables = {key.rpartition(".")[0] for key in words}
    site = {key for key in named if re.fullmatch(r"site\.\w+(\.\w+)+", key)}
    said = {
        f"viewer.{key}"
        for path in (PAGES / "viewer" / "static").glob("*.js")
        for key in re.findall(r'say\("(\w+)"', path.read_text("utf-8"))
    }
    assert len(said) > 30
    assert len(site) > 60
    missing = {key for key in said | site if key not in words and key not in tables}
    assert not {key for key in missing if not key.endswith((".one", ".many"))}


def test_every_criterion_of_a_table_has_a_sentence():
    texts = read_words("arena.pages", "en")
    for name in (CREDIT.name, *TIEBREAKS, "share", "rating", "skill", "place"):
        sentence = texts[f"site.criterion.{name}.sentence"]
        assert sentence[0].isupper()
        assert sentence.endswith(".")
