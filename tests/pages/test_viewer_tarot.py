"""French Tarot in the viewer: each phase, with the cards that each seat may know."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.browser import opening, shots
from support.tarot import begun
from support.tarot import drawn as dealt
from support.viewing import games

from arena.pages.viewer import page
from arena.pages.viewer.frames import DrawnGame, play_record
from arena.replay.record import Record
from arena.replay.replayer import game_of, positions
from Game.core.cards import TAROT
from Game.core.stream import Stream
from Game.tarot.counting import DealResult
from Game.tarot.game import Tarot
from Game.tarot.picture import TarotPicture
from Game.tarot.rules.deck import CONTRACTS, HANDFULS, TEXTS, half_points_of
from Game.tarot.rules.tricks import best_place

HANDS, TRICK, TAKERS, DEFENCES, DOG, LAID = range(3), 3, 4, 5, 6, 7
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return games("random", "random", "random", number=18, game="tarot")


@pytest.fixture(scope="module")
def shown(records) -> list[DrawnGame]:
    return [play_record(record) for record in records]


@pytest.fixture(scope="module")
def discarded(records) -> Record:
    """A game whose first deal has an auction, a dog that is shown, and a discard."""
    for record in records:
        bids = {move.play for move in record.moves[:3]}
        if bids & {"petite", "garde"} and not bids & {"garde sans", "garde contre"}:
            return record
    raise AssertionError("there is no such game")


def texts(cards) -> list[str]:
    return [TEXTS[card] for card in cards]


# The positions


@pytest.mark.slow
def test_every_position_has_every_card_once(shown):
    for game in shown:
        for frame in game.frames:
            assert sorted(sum(frame.drawn.cards, ())) == sorted(TAROT.texts)


@pytest.mark.slow
def test_cards_lie_where_the_rules_have_them(records, shown):
    for record, game in zip(records, shown, strict=True):
        for (_, _, state), frame in zip(
            positions(game_of(record), record), game.frames, strict=False
        ):
            rows = frame.drawn.cards
            views = [state.view(seat) for seat in range(3)]
            dog_is_open = views[0].phase == 1 and not views[0].aside
            for seat, view in enumerate(views):
                more = rows[DOG] if dog_is_open and seat == view.taker else ()
                assert sorted([*rows[seat], *more]) == sorted(texts(view.hand))
            over = len(views[0].played) // 3 * 3
            assert list(rows[TRICK]) == texts(views[0].played[over:])
            assert sorted(rows[TAKERS] + rows[DEFENCES]) == sorted(texts(views[0].played[:over]))
            assert sorted(rows[LAID] + rows[DOG]) == sorted(
                texts(state.cards_aside()) + (texts(views[0].dog) if dog_is_open else [])
            )


@pytest.mark.slow
def test_facts_for_a_seat_are_true_in_all_its_possible_worlds(records, shown):
    """For seats in the middle of games: cards that lie open to them lie there in all worlds."""
    luck, looked = Stream(3), 0
    for record, game in zip(records[:8], shown[:8], strict=True):
        for (ply, _, state), frame in zip(
            positions(game_of(record), record), game.frames, strict=False
        ):
            if ply % 7:
                continue
            drawn = frame.drawn
            for seat in range(3):
                known = {*drawn.known, *drawn.known_to[seat]}
                for _ in range(4):
                    world = game_of(record).determinise(state.view(seat), luck)
                    for other in HANDS:
                        held = texts(world.hand_of(other))
                        assert known.intersection(drawn.cards[other]) <= set(held)
                        looked += len(known.intersection(drawn.cards[other]))
                    aside = texts(world.cards_aside())
                    assert known.intersection(drawn.cards[LAID]) <= set(aside)
    assert looked


def test_the_discard_is_known_to_the_taker_alone(discarded):
    game = play_record(discarded)
    first = next(ply for ply, frame in enumerate(game.frames) if frame.drawn.cards[LAID])
    drawn = game.frames[first + 6].drawn
    taker = discarded.moves[first].seat
    assert len(drawn.cards[LAID]) == 6
    assert set(drawn.known_to[taker]) == set(drawn.cards[LAID])
    assert not set(drawn.known).intersection(drawn.cards[LAID])
    for other in {0, 1, 2} - {taker}:
        trumps = {card for card in drawn.cards[LAID] if card[0] == "A"}
        assert set(drawn.known_to[other]) == trumps


def test_the_dog_lies_open_on_the_table_before_it_is_taken_up(discarded):
    game = play_record(discarded)
    ply = next(n for n, frame in enumerate(game.frames) if frame.drawn.part.key == "part.discard")
    before, dog, after = (game.frames[n].drawn for n in (ply - 1, ply, ply + 1))
    assert sorted(dog.cards[DOG]) == sorted(before.cards[DOG]) == sorted(discarded.deal["dog"])
    assert not before.known
    assert set(dog.known) == set(discarded.deal["dog"])
    assert not after.cards[DOG]
    assert len(after.cards[LAID]) == 1


def test_the_taker_of_a_trick_leads_the_next(shown):
    for game in shown[:6]:
        for before, after in pairwise(game.frames[:-1]):
            if before.drawn.cards[TRICK] and not after.drawn.cards[TRICK]:
                assert after.drawn.part.key == "part.auction" or after.drawn.taker == after.turn


@pytest.mark.parametrize(
    "cards, best",
    [("5H 9H 7H", 1), ("5H RS 7H", 2), ("5H A2 A1", 1), ("EX 5H RS", 1), ("EX", -1), ("", -1),
     ("A3 EX A9", 2), ("RH A21 EX", 1)],
)  # fmt: skip
def test_the_card_that_wins_so_far_is_marked(cards, best):
    assert best_place(TAROT.parse_line(cards)) == best


def test_the_rows_of_the_moves_are_the_parts_and_tricks_of_each_deal(shown):
    for game in shown:
        rows = [game.frames[ply].drawn.part for ply in game.ticks]
        for deal in (1, 2, 3):
            keys = [part.key for part in rows if part.values == (deal,)]
            if "part.tricks" not in keys:
                assert keys == ["part.auction"]
                continue
            assert keys[:2] in (
                ["part.auction", "part.discard"],
                ["part.auction", "part.announcements"],
            )
            assert keys[-25:] == ["part.announcements", *["part.tricks"] * 24]


# The result of a deal


def expected_pay(result: DealResult, shown: list[bytes]) -> int:
    """The payment of each defender by the rules of the federation, from the announcements."""
    view = result.view
    over = result.half_points - result.half_points_needed
    sign = 1 if over >= 0 else -1
    worth = 25 + -(-abs(over) // 2)
    if result.petit >= 0:
        worth += 10 if (result.petit == view.taker) == (sign > 0) else -10
    worth *= CONTRACTS[view.contract].times
    worth += sum(HANDFULS[(13, 15, 18).index(len(row))].points for row in shown if row)
    slam = {0: 400 if view.slam else 200, 1: -400 if view.slam else -200}
    return sign * worth + slam.get(result.slam, -200 if view.slam else 0)


def test_the_result_that_is_announced_is_the_one_that_is_paid(records, shown):
    counted = 0
    for record, game in zip(records, shown, strict=True):
        scores = [(0, 0, 0)]
        for before, after in pairwise(game.frames):
            if after.drawn.part.values != before.drawn.part.values:
                scores.append(after.scores)
        scores.append(tuple(record.scores))
        results = game.picture.results
        for deal, result in results.items():
            gained = [b - a for a, b in zip(scores[deal], scores[deal + 1], strict=True)]
            pay = expected_pay(result, list(result.view.handfuls))
            taker = result.view.taker
            assert gained == [2 * pay if seat == taker else -pay for seat in range(3)]
            counted += 1
    assert counted > 40


def test_points_in_tricks_and_points_needed_are_shown_in_halves(shown):
    told = [
        fact.values
        for game in shown
        for frame in game.frames
        for fact in frame.drawn.facts
        if fact.key == "count"
    ]
    assert {needed for _, needed, _ in told} == {36.0, 41.0, 51.0, 56.0}
    assert {points % 1 for points, _, _ in told} == {0.0, 0.5}


def test_at_the_end_of_the_last_deal_all_points_are_told():
    (record,) = games("random", "random", "random", game="tarot", deals="1")
    game = play_record(record)
    result = game.picture.results[0]
    ends = [fact for fact in game.frames[-1].drawn.facts if fact.key in ("made", "failed")]
    assert [fact.values[2] for fact in ends] == [result.half_points / 2]
    total = sum(half_points_of(card) for card in range(78))
    assert total == 182


def test_a_slam_and_a_handful_are_shown_when_they_are_announced():
    hands = "A1 A2 A3 A4 A5 A6 RS | 1C 2C 3C 4C 5C 6C 7C | 1D 2D 3D 4D 5D 6D 7D"
    game, state = dealt(hands, enough=(6, 8, 10))
    picture = TarotPicture(game)
    said: list[str] = []
    for action in ("garde sans", "passe", "passe", "chelem", "poignée", "pas de poignée"):
        said += [fact.key for fact in picture.position(state).messages]
        if action in texts(state.legal()):
            state.play(game.read_action(state, action))
    drawn = picture.position(state)
    assert said.count("say.slam") == said.count("say.handful") == 1
    assert drawn.labels[0] == "garde sans, chelem, poignée"
    assert set(drawn.known) == {"A1", "A2", "A3", "A4", "A5", "A6"}
    keys = [fact.key for fact in drawn.facts]
    assert {"slam_said", "handful", "dog_for_taker"} <= set(keys)


@pytest.mark.parametrize(
    "options",
    [
        {"contract": "fixed"},
        {"handfuls": "off", "slams": "off"},
        {"contract": "fixed", "deals": "1"},
    ],
    ids=str,
)
def test_every_variant_is_drawn_whole(options):
    (record,) = games("random", "random", "random", game="tarot", **options)
    game = play_record(record)
    for frame in game.frames:
        assert sorted(sum(frame.drawn.cards, ())) == sorted(TAROT.texts)
    said = [fact.key for frame in game.frames for fact in frame.drawn.messages]
    ends = sum(key in ("made", "failed") for key in said)
    assert ends
    assert said.count("say.takes_at") == ends


@pytest.mark.parametrize("order, camp", [(("EX", "1C"), DEFENCES), (("1C", "EX"), TAKERS)])
def test_the_excuse_stays_with_its_side_but_in_the_last_trick(order, camp):
    game, state = begun("A21 A20 | 1C EX | 2C 3C")
    for action in ("A21", order[0], "2C", "A20", order[1], "3C"):
        state.play(game.read_action(state, action))
    assert "EX" in TarotPicture(game).position(state).cards[camp]


def test_the_excuse_is_lost_in_the_last_trick_even_if_its_side_wins_it():
    game, state = begun("RD 1C 4C | 1D RC EX | 2D 2C 5C")
    for action in "RD 1D 2D 1C RC 2C EX 5C 4C".split():
        state.play(game.read_action(state, action))
    drawn = TarotPicture(game).position(state)
    assert "5C" in drawn.cards[DEFENCES]
    assert "EX" in drawn.cards[TAKERS]


def test_a_deal_in_which_all_passed_is_shown_as_void():
    game = Tarot(deals="1")
    state = game.deal(Stream(1))
    picture = TarotPicture(game)
    for _ in range(3):
        picture.position(state)
        state.play(game.read_action(state, "passe"))
    drawn = picture.position(state)
    assert [fact.key for fact in drawn.messages] == ["say.void"]
    assert drawn.facts[-1].key == "passed"


def test_a_card_may_be_written_with_the_sign_of_its_suit(records):
    """People write it like this if they edit a record by hand."""
    (record,) = games("random", "random", "random", game="tarot", deals="1")
    plain = play_record(record)
    signs = str.maketrans("CDHS", "♣♦♥♠")
    for move in record.moves:
        if move.play in TAROT.texts and move.play[-1] in "CDHS":
            move.play = move.play[:-1] + move.play[-1].translate(signs)
    assert play_record(record).decisions == plain.decisions
    assert "♥" in "".join(move.play for move in record.moves)
    assert "decision-title" in page([record])


def test_the_result_of_a_deal_is_shown_with_all_its_parts(shown):
    told: set[str] = set()
    for game in shown:
        said = [fact for frame in game.frames for fact in frame.drawn.messages]
        for deal, result in game.picture.results.items():
            facts = [fact for fact in said if fact.values[:1] == (deal + 1,)]
            ends = {fact.key: fact for fact in facts}
            made = result.half_points >= result.half_points_needed
            end = ends["made" if made else "failed"]
            assert end.seat == result.view.taker
            contract = CONTRACTS[result.view.contract].text
            counted = contract, result.half_points / 2, result.half_points_needed / 2, result.bouts
            assert end.values == (deal + 1, *counted)
            aside = said[said.index(end) + 1]
            assert aside.key == ("laid_was" if result.view.dog else "dog_was")
            assert aside.values == tuple(texts(result.view.known_aside))
            for seat, row in enumerate(result.view.handfuls):
                if row:
                    handful = HANDFULS[(13, 15, 18).index(len(row))]
                    key = f"handful for {'taker' if made else 'defence'}"
                    values = (deal + 1, handful.text, handful.points)
                    assert (key, values, seat) in [(f.key, f.values, f.seat) for f in facts]
                    told.add(key)
            missed = result.view.slam and result.slam != 0
            assert ("slam_missed" in ends) == missed
            told |= {*ends}
    assert {"made", "failed", "petit", "slam_missed"} <= told


@pytest.mark.parametrize(
    "contract, key", [("garde sans", "handful_for_taker"), ("garde contre", "handful_for_defence")]
)
def test_handfuls_count_for_the_winner_of_the_deal(contract, key):
    """The dog has nearly all points: it is the taker's, or the defence's."""
    hands = "A16 A17 A18 A19 A20 A21 RS | A2 A3 A4 A5 A6 A7 1C | 1D 2D 3D 4D 5D 6D 7D"
    game, state = dealt(hands, enough=(6, 8, 10), slams="off")
    picture = TarotPicture(game)
    said: list[Any] = []
    for action in (contract, "passe", "passe", "poignée", "poignée", "pas de poignée"):
        if action in texts(state.legal()):
            state.play(game.read_action(state, action))
        said += picture.position(state).messages
    while not state.is_terminal():
        state.play(state.legal()[0])
        said += picture.position(state).messages
    told = [(fact.seat, fact.values) for fact in said if fact.key == key]
    assert told == [(0, (1, "poignée", 20)), (1, (1, "poignée", 20))]


# In a browser


@pytest.fixture(scope="module")
def file(discarded, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("viewer") / "tarot.html"
    path.write_text(page([discarded]), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser, file) -> Iterator[Callable[..., Any]]:
    with opening(browser, file, viewport=WIDE) as open_it:
        yield open_it


def cards(tab: Any, place: str) -> list[str]:
    return tab.eval_on_selector_all(
        f"{place} .card", "cards => cards.map(card => card.getAttribute('aria-label'))"
    )


@pytest.mark.slow
def test_for_each_seat_only_what_it_may_know_lies_open(opened, discarded):
    tab = opened()
    seen = tab.evaluate(
        "framesOf(0).map(frame => [0, 1, 2].map(seat => zonesOf(0).flatMap(zone => "
        "frame.cards[zone.index].filter(card => isOpen(frame, zone, card, 'given', seat))"
        ".map(card => DATA.cards[card]))))"
    )
    for ply, _, state in positions(game_of(discarded), discarded):
        for seat in range(3):
            view = state.view(seat)
            told = {*view.hand, *view.played, *view.known_aside, *sum(map(list, view.handfuls), [])}
            may = told | {*view.dog}
            assert set(texts(told)) <= set(seen[ply][seat]) <= set(texts(may))


@pytest.mark.slow
def test_bids_are_buttons_and_stand_beside_their_seats(opened, discarded):
    tab = opened("#ply=1")
    first = discarded.moves[0]
    assert cards(tab, ".choice")[0] in ("passe", "passe (chosen)")
    assert tab.locator(".choice .word svg").count() == 0
    said = tab.eval_on_selector_all(".said", "all => all.map(one => one.textContent)")
    assert said == [first.play]
    assert "auction" in tab.inner_text("#decision-title")


@pytest.mark.slow
def test_the_discard_is_open_to_the_taker_and_closed_to_the_others(opened, discarded):
    ply = next(n for n, move in enumerate(discarded.moves) if move.play in TAROT.texts) + 3
    taker = discarded.moves[ply].seat
    for seat in range(3):
        tab = opened(f"#ply={ply}&view=seat&seat={seat}")
        backs = cards(tab, ".spread").count("Hidden card")
        assert backs == (0 if seat == taker else 3)


@pytest.mark.slow
def test_a_hidden_decision_has_no_marks(opened, discarded):
    tab = opened("#view=given")
    for ply in range(0, len(discarded.moves), 16):
        tab.evaluate("seat => look('given', seat)", (discarded.moves[ply].seat + 1) % 3)
        tab.evaluate("ply => go(ply)", ply)
        assert tab.locator("#table .legal, #table .barred, #table .chosen").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("size, scheme", [(PHONE, "dark"), (WIDE, "light")], ids=["phone", "wide"])
def test_all_of_a_hand_can_be_read_on_any_screen(opened, discarded, size, scheme, tmp_path):
    folder = shots(tmp_path)
    tab = opened(viewport=size, color_scheme=scheme)
    for name, ply in (("auction", 0), ("dog", 3), ("trick", 40)):
        tab.evaluate("ply => go(ply)", ply)
        shape = tab.evaluate(
            """() => {
              const felt = document.querySelector('.felt').getBoundingClientRect();
              const cards = [...document.querySelectorAll('.seat[data-slot=bottom] .card')]
                .map(card => card.getBoundingClientRect());
              const rows = Map.groupBy(cards, card => Math.round(card.top / 8));
              const strips = [...rows.values()].flatMap(row =>
                row.slice(1).map((card, n) => card.left - row[n].left));
              return { inside: cards.every(c => c.left >= felt.left && c.right <= felt.right
                         && c.bottom <= felt.bottom),
                       strip: Math.min(...strips), sideways: document.documentElement.scrollWidth };
            }"""
        )
        assert shape["inside"]
        assert shape["strip"] >= 18
        assert shape["sideways"] <= size["width"]
        tab.screenshot(path=folder / f"tarot-{name}-{size['width']}-{scheme}.png")
