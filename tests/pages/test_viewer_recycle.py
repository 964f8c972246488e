"""Described games in the viewer: any of them is drawn, with its source beside it."""

import pytest
from support.browser import Watched, shots
from support.viewing import data_in, games

from arena.pages.viewer import page
from arena.pages.viewer.cards import card_in_words, drawing, drawn_deck
from arena.pages.viewer.frames import DrawnGame, play_record
from arena.pages.words import Words
from Game import registry
from Game.core.picture import HAND, NONE, OWN, PILE, ROW, SPREAD, STOCK
from Game.recycle.named_cards import short_name, suit_and_rank


def shown(game: str, **options: str) -> DrawnGame:
    return play_record(games("random", "random", game=game, **options)[0])


def row(each: DrawnGame, ply: int, name: str, seat: int = -1) -> tuple[str, ...]:
    """The cards in a place, in the position at this ply."""
    zones = [(zone.name, zone.seat) for zone in each.picture.zones]
    return each.frames[ply].drawn.cards[zones.index((f"place {name}", seat))]


@pytest.mark.parametrize("name", registry.DESCRIBED)
def test_every_frame_shows_every_card_once(name):
    each = shown(name)
    first = sorted(card for row in each.frames[0].drawn.cards for card in row)
    for frame in each.frames:
        assert sorted(card for row in frame.drawn.cards for card in row) == first
    assert len(set(first)) == len(first)


def test_the_kind_of_a_zone_follows_from_its_use():
    hearts = {zone.name: (zone.kind, zone.seen) for zone in shown("hearts").picture.zones}
    assert hearts["place HAND"] == (HAND, OWN)
    assert hearts["place TRICK"][0] == ROW
    assert hearts["place TAKEN"][0] == PILE
    assert hearts["place STOCK"] == (STOCK, NONE)
    assert hearts["place PASSED"] == (PILE, NONE)
    assert {z.kind for z in shown("whist").picture.zones if z.name == "place TAKEN"} == {PILE}
    gems = {zone.name: zone.kind for zone in shown("gems").picture.zones}
    assert gems["place MARKET"] == SPREAD
    assert gems["place COLLECTION"] == ROW


def test_the_card_that_was_played_lies_where_the_rules_put_it():
    each = shown("agram", players="2")
    move = each.decisions[0]
    assert move.play in row(each, 0, "HAND", move.seat)
    assert row(each, 1, "TRICK", move.seat) == (move.play,)
    assert move.play not in row(each, 1, "HAND", move.seat)


def test_stored_and_remembered_values_are_shown():
    each = shown("whist")
    (trump,) = [fact.values for fact in each.frames[0].drawn.facts if fact.key == "remembered"]
    assert trump[0] == "TRUMP"
    assert trump[1] in map(short_name, row(each, 0, "HAND", 3))
    known = map(short_name, each.frames[0].drawn.known)
    assert trump[1] in known, "everybody has seen it"
    counted = [fact for fact in each.frames[-1].drawn.facts if fact.key == "of_team"]
    assert sum(f.values[2] for f in counted if f.values[0] == "TRICKS") == 9
    hearts = shown("hearts")
    told = [label.values[0] for label in hearts.frames[-1].drawn.labels if label]
    assert sum(int(text.split("POINTS ")[1].split()[0]) for text in told) in (26, 78)


def test_a_card_passed_on_is_known_only_to_the_seat_that_passed_it():
    each = shown("hearts")
    move = each.decisions[0]
    known = each.frames[1].drawn.known_to
    assert [move.play in row for row in known].count(True) == 1
    assert move.play in known[move.seat]


@pytest.mark.parametrize("name", registry.DESCRIBED)
def test_the_form_that_is_executed_stands_where_the_page_marks_it(name):
    each = shown(name)
    source = each.picture.source
    for start, end, first, last in each.forms:
        choice, option = source[start:end], source[first:last]
        assert choice.startswith(("(choice", "(any", "(do"))
        assert option in choice
        assert option.count("(") == option.count(")") or ";;" in option


def test_the_option_marked_is_the_one_that_was_taken():
    each = shown("lastcard")
    for decision, (_, _, first, last) in zip(each.decisions, each.forms, strict=True):
        option = each.picture.source[first:last]
        assert ("DREW) 1" in option) == (decision.play == "card of STOCK")
        assert ("MARKERS" in option) == decision.play.startswith("JACK")


def test_the_page_holds_the_source_and_every_place_has_a_name():
    data = data_in(page(games("random", "random", game="solo")))
    (kind,) = data["kinds"]
    assert kind["source"].startswith(";; title: Solo")
    assert {zone[0] for zone in kind["zones"]} <= set(kind["words"])
    assert len(data["games"][0]["forms"]) == len(data["games"][0]["plays"])


@pytest.mark.parametrize(
    "text,face",
    [
        ("ACE HEARTS", "AH"), ("HEARTS ACE", "AH"), ("TEN RED DIAMONDS", "10D"),
        ("JACK SPADES (2)", "JS"), ("QUEEN CLUB", "QC"),
    ],
)  # fmt: skip
def test_a_card_with_a_rank_and_a_suit_looks_like_one(text, face):
    assert drawing("named", text) == drawing("french", face) != ""


@pytest.mark.parametrize("text", ["WARM RUBY SMALL", "pass", "BID = 4", "ACE", "SIX RED"])
def test_any_other_card_shows_its_words(text):
    drawn = drawing("named", text)
    assert [word for word in text.split() if f">{word}<" not in drawn] == []


# In a browser


@pytest.mark.slow
@pytest.mark.parametrize("width,scheme", [(1280, "light"), (360, "dark")])
def test_the_page_marks_the_option_and_shows_the_table(browser, tmp_path, width, scheme):
    records = games("random", "random", game="gems")
    each = play_record(records[0])
    file = tmp_path / "gems.html"
    file.write_text(page(records), encoding="utf-8")
    watched = Watched(browser, viewport={"width": width, "height": 800}, color_scheme=scheme)
    tab = watched.open(file, "")
    tab.wait_for_selector("html.ready")
    if width == 360:
        tab.click("#tabs [aria-controls=source]")
    for ply in (0, 7, len(each.decisions) - 1):
        tab.evaluate(f"go({ply})")
        start, end, first, last = each.forms[ply]
        assert tab.inner_text("#source .option-form") == each.picture.source[first:last]
        assert tab.text_content("#source .choice-form") == each.picture.source[start:end]
        assert tab.is_visible("#source .option-form")
        market = tab.eval_on_selector_all(
            ".spread .card", "cards => cards.map(card => card.getAttribute('aria-label'))"
        )
        assert market == list(row(each, ply, "MARKET"))
    tab.evaluate("go(7)")
    tab.screenshot(path=str(shots(tmp_path) / f"viewer-recycle-{scheme}-{width}.png"))
    tab.check("input[name=view][value=seat]", force=True)
    tab.select_option("#seat", str((each.decisions[7].seat + 1) % 3))
    assert tab.locator("#source .option-form").count() == 0, "another seat's choice is not shown"
    assert tab.locator("#source .choice-form").count() == 1
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (watched.said, watched.beyond) == ([], [])
    watched.close()


def test_spanish_cards_are_drawn_and_named_as_such():
    assert suit_and_rank("SOTA OROS") == ("oros", "10")
    assert suit_and_rank("SIETE OROS") == ("oros", "7")
    assert suit_and_rank("O N11") == ("oros", "11")
    assert suit_and_rank("EIGHT COPAS") is None  # the deck has no such card
    assert drawing("named", "SOTA OROS") == drawing("spanish", "O10")
    assert drawn_deck("named", "REY BASTOS") == "spanish"
    assert drawn_deck("named", "KING HEARTS") == "named"
    for language in ("en", "es", "nl"):
        words = Words(language)
        assert card_in_words(words, "named", "AS COPAS") == card_in_words(words, "spanish", "C1")
