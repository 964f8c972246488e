"""Published data is complete, not too early, and only for those who may see it."""

import json
import zipfile
from collections import Counter
from hashlib import sha256

import pytest
from support import cups
from support.sites import readable

from arena.bots.code import read_code
from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.play import ranking, schedule_of
from arena.competition.play.phase_state import phase_state
from arena.competition.results.public_audit import audit_public
from arena.competition.results.publishing import fingerprint_of, publish, reveal
from arena.pages.site import write
from arena.store import files
from arena.store.store import Store

SECRET = "Ada's own words"
FAILS = f'print("{SECRET}")\nraise ValueError("a reason of my own")'


def do(cup, phase: str, sealed: bool = False) -> None:
    with open_competition(cup, alone=True) as competition:
        publish(phase_state(competition, phase), sealed)


def everything(folder) -> dict[str, bytes]:
    """The content of all files, unpacked."""
    return {
        path.relative_to(folder).as_posix(): readable(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def index(cup) -> dict:
    return json.loads((cup / "Out" / "public" / "competition.json").read_text())


@pytest.fixture
def failing(tmp_path):
    """Two teams of which one fails in every game."""
    phase = '[[phase]]\nname = "league"\nkind = "round-robin"\ngames = 2\n'
    cup = cups.make(tmp_path / "cup", phase, {"Ada": FAILS, "Bob": cups.FIRST})
    cups.play(cup)
    do(cup, "league")
    return cup


def test_the_public_folder_has_the_table_the_records_and_the_house(played):
    do(played, "qualifying")
    public = everything(played / "Out" / "public" / "qualifying")
    assert set(public) >= {
        "standings.csv", "standings.json", "lots.json", "records.jsonl.gz",
        "house/House 1.py", "house/House 2.py", "house/names.json",
    }  # fmt: skip
    as_json, as_csv = cups.table(played, "qualifying")
    assert public["standings.json"].decode() == as_json
    order = json.loads(as_json)["order"]
    assert order[0]["name"] == "credit"
    assert order[0]["sentence"].startswith("A win counts 1")
    assert public["standings.csv"].decode() == as_csv
    assert json.loads(public["house/names.json"]) == {"House 1": "alwaysfirst", "House 2": "greedy"}
    ids = [json.loads(line)["id"] for line in public["records.jsonl.gz"].splitlines()]
    assert sorted(ids) == sorted(line["id"] for line in cups.lines(played, "qualifying"))


def test_the_bracket_of_a_knockout_is_published(played):
    do(played, "final")
    tree = json.loads((played / "Out" / "public" / "final" / "bracket.json").read_text())
    ((match,),) = tree["rounds"]
    assert match["label"] == "final"
    assert {match["upper"], match["lower"]} == set(cups.rows(played, "final"))
    assert (
        tree["places"][0]["teams"] == [match["winner"]] == [next(iter(cups.rows(played, "final")))]
    )


def test_each_record_is_read_once_and_the_table_the_bracket_and_the_lots_are_computed_once(
    played, monkeypatch
):
    calls = Counter()

    def counting(name, function):
        def call(*args, **more):
            calls[name] += 1
            return function(*args, **more)

        return call

    monkeypatch.setattr(files, "read_at", counting("records", files.read_at))
    monkeypatch.setattr(Store, "places", counting("queries", Store.places))
    once = ((ranking, "standings"), (ranking, "lots_of"), (schedule_of, "Bracket"),
            (write, "bracket_page"))  # fmt: skip
    for module, name in once:
        monkeypatch.setattr(module, name, counting(name, getattr(module, name)))
    with open_competition(played, alone=True) as competition:
        final = phase_state(competition, "final")
        calls.clear()  # the calls that found the teams of the final
        publish(final, sealed=False)
        games = len(final.progress.games)
    assert games > 0
    assert calls == {"records": games, "queries": 1} | {name: 1 for _, name in once}


def test_published_twice_the_bytes_are_the_same(played):
    for phase in ("qualifying", "final"):
        do(played, phase)
    before = everything(played / "Out" / "public"), everything(played / "Out" / "teams")
    for phase in ("qualifying", "final"):
        do(played, phase)
    assert (everything(played / "Out" / "public"), everything(played / "Out" / "teams")) == before


def test_private_details_of_a_team_are_only_in_its_archive(failing):
    public = everything(failing / "Out" / "public")
    for own in (SECRET, "a reason of my own", "line 7, in think", str(failing), "handed_in"):
        assert [name for name, data in public.items() if own.encode() in data] == []
    assert b'"verdict":"exception"' in public["league/records.jsonl.gz"]
    archives = failing / "Out" / "teams" / "league"
    assert sorted(path.name for path in archives.iterdir()) == ["ada.zip", "bob.zip"]
    with zipfile.ZipFile(archives / "ada.zip") as ada:
        faults = ada.read("faults.txt").decode()
        games = ada.read("games.jsonl").decode()
    assert SECRET in faults
    assert "a reason of my own" in faults
    assert "Traceback" in faults
    assert "line 7, in think" in faults
    assert len(games.splitlines()) == 2
    with zipfile.ZipFile(archives / "bob.zip") as bob:
        assert bob.read("faults.txt") == b"None.\n"
        theirs = bob.read("games.jsonl").decode()
    assert len(theirs.splitlines()) == 2
    for own in (SECRET, "a reason of my own", "Traceback"):
        assert own not in theirs


def test_a_teams_archive_has_its_games_and_no_others(played):
    do(played, "qualifying")
    with zipfile.ZipFile(played / "Out" / "teams" / "qualifying" / "one.zip") as one:
        games = [json.loads(line) for line in one.read("games.jsonl").splitlines()]
        made = {info.date_time for info in one.infolist()}  # the same whenever it is made
        assert one.read("bot.py").decode() == cups.source(cups.FIRST)
    assert len(games) == 8
    assert all("One" in [bot["name"] for bot in game["bots"]] for game in games)
    assert made == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.slow
def test_packages_play_in_a_competition_and_are_published_as_archives(tmp_path, games_here):
    phase = cups.QUALIFYING.replace('"greedy"', '"house/mine"')
    (tmp_path / "cup" / "house").mkdir(parents=True)
    house = cups.package(tmp_path / "cup" / "house" / "mine")
    cup = cups.make(tmp_path / "cup", phase, {"One": cups.FIRST})
    team = cups.package(tmp_path / "team")
    (team / "place.txt").write_text("0")
    version = cups.enter_file(cup, "Two", team)
    cups.play(cup)
    assert sum(row["faults"] for row in cups.rows(cup, "qualifying").values()) == 0
    do(cup, "qualifying")
    public = cup / "Out" / "public" / "qualifying" / "house" / "House 2.zip"
    assert read_code(public).sha256 == read_code(house).sha256
    with zipfile.ZipFile(cup / "Out" / "teams" / "qualifying" / "two.zip") as two:
        (tmp_path / "bot.zip").write_bytes(two.read("bot.zip"))
    assert read_code(tmp_path / "bot.zip").sha256 == version.sha256


@pytest.mark.slow
def test_house_bots_are_not_named_before_their_phase_is_published(tmp_path, games_here):
    second = cups.QUALIFYING.replace('"qualifying"', '"second"', 1)
    second = second.replace('"alwaysfirst", "greedy"', '"osla"')
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + second, {"One": cups.LAST})
    cups.play(cup)
    do(cup, "qualifying")
    do(cup, "second", sealed=True)
    public = b"".join(everything(cup / "Out" / "public").values()).lower()
    archives = everything(cup / "Out" / "teams")
    rows = [zipfile.ZipFile(cup / "Out" / "teams" / name).read("games.jsonl") for name in archives]
    assert b"greedy" in public
    for said in (public, *map(bytes.lower, rows)):
        assert b"osla" not in said


def test_a_sealed_phase_shows_a_hash_and_is_revealed_unchanged(played):
    do(played, "qualifying", sealed=True)
    public, hidden = played / "Out" / "public", played / "Out" / "sealed" / "qualifying"
    assert set(everything(public / "qualifying")) == {"sealed.json"}
    promised = json.loads((public / "qualifying" / "sealed.json").read_text())["sha256"]
    sums = "".join(
        sorted(
            f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(hidden).as_posix()}\n"
            for path in hidden.rglob("*")
            if path.is_file()
        )
    )
    assert promised == sha256(sums.encode()).hexdigest()
    sealed = everything(hidden)
    with open_competition(played, alone=True) as competition:
        reveal(competition, "qualifying")
    revealed = everything(public / "qualifying")
    assert json.loads(revealed.pop("sealed.json"))["sha256"] == promised
    assert revealed == sealed
    assert fingerprint_of(public / "qualifying") == promised
    assert not hidden.exists()
    assert index(played)["phases"] == ["qualifying"]
    with pytest.raises(ArenaError, match="no longer have the hash that was promised"):
        do(played, "qualifying")
    assert fingerprint_of(public / "qualifying") == promised
    (public / "qualifying" / "sealed.json").unlink()
    do(played, "qualifying")


def test_a_sealed_folder_that_was_changed_is_not_revealed(played):
    do(played, "qualifying", sealed=True)
    table = played / "Out" / "sealed" / "qualifying" / "standings.csv"
    table.write_text(table.read_text().replace("One", "Own"))
    with (
        open_competition(played, alone=True) as competition,
        pytest.raises(ArenaError, match="has changed since it was sealed: its hash differs"),
    ):
        reveal(competition, "qualifying")
    assert not (played / "Out" / "public" / "qualifying" / "standings.csv").exists()


def test_sealing_hides_published_results_and_publishing_opens_sealed_ones(played):
    do(played, "qualifying")
    do(played, "qualifying", sealed=True)
    assert set(everything(played / "Out" / "public" / "qualifying")) == {"sealed.json"}
    do(played, "qualifying")
    assert "sealed.json" not in everything(played / "Out" / "public" / "qualifying")
    assert not (played / "Out" / "sealed" / "qualifying").exists()


def test_the_seed_is_published_only_with_the_last_phase(played):
    seed = (played / "Out" / "seed").read_bytes()
    do(played, "qualifying")
    do(played, "final", sealed=True)
    assert index(played)["seed"] is None
    assert index(played)["seed_sha256"] == sha256(seed).hexdigest()
    for data in everything(played / "Out" / "public").values():
        assert seed not in data
    with open_competition(played, alone=True) as competition:
        reveal(competition, "final")
    assert index(played)["seed"] == seed.decode()


def test_a_phase_that_is_not_over_is_not_published(tmp_path, games_here):
    teams = {"One": cups.FIRST, "Two": cups.LAST}
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, teams)
    with pytest.raises(ArenaError, match="league has not begun"):
        do(cup, "league")
    cups.play(cup)
    cups.edit(cup, "games = 4", "games = 6")
    with pytest.raises(ArenaError, match="league is not over, 2 games are to be played: arena run"):
        do(cup, "league")
    assert not (cup / "Out" / "public").exists()


def test_a_final_of_one_team_is_published_and_the_seed_with_it(tmp_path, games_here):
    cup = cups.make(tmp_path / "cup", cups.QUALIFYING + cups.FINAL, {"One": cups.FIRST})
    cups.play(cup)
    do(cup, "qualifying")
    do(cup, "final")
    assert index(cup)["seed"] is not None
    tree = json.loads((cup / "Out" / "public" / "final" / "bracket.json").read_text())
    assert tree["places"] == [{"first": 1, "last": 1, "teams": ["One"]}]


def test_results_that_are_not_sealed_cannot_be_revealed(played):
    with (
        open_competition(played, alone=True) as competition,
        pytest.raises(ArenaError, match="qualifying is not sealed: arena publish"),
    ):
        reveal(competition, "qualifying")


def test_the_fingerprint_is_of_names_and_contents(tmp_path):
    def folder(name: str, files: dict[str, str]):
        for file, text in files.items():
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_text(text)
        return fingerprint_of(tmp_path / name)

    one = folder("one", {"a": "1", "b/c": "2"})
    assert folder("two", {"b/c": "2", "a": "1"}) == one
    assert folder("three", {"a": "2", "b/c": "1"}) != one
    assert folder("four", {"a": "1", "b/d": "2"}) != one


def test_no_phase_begins_once_the_seed_is_published(failing):
    more = '\n[[phase]]\nname = "encore"\nkind = "round-robin"\ngames = 2\n'
    described = failing / "competition.toml"
    described.write_text(described.read_text() + more)
    with pytest.raises(ArenaError, match=r"encore cannot begin.*seed.*arena init"):
        cups.play(failing, "encore")


def test_the_code_of_the_teams_is_published_only_if_it_is_asked_for(played):
    public = played / "Out" / "public" / "final"
    with open_competition(played, alone=True) as competition:
        for team in competition.store.teams():
            competition.store.change_team(team._replace(members=(f"Ada of {team.name}",)))
    do(played, "final")
    assert not (public / "code").exists()
    with open_competition(played, alone=True) as competition:
        publish(phase_state(competition, "final"), sealed=False, with_code=True)
        hashes = {e.name: e.bot.sha256 for e in phase_state(competition, "final").entrants}
    page, attribution = (public / "code.html").read_text(), (public / "code" / "ATTRIBUTION.txt")
    for name, hashed in hashes.items():
        code = (public / "code" / f"{name.lower()}.py").read_bytes()
        assert sha256(code).hexdigest() == hashed
        for text in (page, attribution.read_text()):
            assert hashed in text
            assert f"Ada of {name}" in text
    assert 'href="final/code.html"' in (public.parent / "index.html").read_text()
    do(played, "final")
    assert not (public / "code").exists()
    assert "code.html" not in (public.parent / "index.html").read_text()


def test_the_code_can_be_added_after_the_results_were_revealed(played):
    public = played / "Out" / "public" / "final"
    do(played, "qualifying")
    do(played, "final", sealed=True)
    with open_competition(played, alone=True) as competition:
        reveal(competition, "final")
        before = everything(public)
        publish(phase_state(competition, "final"), sealed=False, with_code=True)
        after = everything(public)
        with pytest.raises(ArenaError, match="no longer have the hash that was promised"):
            publish(phase_state(competition, "final"), sealed=False, with_code=True)
    seal = json.loads(after.pop("sealed.json"))
    assert seal["sha256"] == json.loads(before.pop("sealed.json"))["sha256"]
    assert seal["added"][:2] == ["code.html", "code/ATTRIBUTION.txt"]
    assert {name: after[name] for name in before} == before
    assert sorted(after.keys() - before.keys()) == seal["added"]
    assert 'href="final/code.html"' in (public.parent / "index.html").read_text()
    assert [said for audit in audit_public(public.parent) for said in audit.problems] == []
    (public / seal["added"][2]).write_text("print('mine')")
    said = [said for audit in audit_public(public.parent) for said in audit.problems]
    assert "is not the bot that played as" in said[0]


def test_the_code_of_teams_that_play_on_is_not_published(played):
    with (
        open_competition(played, alone=True) as competition,
        pytest.raises(ArenaError, match="qualifying is not the last phase: final follows"),
    ):
        publish(phase_state(competition, "qualifying"), sealed=False, with_code=True)
    assert not (played / "Out" / "public" / "qualifying").exists()


def test_members_place_date_and_signatures_are_on_the_certificate_and_texts_on_the_first_page(
    played,
):
    with open_competition(played, alone=True) as competition:
        [team] = [team for team in competition.store.teams() if team.name == "One"]
        competition.store.change_team(team._replace(members=("Ana <b>", "O'Brien")))
    certificate = '[certificate]\nplace = "Castelló"\ndate = 2026-06-12\nsignatures = ["Ada"]\n'
    cups.edit(played, "budget = 60\n", f"budget = 60\n{certificate}")
    cups.edit(played, 'name = "qualifying"', 'name = "qualifying"\ntitle = "Fase <1>"')
    cups.edit(
        played, 'game = "brisca"', 'game = "brisca"\nlogo = "mine.png"\nabout = "Come & play"'
    )
    (played / "mine.png").write_bytes(b"a picture")
    do(played, "qualifying")
    public = played / "Out" / "public"
    assert (public / "logo.png").read_bytes() == b"a picture"
    home = (public / "index.html").read_text()
    assert "Come &amp; play" in home
    assert "Fase &lt;1&gt;" in home
    pages = public / "qualifying" / "certificates"
    for text in ("Castelló, 12 June 2026", "<bdi>Ada</bdi>", 'src="../../logo.png"'):
        assert text in (pages / "one.html").read_text()
    assert "Ana &lt;b&gt;, O&#39;Brien" in (pages / "one.html").read_text()
    assert 'class="members"' not in (pages / "two.html").read_text()
