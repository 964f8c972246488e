"""The observation of Tarot and its texts."""

import re

from support.paths import ROOT
from support.tarot import begun, do, drawn

from Game.core.stream import Stream
from Game.ForwardModel import ForwardModel
from Game.tarot.game import Tarot
from Game.tarot.observation import TarotObservation
from Game.tarot.rules.deck import PHASES
from Game.tarot.state import TarotState


def seen(game: Tarot, state: TarotState, seat: int | None = None) -> TarotObservation:
    view = state.view(state.turn if seat is None else seat)
    return TarotObservation(game, view, Stream(1))


def test_the_observation_describes_the_auction_in_words():
    game, state = drawn("RC A21 | A2 A3 | 1C 2C")
    do(game, state, "petite", "garde")
    observation = seen(game, state)
    assert observation.phase == "bid"
    assert (observation.turn, observation.dealer) == (2, 2)
    assert observation.bids == ["petite", "garde"]
    assert (observation.taker, observation.contract) == (1, "garde")
    assert [str(action) for action in observation.get_list_actions()] == [
        "passe",
        "garde sans",
        "garde contre",
    ]


def test_own_cards_are_real_and_the_others_have_as_many():
    game, state = begun("RC A21 | A2 A3 | 1C 2C")
    observation = seen(game, state)
    assert observation.hand == observation.hands[0] == ["RC", "A21"]
    assert [len(hand) for hand in observation.hands] == [2, 2, 2]


def test_the_observation_has_the_trick_and_the_count():
    game, state = begun("RC A21 2D | A2 EX 3D | 1C 2C 4D")
    do(game, state, "RC", "A2", "1C", "EX")
    observation = seen(game, state)
    assert (observation.table, observation.leader) == (["EX"], 1)
    assert observation.cards_played == ["RC", "A2", "1C", "EX"]
    assert observation.trick_points() == (0, 5.5)
    assert "RC" in observation.lacks(1)
    assert (observation.allies(0), observation.allies(1)) == ([0], [1, 2])


def test_the_observation_has_the_dog_and_the_discards():
    game, state = drawn("RC 1D | 1C RD | 2C 2D", dog="5C 6C", slams="off", handfuls="off")
    do(game, state, "garde", "passe", "passe", "1D", "5C")
    assert seen(game, state, 0).discard == ["5C", "1D"]
    assert seen(game, state, 1).discard == []
    assert seen(game, state, 1).dog == ["5C", "6C"]


def test_after_an_imagined_move_the_observation_describes_the_new_position():
    game, state = begun("RC A21 | A2 A3 | 1C 2C")
    observation = seen(game, state)
    ForwardModel().play(observation, observation.get_list_actions()[0])
    assert observation.table == ["RC"]
    assert observation.turn == 1
    assert state.on_table() == []


def test_a_card_has_its_points_of_the_rule_book():
    values = [TarotObservation.worth(card) for card in ("RH", "DH", "CH", "VH", "10H", "A1", "A2")]
    assert values == [4.5, 3.5, 2.5, 1.5, 0.5, 4.5, 0.5]


def test_the_position_can_be_read_by_a_person():
    game, state = drawn(
        "RC A21 A20 | A2 A3 EX | 1C 2C 3C", dog="5C DD A9", slams="off", enough=(2, 3, 4)
    )
    do(game, state, "garde", "passe", "passe", "5C", "DD", "A9", "poignée")
    do(game, state, "pas de poignée", "pas de poignée", "RC")
    assert seen(game, state).table_text().splitlines() == [
        "Deal 1 of 1, dealt by seat 2; scores 0 0 0",
        "Bids: seat 0 garde, seat 1 passe, seat 2 passe",
        "Seat 0 plays alone against you at garde",
        "The dog was 5C   DD   A9",
        "Laid away: A9",
        "Seat 0 has shown A20 A21",
        "Points in tricks: 0 for the taker, 0 for the defence",
        "Table: seat 0 played RC",
        "You are seat 1 and hold A2 A3 EX",
        "Which card do you play?",
    ]


def test_every_phase_asks_a_person_for_its_kind_of_action():
    game, state = drawn("RC A21 A20 | A2 A3 EX | 1C 2C 3C", dog="5C DD A9", enough=(2, 3, 4))
    steps = [
        ("garde", "What do you bid?"),
        ("passe", "What do you bid?"),
        ("passe", "What do you bid?"),
        ("5C", "Which card do you lay away? It is number 1 of 3."),
        ("DD", "Which card do you lay away? It is number 2 of 3."),
        ("A9", "Which card do you lay away? It is number 3 of 3."),
        ("chelem", "You lead if you announce a slam: do you?"),
        ("poignée", "Do you show a handful?"),
        ("pas de poignée", "Do you show a handful?"),
        ("pas de poignée", "You have too few trumps to show a handful."),
        ("RC", "Which card do you play?"),
    ]
    for action, asked in steps:
        assert seen(game, state).table_text().splitlines()[-1] == asked
        do(game, state, action)
    assert "Seat 0 plays alone against you at garde; a slam is announced" in (
        seen(game, state).table_text()
    )


def test_a_person_sees_the_last_trick_and_who_took_it():
    game, state = begun("RC 1D 2D | 1C A2 RD | 2C 4D 5D")
    do(game, state, *"RC 1C 2C 1D RD 4D".split())
    text = seen(game, state).table_text()
    assert "Last trick: 1D RD 4D, taken by seat 1" in text
    assert "Table: empty, seat 1 leads" in text
    assert "You are seat 1 and hold A2" in text


def test_the_example_of_the_guide_plays():
    guide = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    section = guide.partition("## French Tarot")[2].partition("\n## ")[0]
    (example,) = re.findall(r"```py\n(.*?)```", section, re.DOTALL)
    names: dict = {}
    exec("def think(observation):\n" + re.sub("(?m)^", "    ", example), names)
    game, phases = Tarot(), set()
    for seed in range(8):
        state = game.deal(Stream(seed))
        while not state.is_terminal():
            observation = seen(game, state)
            phases.add(observation.phase)
            state.play(observation.number(names["think"](observation)))
    assert phases == set(PHASES), "in some of the deals somebody bids"
