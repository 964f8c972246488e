"""What a seat may know in French Tarot."""

from msgspec import Struct


class TarotView(Struct, frozen=True, array_like=True, gc=False):
    """Cards are numbers of the Tarot deck; rows of cards are bytes.

    What play has shown of the other hands (no more of a suit, no trump, none above another) is in
    `played`, which has every card of the deal in order.
    """

    seat: int  # who looks
    turn: int  # who is to act, -1 when the game is over
    deal: int  # which deal of the game this is, from 0
    dealer: int
    phase: int  # a number of `Game.tarot.rules.deck.PHASES`
    scores: tuple[int, int, int]  # of the deals before
    bids: bytes  # from the dealer's right: numbers of `Game.tarot.rules.deck.CONTRACTS`
    taker: int  # -1 while there is none
    contract: int  # the highest bid so far
    slam: bool  # did the taker announce a slam?
    dog: bytes  # once it was shown
    aside: int  # how many cards lie aside: the dog, or what was laid away for it
    laid: bytes  # those among them that the seat knows: all its own, and the trumps of another
    handfuls: tuple[bytes, bytes, bytes]  # the trumps that each seat has shown
    debt: int  # the seat that still owes a card for the excuse, -1 for none
    leader: int  # who led the trick on the table, or leads it
    hand: bytes  # the seat's own hand
    played: bytes  # every card played in this deal, in order
