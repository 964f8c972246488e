"""What a seat may know in Brisca."""

from msgspec import Struct

HIDDEN = -1


class BriscaView(Struct, frozen=True, array_like=True, gc=False):
    """Cards are numbers of the Spanish deck; a row of cards is a row of bytes, oldest first."""

    seat: int  # who looks
    turn: int  # who is to play, -1 when the game is over
    leader: int  # who led the trick on the table
    trump: int  # the card turned up
    holder: int  # who drew the turned-up card and still holds it, -1 while it lies in the deck
    deck: int  # how many cards are left to draw
    held: bytes  # how many cards each seat holds
    hand: bytes  # the cards in the seat's own hand
    table: bytes  # the trick so far
    won: tuple[bytes, bytes, bytes, bytes]  # the cards won by each seat
