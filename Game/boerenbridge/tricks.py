"""Who takes a trick, told from the cards that lie in it. For pictures and messages, not for play:
the state keeps its own count."""

from Game.boerenbridge.deck import OF_THE_SUIT_LED, OF_TRUMP, RANKS, SEATS


def best_place(table: bytes, trump: int) -> int:
    """Which of these cards wins, counted from the one that was led."""

    def worth(card: int) -> int:
        suit = card // RANKS
        more = OF_TRUMP if suit == trump else OF_THE_SUIT_LED if suit == table[0] // RANKS else 0
        return card % RANKS + more

    return max(range(len(table)), key=lambda place: worth(table[place]))


def players(played: bytes, opener: int, trump: int) -> list[int]:
    """Who played each card of a round, and last who leads, or led, the trick after them."""
    seats: list[int] = []
    leader = opener
    for start in range(0, len(played), SEATS):
        trick = played[start : start + SEATS]
        seats += [(leader + place) % SEATS for place in range(len(trick))]
        if len(trick) == SEATS:
            leader = (leader + best_place(trick, trump)) % SEATS
    return [*seats, leader]
