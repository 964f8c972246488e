"""The phases of a deal of French Tarot, from shuffling to the next deal."""

from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.tarot.rules.deck import ANNOUNCE, BID, GROUPS, NOBODY, PLAY, SEATS, SHOW
from Game.tarot.rules.masks import bit_of, cards_in, group_of
from Game.tarot.rules.position import TarotPosition


def shuffle(position: TarotPosition, stream: Stream | None) -> None:
    """Deal the cards, four at a time from the dealer's right, and begin."""
    if stream is None:
        raise ValueError(
            "The next deal needs random numbers, and the state has none: "
            "set its `chance` to a Stream."
        )
    pack = []
    for group in range(GROUPS):
        pack += cards_in(position.pack[group], group)
    begin(position)
    while True:
        stream.shuffle(pack)
        for i in range(SEATS * GROUPS):
            position.hand[i] = 0
        for i in range(SEATS * position.size):
            seat = (position.dealer + 1 + i // 4) % SEATS
            card = pack[i]
            position.hand[seat * GROUPS + group_of(card)] |= bit_of(card)
        position.set_aside(pack[SEATS * position.size :])
        if not position.is_petit_alone():
            return


def begin(position: TarotPosition) -> None:
    """Start a deal whose cards are dealt: the first seat bids, unless the contract is fixed."""
    position.phase = BID
    position.bid_count = 0
    position.contract = 0
    position.taker = NOBODY
    position.slam = 0
    position.played_count = 0
    position.led = NOBODY
    position.high = 0
    position.power = 0
    position.debt = NOBODY
    for group in range(GROUPS):
        position.dog[group] = 0
    for i in range(SEATS * GROUPS):
        position.barred[i] = 0
    for seat in range(SEATS):
        position.shown[seat] = 0
        position.spent[seat] = 0
        position.tricks[seat] = 0
    for camp in range(2):
        position.won[camp] = 0
        position.bouts[camp] = 0
        position.small[camp] = 0
    position.turn = position.leader = (position.dealer + 1) % SEATS
    if position.is_fixed:
        position.taker = 0
        position.contract = 1
        ask_for_slam(position)


def ask_for_slam(position: TarotPosition) -> None:
    """The contract is settled, and the discard is done. Ask for a slam if it is allowed."""
    position.phase = ANNOUNCE
    position.turn = position.taker
    if not position.has_slams:
        ask_for_handfuls(position)


def ask_for_handfuls(position: TarotPosition) -> None:
    """The seats show handfuls, from the leader on; without handfuls the leader plays a card."""
    position.phase = SHOW if position.has_handfuls else PLAY
    leader = first_leader(position.dealer, position.taker, position.slam)
    position.turn = position.leader = leader


def first_leader(dealer: int, taker: int, slam: int) -> int:
    """The seat that leads first: at the dealer's right, or the taker who announced a slam."""
    return taker if slam else (dealer + 1) % SEATS


def next_deal(position: TarotPosition) -> None:
    """End this deal: the next seat deals, or the game is over."""
    if position.deal + 1 == position.deals:
        position.turn = OVER
        return
    position.deal += 1
    position.dealer = (position.dealer + 1) % SEATS
    shuffle(position, position.chance)
