"""French Tarot for three: the rules.

78 cards: four suits of 14 (roi, dame, cavalier, valet, 10 to 1), 21 trumps and the excuse. Each of
three seats is dealt 24, the dog six. A deal with the petit alone (the only trump of a hand, and no
excuse there) is dealt again. Each seat in turn, from the dealer's right, passes or bids higher than
those before. All pass: the next one deals. The highest bidder, the taker, plays alone against two.
After petite and garde the dog is shown and goes into his hand, and he lays six cards away: no king,
no bout, and trumps, which are shown, only where nothing else is left. Otherwise the dog stays
hidden. The taker may announce a slam; he then leads. Each seat in turn may show a handful: its
highest trumps, and the excuse only where it is needed to have enough.

Who can follows the suit that is led, else plays a trump, else anything. A trump goes over the
highest trump of the trick if it can. The excuse may always be played, and when it is led the next
card decides the suit. The highest trump takes the trick, else the highest card of the suit.
The excuse stays with its side, which gives a card of half a point for it, or the excuse itself if
it has none by the end. In the last trick it goes to the other side; but there it takes the trick
when its side has taken all others.

The taker wins with 56, 51, 41 or 36 points with 0, 1, 2 or 3 bouts. The loser's side pays
(25 + the difference, rounded up, + 10 for the petit in the last trick) times the contract,
+ handfuls: 10 is for the side that takes the trick, the handfuls for the side that wins. A slam is
200 more, 400 when announced, and costs 200 when announced and not made. The taker pays, or is
paid by, each of the two.

Not here: how what was won is counted and paid (`score.py`), options and writing (`game.py`), what
seats know and playouts (`state.py`).
"""

from Game.core.state import State
from Game.core.stream import Stream
from Game.core.turn import OVER
from Game.tarot.deck import (
    ANNOUNCE,
    BID,
    BIDS,
    CARDS,
    CONTRACTS,
    DISCARD,
    EXCUSE,
    GROUPS,
    KING,
    NO_HANDFUL,
    NO_SLAM,
    NOBODY,
    PLAY,
    SAY_SLAM,
    SEATS,
    SHOW,
    SUIT,
    TRUMPS,
)
from Game.tarot.masks import bit_of, cards_in, count, group_of, nth
from Game.tarot.score import TarotScore

# Masks of the group of trumps, and of a suit.
ALL_TRUMPS = (1 << 21) - 1
THE_EXCUSE = 1 << 21
BOUT_BITS = 1 | 1 << 20 | THE_EXCUSE
WHOLE_SUIT = (1 << SUIT) - 1
PLAIN = WHOLE_SUIT - (1 << KING)
# Cards that count what the next lower one does: 2 to 10 of a suit, the trumps 3 to 20.
AS_THE_LOWER = (1 << 10) - 2
AS_THE_LOWER_TRUMP = (1 << 20) - 4

GROUP = [0] * 78  # card -> its group
BIT = [0] * 78  # card -> its bit there
POWER = [0] * 78  # card -> its strength, where it may win at all
TAKES_DOG = [0] * 5

for _card in range(CARDS):
    GROUP[_card] = group_of(_card)
    BIT[_card] = bit_of(_card)
    POWER[_card] = 0 if _card == EXCUSE else _card - GROUP[_card] * SUIT + 1
    if GROUP[_card] == TRUMPS and _card != EXCUSE:
        POWER[_card] += SUIT
for _n in range(5):
    TAKES_DOG[_n] = CONTRACTS[_n].takes_dog


class TarotRules(TarotScore):
    """A position that is dealt and played on."""

    # Dealing

    def shuffle(self, stream: Stream | None) -> None:
        """Deal, and begin."""
        if stream is None:
            raise ValueError("the next deal needs luck: give the state a stream as its `chance`")
        pack = []
        for group in range(GROUPS):
            pack += cards_in(self.pack[group], group)
        self.begin()
        while True:
            stream.shuffle(pack)
            for i in range(SEATS * GROUPS):
                self.hand[i] = 0
            for i in range(SEATS * self.size):
                seat = (self.dealer + 1 + i // 4) % SEATS
                card = pack[i]
                self.hand[seat * GROUPS + GROUP[card]] |= BIT[card]
            self.set_aside(pack[SEATS * self.size :])
            if not self.is_petit_alone():
                return

    def begin(self) -> None:
        """The cards are dealt: the first seat speaks, unless the contract is fixed."""
        self.phase = BID
        self.spoken = 0
        self.contract = 0
        self.taker = NOBODY
        self.slam = 0
        self.laid = 0
        self.led = NOBODY
        self.high = 0
        self.power = 0
        self.debt = NOBODY
        for group in range(GROUPS):
            self.dog[group] = 0
        for i in range(SEATS * GROUPS):
            self.barred[i] = 0
        for seat in range(SEATS):
            self.shown[seat] = 0
            self.spent[seat] = 0
            self.taken[seat] = 0
        for camp in range(2):
            self.won[camp] = 0
            self.bouts[camp] = 0
            self.small[camp] = 0
        self.turn = self.leader = (self.dealer + 1) % SEATS
        if self.is_fixed:
            self.taker = 0
            self.contract = 1
            self.move_to_slam()

    def next_deal(self) -> None:
        """The deal is over; the next one deals, or the game is over."""
        if self.deal + 1 == self.deals:
            self.turn = OVER
            return
        self.deal += 1
        self.dealer = (self.dealer + 1) % SEATS
        self.shuffle(self.chance)

    # Choosing

    def legal(self) -> list[int]:
        if self.turn == OVER:
            return []
        if self.phase == PLAY:
            return self.playable()
        if self.phase == BID:
            return [BIDS, *range(BIDS + self.contract + 1, BIDS + len(CONTRACTS))]
        if self.phase == DISCARD:
            return self.layable()
        if self.phase == ANNOUNCE:
            return [NO_SLAM, SAY_SLAM]
        trumps = count(self.hand[self.turn * GROUPS + TRUMPS])
        return [NO_HANDFUL, *[NO_HANDFUL + 1 + n for n in range(3) if trumps >= self.enough[n]]]

    def layable(self) -> list[int]:
        """What the taker may lay away now: plain cards, and trumps where there are none."""
        base = self.turn * GROUPS
        found = []
        for group in range(TRUMPS):
            found += cards_in(self.hand[base + group] & PLAIN, group)
        return found or cards_in(self.hand[base + TRUMPS] & ~BOUT_BITS, TRUMPS)

    def playable(self) -> list[int]:
        base = self.turn * GROUPS
        group = self.demanded(base)
        if group == NOBODY:
            return self.hand_of(self.turn)
        excuse = self.hand[base + TRUMPS] & THE_EXCUSE
        if group == TRUMPS:
            return cards_in(self.allowed_trumps(base) | excuse, TRUMPS)
        found = cards_in(self.hand[base + group], group)
        if excuse:
            found.append(EXCUSE)
        return found

    def offer(self, out: list[int], room: int) -> int:
        """Of cards side by side that count the same, the lowest alone: they are one to a search."""
        if self.turn == OVER or self.phase != PLAY:
            return State.offer(self, out, room)
        base = self.turn * GROUPS
        group = self.demanded(base)
        excuse = self.hand[base + TRUMPS] & THE_EXCUSE
        if group == TRUMPS:
            return self.offer_group(out, 0, room, self.allowed_trumps(base) | excuse, TRUMPS)
        found = 0
        if group != NOBODY:
            found = self.offer_group(out, 0, room, self.hand[base + group], group)
            return self.offer_group(out, found, room, excuse, TRUMPS)
        for group in range(GROUPS):
            found = self.offer_group(out, found, room, self.hand[base + group], group)
        return found

    def offer_group(self, out: list[int], at: int, room: int, mask: int, group: int) -> int:
        """Offer these cards of a group after the `at` that are; returns how many it is now."""
        mask &= ~(mask << 1 & (AS_THE_LOWER_TRUMP if group == TRUMPS else AS_THE_LOWER))
        most = min(count(mask), room - at)
        for i in range(most):
            out[at + i] = group * SUIT + nth(mask, i)
        return at + most

    def demanded(self, base: int) -> int:
        """The group that must be played of the hand that begins at `base`; NOBODY: any card."""
        if self.led == NOBODY:
            return NOBODY
        if self.led != TRUMPS and self.hand[base + self.led]:
            return self.led
        return TRUMPS if self.hand[base + TRUMPS] & ALL_TRUMPS else NOBODY

    def allowed_trumps(self, base: int) -> int:
        """The trumps of a hand that go over the highest of the trick, or else all of them."""
        trumps = self.hand[base + TRUMPS] & ALL_TRUMPS
        over = trumps & -(self.high << 1)
        return over if over else trumps

    # Playing

    def play(self, action: int) -> int:
        if self.phase == PLAY:
            self.lay(action)
        elif self.phase == BID:
            self.bid(action - BIDS)
        elif self.phase == DISCARD:
            self.lay_away(action)
        elif self.phase == ANNOUNCE:
            self.slam = action - NO_SLAM
            self.move_to_handfuls()
        else:
            self.show_handful(action - NO_HANDFUL)
        return self.turn

    def bid(self, contract: int) -> None:
        self.bids[self.spoken] = contract
        self.spoken += 1
        if contract > self.contract:
            self.contract = contract
            self.taker = self.turn
        if self.spoken < SEATS:
            self.turn = (self.turn + 1) % SEATS
        elif self.taker == NOBODY:
            self.next_deal()
        elif TAKES_DOG[self.contract]:
            self.turn = self.taker
            self.phase = DISCARD
            for group in range(GROUPS):
                self.dog[group] = self.aside[group]
                self.hand[self.taker * GROUPS + group] |= self.aside[group]
                self.aside[group] = 0
        else:
            self.move_to_slam()

    def lay_away(self, card: int) -> None:
        base = self.turn * GROUPS
        self.hand[base + GROUP[card]] &= ~BIT[card]
        self.aside[GROUP[card]] |= BIT[card]
        if GROUP[card] == TRUMPS:  # everybody sees it, and knows that nothing else was left
            for group in range(TRUMPS):
                self.barred[base + group] |= PLAIN
        if self.count_aside() == self.spare:
            self.move_to_slam()

    def move_to_slam(self) -> None:
        self.phase = ANNOUNCE
        self.turn = self.taker
        if not self.has_slams:
            self.move_to_handfuls()

    def move_to_handfuls(self) -> None:
        self.phase = SHOW if self.has_handfuls else PLAY
        self.turn = self.leader = self.first_leader()

    def first_leader(self) -> int:
        """Who leads the deal: the seat at the dealer's right, or a taker who announced a slam."""
        return self.taker if self.slam else (self.dealer + 1) % SEATS

    def show_handful(self, size: int) -> None:
        """Show the highest trumps, and the excuse only if they are one too few."""
        if size:
            self.note_handful(self.turn, self.handful(self.turn, self.enough[size - 1]))
        self.turn = (self.turn + 1) % SEATS
        if self.turn == self.leader:
            self.phase = PLAY

    def handful(self, seat: int, n: int) -> int:
        """The `n` trumps that the seat would show."""
        trumps = self.hand[seat * GROUPS + TRUMPS] & ALL_TRUMPS
        hidden = count(trumps) - n
        if hidden < 0:
            return trumps | THE_EXCUSE
        return trumps & -(1 << nth(trumps, hidden))

    def note_handful(self, seat: int, cards: int) -> None:
        """The seat has shown these cards: its other trumps, if any, are lower."""
        self.shown[seat] = cards
        place = seat * GROUPS + TRUMPS
        if cards & THE_EXCUSE:
            self.barred[place] |= ALL_TRUMPS & ~cards
        else:
            self.barred[place] |= ALL_TRUMPS & ~cards & -(1 << nth(cards, 0))

    def lay(self, card: int) -> None:
        """Play a card to the trick."""
        group = GROUP[card]
        bit = BIT[card]
        base = self.turn * GROUPS
        if card != EXCUSE and self.led != NOBODY:
            if group != self.led:
                self.barred[base + self.led] |= ALL_TRUMPS if self.led == TRUMPS else WHOLE_SUIT
                if group != TRUMPS:
                    self.barred[base + TRUMPS] |= ALL_TRUMPS
            if group == TRUMPS and bit < self.high:
                self.barred[base + TRUMPS] |= ALL_TRUMPS & -(self.high << 1)
        self.put(card)

    def put(self, card: int) -> None:
        """The card leaves the hand and joins the trick."""
        group = GROUP[card]
        bit = BIT[card]
        self.hand[self.turn * GROUPS + group] &= ~bit
        self.played[self.laid] = card
        self.laid += 1
        if group == TRUMPS:
            self.spent[self.turn] |= bit
        if card != EXCUSE:
            if self.led == NOBODY:
                self.led = group
            if group == TRUMPS and bit > self.high:
                self.high = bit
            if (group == self.led or group == TRUMPS) and POWER[card] > self.power:
                self.power = POWER[card]
                self.best = self.turn
        if self.laid % SEATS:
            self.turn = self.turn + 1 if self.turn < SEATS - 1 else 0
        else:
            self.take_trick()

    def take_trick(self) -> None:
        """The trick is full: it is counted, and who takes it leads."""
        is_last = self.laid == SEATS * self.size
        winner = self.best
        fool = self.seat_of_excuse()
        if is_last and fool != NOBODY and self.tricks_of(self.camp(fool)) == self.size - 1:
            winner = fool
        camp = self.camp(winner)
        for i in range(self.laid - SEATS, self.laid):
            card = self.played[i]
            if card != EXCUSE:
                self.gain(camp, card)
        if fool != NOBODY:
            owner = self.camp(fool)
            if is_last and winner != fool:
                owner = 1 - owner
            elif owner != camp:
                self.debt = fool
            self.gain(owner, EXCUSE)
        self.taken[winner] += 1
        self.turn = self.leader = winner
        self.led = NOBODY
        self.high = 0
        self.power = 0
        if is_last:
            self.count_deal(winner == fool)
            self.next_deal()

    def seat_of_excuse(self) -> int:
        """Who has played the excuse to this trick, which is full; NOBODY if it is not there."""
        for i in range(SEATS):
            if self.played[self.laid - SEATS + i] == EXCUSE:
                return (self.leader + i) % SEATS
        return NOBODY

    def stop_after_deal(self) -> None:
        self.later += self.deals - self.deal - 1
        self.deals = self.deal + 1

    def side(self, seat: int) -> int:
        return seat

    def team(self, seat: int) -> int:
        """Until there is a taker everybody is alone; then the defence is one team."""
        if self.taker == NOBODY or self.phase == BID:
            return seat
        return self.camp(seat)
