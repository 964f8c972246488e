"""The keys of competition.toml, and the errors about mistakes in it."""

from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from arena.bots.bot import find
from arena.common.errors import ArenaError
from arena.competition.config.paths import FILE
from arena.competition.config.reading import read
from arena.competition.config.settings import SettingsError
from Players import OSLAPlayer

FULL = """\
    budget = 2
    isolation = "sandbox"
    packages = []
    database = "postgresql://me:secret@db/cup"
    [options]
    tie = "original"
    [teams]
    open = false
    names = ["Los  Ases", "Ñandú"]
    [[phase]]
    name = "qualifying"
    kind = "qualifying"
    opens = 2026-03-01T00:00:00+01:00
    deadline = 2026-04-03T23:59:00
    house = ["alwaysfirst", "house/mine.py"]
    games = 10
    top = 8
    tiebreaks = ["margin", "lot"]
    [[phase]]
    name = "final"
    kind = "knockout"
    from = "qualifying"
    third-place = false
    tied = "odd-game"
"""


@pytest.fixture
def full(cup) -> Path:
    folder = cup(FULL, phases="")
    (folder / "house").mkdir()
    source = Path(OSLAPlayer.__file__).read_bytes()
    (folder / "house" / "mine.py").write_bytes(source)
    return folder


def mistakes(folder: Path) -> list[str]:
    with pytest.raises(SettingsError) as refusal:
        read(folder)
    assert str(refusal.value) == "\n".join(refusal.value.mistakes)
    return refusal.value.mistakes


def only_mistake(folder: Path) -> str:
    (mistake,) = mistakes(folder)
    return mistake


def test_everything_that_the_file_says_is_there(full):
    settings = read(full)
    assert settings.folder == full
    assert (settings.name, settings.game) == ("Cup", "brisca")
    assert settings.options == {"tie": "original", "deal": "page"}
    assert (settings.budget, settings.isolation, settings.packages) == (2.0, "sandbox", ())
    assert settings.database == "postgresql://me:secret@db/cup"
    assert (settings.open, settings.names) == (False, ("Los Ases", "Ñandú"))
    first, second = settings.phases
    assert (first.name, first.kind, first.source) == ("qualifying", "qualifying", "")
    assert first.opens == datetime(2026, 2, 28, 23, tzinfo=UTC)
    assert first.deadline == datetime(2026, 4, 3, 23, 59).astimezone()
    assert (first.games, first.top, first.tiebreaks) == (10, 8, ("margin", "lot"))
    assert (second.name, second.kind, second.source) == ("final", "knockout", "qualifying")
    assert (second.games, second.third_place, second.tied) == (100, False, "odd-game")
    assert second.opens is second.deadline is None


def test_what_only_the_pages_show_is_read_and_may_change(cup):
    folder = cup(
        'about = """\nOne\n\nTwo\n"""\ncontact = "me@example.org"\nlogo = "a.svg"\n'
        'stream = "https://example.org/live"\n[certificate]\nplace = "Castelló"\n'
        'date = 2026-06-12\nsignatures = ["Ada, dean"]\n'
    )
    assert "there is no file" in only_mistake(folder)
    (folder / "a.svg").write_text("<svg/>")
    settings = read(folder)
    shown = settings.presentation
    assert (shown.about, shown.logo, shown.contact) == ("One\n\nTwo", "a.svg", "me@example.org")
    assert (shown.place, shown.date, shown.signatures) == (
        "Castelló",
        date(2026, 6, 12),
        ("Ada, dean",),
    )
    frozen = settings.frozen(settings.phases[0].name)
    assert not {"about", "logo", "certificate", "title"} & (frozen.keys() | frozen["phase"].keys())


def test_the_file_itself_may_be_named(full):
    assert read(full / FILE) == read(full)


def test_a_key_that_is_left_out_has_a_default(cup):
    settings = read(cup())
    assert settings.options == {"tie": "draw", "deal": "page"}
    assert (settings.budget, settings.isolation, settings.packages) == (1.0, "auto", ("numpy",))
    assert (settings.database, settings.open, settings.names) == ("", True, ())
    (phase,) = settings.phases
    assert (phase.games, phase.top) == (100, None)
    assert phase.tiebreaks == ("head-to-head", "margin", "lot")


def test_bots_of_the_house_are_found_in_the_competitions_folder(full, monkeypatch):
    monkeypatch.chdir("/")
    first, second = read(full).phases[0].house
    assert (first.written, first.spec) == ("alwaysfirst", "alwaysfirst")
    assert second.written == "house/mine.py"
    assert find(second.spec).path == full / "house" / "mine.py"
    assert second.sha256 == sha256((full / "house" / "mine.py").read_bytes()).hexdigest()


def test_a_folder_may_be_a_relative_path(full, monkeypatch):
    monkeypatch.chdir(full)
    _, second = read(Path()).phases[0].house
    monkeypatch.chdir("/")
    assert find(second.spec).path == full / "house" / "mine.py"


def test_a_bot_of_the_house_is_found_without_being_run(cup):
    folder = cup(
        phases='[[phase]]\nname = "q"\nkind = "qualifying"\nhouse = ["x.py:X(worlds=2)"]\n'
    )
    (folder / "x.py").write_text("raise SystemExit")
    (bot,) = read(folder).phases[0].house
    assert bot.spec == f"{folder / 'x.py'}:X(worlds=2)"


# The text of line 3, and the error.
ON_LINE_3 = {
    "budgt = 1": ("budgt", "no such key. Did you mean 'budget'?"),
    '"a\\nb" = 1': ("'a\\nb'", "no such key"),
    "budget = 0": ("budget", "0 is not possible here: take a number of seconds, more than 0"),
    "budget = nan": ("budget", "nan is not"),
    "budget = inf": ("budget", "inf is not"),
    "budget = 3601": ("budget", "at most 3600"),
    "budget = true": ("budget", "true is not"),
    'budget = "1"': ("budget", "'1' is not"),
    f"budget = 0x{'f' * 5000}": ("budget", "such a large number"),
    'isolation = "sandox"': ("isolation", "Did you mean 'sandbox'?"),
    'isolation = "inprocess"': ("isolation", "would run in the arena's process"),
    "isolation = []": ("isolation", "a list is not"),
    'packages = "numpy"': ("packages", "list of texts"),
    'packages = ["os"]': ("packages", "comes with Python"),
    'packages = ["nowhere_to_be_found"]': ("packages", "is not installed"),
    "packages = [1]": ("packages", "list of texts"),
    "options = 1": ("options", "table"),
    "options.ti = 1": ("options.ti", "no option 'ti'. Did you mean 'tie'?"),
    'options.tie = "drw"': ("options.tie", "Did you mean 'draw'?"),
    'options.tie = ["draw"]': ("options.tie", "is not a value of the option"),
    "about = 1": ("about", "text in quotation marks"),
    'about = "a\\u0007"': ("about", "plain text"),
    'logo = "logo.exe"': ("logo", "name a picture in this folder"),
    'logo = "../logo.png"': ("logo", "name a picture in this folder"),
    'logo = "logo.png"': ("logo", "there is no file"),
    'stream = "javascript:alert(1)"': ("stream", "the address of a page"),
    'certificate.date = "soon"': ("certificate.date", "write a day"),
    "certificate.date = 2026-06-12T10:00:00": ("certificate.date", "without a time"),
    'certificate.signatures = ["a", "b", "c", "d", "e"]': ("certificate.signatures", "at most 4"),
    "teams = []": ("teams", "table"),
    "teams.open = 1": ("teams.open", "true or false"),
    "teams.open = false": ("teams.open", "nobody could take part"),
    'teams.names = ["a", "A"]': ("teams.names", "'A' and 'a' are one name"),
    'teams.names = ["../../x"]': ("teams.names", "'/' is in it"),
    "teams.nams = []": ("teams.nams", "Did you mean 'names'?"),
}


@pytest.mark.parametrize("line", ON_LINE_3, ids=lambda line: line[:40])
def test_a_mistake_in_the_competition_is_reported_with_line_and_key(cup, line):
    label, said = ON_LINE_3[line]
    folder = cup(line + "\n")
    mistake = only_mistake(folder)
    assert mistake.startswith(f"{folder / FILE}, line 3, {label}: ")
    assert said in mistake
    assert mistake.isprintable()


# The kind of the second phase, the text of line 9, and the error.
IN_A_PHASE = [
    ("knockout", "rounds = 3", "rounds", "a phase of kind 'knockout' does not have this"),
    ("knockout", "tied = 'pair'", "tied", "Did you mean 'pairs'?"),
    ("knockout", "third-place = 'no'", "third-place", "true or false"),
    ("knockout", "third_place = true", "third_place", "Did you mean 'third-place'?"),
    ("knockout", "from = 'later'", "from", "'later' is not an earlier phase"),
    ("round-robin", "games = 0", "games", "a whole number from 1 to 1,000,000"),
    ("round-robin", "games = 1.5", "games", "1.5 is not"),
    ("round-robin", "games = '100'", "games", "'100' is not"),
    ("round-robin", "games = true", "games", "true is not"),
    ("round-robin", "top = 0", "top", "a whole number from 1"),
    ("round-robin", "gams = 1", "gams", "Did you mean 'games'?"),
    ("round-robin", "tiebreaks = ['lots']", "tiebreaks", "Did you mean 'lot'?"),
    ("round-robin", "tiebreaks = ['lot', 'margin']", "tiebreaks", "put it last"),
    ("round-robin", "tiebreaks = ['margin', 'margin']", "tiebreaks", "twice"),
    ("round-robin", "tiebreaks = 'lot'", "tiebreaks", "list of texts"),
    ("round-robin", "deadline = 2026-04-03", "deadline", "write a date and a time"),
    ("round-robin", "deadline = '2026-04-03T10:00:00Z'", "deadline", "unquoted"),
    ("round-robin", "deadline = 0001-01-01T00:00:00", "deadline", "write a date"),
    ("swiss", "rounds = 1001", "rounds", "from 1 to 1,000"),
    ("qualifying", "house = []", "house", "a house bot is needed"),
    ("qualifying", "house = ['greedi']", "house", "Did you mean 'greedy'?"),
    ("qualifying", "house = ['house/no.py']", "house", "house/no.py: there is no such file"),
    ("qualifying", "house = ['osla', 'OSLA']", "house", "the same bot as 'osla'"),
    ("qualifying", "house = ['human']", "house", "is a person"),
    ("qualifying", "house = ['osla(']", "house", "names no bot"),
    ("qualifying", "house = ['~nobody/x.py']", "house", "no such file"),
    ("qualifying", r'house = ["a\u0000b.py"]', "house", "file"),
]


@pytest.mark.parametrize("kind, line, key, said", IN_A_PHASE)
def test_a_mistake_in_a_phase_is_reported_with_line_and_key(cup, kind, line, key, said):
    folder = cup(
        phases=f"[[phase]]\nname = 'one'\nkind = 'round-robin'\n"
        f"[[phase]]\nname = 'two'\nkind = '{kind}'\n{line}\n"
    )
    mistake = only_mistake(folder)
    assert mistake.startswith(f"{folder / FILE}, line 9, {key} of phase 2: ")
    assert said in mistake


def test_a_bot_of_the_house_that_does_not_play_the_game_is_refused(cup):
    mistake = only_mistake(
        cup(
            head='name = "Cup"\ngame = "agram"\noptions = { players = "2" }\n',
            phases="[[phase]]\nname = 'x'\nkind = 'qualifying'\nhouse = ['random', 'osla']\n",
        )
    )
    assert "line 7, house of phase 1: osla: OSLAPlayer plays only brisca" in mistake


@pytest.mark.parametrize(
    "phases, line, label, said",
    [
        ("", 1, "phase", "missing"),
        ("phase = []\n", 3, "phase", "[[phase]]"),
        ("[phase]\nname = 'x'\n", 3, "phase", "two pairs of brackets"),
        ("[[phase]]\nname = 'x'\n", 3, "kind of phase 1", "missing"),
        ("[[phase]]\nkind = 'swis'\nname = 'x'\n", 4, "kind of phase 1", "Did you mean 'swiss'?"),
        ("[[phase]]\nkind = ['swiss']\nname = 'x'\n", 4, "kind of phase 1", "a list is not"),
        ("[[phase]]\nkind = 'swiss'\nname = 'x'\n", 3, "rounds of phase 1", "missing"),
        ("[[phase]]\nkind = 'qualifying'\nname = 'x'\n", 3, "house of phase 1", "missing"),
        ("[[phase]]\nkind = 'knockout'\n", 3, "name of phase 1", "missing"),
        ("[[phase]]\nkind = 'knockout'\nname = '../x'\n", 5, "name of phase 1", "its folder"),
        ("[[phase]]\nkind = 'knockout'\nname = 'nul'\n", 5, "name of phase 1", "Windows"),
        ("[[phase]]\nkind = 'knockout'\nname = 'x\\n'\n".replace("'", '"'), 5, "name of phase 1",
         "its folder"),
        ("[[phase]]\nkind = 'knockout'\nname = 'a'\nfrom = 'a'\n", 6, "from of phase 1",
         "not an earlier phase"),
        ("[[phase]]\nkind = 'knockout'\nname = 'a'\n[[phase]]\nkind = 'knockout'\nname = 'A'\n", 8,
         "name of phase 2", "the name of an earlier phase"),
        ("[[phase]]\nkind = 'tables'\nname = 'a'\nrounds = 3\n", 4, "kind of phase 1",
         "Brisca has 2 sides"),
        ("[[phase]]\nkind = 'knockout'\nname = 'a'\nopens = 2026-01-02T00:00:00Z\n"
         "deadline = 2026-01-02T00:00:00Z\n", 7, "deadline of phase 1", "is not after"),
    ],
)  # fmt: skip
def test_an_impossible_phase_is_reported_with_its_line(cup, phases, line, label, said):
    folder = cup(phases=phases)
    mistake = only_mistake(folder)
    assert mistake.startswith(f"{folder / FILE}, line {line}, {label}: ")
    assert said in mistake


@pytest.mark.parametrize(
    "head, line, label, said",
    [
        ('game = "brisca"\n', 1, "name", "missing"),
        ('name = ""\ngame = "brisca"\n', 1, "name", "write a text"),
        ('name = "a\\nb"\ngame = "brisca"\n', 1, "name", "one line of text"),
        ('name = "Cup"\n', 1, "game", "missing"),
        ('name = "Cup"\ngame = "brsca"\n', 2, "game", "Did you mean 'brisca'?"),
        ('name = "Cup"\ngame = 1\n', 2, "game", "1 is not possible"),
    ],
)
def test_without_a_name_or_a_game_there_is_no_competition(cup, head, line, label, said):
    folder = cup(head=head)
    mistake = only_mistake(folder)
    assert mistake.startswith(f"{folder / FILE}, line {line}, {label}: ")
    assert said in mistake


def test_all_mistakes_are_reported_together_in_the_order_of_their_lines(cup):
    folder = cup(
        "budget = 0\nisolation = 'no'\n",
        "[[phase]]\nname = 'x'\nkind = 'swiss'\ngames = 0\nfoo = 1\n",
    )
    lines = [mistake.partition(", line ")[2].partition(",")[0] for mistake in mistakes(folder)]
    assert lines == ["3", "4", "5", "8", "9"]


@pytest.mark.parametrize("address", ["mysql://me:secret@db/x", "me:secret@db"])
def test_the_address_of_a_database_is_never_repeated(cup, address):
    mistake = only_mistake(cup(f'database = "{address}"\n'))
    assert "line 3, database: " in mistake
    assert "secret" not in mistake


def test_a_password_is_not_stored(full):
    (full / "Out" / "seed").write_text("0123")
    assert "secret" not in str(read(full).frozen("qualifying"))


@pytest.mark.parametrize(
    "kind, seats, fits",
    [
        ("tables", "3", True), ("tables", "2", False), ("round-robin", "3", True),
        ("knockout", "3", False), ("swiss", "3", False), ("ladder", "3", False),
        ("knockout", "2", True), ("swiss", "2", True), ("ladder", "2", True),
    ],
)  # fmt: skip
def test_a_kind_must_fit_the_sides_that_the_game_has_with_its_options(cup, toy, kind, seats, fits):
    rounds = "" if kind in ("round-robin", "knockout") else "rounds = 3\n"
    folder = cup(
        f"[options]\nseats = {seats}\n",
        f'[[phase]]\nname = "x"\nkind = "{kind}"\n{rounds}',
        head='name = "Cup"\ngame = "nearest"\n',
    )
    if fits:
        assert read(folder).options == {"seats": seats}
    else:
        assert f"Nearest has {seats} sides" in only_mistake(folder)


def test_a_round_robin_of_too_many_tables_is_refused(cup, toy):
    names = [f"t{n}" for n in range(30)]
    folder = cup(
        f"[options]\nseats = 3\n[teams]\nopen = false\nnames = {names}\n",
        head='name = "Cup"\ngame = "nearest"\n',
    )
    assert "30 teams make 4,060 tables of 3" in only_mistake(folder)


@pytest.mark.parametrize(
    "data, said",
    [
        (b"name = 'x'\ngame =\n", "line 2: this is not TOML: Invalid value, at column 7"),
        (b"name = 'x'\nname = 'y'\n", "line 2: this is not TOML"),
        (b"name = 'x'\n[a", "line 2: this is not TOML"),
        (b"name = '''x", "line 1: this is not TOML"),
        (b"a = " + b"9" * 5000, "this is not TOML"),
        (b"a = " + b"[" * 5000, "nested too deep"),
        (b"name = 'x'\n# caf\xe9\n", "line 2: this is not UTF-8"),
        ("name = 'x'".encode("utf-16"), "line 1: this is not UTF-8"),
        (b"\0", "line 1: this is not TOML"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_invalid_toml_is_refused_with_a_sentence_and_the_line(tmp_path, data, said):
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(ArenaError) as refusal:
        read(tmp_path)
    assert str(refusal.value).startswith(str(tmp_path / FILE))
    assert said in str(refusal.value)


@pytest.mark.parametrize("dress", [
    lambda text: "\ufeff" + text,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "\ufeff" + text.replace("\n", "\r\n"),
])  # fmt: skip
def test_editors_on_windows_change_nothing(cup, dress):
    folder = cup("budgt = 1\n")
    text = (folder / FILE).read_text("utf-8")
    (folder / FILE).write_bytes(dress(text).encode())
    assert "line 3, budgt: " in only_mistake(folder)
    (folder / FILE).write_bytes(dress(text.replace("budgt", "budget")).encode())
    assert read(folder).budget == 1.0


def test_a_missing_file_a_folder_and_a_file_in_place_of_a_folder(tmp_path):
    with pytest.raises(ArenaError, match=r"no such file.*arena init"):
        read(tmp_path)
    (tmp_path / FILE).mkdir()
    with pytest.raises(ArenaError, match="is a folder"):
        read(tmp_path)
    (tmp_path / "cup").write_text("x")
    with pytest.raises(ArenaError, match="no such file"):
        read(tmp_path / "cup")


def test_a_phase_is_found_by_its_name(full):
    settings = read(full)
    assert settings.phase("final") is settings.phases[1]
    with pytest.raises(ArenaError, match=r"no phase 'finals'\. Did you mean 'final'"):
        settings.phase("finals")


def test_a_local_time_is_that_of_this_machine(cup):
    local = read(cup(phases="[[phase]]\nname='x'\nkind='knockout'\nopens=2026-07-01 12:00:00\n"))
    opens = local.phases[0].opens
    assert opens is not None
    assert opens.utcoffset() == datetime(2026, 7, 1, 12).astimezone().utcoffset()
    assert opens == datetime(2026, 7, 1, 12).astimezone()


TWO_PHASES = """
[[phase]]
name = "first"
kind = "round-robin"
deadline = 2026-04-03T23:59:00+02:00
games = 2
top = {top}
[[phase]]
name = "last"
kind = "{kind}"
from = "first"
deadline = {deadline}
games = 2
"""


def test_a_phase_whose_teams_hand_in_before_those_of_its_source_is_refused(cup):
    text = TWO_PHASES.format(top=4, kind="knockout", deadline="2026-04-03T23:58:00+02:00")
    assert "is before the deadline of first, 2026-04-03 23:59:00+02:00" in only_mistake(cup(text))
    for deadline in ("2026-04-03T23:59:00+02:00", "2026-04-10T23:59:00+02:00"):
        read(cup(TWO_PHASES.format(top=4, kind="knockout", deadline=deadline)))


@pytest.mark.parametrize("kind", ["knockout", "round-robin"])
def test_a_single_team_cannot_play_a_phase_among_teams(cup, kind):
    text = TWO_PHASES.format(top=1, kind=kind, deadline="2026-04-10T23:59:00+02:00")
    assert "only 1 team goes on from first (top = 1)" in only_mistake(cup(text))
    read(cup(text.replace("top = 1", "top = 2")))


@pytest.mark.parametrize("between", ["", '[[phase]]\nname = "b"\nkind = "knockout"\nfrom = "a"\n'])
def test_a_phase_that_is_over_before_its_source_opens_is_refused(cup, between):
    text = (
        '[[phase]]\nname = "a"\nkind = "round-robin"\nopens = 2026-05-01T12:00:00+02:00\n'
        + between
        + f'[[phase]]\nname = "z"\nkind = "knockout"\nfrom = "{"b" if between else "a"}"\n'
        "deadline = {}\n"
    )
    for deadline in ("2026-04-03T12:00:00+02:00", "2026-05-01T12:00:00+02:00"):
        mistake = only_mistake(cup(phases=text.format(deadline)))
        assert f", deadline of phase {3 if between else 2}: " in mistake
        assert "is not after the opening of a, 2026-05-01 12:00:00+02:00" in mistake
    read(cup(phases=text.format("2026-05-01T12:00:01+02:00")))


def test_a_deadline_before_that_of_the_source_of_the_source_is_refused(cup):
    text = TWO_PHASES.format(top=4, kind="knockout", deadline="2026-04-10T23:59:00+02:00")
    text = text.replace("deadline = 2026-04-10T23:59:00+02:00\n", "").replace("knockout", "swiss")
    text = text.replace('kind = "swiss"', 'kind = "swiss"\nrounds = 2')
    text += '[[phase]]\nname = "z"\nkind = "knockout"\nfrom = "last"\ndeadline = {}\n'
    mistake = only_mistake(cup(phases=text.format("2026-04-01T23:59:00+02:00")))
    assert "is before the deadline of first, 2026-04-03 23:59:00+02:00" in mistake
    read(cup(phases=text.format("2026-04-10T23:59:00+02:00")))
