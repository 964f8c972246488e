"""What a seat may know in French Tarot."""

from msgspec import Struct


class TarotView(Struct, frozen=True, array_like=True, gc=False):
    """Cards are numbers of the Tarot deck; rows of cards are bytes.

    Play also shows which cards other hands do not have. This follows from `played`, which has every
    card of the deal in order.
    """

    seat: int  # whose view this is
    turn: int  # the seat to act, -1 when the game is over
    deal: int  # which deal of the game this is, from 0
    dealer: int
    phase: int  # a number of `Game.tarot.rules.deck.PHASES`
    scores: tuple[int, int, int]  # of the deals before
    bids: bytes  # from the dealer's right: numbers of `Game.tarot.rules.deck.CONTRACTS`
    taker: int  # -1 while there is none
    contract: int  # the highest bid so far
    slam: bool  # did the taker announce a slam?
    dog: bytes  # the dog, once it was shown
    aside: int  # how many cards lie aside: the dog, or the discard
    # Those among them that the seat knows: its own discard, or trumps of another's.
    known_aside: bytes
    handfuls: tuple[bytes, bytes, bytes]  # the trumps that each seat has shown
    debt: int  # the seat that still owes a card for the excuse, -1 for none
    leader: int  # the seat that led the trick on the table, or leads it
    hand: bytes  # the seat's own hand
    played: bytes  # every card played in this deal, in order
