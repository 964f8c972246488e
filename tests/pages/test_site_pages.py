"""The pages of a site: whole, true to the table, and the same in every language."""

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import unquote

import pytest
from support import cups, sites
from support.cases import case
from support.golden import compare
from support.paths import ROOT
from support.viewing import NASTY, SCRIPT, games

from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.play.phase_state import phase_state
from arena.competition.results.publishing import announce, publish, reveal
from arena.pages.site.data import facts
from arena.pages.site.data.scene import round_title
from arena.pages.site.home import home
from arena.pages.site.output import Output
from arena.pages.site.replays import Replays
from arena.pages.viewer.frames import play_record
from arena.pages.words import LANGUAGES, Words
from arena.pages.words.labels import match_label
from arena.replay.record import RecordPlace
from Game import registry

WRITTEN_BY_PUBLISH = (
    "records.jsonl.gz", "standings.csv", "competition.json", "decisions.json",
    "SHA256SUMS",
)  # fmt: skip
FORMULA = '=HYPERLINK("http://example.org")'
HOSTILE = [*NASTY, FORMULA, SCRIPT]
KEPT = ROOT / "tests" / "pages" / "kept"
TEAMS = {
    "One": cups.FIRST,
    "Two": cups.LAST,
    "Three": cups.MIDDLE,
    "El \u00d1and\u00fa": cups.LAST + " #",
}
SEED = "0123456789abcdef"  # the same games at every time
FAILS = 'print("Ada\'s own words")\nraise ValueError("a reason of my own")'


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    """A competition of two phases, published."""
    phases = cups.QUALIFYING.replace("top = 2", "top = 4") + cups.FINAL
    folder = cups.make(tmp_path_factory.mktemp("site") / "cup", phases, TEAMS | {"Ada": FAILS})
    (folder / "Out" / "seed").write_text(SEED)
    cups.play(folder)
    do(folder, "qualifying")
    do(folder, "final")
    return folder


@pytest.fixture(scope="module")
def public(cup):
    return cup / "Out" / "public"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    return sites.make_site(tmp_path_factory.mktemp("hostile") / "site", HOSTILE, title=SCRIPT)


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The same at every time, since its games are."""
    names = ["Ann", "Bob", "Cleo", "Dan"]
    return sites.make_site(tmp_path_factory.mktemp("plain") / "site", names, bracket=True)


def do(cup, phase, sealed=False, language=None):
    with open_competition(cup, alone=True) as competition:
        publish(phase_state(competition, phase), sealed, language)


def read(path) -> sites.Reader:
    return sites.Reader(path.read_text("utf-8"))


def test_every_page_is_well_formed_and_its_tables_are_whole(public, hostile):
    for path in sites.pages(public) + sites.pages(hostile):
        text = path.read_text("utf-8")
        assert text.startswith("<!doctype html>")
        sites.Reader(text)
        for table in re.findall(r"<table.*?</table>", text, re.DOTALL):
            rows = re.split(r"<tr[ >]", table)[1:]
            assert len({len(re.findall(r"<t[hd][ >]", row)) for row in rows}) == 1, path


def test_every_link_leads_somewhere_inside_the_site(public, hostile):
    for folder in (public, hostile):
        for path in sites.pages(folder):
            for _, attrs in read(path).tags:
                href = attrs.get("href") or attrs.get("src")
                if not href or href.startswith(("data:,", "https:", "mailto:")):
                    continue  # an organiser may link to other places
                file, _, anchor = href.partition("#")
                target = (path.parent / unquote(file)).resolve() if file else path
                if folder == hostile and file.endswith(WRITTEN_BY_PUBLISH):
                    continue  # those `publish` writes, and this site was made without it
                assert target.is_relative_to(folder.resolve()), (path, href)
                assert target.is_file(), (path, href)
                if anchor and target.name != "replays.html":
                    ids = {told.get("id") for _, told in read(target).tags}
                    assert unquote(anchor) in ids, (path, href)


def test_pages_load_and_run_only_files_of_the_site(public, hostile):
    for path in sites.pages(public) + sites.pages(hostile):
        reader = read(path)
        assert reader.policy.startswith("default-src 'none'; style-src 'self' file:")
        assert "unsafe" not in reader.policy
        text = path.read_text("utf-8")
        scripts = [attrs.get("src") for tag, attrs in reader.tags if tag == "script"]
        if '<table class="board"' in text:
            assert scripts == ["../board.js"]
        elif 'id="next"' in text:
            assert scripts == ["home.js"]
        else:
            assert scripts == []
        assert ("script-src" in reader.policy) == bool(scripts)
        # The browser paints nothing until it has read the last element, so that nothing moves.
        assert '<link rel="expect" href="#end" blocking="render">' in text.split("</head>")[0]
        assert text.rstrip().endswith('<div id="end"></div>\n</body>\n</html>')
        for tag, attrs in reader.tags:
            assert not any(name == "style" or name.startswith("on") for name in attrs), path
            assert tag != "style"
    for name in ("site.css", "board.js", "home.js"):
        text = (public / name).read_text("utf-8")
        assert "url(" not in text
        assert "@import" not in text
        assert "http" not in text


def test_text_from_outside_is_shown_as_one_line_of_text(hostile):
    board = read(hostile / "league" / "index.html")
    assert SCRIPT in board.visible_text
    assert FORMULA in board.visible_text
    assert "{{7*7}}" in board.visible_text
    everything = "".join(path.read_text("utf-8") for path in sites.pages(hostile))
    assert "<script>alert" not in everything
    assert "\x1b" not in everything
    assert "\u202e" not in everything
    assert "W" * 100 not in everything


def test_cells_of_the_matrix_csv_are_no_formulas(hostile):
    cells = [
        cell
        for row in csv.reader(io.StringIO((hostile / "league" / "head-to-head.csv").read_text()))
        for cell in row
    ]
    assert "'" + FORMULA in cells
    assert not [cell for cell in cells if cell.startswith(("=", "@", "\t"))]


def test_the_leaderboard_has_the_numbers_of_the_table(public):
    for phase in ("qualifying", "final"):
        teams = json.loads((public / phase / "standings.json").read_text())["teams"]
        text = (public / phase / "index.html").read_text("utf-8")
        rows = text.split("<tbody>")[1].split("</tr>")[:-1]
        assert len(rows) == len(teams)
        for row, team in zip(rows, teams, strict=True):
            values = re.findall(r'data-value="([^"]*)"', row)
            assert values[:2] == [str(team["rank"]), team["name"]]
            assert float(values[2]) == team["credit"]
            assert float(values[3]) == pytest.approx(team["share"], abs=1e-4)
            assert values[4] == str(team["wins"])
            assert int(values[7]) == team["faults"]


def test_uncertain_ranks_are_shown_as_a_range(public):
    teams = json.loads((public / "qualifying" / "standings.json").read_text())["teams"]
    told = read(public / "qualifying" / "index.html").visible_text
    (first, *_) = teams
    assert first["best"] != first["worst"]
    assert f"{first['best']}\u2013{first['worst']}" in told


def test_a_match_page_has_every_game_of_the_match_with_its_replay(public):
    lines = sites.readable(public / "final" / "records.jsonl.gz").splitlines()
    records = [json.loads(line) for line in lines]
    shown = []
    for path in sorted((public / "final" / "matches").iterdir()):
        text = path.read_text("utf-8")
        data = json.loads(sites.games_in(public / "final" / "replays" / f"{path.stem}.js"))
        packed = {game["id"]: game for game in data["games"]}
        links = re.findall(r"replays\.html#match=(\d+)&amp;game=([0-9a-f]+)\">Game (\d+)</a>", text)
        for match, id, number in links:
            assert f'id="match-{match}"' in text
            assert packed[id]["match"] == int(match)
            # One number in the site, in the viewer, and in the file of records
            assert packed[id]["number"] == int(number)
            assert records[int(number) - 1]["id"] == id
        shown += [id for _, id, _ in links]
    assert sorted(shown) == sorted(record["id"] for record in records)


@pytest.mark.slow
def test_long_matches_have_a_page_and_a_file_each_and_short_ones_share_one(tmp_path):
    short = sites.make_site(tmp_path / "short", ["Ann", "Bob", "Cleo"], number=4)
    long = sites.make_site(tmp_path / "long", ["Ann", "Bob", "Cleo"], number=50)
    for folder, files in ((short, 1), (long, 3)):
        for kind in ("replays", "matches"):
            assert len({path.stem for path in (folder / "league" / kind).iterdir()}) == files
    assert "Matches 1 to 3" in read(short / "league" / "matches" / "1.html").visible_text
    assert "Bob \u2013 Cleo" in read(long / "league" / "matches" / "3.html").visible_text


def test_games_on_one_deal_stand_side_by_side_and_the_swing_is_their_sum(tmp_path):
    folder = sites.make_site(tmp_path / "site", ["Ann", "Bob"], number=4)
    text = (folder / "league" / "matches" / "1.html").read_text("utf-8")
    deals = text.split('<table class="deals">')[1].split("<tbody>")[1].split("</tr>")[:-1]
    assert len(deals) == 2
    for deal in deals:
        scores = re.findall(r"<td><span>(.*?)</span>", deal)
        ann, bob = zip(
            *(map(int, re.sub("</?b>", "", each).split("\u2013")) for each in scores), strict=True
        )
        firsts = re.findall(r"first side: <bdi>(\w+)</bdi>", deal)
        assert firsts == ["Ann", "Bob"]
        swing = re.findall(r"<td>([^<]+)<svg", deal)
        assert int(swing[0].replace("\u2212", "-")) == sum(ann) - sum(bob)


def test_the_bracket_links_each_score_to_its_match(public):
    tree = json.loads((public / "final" / "bracket.json").read_text())
    text = (public / "final" / "bracket.html").read_text("utf-8")
    for meetings in tree["rounds"]:
        for meeting in meetings:
            for score in meeting["scores"][:1]:
                for credit in score:
                    assert re.search(rf'<a href="matches/\d+\.html#match-\d+">{credit:g}</a>', text)
            assert meeting["winner"] in read(public / "final" / "bracket.html").visible_text
    assert "<script" not in text


def test_the_spoiler_free_bracket_is_the_bracket_with_hidden_results(public):
    def chosen(name):
        tags = read(public / "final" / f"{name}.html").tags
        (told,) = (attrs["id"] for tag, attrs in tags if tag == "input" and "checked" in attrs)
        return told

    assert chosen("bracket") != "level-0"
    assert chosen("spoiler-free") == "level-0"


def test_a_team_page_counts_faults_without_their_reasons(cup, public):
    teams = json.loads((public / "qualifying" / "standings.json").read_text())["teams"]
    (ada,) = (team for team in teams if team["name"] == "Ada")
    assert ada["faults"] > 0
    page = (public / "qualifying" / "teams" / "ada.html").read_text("utf-8")
    assert f"{ada['faults']} \u00d7 exception" in sites.Reader(page).visible_text
    link = r'href="\.\./replays\.html#match=\d+&amp;game=[0-9a-f]+&amp;ply=\d+">Game \d+</a>'
    assert re.search(link, page)
    told = [sites.readable(path).decode() for path in public.rglob("*") if path.is_file()]
    for secret in ("own words", "a reason of my own", "in think"):
        assert not [text for text in told if secret in text]


def test_what_only_the_team_may_see_is_a_page_in_its_archive(cup):
    archives = cup / "Out" / "teams" / "qualifying"
    with zipfile.ZipFile(archives / "ada.zip") as ada, zipfile.ZipFile(archives / "one.zip") as one:
        own = sites.Reader(ada.read("faults.html").decode())
        others = sites.Reader(one.read("faults.html").decode())
        assert {"faults.html", "site.css"} <= set(ada.namelist())
    assert "Ada's own words" in own.visible_text
    assert "a reason of my own" in own.visible_text
    assert re.search(r"arena repro games.jsonl --game-id [0-9a-f]+ --ply \d+", own.visible_text)
    assert "No faults" in others.visible_text


def test_the_first_page_has_the_hash_from_the_start_and_the_seed_at_the_end(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, {"One": cups.FIRST, "Two": cups.LAST})
    with open_competition(cup, alone=True) as competition:
        home = announce(competition) / "index.html"
        seed, seed_hash = competition.seed, competition.seed_hash
    before = read(home).visible_text
    assert seed_hash in before
    assert "10 late moves in a thousand" in before
    assert "not begun" in before
    cups.play(cup)
    do(cup, "league", sealed=True)
    sealed = home.read_text("utf-8")
    assert json.loads((home.parent / "league" / "sealed.json").read_text())["sha256"] in sealed
    assert seed not in sealed
    assert "league/" not in sealed
    with open_competition(cup, alone=True) as competition:
        reveal(competition, "league")
    assert seed in read(home).visible_text
    assert 'href="league/index.html"' in home.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind, more, teams",
    [
        ("round-robin", "", 3),
        ("swiss", "rounds = 2", 3),
        ("ladder", "rounds = 2", 3),
        ("knockout", "", 1),
        ("knockout", "", 2),
    ],
)
def test_every_kind_of_phase_has_whole_pages_in_every_language(tmp_path, kind, more, teams):
    phase = f'[[phase]]\nname = "only"\nkind = "{kind}"\ngames = 2\n{more}\n'
    some = dict(list(TEAMS.items())[:teams])
    cup = cups.make(tmp_path / "cup", phase, some)
    (cup / "Out" / "seed").write_text(SEED)
    cups.play(cup)
    public = cup / "Out" / "public"
    for language in LANGUAGES:
        do(cup, "only", language=language)
        for path in sites.pages(public):
            ids = [attrs["id"] for _, attrs in read(path).tags if "id" in attrs]
            assert len(set(ids)) == len(ids)
        assert len(list((public / "only" / "teams").iterdir())) == teams
    labels = re.findall(r'href="matches/\d+\.html#match-\d+">([^<]*)', read_text(public, "matches"))
    english = ("round", "match", "house", "death", "table")
    assert not [label for label in labels if any(word in label.lower() for word in english)]


@pytest.mark.slow
def test_fifty_drawn_matches_of_a_tie_are_one_line(tmp_path):
    phase = '[[phase]]\nname = "only"\nkind = "knockout"\ngames = 2\n'
    cup = cups.make(tmp_path / "cup", phase, {"One": cups.FIRST, "Two": cups.FIRST + " #"})
    cups.play(cup)  # equal bots, so each pair of games with the same cards is a draw
    do(cup, "only", language="es")
    public = cup / "Out" / "public"
    for page in ("bracket", "matches", "teams/one"):
        with case(page):
            text = read_text(public, page)
            assert text.count("Muerte s\u00fabita: 50 empates") == 1
            (line,) = re.findall(r"<details>.*?</details>", text)
            assert re.findall(r'match-(\d+)">(\d+)</a>', line) == [
                (str(n + 1), str(n)) for n in range(1, 51)
            ]
            assert "Muerte s\u00fabita 1" not in text
    table = read_text(public, "matches").split("<tbody>")[1]
    assert table.count("<tr>") == 2


def test_rounds_and_matches_have_the_names_that_people_use():
    names = {
        "en": ("Last 16", "Last 16, match 3"),
        "es": ("Octavos de final", "Octavos de final 3"),
        "nl": ("Achtste finales", "Achtste finale 3"),
    }
    for language, (title, label) in names.items():
        words = Words(language)
        assert round_title(words, 8) == title
        assert match_label(words, "round of 16 match 3") == label
    assert match_label(Words("nl"), "round of 64 match 9") == "Laatste 64, wedstrijd 9"


def test_the_first_page_names_only_dates_that_still_count(tmp_path):
    """A phase that is closed takes no more files."""
    date = datetime(2999, 1, 1, tzinfo=UTC)
    first = facts.PhaseTerms("first", "qualifying", games=2, deadline=date, begun=True)
    final = facts.PhaseTerms("final", "knockout", "first", games=2, title="Gran final")
    terms = facts.PageTerms("Cup", "Brisca", "", [], 1.0, "auto", [], "0" * 64, "", [first, final])
    page = home(terms, Words("es"))
    assert ["Se aceptan bots hasta" in text for text in page.phases[0].dates] == [True]
    assert len(page.dates) == 1
    assert dict(page.rules)["Aislamiento"] == Words("es")("isolation.auto")
    first = replace(first, closed=True)
    for closed, said in (
        (replace(first, published=True), []),
        (replace(first, seal="0" * 64), []),
        (first, ["Ya no se aceptan bots"]),
    ):
        page = home(replace(terms, phases=[closed, final]), Words("es"))
        assert not page.dates
        assert page.phases[0].dates == said


def test_the_viewer_names_the_phase_and_the_match_in_the_language_of_the_page(tmp_path):
    (record,) = games("random", "random", number=1)
    record.fixture = RecordPlace("final", "quarter-final 2, sudden death 1", 3)
    replays = Replays(Output(tmp_path), Words("es"), "Cup", "Gran final")
    replays.expect({0: 1})
    replays.add(0, 1, play_record(record))
    replays.write()
    packed = json.loads(sites.games_in(tmp_path / "replays" / "1.js"))
    assert packed["games"][0]["place"] == [
        "Gran final", "Cuartos de final 2, Muerte s\u00fabita 1", 3,
    ]  # fmt: skip
    assert packed["games"][0]["isolation"] == "en el proceso del programa"


def test_games_of_three_have_pages_too(tmp_path, monkeypatch):
    monkeypatch.setitem(registry.GAMES, "nearest", "toys.nearest:Nearest")
    played = games("random", "random", "random", number=6, game="nearest", seats="3")
    folder = sites.make_site(tmp_path / "site", ["Ann", "Bob", "Cleo", "Dan"], played=played)
    text = (folder / "league" / "matches" / "1.html").read_text("utf-8")
    deals = text.split('<table class="deals">')[1].split("<tbody>")[1].split("</tr>")[:-1]
    assert [deal.count("<div><span>") for deal in deals] == [6]
    assert [part.count("<bdi>") for part in re.findall(r"<h2>(.*?)</h2>", text)] == [3] * 4
    assert "Side 3 (games)" in read(folder / "league" / "teams" / "team 0.html").visible_text


def read_text(public, name) -> str:
    return (public / "only" / f"{name}.html").read_text("utf-8")


@pytest.mark.slow
def test_pages_stay_in_the_language_that_was_asked_for(tmp_path):
    cup = cups.make(tmp_path / "cup", cups.LEAGUE, {"One": cups.FIRST, "Two": cups.LAST})
    cups.play(cup)
    do(cup, "league", language="nl")
    board = cup / "Out" / "public" / "league" / "index.html"
    assert ("html", {"lang": "nl"}) in read(board).tags
    assert "Ranglijst" in read(board).visible_text
    do(cup, "league")
    assert "Ranglijst" in read(board).visible_text
    do(cup, "league", language="es")
    assert "Clasificaci\u00f3n" in read(board).visible_text
    assert "Clasificaci\u00f3n" in read(cup / "Out" / "public" / "index.html").visible_text


def test_a_language_that_there_is_not_is_refused():
    with pytest.raises(ArenaError, match=r"no pages in 'fr', only in en, es, nl"):
        Words("fr")


@pytest.mark.parametrize(
    "language, number, percent", [("en", "\u22121,234.5", "9.5"), ("nl", "\u22121.234,5", "9,5")]
)
def test_numbers_are_written_as_in_the_language(language, number, percent):
    words = Words(language)
    assert words.number(-1234.5, 1) == number
    assert words.percent(0.0951, 1) == percent + "\u00a0%"
    assert words.number(-0.01, 1) == words.number(0, 1)


@pytest.mark.parametrize(
    "name",
    ["index", "league/index", "league/bracket", "league/head-to-head", "league/matches",
     "league/matches/1", "league/teams/team 1", "league/certificates/team 1"],
)  # fmt: skip
def test_the_structure_of_a_page_is_the_kept_one(plain, name):
    lines = list(dict.fromkeys(read(plain / f"{name}.html").skeleton))
    compare(KEPT / f"{name.replace('/', '-')}.txt", "\n".join(lines) + "\n")
