"""The observation of a bot in BoerenBridge: its view, and an imagined world in which it can play
on."""

from typing import Any

from Game.boerenbridge.cards import ACTIONS, CARDS, Bid, Card, Play
from Game.boerenbridge.deck import SEATS, SUITS, TEXTS
from Game.boerenbridge.game import SUIT_LETTERS, BoerenBridge
from Game.boerenbridge.messages import PLACES, announcements
from Game.boerenbridge.state import BoerenBridgeState
from Game.boerenbridge.view import BoerenBridgeView, Past
from Game.core.observation import GameObservation
from Game.core.picture import sentence


class BoerenBridgeObservation(GameObservation):
    """Everything is real except the other hands. These are one possible random deal.

    After an action is played with the forward model, everything describes the new position.
    """

    game: BoerenBridge

    def world(self) -> BoerenBridgeState:
        state = super().world()
        assert isinstance(state, BoerenBridgeState)
        return state

    def now(self) -> BoerenBridgeView:
        """The view of this seat, in numbers."""
        view: BoerenBridgeView = self.view if self._world is None else self.world().view(self.seat)
        return view

    @property
    def hand(self) -> list[Card]:
        """The seat's own cards, clubs first, low before high."""
        return [CARDS[card] for card in self.now().hand]

    @property
    def hands(self) -> list[list[Card]]:
        """All four hands. The other three are imagined."""
        world = self.world()
        return [[CARDS[card] for card in world.hand_of(seat)] for seat in range(SEATS)]

    @property
    def trump(self) -> str:
        """The suit: C, D, H or S."""
        return SUIT_LETTERS[self.now().trump]

    @property
    def round(self) -> int:
        """The number of the round, from 0."""
        return self.now().round

    @property
    def rounds(self) -> list[int]:
        """How many cards each round has."""
        return list(self.game.schedule)

    @property
    def cards(self) -> int:
        """How many cards each seat was dealt in this round."""
        return self.now().cards

    @property
    def opener(self) -> int:
        """The seat that bids first and leads first."""
        return self.now().opener

    @property
    def dealer(self) -> int:
        """The seat that bids last."""
        return (self.now().opener - 1) % SEATS

    @property
    def is_bidding(self) -> bool:
        """Are bids still to be made?"""
        return self.now().calling

    @property
    def must_change(self) -> bool:
        """Must the dealer change the bid?"""
        now = self.now()
        return now.calling and len(now.bids) == SEATS

    @property
    def bids_in_order(self) -> list[tuple[int, int]]:
        """The bids in the order they were made, (seat, bid); the dealer's change is a fifth."""
        now = self.now()
        return [((now.opener + min(i, 3)) % SEATS, bid) for i, bid in enumerate(now.bids)]

    @property
    def bids(self) -> list[int | None]:
        """The bid of each seat; None if it has not bid yet."""
        bids: list[int | None] = [None] * SEATS
        for seat, bid in self.bids_in_order:
            bids[seat] = bid
        return bids

    @property
    def tricks(self) -> list[int]:
        """The tricks that each seat has taken in this round."""
        return list(self.now().won)

    @property
    def scores(self) -> list[int]:
        """The scores after the finished rounds."""
        return list(self.now().scores)

    @property
    def hand_sizes(self) -> list[int]:
        """How many cards each seat holds."""
        return list(self.now().hand_sizes)

    @property
    def leader(self) -> int:
        """The seat that led this trick, or leads the next one."""
        return self.now().leader

    @property
    def trick(self) -> list[Card]:
        """The cards on the table, the one led first."""
        played = self.now().played
        return [CARDS[card] for card in played[len(played) // SEATS * SEATS :]]

    @property
    def suit_led(self) -> str | None:
        """The suit led; None if no card lies on the table."""
        trick = self.trick
        return trick[0].suit if trick else None

    @property
    def cards_played(self) -> list[Card]:
        """The cards played in this round, in order."""
        return [CARDS[card] for card in self.now().played]

    @property
    def voids(self) -> list[str]:
        """For each seat the suits that it did not follow, so that it has none of them: "CH"."""
        return [
            "".join(SUIT_LETTERS[suit] for suit in range(SUITS) if void >> suit & 1)
            for void in self.now().voids
        ]

    @property
    def past(self) -> tuple[Past, ...]:
        """The rounds before this one, in numbers."""
        return self.now().past

    def action(self, number: int) -> Bid | Play:
        return ACTIONS[number]

    @staticmethod
    def number(action: Any) -> int:
        if not isinstance(action, (Bid, Play)) or action not in ACTIONS:
            raise ValueError("that is not an action of BoerenBridge: give a Bid or a Play")
        return action.number

    def advance(self, action: Any, heuristic: Any = None) -> float:
        legal = self.world().legal()
        if self.number(action) not in legal:
            choice = " ".join(TEXTS[number] for number in legal) or "nothing: the game is over"
            raise ValueError(f"{action} cannot be played here: the choice is {choice}")
        return super().advance(action, heuristic)

    def messages(self) -> list[str]:
        """All announcements since the game began, with the names of the seats."""
        words = self.game.words("en")
        return [sentence(words, fact, PLACES) for fact in announcements(self.now())]

    def table_text(self) -> str:
        names = [
            f"{self._seat_name(seat):16}{'-' if bid is None else bid:>3}{tricks:>8}{score:>8}"
            for seat, (bid, tricks, score) in enumerate(
                zip(self.bids, self.tricks, self.scores, strict=True)
            )
        ]
        table = [
            f"{PLACES[(self.leader + i) % SEATS]} played {card}"
            for i, card in enumerate(self.trick)
        ]
        nothing = "empty, you bid" if self.is_bidding else "empty, you lead"
        played = self.cards_played
        before = len(played) - len(self.trick)
        last = [
            f"Last trick: {' '.join(map(str, played[before - SEATS : before]))}, "
            f"taken by {PLACES[self.leader]}"
        ]
        shown = [f"{PLACES[seat]} has no {suits}" for seat, suits in enumerate(self.voids) if suits]
        return "\n".join(
            (
                f"Round {self.round + 1} of {len(self.rounds)}, cards each: {self.cards}, "
                f"trump {self.trump}, {self._seat_name(self.dealer)} deals",
                f"{'':16}bid  tricks   score",
                *names,
                *(["The bids add up to the tricks: change yours."] if self.must_change else []),
                *([f"Shown: {', '.join(shown)}"] if shown else []),
                *(last if before else []),
                f"Table: {', '.join(table) or nothing}",
                f"You are {self._seat_name(self.seat)} and hold "
                f"{' '.join(map(str, self.hand))}".rstrip(),
            )
        )

    @staticmethod
    def _seat_name(seat: int) -> str:
        return f"{PLACES[seat]}, seat {seat}"
