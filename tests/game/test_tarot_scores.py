"""The scores of deals of Tarot, counted by hand.

In most of these deals nearly all cards lie in the dog, which counts for the taker (garde sans) or
for the defence (garde contre), so that a few tricks decide. Seat 0 takes and leads; a pack counts
91. What is counted is written beside each deal: the points of the taker, and what each of the
defence pays him.
"""

import pytest
from support.tarot import begun, do, drawn

from Game.core.stream import Stream


def pays(hands: str, play: str, contract: str = "garde sans") -> int:
    """What each of the defence pays when these cards are played in this order."""
    game, state = begun(hands, contract)
    return settled(do(game, state, *play.split()))


def settled(state) -> int:
    assert state.is_terminal()
    taker, one, two = (state.points(seat) for seat in range(3))
    assert one == two == -taker / 2, "each of the defence pays the same"
    return -one


# The points needed, and halves

NO_BOUT = "1C 1D 1H 1S DC | RC RD EX RS 3C | {} A1 RH A21 2C"
NO_BOUT_PLAY = "1C RC {} RD A1 1D RH 1H EX A21 1S RS 2C DC 3C"


def test_with_no_bout_56_points_are_enough():
    # The defence has 1C RC VC, RD A1 1D, RH 1H EX, A21 1S RS: 35 points. 56 for the taker.
    assert pays(NO_BOUT.format("VC"), NO_BOUT_PLAY.format("VC")) == 25 * 4


def test_with_no_bout_55_points_are_lost_by_one():
    assert pays(NO_BOUT.format("CC"), NO_BOUT_PLAY.format("CC")) == -(25 + 1) * 4


HALVES = "{} 1D RS DH | RC EX RH 3H | A1 RD A21 2H"
HALVES_PLAY = "{} RC A1 RD 1D EX A21 RS RH 2H DH 3H"


def test_lost_by_half_a_point_counts_one():
    # The defence has DC RC A1, RD 1D EX, A21 RS RH: 35.5 points. 55.5 for the taker.
    assert pays(HALVES.format("DC"), HALVES_PLAY.format("DC")) == -(25 + 1) * 4


def test_won_by_half_a_point_counts_one():
    # CC instead of DC: 56.5 for the taker.
    assert pays(HALVES.format("CC"), HALVES_PLAY.format("CC")) == (25 + 1) * 4


def test_halves_are_rounded_up():
    # VC instead of DC: 57.5 for the taker, won by 1.5.
    assert pays(HALVES.format("VC"), HALVES_PLAY.format("VC")) == (25 + 2) * 4


@pytest.mark.parametrize(
    "bouts, hands, play, points, needed",
    [
        # The defence takes the first trick and the bouts that are in it.
        (3, "1C RD | RC 1D | 2C 2D", "1C RC 2C", 85.5, 36),
        (2, "1C RD | A1 1D | 2C 2D", "1C A1 2C", 85.5, 41),
        (1, "1C RD | A1 1D | A21 2D", "1C A1 A21", 81.5, 51),
    ],
)
def test_the_points_needed_depend_on_the_bouts(bouts, hands, play, points, needed):
    last = {3: "1D 2D RD", 2: "1D 2D RD", 1: "2D RD 1D"}[bouts]
    rounded = -int(-(points - needed) // 1)
    assert pays(hands, f"{play} {last}") == (25 + rounded) * 4


# What the taker needs, and half a point less: his tricks, one line each, and then those of the
# defence; of the excuse he keeps 4 points. The dog is the defence's.
JUST_ENOUGH = {
    3: (
        ["A21 RC RD", "A1 RH RS", "A20 VC 1C", "A19 VD 1D"],  # 13.5 13.5 2.5 2.5, and 4
        ["A21 RC RD", "A1 RH RS", "A20 DC 1C"],  # 13.5 13.5 4.5, and 4
        ["EX 2S 3S", "1H 4S DS"],
    ),
    2: (
        ["A21 RC RD", "A20 RH RS", "A19 DC DD", "A1 DH CC"],  # 13.5 9.5 7.5 10.5
        ["A21 RC RD", "A20 RH RS", "A19 DC DD", "A1 1C 1D", "A18 DH 2D"],  # 13.5 9.5 7.5 5.5 4.5
        ["1S 2S 3S"],
    ),
    1: (
        # 13.5 10.5 10.5 7.5 5.5, and 3.5 or 1.5 1.5
        ["A21 RH RS", "RC DC CC", "RD DD CD", "A20 DH DS", "A19 CH CS", "A18 VH VS"],
        ["A21 RH RS", "RC DC CC", "RD DD CD", "A20 DH DS", "A19 CH CS", "A18 1H 1S", "A17 2H 2S"],
        ["3S 4S 5S"],
    ),
}


@pytest.mark.parametrize("bouts", JUST_ENOUGH)
def test_as_many_points_as_are_needed_are_enough_and_half_a_point_less_is_not(bouts):
    enough, too_few, lost = JUST_ENOUGH[bouts]
    for won, pay in ((enough, 25 * 6), (too_few, -(25 + 1) * 6)):
        tricks = [trick.split() for trick in (*won, *lost)]
        hands = " | ".join(" ".join(hand) for hand in zip(*tricks, strict=True))
        played = [" ".join(trick) for trick in tricks]
        if bouts == 3:  # seat 2 has taken the trick with the excuse, and leads
            played[-1] = "DS 1H 4S"
        assert pays(hands, " ".join(played), "garde contre") == pay


def test_in_garde_contre_the_dog_counts_for_the_defence():
    # The taker has RD 1D 2D: 5.5 points and no bout, lost by 50.5.
    hands, play = "1C RD | RC 1D | 2C 2D", "1C RC 2C 1D 2D RD"
    assert pays(hands, play, "garde contre") == -(25 + 51) * 6


# Contracts

DOG = "5C 6C 7C 8C 9C 10C"
EIGHTEEN = "RC DC 1C 2C | 1D 2D 3D 4D | 1H 2H 3H 4H"


@pytest.mark.parametrize("contract, times", [("petite", 1), ("garde", 2)])
def test_petite_and_garde_count_once_and_twice(contract, times):
    # All tricks and the six cards laid away: 16 points, lost by 40; and it is a slam.
    game, state = begun(EIGHTEEN, contract, dog=DOG)
    do(game, state, *DOG.split())
    do(game, state, *"RC 1D 1H DC 2D 2H 1C 3D 3H 2C 4D 4H".split())
    assert settled(state) == -(25 + 40) * times + 200


def test_with_a_fixed_contract_the_dog_counts_for_the_taker_at_petite():
    game, state = drawn("1C RD | RC 1D | 2C 2D", contract="fixed", slams="off", handfuls="off")
    do(game, state, *"1C RC 2C 1D 2D RD".split())
    assert settled(state) == 25 + 50


# The petit at the end


def test_the_taker_s_petit_at_the_end_adds_ten_to_a_deal_that_is_won():
    # The defence has 1C RC 2C: 85.5 with three bouts, won by 49.5.
    assert pays("1C A1 | RC 3C | 2C 4C", "1C RC 2C 3C 4C A1") == (25 + 50 + 10) * 4


def test_the_petit_lost_at_the_end_takes_ten_from_a_deal_that_is_won():
    # The defence has 1C RC 2C A2 4C A1: 80 with two bouts, won by 39.
    hands, play = "RD 1C A1 | 1D RC A2 | 2D 2C 4C", "RD 1D 2D 1C RC 2C A2 4C A1"
    assert pays(hands, play) == (25 + 39 - 10) * 4


def test_the_petit_at_the_end_of_the_defence_adds_ten_to_a_deal_that_is_lost():
    # The taker has RD 1D 2D: 5.5 with no bout, lost by 50.5.
    hands, play = "RD 1C 4C | 1D RC 3C | 2D 2C A1", "RD 1D 2D 1C RC 2C 3C A1 4C"
    assert pays(hands, play, "garde contre") == -(25 + 51 + 10) * 6


def test_the_taker_s_petit_at_the_end_takes_ten_from_a_deal_that_is_lost():
    # The taker has 3C 4C A1: 5.5 with one bout, lost by 45.5.
    hands, play = "1C A1 | RC 3C | 2C 4C", "1C RC 2C 3C 4C A1"
    assert pays(hands, play, "garde contre") == -(25 + 46 - 10) * 6


def test_the_petit_in_an_earlier_trick_adds_nothing():
    # The defence has 1C RC 2C, once more: won by 49.5.
    assert pays("A1 1C | 3C RC | 4C 2C", "A1 3C 4C 1C RC 2C") == (25 + 50) * 4


# The excuse


def test_the_excuse_stays_with_its_side_which_gives_half_a_point_for_it():
    # The defence has EX, and 1D RD 2D less half a point: 9.5. The taker 81.5 with two bouts.
    assert pays("RC 1D | EX RD | 1C 2D", "RC EX 1C 1D RD 2D") == (25 + 41) * 4


def test_a_side_with_no_card_of_half_a_point_gives_the_excuse_itself():
    # The defence has VD RD DD: 9.5. The taker 81.5 with three bouts.
    assert pays("RC VD | EX RD | 1C DD", "RC EX 1C VD RD DD") == (25 + 46) * 4


def test_the_excuse_in_a_trick_of_its_own_side_costs_nothing():
    # The defence has 1C EX RC, and the taker the rest: 81.5 with two bouts.
    assert pays("1C RD | EX 1D | RC 2D", "1C EX RC 2D RD 1D") == (25 + 41) * 4


def test_the_excuse_in_the_last_trick_goes_to_the_other_side():
    # The defence has 1C RC 2C: the taker 85.5 with three bouts.
    hands, play = "RD 1C 4C | 1D RC EX | 2D 2C 3C", "RD 1D 2D 1C RC 2C EX 3C 4C"
    assert pays(hands, play) == (25 + 50) * 4


def test_the_excuse_in_the_last_trick_is_lost_even_if_its_side_takes_the_trick():
    # The defence has 1C RC 2C, and 5C 4C: the taker 84.5 with three bouts.
    hands, play = "RD 1C 4C | 1D RC EX | 2D 2C 5C", "RD 1D 2D 1C RC 2C EX 5C 4C"
    assert pays(hands, play) == (25 + 49) * 4


def test_the_excuse_takes_the_last_trick_when_its_side_has_taken_all_others():
    # The taker has all: 91 with three bouts, won by 55, and a slam.
    assert pays("RC EX | 1C 1D | 2C 2D", "RC 1C 2C EX 1D 2D") == (25 + 55) * 4 + 200


# Slams


def announced(hands: str, play: str) -> int:
    game, state = drawn(hands, handfuls="off")
    do(game, state, "garde sans", "passe", "passe", "chelem")
    return settled(do(game, state, *play.split()))


def test_a_slam_announced_and_made_is_400():
    assert announced("RC RD | 1C 1D | 2C 2D", "RC 1C 2C RD 1D 2D") == (25 + 55) * 4 + 400


def test_a_slam_announced_and_failed_costs_200_of_a_deal_that_is_won():
    # The defence has RD 1D 2D: the taker 85.5 with three bouts.
    assert announced("RC 1D | 1C RD | 2C 2D", "RC 1C 2C 1D RD 2D") == (25 + 50) * 4 - 200


def test_a_slam_announced_and_failed_costs_200_more_of_a_deal_that_is_lost():
    # The taker has RD 1D 2D, and the dog is the defence's: 5.5 with no bout, lost by 50.5.
    game, state = drawn("1C RD | RC 1D | 2C 2D", handfuls="off")
    do(game, state, "garde contre", "passe", "passe", "chelem")
    do(game, state, *"1C RC 2C 1D 2D RD".split())
    assert settled(state) == -(25 + 51) * 6 - 200


def test_a_slam_of_the_defence_is_200_for_each():
    # The taker has nothing, lost by 56.
    assert pays("1C 1D | RC RD | 2C 2D", "1C RC 2C RD 2D 1D", "garde contre") == -(81 * 6 + 200)


def test_a_slam_announced_costs_200_and_the_slam_of_the_defence_200_more():
    game, state = drawn("1C 1D | RC RD | 2C 2D", handfuls="off")
    do(game, state, "garde contre", "passe", "passe", "chelem")
    assert settled(do(game, state, *"1C RC 2C RD 2D 1D".split())) == -(25 + 56) * 6 - 400


def test_the_excuse_of_the_defence_takes_the_last_trick_of_its_slam_and_the_petit_in_it():
    # The taker has nothing, lost by 56: the petit at the end is the defence's, and so is the slam.
    hands, play = "1C A1 | RC 1D | 2C EX", "1C RC 2C 1D EX A1"
    assert pays(hands, play, "garde contre") == -(25 + 56 + 10) * 6 - 200


def test_with_the_excuse_last_the_petit_in_the_trick_before_is_at_the_end():
    play = "A1 1C 2C EX 1D 2D"
    assert pays("A1 EX | 1C 1D | 2C 2D", play) == (25 + 55 + 10) * 4 + 200
    assert announced("A1 EX | 1C 1D | 2C 2D", play) == (25 + 55 + 10) * 4 + 400


def test_without_a_slam_the_petit_in_the_trick_before_is_not_at_the_end():
    hands, play = "1C A1 EX | RC 3C 1D | 2C 4C 2D", "1C RC 2C 3C 4C A1 EX 1D 2D"
    # The defence has 5.5, EX 4.5, 1D 2D 1: 11. The taker 80 with two bouts.
    assert pays(hands, play) == (25 + 39) * 4


# Handfuls

SHOWN = "RC A21 | A2 A3 | 1C 2C"
SHOWN_PLAY = "RC A2 1C A3 2C A21"


def with_handful(contract: str, seat: int) -> int:
    """Seats 0 and 1 have trumps enough (one, or two) and one of them shows them."""
    enough = (1, 8, 9) if seat == 0 else (2, 8, 9)
    game, state = drawn(SHOWN, enough=enough, slams="off")
    do(game, state, contract, "passe", "passe")
    for other in range(3):
        do(game, state, "poignée" if other == seat else "pas de poignée")
    return settled(do(game, state, *SHOWN_PLAY.split()))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_winning_side_gets_the_points_of_every_handful(seat):
    # The defence has RC A2 1C: the taker 85.5 with three bouts.
    assert with_handful("garde sans", seat) == (25 + 50) * 4 + 20
    # The taker has A3 2C A21: 5.5 with one bout.
    assert with_handful("garde contre", seat) == -((25 + 46) * 6 + 20)


@pytest.mark.parametrize(
    "word, points", [("poignée", 20), ("double poignée", 30), ("triple poignée", 40)]
)
def test_handfuls_count_20_30_and_40(word, points):
    hands = "A19 A20 A21 | 1C 2C 3C | RD 1D 2D"
    game, state = drawn(hands, enough=(1, 2, 3), slams="off")
    do(game, state, "garde sans", "passe", "passe", word, "pas de poignée", "pas de poignée")
    do(game, state, *"A19 1C 1D A20 2C 2D A21 3C RD".split())
    assert settled(state) == (25 + 55) * 4 + points + 200


ALL_TRICKS = "A19 A20 A1 | 1C 2C 3C | RD 1D 2D"


@pytest.mark.parametrize(
    "contract, paid",
    [
        # All 91 points with three bouts; the petit at the end, the handful and the slam are his.
        ("garde sans", (25 + 55 + 10) * 4 + 30 + 200),
        # 12.5 points with one bout, lost by 38.5: the handful is the defence's, petit and slam not.
        ("garde contre", -((25 + 39 - 10) * 6 + 30) + 200),
    ],
)
def test_petit_handful_and_slam_in_one_deal(contract, paid):
    game, state = drawn(ALL_TRICKS, enough=(2, 3, 9))
    do(game, state, contract, "passe", "passe", "pas de chelem", "double poignée")
    do(game, state, "pas de poignée", "pas de poignée", *"A19 1C 1D A20 2C 2D A1 3C RD".split())
    assert settled(state) == paid


# Several deals


def test_scores_add_up_over_the_deals():
    game, state = drawn("1C RD RH DH | RC 1D 1H 2H | 2C 2D 3H 4H", deals="3", handfuls="off")
    state.chance = Stream(1)
    do(game, state, "garde sans", "passe", "passe", "pas de chelem")
    do(game, state, *"1C RC 2C 1D 2D RD RH 1H 3H DH 2H 4H".split())
    each = (25 + 50) * 4
    assert [state.points(seat) for seat in range(3)] == [2 * each, -each, -each]
    assert (state.deal, state.dealer, state.turn) == (1, 0, 1)
