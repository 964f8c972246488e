"""The view of a seat in Brisca: everything that it may know."""

from msgspec import Struct


class BriscaView(Struct, frozen=True, array_like=True, gc=False):
    """Cards are numbers of the Spanish deck; a row of cards is a row of bytes, oldest first."""

    seat: int  # whose view it is
    turn: int  # the seat that plays next, -1 when the game is over
    leader: int  # the seat that led the trick on the table
    trump: int  # the card turned up
    holder: int  # the seat that drew the turned-up card and holds it, -1 while no seat does
    deck: int  # how many cards are left to draw
    hand_sizes: bytes  # how many cards each seat holds
    hand: bytes  # the cards in the seat's own hand
    table: bytes  # the trick so far
    won: tuple[bytes, bytes, bytes, bytes]  # the cards won by each seat
