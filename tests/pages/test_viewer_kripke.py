"""The Kripke panel and the message box in a browser: they agree with the model in Python."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.browser import keep_pictures, opening, shots, staying_open
from support.viewing import games

from arena.pages.viewer import page
from arena.replay.record import Record
from arena.replay.replayer import game_of, positions
from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.messages import PLACES, announcements
from Game.core.cards import FRENCH
from Game.core.picture import sentence
from Game.core.state import State
from Players.kripke.questions import about, cards_in
from Players.kripke.reading import read
from Players.kripke.rounds import model_of_state
from Players.kripke.worlds import NOBODY

pytestmark = pytest.mark.slow

WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
BOTS = ("random", "alwaysfirst", "random", "random")


@pytest.fixture(scope="module")
def record() -> Record:
    return games(*BOTS, game="boerenbridge")[0]


@pytest.fixture(scope="module")
def file(record, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("kripke") / "game.html"
    path.write_text(page([record]), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser, file) -> Iterator[Callable[..., Any]]:
    with opening(browser, file, viewport=WIDE) as open_it:
        yield open_it


@pytest.fixture(scope="module")
def go(browser, file) -> Iterator[Callable[..., Any]]:
    with staying_open(browser, file, viewport=WIDE) as go_to:
        yield go_to


def states(record: Record) -> list[State]:
    """The position of each move."""
    return [state.clone() for _, _, state in positions(game_of(record), record)]


def choose(tab: Any, suit: str, rank: str) -> None:
    """Click on both buttons at once. A mouse clicks on them in one of the tests."""
    ids = [f"kripke-suit-{suit}", f"kripke-rank-{rank}"]
    tab.evaluate("ids => ids.forEach(id => document.getElementById(id).click())", ids)


def worlds(tab: Any) -> dict[str, tuple[str, str]]:
    """Each box of the model: its holder, its number, and its look."""
    boxes = tab.eval_on_selector_all(
        "#kripke-model .world",
        "boxes => boxes.map(b => [b.querySelector('.who').textContent,"
        " b.querySelector('.share').textContent, b.getAttribute('class')])",
    )
    return {who: (share, " ".join(looks.split()[1:])) for who, share, looks in boxes}


def walk(tab: Any, key: str, moves: int) -> list[list[Any]]:
    """Before each press of the key: the move, the number of rounds, and the worlds that are left.

    The page draws at once. One script for all presses saves the painting between them.
    """
    return tab.evaluate(
        """([key, moves]) => Array.from({ length: moves }, () => {
          const seen = [
            document.getElementById("ply").value,
            document.querySelectorAll("#rounds tbody tr").length,
            [...document.querySelectorAll("#kripke-model .world:not(.gone) .who")]
              .map(each => each.textContent),
          ];
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          return seen;
        })""",
        [key, moves],
    )


# The model in the page, and the one in Python


MODELS = """([player, plies]) => plies.map(ply => {
  const deal = dealAt(0, ply);
  return deal.cards.map((each, index) => [
    DATA.cards[each.card], worldsOf(each.mask), each.out, each.holder,
    player < 0 ? [] : relation(player, each.mask), chances(deal, player)[index],
    player < 0 ? [] : worldsOf(each.mask).map(world => possibleWorlds(player, world, each.mask)),
  ]);
})"""


@pytest.mark.parametrize(
    "options, step",  # every fifth or seventh position comes round to each place in a trick
    [({}, 7), ({"deck": "full", "rounds": "5,2"}, 5), ({"rounds": "13"}, 7)],
    ids=["golden", "full", "thirteen"],
)
def test_at_plies_of_every_kind_the_page_has_the_model_of_python(opened, tmp_path, options, step):
    record = games(*BOTS, game="boerenbridge", **options)[0]
    path = tmp_path / "game.html"
    path.write_text(page([record]), encoding="utf-8")
    tab = opened("", path)
    sample = list(enumerate(states(record)))[::step]
    plies = [ply for ply, _ in sample]
    shown = {player: tab.evaluate(MODELS, [player, plies]) for player in (-1, *range(4))}
    seen = 0
    for at, (ply, state) in enumerate(sample):
        model = model_of_state(state)
        for player, models in shown.items():
            joint = model.joint
            if player >= 0:
                joint = joint.for_seat(player, state.hand_of(player))
            marginals = joint.marginals()
            for text, possible, out, holder, lines, shares, cells in models[at]:
                card = FRENCH.parse(text)
                its = model.models[card]
                assert (tuple(possible), out) == (its.worlds, its.out), (ply, text)
                if out:
                    assert shares[possible[0]] == 1
                    continue
                held = [seat for seat in range(4) if card in state.hand_of(seat)] or [NOBODY]
                assert [holder] == held
                off = max(abs(a - b) for a, b in zip(shares, marginals[card], strict=True))
                assert off < 1e-9, (ply, text, player)
                if player >= 0:
                    assert tuple(map(tuple, lines)) == its.pairs(player)
                    cells_of = [its.cell(player, world) for world in its.worlds]
                    assert [tuple(cell) for cell in cells] == cells_of
                seen += 1
    assert seen > 500


def test_stepping_on_removes_worlds_and_stepping_back_brings_them_again(opened, record):
    tab = opened()
    choose(tab, "hearts", "A")
    forward = walk(tab, "ArrowRight", 28)  # two rounds
    assert [ply for ply, *_ in forward] == [str(ply) for ply in range(28)]
    there = [(rounds, set(names)) for _, rounds, names in forward]
    fewer = 0
    for (before, old), (after, new) in pairwise(there):
        if before == after:
            assert new <= old
            fewer += new < old
        else:
            assert len(new) == 4
    assert fewer
    tab.keyboard.press("ArrowLeft")
    assert walk(tab, "ArrowLeft", 28) == forward[::-1]


# What the panel shows


def first_void(record: Record) -> tuple[int, int, int]:
    """The first ply after which a seat is known to lack a suit: the ply, the seat, the suit."""
    for ply, state in enumerate(states(record)):
        for seat, voids in enumerate(state.view(0).voids):
            if voids:
                return ply, seat, (voids & -voids).bit_length() - 1
    raise AssertionError("nobody showed a void")


def test_a_void_suit_removes_a_world_as_common_knowledge(go, record):
    ply, seat, suit = first_void(record)
    state = states(record)[ply]
    card = next(card for other in range(4) for card in state.hand_of(other) if card // 13 == suit)
    tab = go(f"#ply={ply - 1}")
    choose(tab, FRENCH.suits[suit].name, FRENCH.suits[suit].ranks[card % 13])
    assert "gone" not in worlds(tab)[PLACES[seat]][1]
    tab.keyboard.press("ArrowRight")
    share, looks = worlds(tab)[PLACES[seat]]
    assert (share, "gone" in looks, "now-gone" in looks) == ("✕", True, True)
    assert f"Common knowledge: not held by {PLACES[seat]}" in tab.inner_text("#kripke-facts")
    tab.keyboard.press("ArrowRight")
    assert "now-gone" not in worlds(tab)[PLACES[seat]][1]


def test_a_played_card_has_one_world_and_is_common_knowledge(go, record):
    ply = next(ply for ply, move in enumerate(record.moves) if not move.play.startswith("bid"))
    move = record.moves[ply]
    tab = go(f"#ply={ply + 1}")
    choose(tab, FRENCH.suits[FRENCH.parse(move.play) // 13].name, move.play[:-1])
    shown = worlds(tab)
    assert [who for who, (_, looks) in shown.items() if "gone" not in looks] == [PLACES[move.seat]]
    assert shown[PLACES[move.seat]] == ("100\u00a0%", "true")
    assert tab.locator("#kripke-model .common").count() == 1
    assert f"Common knowledge: {PLACES[move.seat]} has played it" in tab.inner_text("#kripke-facts")


@pytest.mark.parametrize("view", ["all", "seat"])
def test_each_formula_in_the_panel_is_true_in_the_model_of_python(go, record, view):
    tab = go(f"#seat=1&view={view}")
    assert read(tab.text_content("#kripke-facts code"))
    shown = tab.evaluate(
        """() => framesOf(0).slice(0, -1).map((_, ply) => {
          at.ply = ply;
          const deal = dealAt(0, ply);
          return deal.cards.map((each, index) => (
            knowledgeTexts(at, each, chances(deal, knowerAt(at))[index])
              .map(([, formula]) => formula).filter(Boolean)
          ));
        })"""
    )
    told = set()
    for state, cards in zip(states(record), shown, strict=True):
        truth = {card: seat for seat in range(4) for card in state.hand_of(seat)}
        for formulas in cards:
            for text in formulas:
                formula = read(text)
                model = about(model_of_state(state).models, cards_in(formula))
                assert model.true(formula, truth), text
                told.add(text)
    assert len(told) > 40
    assert any(text.startswith("C not") for text in told)
    assert any("K_E" in text for text in told)


def test_the_lines_of_each_player_have_a_colour_and_dashes_and_can_be_switched_off(opened):
    tab = opened("#ply=5")
    looks = tab.eval_on_selector_all(
        "#kripke-model path.link:not(.loop)",
        "lines => lines.map(l => [getComputedStyle(l).stroke, l.getAttribute('stroke-dasharray')])",
    )
    assert len(looks) == 12  # three pairs of worlds for each of four players
    assert len({colour for colour, _ in looks}) == len({dash for _, dash in looks}) == 4
    tab.click("#kripke-player-1")
    assert tab.get_attribute("#kripke-player-1", "aria-pressed") == "false"
    assert tab.locator("#kripke-model path.link:not(.loop)").count() == 9
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#kripke-model path.link.side-1").count() == 0
    tab.click("#kripke-player-1")
    assert tab.locator("#kripke-model path.link.side-1").count() > 0


def test_a_card_is_chosen_by_its_buttons_by_a_click_on_the_table_and_in_the_map(opened):
    tab = opened("#ply=4")
    tab.click("#kripke-suit-hearts")
    tab.click("#kripke-rank-Q")
    assert tab.inner_text("#kripke-card").lower() == "queen of hearts"
    card = tab.locator("#table .hand .card").first
    card.click()
    assert tab.inner_text("#kripke-card").lower() == card.get_attribute("aria-label")
    tab.locator("#kripke-tables td[data-card]").first.click()
    assert tab.inner_text("#kripke-card").lower() == "queen of clubs"


def test_the_chosen_card_stays_chosen_while_the_round_has_it(opened, record):
    tab = opened("#ply=4")
    choose(tab, "spades", "K")
    tab.keyboard.press("ArrowRight")
    assert tab.inner_text("#kripke-card").lower() == "king of spades"
    tab.keyboard.press("End")
    assert tab.inner_text("#kripke-card").lower() == "king of spades"


def test_a_link_leads_to_the_chosen_card_too(opened):
    tab = opened("#ply=4")
    choose(tab, "spades", "K")
    link = tab.get_attribute("#link", "href")
    assert "card=KS" in link
    again = opened(link)
    assert again.inner_text("#kripke-card").lower() == "king of spades"
    assert opened("#card=nothing").inner_text("#kripke-card").lower() == "ace of spades"


def test_the_numbers_are_those_of_the_player_that_is_chosen(opened, record):
    ply = 8
    state = states(record)[ply]
    tab = opened(f"#ply={ply}")
    card = FRENCH.text(state.hand_of(2)[0])
    choose(tab, FRENCH.suits[FRENCH.parse(card) // 13].name, card[:-1])
    for player in range(4):
        tab.select_option("#kripke-knower", str(player))
        joint = model_of_state(state).joint.for_seat(player, state.hand_of(player))
        shares = joint.marginals()[FRENCH.parse(card)]
        assert [share for share, _ in worlds(tab).values()] == [
            f"{round(100 * share)}\u00a0%" for share in shares[:4]
        ]
    tab.select_option("#kripke-knower", "-1")
    assert "100\u00a0%" not in [share for share, _ in worlds(tab).values()]


def test_the_map_has_a_number_for_each_card_and_seat_and_they_add_up(opened, record):
    tab = opened("#ply=40")
    tab.select_option("#kripke-knower", "0")
    grid = tab.eval_on_selector_all(
        "#kripke-tables table",
        "tables => tables.map(t => [...t.tBodies[0].rows].map("
        "r => [...r.querySelectorAll('td')].map(c => c.textContent)))",
    )
    state = states(record)[40]
    assert len(grid) == 4
    cells = 0
    for suit in grid:
        assert len(suit) == 4
        for card in zip(*suit, strict=True):
            if "•" in card:
                assert sorted(card) == ["", "", "", "•"]
            else:
                assert 98 <= sum(map(int, card)) <= 102
                cells += 1
    assert cells == sum(len(state.hand_of(seat)) for seat in range(4))


def test_the_view_of_a_seat_shows_only_its_knowledge(opened, record):
    ply = 8
    state = states(record)[ply]
    other = FRENCH.text(state.hand_of(1)[0])
    own = FRENCH.text(state.hand_of(0)[0])
    for view in ("seat", "given"):
        tab = opened(f"#ply={ply}&seat=0&view={view}")
        options = tab.eval_on_selector_all("#kripke-knower option", "o => o.map(e => e.value)")
        assert options == ["0", "-1"]
        choose(tab, FRENCH.suits[FRENCH.parse(other) // 13].name, other[:-1])
        hidden = tab.inner_html("#kripke") + tab.inner_html("#kripke-map")
        assert not any("true" in looks for _, looks in worlds(tab).values())
        choose(tab, FRENCH.suits[FRENCH.parse(own) // 13].name, own[:-1])
        assert worlds(tab)["North"][1] == "true"
        # Dealt otherwise, as the seat cannot tell, the panel is the same to the letter.
        again = tab.evaluate(
            """other => {
              const frame = framesOf(0)[at.ply];
              const [mine, one, two, three] = frame.cards;
              [frame.cards[1], frame.cards[2], frame.cards[3]] = [
                two.slice(0, one.length), [...three.slice(0, two.length)], [...one],
              ];
              chooseCard(at, ...partsOf(DATA.cards.indexOf(other)));
              return document.getElementById("kripke").innerHTML
                + document.getElementById("kripke-map").innerHTML;
            }""",
            other,
        )
        assert again == hidden


def test_a_click_on_a_hidden_card_reveals_nothing(opened):
    tab = opened("#ply=4&seat=0&view=seat")
    assert tab.locator("#table .hand .card[data-card]").count() == 3
    before = tab.inner_text("#kripke-card")
    tab.locator("[data-slot=top] .hand .card").first.click()
    assert tab.inner_text("#kripke-card") == before


def test_the_panel_is_reached_by_k_and_space_in_it_goes_one_move_on(opened):
    tab = opened("#ply=6")
    tab.keyboard.press("k")
    assert tab.evaluate("document.activeElement.id") == "kripke"
    tab.keyboard.press(" ")
    tab.keyboard.press(" ")
    assert tab.input_value("#ply") == "8"
    assert tab.get_attribute("#play", "aria-pressed") == "false"
    tab.click("#kripke-suit-hearts")  # by mouse: the next space goes on, and does not click again
    tab.keyboard.press(" ")
    assert tab.input_value("#ply") == "9"
    tab.keyboard.press("k")
    for _ in range(2):
        tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "kripke-suit-diamonds"
    assert "diamonds" in tab.inner_text("#kripke-card")
    tab.keyboard.press("?")
    assert "possible worlds" in tab.inner_text("#help")


def test_the_model_is_described_for_screen_readers(go):
    tab = go("#ply=6&card=AS")
    label = tab.get_attribute("#kripke-model svg", "aria-label")
    assert re.match(r"ace of spades\. North \d+\u00a0%", label)
    assert "the true world" in label
    assert "North cannot tell apart: East, South, and West" in label


# Messages and rounds


def test_the_message_box_says_what_was_announced_up_to_the_position(go, record):
    tab, words = go(), BoerenBridge().words("en")
    for ply, state in enumerate(states(record)):
        if ply % 7 == 0:
            tab.locator("#ply").fill(str(ply))
            shown = tab.eval_on_selector_all("#messages li", "all => all.map(e => e.textContent)")
            facts = announcements(state.view(0))
            assert shown == [sentence(words, fact, PLACES) for fact in facts]
    tab.keyboard.press("End")
    assert tab.text_content("#messages li:last-child") == "The game has ended"


@pytest.mark.parametrize(
    "language, sentences",
    [
        ("nl", ["Ronde 1 begint, aantal kaarten: 3", "Openbare aankondiging: speler Noord speelt"]),
        ("es", ["Empieza la ronda 1, número de cartas: 3", "Anuncio público: el jugador Norte"]),
    ],
)
def test_the_messages_are_in_the_language_of_the_page(
    opened, tmp_path, record, language, sentences
):
    path = tmp_path / "game.html"
    path.write_text(page([record], language), encoding="utf-8")
    text = opened("#ply=60", path).text_content("#messages")
    assert all(sentence in text for sentence in sentences)
    assert "Player" not in text


def test_a_screen_reader_hears_the_messages_of_each_move(go, record):
    tab = go("#ply=4")
    for _ in range(6):
        tab.keyboard.press("ArrowRight")
        new = tab.eval_on_selector_all("#messages .new", "all => all.map(e => e.textContent)")
        assert new
        assert tab.text_content("#live") == ". ".join(new)


def test_the_table_of_rounds_has_bids_tricks_and_points(go, record):
    tab = go(f"#ply={len(record.moves)}")
    rows = tab.eval_on_selector_all(
        "#rounds tbody tr",
        "rows => rows.map(r => [...r.querySelectorAll('td')].map(c => c.textContent))",
    )
    last = states(record)[-1].view(0)
    assert len(rows) == len(last.past) + 1
    totals = [0] * 4
    for row, past in zip(rows, last.past, strict=False):
        for seat in range(4):
            bid, tricks, points = row[3 * seat : 3 * seat + 3]
            changed = len(past.bids) == 5 and (past.opener + 3) % 4 == seat
            assert int(bid) == past.bids[4 if changed else (seat - past.opener) % 4]
            assert int(tricks) == past.won[seat]
            assert (int(points.replace("\u2212", "-")) > 0) == (bid == tricks)
    for row in rows:
        for seat in range(4):
            totals[seat] += int(row[3 * seat + 2].replace("\u2212", "-"))
    assert totals == record.scores


def test_the_points_of_a_round_are_not_shown_for_its_last_trick(go, record):
    last = next(ply for ply, state in enumerate(states(record)) if state.view(0).past)
    tab = go(f"#ply={last}")
    assert tab.locator(".trick .card.taken").count() == 4
    assert tab.locator(".takes").count() == 0


def test_the_seats_have_their_names_beside_the_bots(go, record):
    tab = go()
    plates = tab.eval_on_selector_all(
        ".seat", "seats => seats.map(s => [s.dataset.slot, s.querySelector('.name').textContent])"
    )
    assert dict(plates).keys() == {"top", "right", "bottom", "left"}
    for slot, seat in (("top", 0), ("right", 1), ("bottom", 2), ("left", 3)):
        name = re.sub("[\u2068\u2069]", "", dict(plates)[slot])
        assert name == f"{PLACES[seat]} · {record.name(seat)}"


def test_other_games_have_neither_panel_nor_messages(opened, tmp_path):
    path = tmp_path / "brisca.html"
    path.write_text(page(games("random", "alwaysfirst")), encoding="utf-8")
    tab = opened("#ply=5", path)
    for part in ("#kripke", "#kripke-map", "#announced", "#scores"):
        assert not tab.is_visible(part)
    tab.keyboard.press("k")
    tab.keyboard.press("ArrowRight")
    assert tab.input_value("#ply") == "6"


# For everybody


@pytest.mark.parametrize("language", ["en", "es", "nl"])
def test_a_phone_needs_no_sideways_scrolling(opened, tmp_path, record, language):
    path = tmp_path / "phone.html"
    many = games(*BOTS, game="boerenbridge", deck="full", rounds="13,6")
    path.write_text(page([record, *many], language), encoding="utf-8")
    tab = opened("", path, viewport=PHONE)
    for at in ("game=1&ply=0", "game=1&ply=40&view=seat", "game=2&ply=9", "game=2&ply=999"):
        tab.evaluate("hash => { location.hash = hash; followAddress(); }", at)
        assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        sticking_out = tab.evaluate(
            """width => [...document.querySelectorAll('aside *, #announced *')]
                 .filter(each => !each.closest('.unseen, .wide') && each.checkVisibility())
                 .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
                 .filter(([, box]) => box.left < -1 || box.right > width + 1)""",
            PHONE["width"],
        )
        assert sticking_out == []


def test_a_game_adds_little_to_a_page():
    records = games(*BOTS, game="boerenbridge", number=5)
    one, five = len(page(records[:1]).encode()), len(page(records).encode())
    assert five - one < 4 * 6_000


def test_pictures_are_kept_to_be_looked_at(opened, tmp_path):
    for picture in keep_pictures(opened("#ply=48"), shots(tmp_path), "viewer-kripke"):
        assert picture.stat().st_size > 10_000
