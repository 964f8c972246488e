"""The announcements at a table of BoerenBridge, in the words of the original program."""

from support.boerenbridge import play, position

from Game.boerenbridge.game import BoerenBridge
from Game.boerenbridge.messages import announcements, latest
from Game.boerenbridge.state import BoerenBridgeState
from Game.core.picture import sentence
from Game.core.stream import Stream

HANDS = "AC KC QD | AD KD QC | AH KH QH | AS KS QS"
WORDS = BoerenBridge().words("en")
NAMES = ("North", "East", "South", "West")


def sentences(facts) -> list[str]:
    return [sentence(WORDS, fact, NAMES) for fact in facts]


def said(state: BoerenBridgeState) -> list[str]:
    return sentences(latest(state.view(0)))


def test_a_round_starts_with_its_number_its_cards_trump_and_who_opens():
    state = position(HANDS, trump="S", dealer=1)
    assert said(state) == [
        "Round 1 starts, number of cards: 3",
        "Trump is Spades, South has to open the game",
    ]


def test_a_bid_is_a_guess_and_the_dealer_changes_his():
    assert said(position(HANDS, dealer=1, bids="1")) == ["Player South guesses 1 wins"]
    assert said(position(HANDS, dealer=1, bids="1 0 1 1 2")) == [
        "Player East changes to guessing 2 wins"
    ]


def test_the_card_led_gives_the_suit_of_the_trick_and_who_does_not_follow_has_none():
    state = position(HANDS, dealer=3, bids="1 1 1 1")
    assert said(play(state, "AC")) == [
        "Public Announcement: Player North plays Ace of Clubs",
        "Trick suit is Clubs",
    ]
    assert said(play(state, "QC")) == ["Public Announcement: Player East plays Queen of Clubs"]
    assert said(play(state, "KH")) == [
        "Public Announcement: Player South plays King of Hearts",
        "Public Announcement: Player South does not have suit Clubs",
    ]


def test_the_last_card_of_a_trick_tells_who_wins_it_and_that_the_game_has_ended():
    state = position(
        "AC | KC | QC | 10D", cards=1, trump="D", dealer=3, bids="0 0 0 0", deck="full"
    )
    assert said(play(state, "AC KC QC 10D")) == [
        "Public Announcement: Player West plays 10 of Diamonds",
        "Public Announcement: Player West does not have suit Clubs",
        "Player West wins the trick",
        "Round 1 has ended",
        "The game has ended",
    ]


def test_between_rounds_the_old_one_ends_before_the_new_one_starts():
    state, dice = BoerenBridge(rounds="1,2").deal(Stream(5)), Stream(6)
    while not state.view(0).past:
        state.play(dice.choice(state.legal()))
    assert [line.split()[:2] for line in said(state)[-4:-1]] == [
        ["Player", said(state)[-4].split()[1]],
        ["Round", "1"],
        ["Round", "2"],
    ]
    assert said(state)[-4].endswith("wins the trick")
    assert said(state)[-3] == "Round 1 has ended"


def test_the_announcements_of_a_game_are_those_of_all_its_positions():
    state, dice = BoerenBridge().deal(Stream(1)), Stream(2)
    everything = said(state)
    while not state.is_terminal():
        state.play(dice.choice(state.legal()))
        everything += said(state)
        assert sentences(announcements(state.view(1))) == everything


def test_every_seat_gets_the_same_announcements():
    state, dice = BoerenBridge(rounds="3,2").deal(Stream(3)), Stream(4)
    while not state.is_terminal():
        assert len({tuple(announcements(state.view(seat))) for seat in range(4)}) == 1
        state.play(dice.choice(state.legal()))
