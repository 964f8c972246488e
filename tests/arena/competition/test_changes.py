"""Changes in competition.toml after a phase has begun: which are allowed, and which are refused."""

import json
import time

import pytest

from arena.common.errors import ArenaError
from arena.competition.config import changes
from arena.competition.config.fields import COMPETITION, OF_KIND, PHASE
from arena.competition.config.paths import FILE
from arena.competition.config.reading import read

# All keys that a phase of each kind can have, except its name and kind.
BEGUN = {
    "qualifying": 'house = ["osla", "house/mine.py"]\ngames = 100\ntop = 8\ntiebreaks = ["lot"]\n',
    "knockout": 'games = 100\nthird-place = true\ntied = "pairs"\n',
    "round-robin": 'games = 100\ntop = 8\ntiebreaks = ["lot"]\n',
    "swiss": 'rounds = 7\ngames = 100\ntop = 8\ntiebreaks = ["lot"]\n',
}


@pytest.fixture
def begun(cup):
    """A competition whose phase of this kind begins; afterwards words in its file are replaced."""

    def write(kind, old="", new=""):
        text = (
            'name = "Cup"\ngame = "brisca"\nbudget = 1.0\nisolation = "sandbox"\npackages = []\n'
            f'[options]\ntie = "draw"\n[[phase]]\nname = "first"\nkind = "{kind}"\n'
            f"opens = 2026-03-01T00:00:00Z\ndeadline = 2026-04-01T00:00:00Z\n{BEGUN[kind]}"
            '[[phase]]\nname = "later"\nkind = "round-robin"\ndeadline = 2026-05-01T00:00:00Z\n'
        )
        folder = cup(head=text, phases="")
        (folder / "house").mkdir(exist_ok=True)
        (folder / "house" / "mine.py").write_text("old")
        before = json.loads(json.dumps(read(folder).frozen("first")))  # as the store keeps it
        assert old in text
        (folder / FILE).write_text(text.replace(old, new, 1))
        return folder, before

    return write


def refused(folder, before):
    return changes.refusals(before, read(folder).frozen("first"))


@pytest.mark.parametrize("kind", BEGUN)
def test_an_unchanged_file_is_accepted(begun, kind):
    assert refused(*begun(kind)) == []


def test_a_competition_may_be_moved(begun, tmp_path_factory):
    folder, before = begun("qualifying")
    assert refused(folder.rename(tmp_path_factory.mktemp("other") / "place"), before) == []


@pytest.mark.parametrize(
    "kind, old, new",
    [
        ("knockout", '"Cup"', '"Cup 2026"'),
        ("knockout", "2026-05-01", "2026-06-01"),
        ("knockout", "later", "after"),
        ("knockout", "kind = \"round-robin\"\n", 'kind = "swiss"\nrounds = 3\n[[phase]]\n'
         'name = "end"\nkind = "knockout"\n'),
        ("knockout", "T00:00:00Z", "T01:00:00+01:00"),  # the same moment
        ("knockout", "packages = []\n", "packages = []\n[teams]\nnames = [\"a\"]\n"),
        ("qualifying", "games = 100", "games = 200"),
        ("round-robin", "games = 100", "games = 101"),
    ],
)  # fmt: skip
def test_settings_that_do_not_concern_played_games_may_change(begun, kind, old, new):
    assert refused(*begun(kind, old, new)) == []


REFUSED = [
    ("swiss", '"draw"', '"original"', 'options.tie was "draw"', 'is "original" now'),
    ("swiss", "budget = 1.0", "budget = 2", "budget was 1.0", "is 2.0 now"),
    ("swiss", '"sandbox"', '"docker"', 'isolation was "sandbox"', 'is "docker" now'),
    ("swiss", "packages = []", 'packages = ["numpy"]', "packages was []", 'is ["numpy"] now'),
    ("round-robin", '"round-robin"', '"swiss"\nrounds = 3', "kind of phase first", '"swiss" now'),
    ("swiss", "rounds = 7", "rounds = 8", "rounds of phase first was 7", "is 8 now"),
    ("swiss", "games = 100", "games = 200", "games of phase first was 100", "qualifying or"),
    ("swiss", "top = 8", "", "top of phase first was 8", "is left out now"),
    ("swiss", '["lot"]', '["margin"]', 'tiebreaks of phase first was ["lot"]', '["margin"]'),
    ("round-robin", "games = 100", "games = 99", "games of phase first was 100", "is 99 now"),
    ("knockout", "games = 100", "games = 102", "games of phase first was 100", "is 102 now"),
    ("knockout", "third-place = true", "third-place = false", "third-place", "was true"),
    ("knockout", '"pairs"', '"odd-game"', "tied of phase first", 'is "odd-game" now'),
    ("qualifying", '["osla", ', "[", 'house of phase first was ["osla", "house/mine.py"]',
     'is ["house/mine.py"] now'),
]  # fmt: skip


@pytest.mark.parametrize("kind, old, new, was, now", REFUSED)
def test_a_change_that_concerns_played_games_is_refused(begun, kind, old, new, was, now):
    (sentence,) = refused(*begun(kind, old, new))
    assert was in sentence
    assert now in sentence
    assert "Change it back, or begin a new competition in another folder" in sentence
    assert sentence.isprintable()


@pytest.mark.parametrize("key, day", [("opens", "2026-03-01"), ("deadline", "2026-04-01")])
def test_times_are_shown_in_the_zone_that_was_typed_and_a_decision_is_named(begun, key, day):
    folder, before = begun("swiss", f"{day}T00:00:00Z", f"{day}T00:00:00+05:30")
    (sentence,) = refused(folder, before)
    assert f"{key} of phase first was {day} 00:00 UTC when" in sentence
    assert f"is {day} 00:00 UTC+05:30 now" in sentence
    assert "or change it in public: arena window open, close or extend" in sentence


def test_each_refused_change_has_its_own_sentence(begun):
    folder, before = begun("swiss", "rounds = 7\ngames = 100", "rounds = 8\ngames = 10")
    assert [sentence.partition(" ")[0] for sentence in refused(folder, before)] == [
        "games",
        "rounds",
    ]


def test_another_kind_of_phase_is_reported_as_one_change(begun):
    folder, before = begun("round-robin", 'top = 8\ntiebreaks = ["lot"]\n')
    text = (folder / FILE).read_text().replace('"round-robin"', '"knockout"', 1)
    (folder / FILE).write_text(text)
    (sentence,) = refused(folder, before)
    assert sentence.startswith('kind of phase first was "round-robin"')


def test_a_machine_in_another_place_changes_no_dates(begun, monkeypatch):
    try:
        monkeypatch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        folder, before = begun("swiss")
        monkeypatch.setenv("TZ", "America/New_York")
        time.tzset()
        assert refused(folder, before) == []
    finally:
        monkeypatch.undo()
        time.tzset()


def test_another_game_is_refused(begun, toy):
    folder, before = begun("round-robin", 'game = "brisca"', 'game = "nearest"')
    (folder / FILE).write_text((folder / FILE).read_text().replace('tie = "draw"\n', ""))
    assert any('game was "brisca"' in sentence for sentence in refused(folder, before))


def test_entrants_from_another_phase_are_refused(begun):
    folder, _ = begun("swiss")
    before = read(folder).frozen("later")
    text = (folder / FILE).read_text()
    (folder / FILE).write_text(text + 'from = "first"\n')
    (sentence,) = changes.refusals(before, read(folder).frozen("later"))
    assert 'from of phase later was "" when' in sentence


def test_another_seed_is_refused_and_not_shown(begun):
    folder, before = begun("swiss")
    (folder / "Out" / "seed").write_text("another")
    (sentence,) = refused(folder, before)
    assert sentence.startswith("Out/seed is not the one")
    assert before["seed"] in sentence
    assert "another" not in sentence


def test_the_end_of_a_line_behind_the_seed_changes_nothing(begun):
    folder, before = begun("swiss")
    seed = folder / "Out" / "seed"
    seed.write_text(seed.read_text() + "\n")
    assert refused(folder, before) == []


def test_without_its_seed_a_competition_says_so(begun):
    folder, before = begun("swiss")
    (folder / "Out" / "seed").unlink()
    with pytest.raises(ArenaError, match="Out/seed, the master seed, cannot be read"):
        refused(folder, before)


def test_a_changed_house_bot_is_named(begun):
    folder, before = begun("qualifying")
    (folder / "house" / "mine.py").write_text("new")
    (sentence,) = refused(folder, before)
    assert "house/mine.py is not what it was" in sentence
    assert "osla" not in sentence
    assert "Put the file back" in sentence


def test_a_key_that_an_earlier_version_did_not_know_is_no_change(begun):
    folder, before = begun("swiss")
    del before["isolation"], before["phase"]["top"]
    assert refused(folder, before) == []


def test_it_is_settled_for_every_key_whether_it_may_change(begun):
    settled = {*changes.COMPETITION, *changes.PHASE}
    for kind in BEGUN:
        _, before = begun(kind)
        assert {*before, *before["phase"]} - {"phase"} <= settled
    assert set(changes.PHASE) == set(PHASE)
    # Of no phase, or no key of the file, or only for the look of certificates.
    apart = {"database", "teams", "phase", "seed", "certificate"}
    assert set(changes.COMPETITION) ^ set(COMPETITION) == apart
    assert set(changes.GROWING) <= set(OF_KIND)
