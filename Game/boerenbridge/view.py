"""What a seat may know in BoerenBridge: its own hand, and everything that was bid and played."""

from msgspec import Struct


class Past(Struct, frozen=True, array_like=True, gc=False):
    """A finished round, as everybody saw it."""

    cards: int
    trump: int
    opener: int
    bids: bytes
    played: bytes
    won: bytes  # the tricks of each seat


class BoerenBridgeView(Struct, frozen=True, array_like=True, gc=False):
    """Cards are numbers of the French deck, suits 0 to 3; a row of them is a row of bytes."""

    seat: int  # whose view it is
    turn: int  # the seat that bids or plays next, -1 when the game is over
    round: int  # from 0
    cards: int  # dealt to each seat in this round
    trump: int  # its suit
    opener: int  # the seat that bids first and leads first; the dealer sits before it, bids last
    leader: int  # the seat that led the trick on the table, or leads the next
    calling: bool  # are bids still to be made?
    bids: bytes  # the bids in the order they were made; a fifth is the dealer's change
    played: bytes  # the cards of this round in the order they were played
    hand_sizes: bytes  # how many cards each seat holds
    won: bytes  # the tricks of each seat in this round
    voids: bytes  # for each seat, a bit for each suit that it did not follow
    hand: bytes  # the seat's own cards
    scores: tuple[int, int, int, int]  # of the finished rounds
    past: tuple[Past, ...]  # the rounds before this one
