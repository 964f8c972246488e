"""The viewer in a browser: it draws the game, follows its controls, and runs no foreign code."""

import re
from collections.abc import Callable, Iterator
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.browser import keep_pictures, opening, shots, staying_open
from support.cases import case
from support.viewing import NASTY, games, nasty

from arena.learn import aec_env
from arena.pages.viewer import page
from arena.pages.viewer.frames import play_record
from arena.replay.record import FaultEntry, Record
from arena.replay.replayer import game_of, positions
from Game.core.cards import SPANISH
from Players.terminal.cards import Faces

pytestmark = pytest.mark.slow

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return games("osla", "random", number=2)


@pytest.fixture(scope="module")
def file(records, tmp_path_factory) -> Path:
    """The page of a match of two games."""
    path = tmp_path_factory.mktemp("viewer") / "match.html"
    path.write_text(page(records), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser, file) -> Iterator[Callable[..., Any]]:
    with opening(browser, file, viewport=WIDE) as open_it:
        yield open_it


@pytest.fixture(scope="module")
def go(browser, file) -> Iterator[Callable[..., Any]]:
    with staying_open(browser, file, viewport=WIDE) as go_to:
        yield go_to


def ply(tab: Any) -> int:
    return int(tab.input_value("#ply"))


def cards(tab: Any, place: str) -> list[str]:
    """The names of the cards in this part of the table."""
    return tab.eval_on_selector_all(
        f"{place} .card", "cards => cards.map(card => card.getAttribute('aria-label'))"
    )


# What is drawn


def test_the_frames_of_the_page_are_those_of_the_replayer(go, records):
    tab = go()
    for number, record in enumerate(records):
        shown = tab.evaluate(
            "number => framesOf(number).map(frame => "
            "[frame.cards.map(row => row.map(card => DATA.cards[card])), frame.turn, frame.score])",
            number,
        )
        assert len(shown) == 41
        for (rows, turn, score), frame in zip(shown, play_record(record).frames, strict=True):
            assert rows == [list(row) for row in frame.drawn.cards]
            assert turn == frame.turn
            assert score == list(frame.scores)


def test_every_game_is_unpacked_as_it_was_packed(browser, tmp_path):
    """All values of all frames and moves, of games with auctions, rounds and possible worlds."""
    played = [
        ("tarot", ["random"] * 3, {"deals": "2"}),
        ("boerenbridge", ["random", "alwaysfirst"], {}),
        ("hearts", ["random", "alwaysfirst"], {}),
        ("agram", ["random", "random"], {}),
    ]
    for name, bots, options in played:
        with case(name):
            (record,) = games(*bots, game=name, **options)
            drawn = play_record(record)
            file = tmp_path / f"{name}.html"
            file.write_text(page([record]), encoding="utf-8")
            with opening(browser, file) as open_it:
                tab = open_it()
                texts = "row => row.map(card => DATA.cards[card])"
                shown = tab.evaluate(
                    f"""framesOf(0).map(f => ({{
                      turn: f.turn, score: f.score, leader: f.leader, taker: f.taker, best: f.best,
                      facts: f.facts, part: f.part, labels: f.labels, messages: f.messages,
                      rounds: f.rounds, holders: f.holders, cards: f.cards.map({texts}),
                      known: f.known.map(card => DATA.cards[card]),
                      pack: f.pack.map(card => DATA.cards[card]), known_to: f.known_to.map({texts}),
                    }}))"""
                )
                moves = tab.evaluate(
                    f"""DATA.games[0].moves.map(m => [m.seat, DATA.cards[m.play], m.us, m.reward,
                      ({texts})(m.legal)])"""
                )
            short = Faces(drawn.picture.deck).short
            for got, frame in zip(shown, drawn.frames, strict=True):
                position = msgspec.to_builtins(frame.drawn)
                position.pop("trick")
                for key in ("known", "pack"):
                    position[key] = list(map(short, position[key]))
                for key in ("cards", "known_to"):
                    position[key] = [list(map(short, row)) for row in position[key]]
                position |= {"turn": frame.turn, "score": frame.scores}
                assert got == msgspec.json.decode(msgspec.json.encode(position))
            assert moves == [
                [each.seat, short(each.play), move.us, each.reward, list(map(short, each.legal))]
                for each, move in zip(drawn.decisions, record.moves, strict=True)
            ]


def test_the_view_of_its_bot_is_the_view_that_the_bot_got(go, records):
    tab = go()
    shown = tab.evaluate(
        "framesOf(0).map(frame => [0, 1, 2, 3].map(seat => zonesOf(0).map(zone => "
        "frame.cards[zone.index].filter(card => isOpen(frame, zone, card, 'given', seat))"
        ".map(card => DATA.cards[card]))))"
    )

    def texts(numbers) -> list[str]:
        return [SPANISH.text(card) for card in numbers]

    hidden = 0
    for at, _, state in positions(game_of(records[0]), records[0]):
        for seat in range(4):
            view = state.view(seat)
            trump = [view.trump]
            hands = [trump if other == view.holder else [] for other in range(4)]
            hands[seat] = list(view.hand)
            rows = [*hands, view.table, *view.won, trump if view.deck else []]
            assert shown[at][seat] == [texts(row) for row in rows]
            hidden += view.deck
    assert hidden


def test_for_one_seat_only_its_hand_the_trick_and_the_turned_up_card_are_open(go, records):
    tab = go()
    shown = tab.evaluate(
        "framesOf(0).map(frame => zonesOf(0).flatMap(zone => frame.cards[zone.index]"
        ".filter(card => isOpen(frame, zone, card, 'seat', 2)).map(card => DATA.cards[card])))"
    )
    for at, _, state in positions(game_of(records[0]), records[0]):
        turned_up = [state.trump] if state.deck_left() else []
        seen = [*state.hand_of(2), *state.on_table(), *turned_up]
        assert shown[at] == [SPANISH.text(card) for card in seen]


def test_the_table_shows_the_hands_the_trick_and_whose_turn_it_is(go, records):
    tab = go("#ply=6")
    frame = play_record(records[0]).frames[6]
    for seat, slot in enumerate(("bottom", "right", "top", "left")):
        names = cards(tab, f".seat[data-slot={slot}] .hand")
        assert len(names) == len(frame.drawn.cards[seat])
    assert len(cards(tab, ".trick")) == 2
    turns = tab.eval_on_selector_all(".seat.turn", "seats => seats.map(s => s.dataset.slot)")
    assert turns == [("bottom", "right", "top", "left")[frame.turn]]


def test_for_one_seat_the_other_hands_are_backs(go):
    tab = go("#ply=0&seat=2&view=seat")
    assert cards(tab, "[data-slot=top] .hand") == ["Hidden card"] * 3
    assert "Hidden card" not in cards(tab, "[data-slot=bottom] .hand")
    tab.check("input[value=all]", force=True)
    assert "Hidden card" not in cards(tab, "#table")


def test_the_cards_won_are_open_to_the_bot_and_closed_at_the_table(go):
    tab = go("#ply=30&view=seat")
    assert set(cards(tab, ".plate")) == {"Hidden card"}
    tab.keyboard.press("h")
    assert "Hidden card" not in cards(tab, ".plate")


def test_a_decision_shows_the_choice_the_move_its_verdict_time_and_reward(go, records):
    tab = go("#ply=5")
    move, decision = records[0].moves[5], play_record(records[0]).decisions[5]
    assert len(cards(tab, ".choice")) == len(decision.legal)
    assert tab.locator(".choice .chosen").count() == 1
    told = tab.inner_text("#decision")
    assert move.play in told
    assert "in time and legal" in told
    assert re.search("Thinking time\n[0-9.]+\xa0(µs|ms) of 1\xa0s", told)
    assert f"{decision.reward:+g}".replace("+0", "0").replace("-", "\u2212") in told


def test_the_decision_of_another_seat_is_hidden_in_the_view_of_a_seat(go, records):
    other = (records[0].moves[5].seat + 1) % 4
    tab = go(f"#ply=5&seat={other}&view=given")
    assert records[0].moves[5].play not in tab.inner_text("#decision")
    assert "does not move here" in tab.inner_text("#decision")


def test_the_end_shows_the_winner_and_the_points(go, records):
    tab = go("#ply=40")
    record = records[0]
    totals = [sum(record.scores[seat] for seat in seats) for seats in record.sides]
    assert f"{totals[0]:g}\u2009:\u2009{totals[1]:g}" in tab.inner_text("#table .result")
    assert record.name(record.sides[record.ranks.index(0)][0]) in tab.inner_text("#table .result")


def test_a_game_that_goes_on_opens_at_its_last_position(browser, tmp_path):
    env = aec_env("brisca", render_mode="html")
    env.reset(seed=4)
    for _ in range(5):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    file = tmp_path / "so_far.html"
    file.write_text(env.render(), encoding="utf-8")
    with opening(browser, file, viewport=WIDE) as open_it:
        tab = open_it()
        assert ply(tab) == 5
        assert tab.inner_text("#decision-title") == "Now"
        assert tab.inner_text("#decision-body .result-line").startswith("So far ")
        assert "wins" not in tab.inner_text("body")


def test_a_game_without_a_picture_is_shown_too(opened, monkeypatch, tmp_path):
    from Game import registry

    place = "toys.nearest:Nearest"
    monkeypatch.setitem(registry.GAMES, "nearest", place)
    toy = games("random", "alwaysfirst", "random", game="nearest", seats="3")[0]
    path = tmp_path / "toy.html"
    path.write_text(page([toy]), encoding="utf-8")
    tab = opened("#ply=4", path)
    assert f"{toy.moves[4].play} (chosen)" in cards(tab, ".choice")
    assert tab.locator(".seat").count() == 3


# Going about


def test_the_keys_go_where_they_say(go):
    tab = go()
    for key, expected in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Shift+ArrowRight", 4),
        ("Shift+ArrowRight", 8),
        ("ArrowRight", 9),
        ("Shift+ArrowLeft", 8),
        ("End", 40),
        ("ArrowRight", 40),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        tab.keyboard.press(key)
        assert ply(tab) == expected, key


def test_space_plays_to_the_end_and_stops_when_it_is_pressed_again(opened):
    tab = opened("#ply=37")
    for _ in range(4):
        tab.keyboard.press("+")
    tab.keyboard.press(" ")
    assert tab.get_attribute("#play", "aria-pressed") == "true"
    tab.wait_for_selector("#play[aria-pressed=false]")
    assert ply(tab) == 40
    tab.keyboard.press("Home")
    tab.keyboard.press(" ")
    tab.wait_for_selector("#before:enabled")
    tab.keyboard.press(" ")
    assert tab.get_attribute("#play", "aria-pressed") == "false"


def test_shift_and_space_go_one_move_on_also_while_the_game_plays(opened):
    tab = opened("#ply=6")
    for expected in (7, 8):
        tab.keyboard.press("Shift+Space")
        assert ply(tab) == expected
        assert tab.get_attribute("#play", "aria-pressed") == "false"
    tab.keyboard.press(" ")
    assert tab.get_attribute("#play", "aria-pressed") == "true"
    tab.keyboard.press("Shift+Space")
    assert tab.get_attribute("#play", "aria-pressed") == "false"


@pytest.mark.parametrize(
    "language, keys, said",
    [
        ("en", "Shift Space", "stop, and one move forward"),
        ("es", "Mayús Espacio", "parar y avanzar una jugada"),
        ("nl", "Shift Spatie", "stoppen en één zet verder"),
    ],
)
def test_the_help_says_in_each_language_which_keys_go_one_move_on(
    opened, records, tmp_path, language, keys, said
):
    path = tmp_path / "match.html"
    path.write_text(page(records[:1], language), encoding="utf-8")
    tab = opened(path=path)
    tab.keyboard.press("?")
    assert f"{keys}\n{said}" in re.sub(r"\s*\n\s*", "\n", tab.inner_text("#help dl"))


def test_plus_and_minus_change_the_speed_within_bounds(opened):
    tab = opened()
    for key, last in (("+", "8"), ("-", "0.5")):
        for _ in range(9):
            tab.keyboard.press(key)
        assert tab.inner_text("#speed")[:-1] == last


def test_f_goes_round_the_seats_and_h_round_the_points_of_view(go):
    tab = go()
    seats = []
    for _ in range(4):
        tab.keyboard.press("f")
        seats.append(tab.input_value("#seat"))
    assert seats == ["1", "2", "3", "0"]
    views = []
    for _ in range(3):
        tab.keyboard.press("h")
        views.append(tab.input_value("input[name=view]:checked"))
    assert views == ["seat", "given", "all"]


def test_n_and_p_go_from_game_to_game(go, records):
    tab = go()
    tab.keyboard.press("n")
    assert records[1].id in tab.inner_text("#about")
    tab.keyboard.press("n")
    tab.keyboard.press("p")
    assert records[0].id in tab.inner_text("#about")


def test_the_help_opens_and_closes_by_keyboard_and_takes_all_keys(opened):
    tab = opened()
    tab.keyboard.press("?")
    assert tab.is_visible("#help")
    tab.keyboard.press("ArrowRight")
    assert ply(tab) == 0
    tab.keyboard.press("Escape")
    assert not tab.is_visible("#help")
    tab.keyboard.press("ArrowRight")
    assert ply(tab) == 1


def test_everything_can_be_reached_and_worked_with_tab_and_enter(opened):
    tab = opened()
    reached = []
    for _ in range(40):
        tab.keyboard.press("Tab")
        focused = tab.evaluate("document.activeElement.id || document.activeElement.value || ''")
        if focused == "after" and focused not in reached:
            tab.keyboard.press("Enter")
            tab.keyboard.press(" ")
            assert ply(tab) == 2
        reached.append(focused)
    wanted = {"game", "game-after", "ply", "play", "after", "trick-after", "last"}
    assert wanted | {"slower", "faster", "all", "seat", "link", "ask"} <= set(reached)


def test_the_scrubber_the_moves_and_the_chart_lead_to_a_position(go):
    tab = go()
    tab.locator("#ply").fill("17")
    assert "Move 17 of 40" in tab.inner_text("#decision-title")
    tab.click("#moves [data-ply='9']")
    assert ply(tab) == 9
    tab.locator("#chart svg").click(position={"x": 200, "y": 20})
    assert ply(tab) > 15


def test_the_marks_show_tricks_faults_and_changes_of_the_lead(go, records):
    tab = go()
    drawn = play_record(records[0])
    for kind, number in (("tick", 10), ("lead", len(drawn.lead_changes)), ("fault", 0)):
        assert tab.locator(f"#marks .{kind}").count() == number


def test_a_link_leads_to_game_ply_seat_and_point_of_view(opened, records):
    tab = opened(f"#game={records[1].id}&ply=22&seat=3&view=given")
    assert ply(tab) == 22
    assert tab.input_value("#seat") == "3"
    assert tab.input_value("input[name=view]:checked") == "given"
    assert records[1].id in tab.inner_text("#about")


def test_the_link_of_a_position_leads_back_to_it(opened):
    tab = opened()
    for key in ("n", "f", "h", "Shift+ArrowRight", "ArrowRight"):
        tab.keyboard.press(key)
    link = tab.get_attribute("#link", "href")
    again = opened(link)
    assert ply(again) == 5
    assert again.inner_text("#about") == tab.inner_text("#about")
    assert again.input_value("#seat") == "1"
    assert again.get_attribute("#link", "href") == link
    assert tab.evaluate("location.hash") == link


@pytest.mark.parametrize(
    "link", ["#game=nothing&ply=99&seat=9&view=x", "#ply=-4&seat=-1", "#&&==", "#ply=1e9&game=7"]
)
def test_a_link_that_leads_nowhere_opens_the_nearest_position(go, link):
    tab = go(link)
    assert ply(tab) in (0, 1, 40)
    assert tab.input_value("#seat") == "0"


def test_embedded_the_table_and_its_controls_are_all_there_is(opened):
    tab = opened("?embed#ply=3")
    assert tab.is_visible("#table")
    assert tab.is_visible("#play")
    assert not tab.is_visible("aside")
    assert not tab.is_visible("#about")
    assert tab.evaluate("document.documentElement.scrollHeight") <= WIDE["height"]


def test_in_a_sandboxed_frame_of_another_page_it_works_as_well(opened, records, tmp_path):
    path = tmp_path / "notebook.html"
    inside = escape(page(records[:1]))
    path.write_text(
        f'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">'
        f'<iframe sandbox="allow-scripts" width="900" height="700" srcdoc="{inside}"></iframe>',
        encoding="utf-8",
    )
    tab = opened("", path)
    frame = tab.frame_locator("iframe")
    frame.locator("html.ready").wait_for()
    frame.locator("#after").click()
    assert frame.locator("#ply").input_value() == "1"


# For everybody


def test_each_move_and_its_result_are_announced_to_screen_readers(go, records):
    tab = go("#ply=3")
    assert tab.get_attribute("#live", "aria-live") == "polite"
    tab.keyboard.press("ArrowRight")
    heard = tab.text_content("#live")
    move = records[0].moves[3]
    assert heard.startswith(f"Move 3: {records[0].name(move.seat)} plays ")
    assert "takes the trick" in heard


def test_every_control_and_picture_has_a_name(go):
    tab = go("#ply=9")
    nameless = tab.evaluate(
        """() => [...document.querySelectorAll(
             "button, select, input, a[href], [role=img], [role=group], section, dialog, summary")]
           .filter(each => !(each.getAttribute("aria-label")
             || each.labels?.[0]?.textContent.trim() || each.textContent.trim()
             || document.getElementById(each.getAttribute("aria-labelledby"))?.textContent))
           .map(each => each.outerHTML)"""
    )
    assert nameless == []
    assert tab.locator("main").count() == tab.locator("h1").count() == 1
    twice = tab.evaluate(
        "() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
        " return ids.filter((id, i) => ids.indexOf(id) !== i) }"
    )
    assert twice == []


@pytest.mark.parametrize("viewport", [WIDE, PHONE])
def test_whatever_scrolls_can_be_scrolled_with_the_keyboard(opened, viewport):
    tab = opened("#ply=9", viewport=viewport)
    scrolling = """() => [...document.querySelectorAll("body *")].filter(each =>
        /auto|scroll/.test(getComputedStyle(each).overflowY)
        && each.scrollHeight > each.clientHeight).map(each => each.tabIndex)"""
    if viewport == PHONE:  # there the panels are behind tabs, one at a time
        assert tab.is_visible("#decision")
        tab.click("#tabs >> text=Moves")
        assert tab.get_attribute("#tabs [aria-pressed=true]", "aria-controls") == "all-moves"
        assert not tab.is_visible("#decision")
    else:
        assert not tab.is_visible("#tabs")
    assert tab.evaluate(scrolling) == [0]


CONTRASTS = """() => {
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const paper = element => {
    for (let each = element; each; each = each.parentElement) {
      const colour = numbers(getComputedStyle(each).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || !element.checkVisibility()
      || element.closest("svg, .unseen, script, noscript, :disabled, option")) continue;
    const [a, b] = [light(numbers(getComputedStyle(element).color)), light(paper(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found.push([ratio, element.textContent.slice(0, 30), element.className]);
  }
  return found;
}"""


def test_text_stands_out_by_day_and_by_night(opened, tmp_path, records):
    path = tmp_path / "faults.html"
    path.write_text(page([nasty(records[0])]), encoding="utf-8")
    tab, faults = opened(), opened("#ply=2", path)
    for at in ("ply=6", "ply=9&view=given", "ply=40"):
        go_to(tab, at)
        stand_out(tab, at)
    stand_out(faults, "faults")


def go_to(tab: Any, at: str) -> None:
    """Follow a link inside the page."""
    tab.evaluate("hash => { location.hash = hash; followAddress(); }", at)


def stand_out(tab: Any, name: str) -> None:
    for scheme in ("light", "dark"):
        with case(f"{name}, {scheme}"):
            tab.emulate_media(color_scheme=scheme)
            found = tab.evaluate(CONTRASTS)
            assert len(found) > 50
            assert [each for each in found if each[0] < 4.5] == []


@pytest.mark.parametrize("language", ["en", "es", "nl"])
def test_a_phone_needs_no_sideways_scrolling(opened, tmp_path, records, language):
    path = tmp_path / "phone.html"
    path.write_text(page([*records, nasty(records[0])], language), encoding="utf-8")
    tab = opened("", path, viewport=PHONE)
    for game, at in product((1, 3), ("ply=0", "ply=23&view=seat", "ply=40")):
        go_to(tab, f"{at}&game={game}")
        with case(f"{at}, game {game}"):
            assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            sticking_out = tab.evaluate(
                """width => [...document.querySelectorAll('#table *, .controls *')]
                     .filter(each => !each.closest('.unseen, svg'))
                     .map(each => [each.className, each.getBoundingClientRect()])
                     .filter(([, box]) => box.left < -1 || box.right > width + 1)""",
                PHONE["width"],
            )
            assert sticking_out == []


def test_with_reduced_motion_no_card_is_animated(opened):
    def moving(tab: Any) -> int:
        """How many elements one move sets in motion, also if they have come to rest."""
        tab.evaluate(
            """() => {
                window.moved = 0
                const animate = Element.prototype.animate
                Element.prototype.animate = function (...terms) {
                    window.moved += 1
                    return animate.apply(this, terms)
                }
            }"""
        )
        before = tab.input_value("#ply")
        tab.keyboard.press("ArrowRight")
        tab.wait_for_function(
            "before => document.querySelector('#ply').value !== before", arg=before
        )
        return tab.evaluate("window.moved")

    assert moving(opened(reduced_motion="no-preference")) > 0
    assert moving(opened(reduced_motion="reduce")) == 0


def test_nothing_jumps_while_the_page_loads(opened):
    tab = opened()
    shift = tab.evaluate(
        """() => new Promise(done => new PerformanceObserver(list =>
             done(list.getEntries().reduce((sum, each) => sum + each.value, 0)))
             .observe({ type: "layout-shift", buffered: true })
             || setTimeout(() => done(0), 300))"""
    )
    assert shift < 0.01


# Strangers' texts


def test_hostile_texts_are_shown_and_never_executed(opened, tmp_path, records):
    path = tmp_path / "nasty.html"
    path.write_text(page([nasty(records[0])]), encoding="utf-8")
    tab = opened("", path)
    for number in range(len(NASTY)):
        tab.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        told = tab.inner_text("#decision")
        assert "played at random" in told
        if number < 1:
            assert NASTY[0] in told
        assert not re.search("[\u202e\u2066\u200f\x1b\u2028]", told)
        tab.keyboard.press("ArrowRight")
    assert tab.locator("body img").count() == 0
    assert tab.locator("script").count() == 2
    assert NASTY[0] in tab.inner_text("#notes")
    for viewport in (WIDE, PHONE):
        tab.set_viewport_size(viewport)
        assert tab.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_a_right_to_left_name_does_not_reverse_other_text(opened, tmp_path, records):
    path = tmp_path / "names.html"
    path.write_text(page([nasty(records[0])]), encoding="utf-8")
    tab = opened("#ply=3", path)
    for place in (".plate .name", ".total .name", "#moves thead .name", ".who .name"):
        found = tab.eval_on_selector_all(
            place, "names => names.map(n => [n.tagName, getComputedStyle(n).unicodeBidi])"
        )
        assert found
        assert {tuple(each) for each in found} == {("BDI", "isolate")}


def test_pictures_are_kept_to_be_looked_at(opened, tmp_path):
    for picture in keep_pictures(opened("#ply=18"), shots(tmp_path), "viewer"):
        assert picture.stat().st_size > 10_000


def test_a_move_that_is_longer_than_the_budget_and_in_time_is_explained(browser, tmp_path):
    [record] = games("osla", "random")
    late = round(record.budget * 1e6) + 200
    record.moves[0].us = record.moves[1].us = late
    record.moves[1].fault = "timeout"
    record.faults = [FaultEntry(1, record.moves[1].seat, "timeout", "no answer")]
    file = tmp_path / "match.html"
    file.write_text(page([record]), encoding="utf-8")
    with opening(browser, file, viewport=WIDE) as opened:
        explained = "in time: the messages may take a few milliseconds more"
        shown = [explained in opened(f"#ply={ply}").inner_text("body") for ply in (0, 1, 2)]
    assert shown == [True, False, False]
