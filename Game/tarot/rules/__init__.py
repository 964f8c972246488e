"""French Tarot for three: the rules.

78 cards: four suits of 14 (roi, dame, cavalier, valet, 10 to 1), 21 trumps and the excuse. Each of
three seats is dealt 24 cards, the dog six. A deal in which a hand has the petit as its only trump,
and no excuse, is dealt again. Each seat in turn, from the dealer's right, passes or bids higher
than the seats before. If all pass, the next seat deals. The highest bidder, the taker, plays alone
against two. At petite and garde the dog is shown and goes into the taker's hand. The taker lays
six cards away: no king, no bout, and trumps only if nothing else is left; these trumps are shown.
At the higher contracts the dog stays hidden. The taker may announce a slam, and then leads. Each
seat in turn may show a handful: its highest trumps, and the excuse only if it needs it to have
enough.

A seat follows the suit that is led. If it cannot, it plays a trump; if it has no trump, any card.
A trump must be higher than the highest trump of the trick if that is possible. The excuse may
always be played, and when it is led the next card decides the suit. The highest trump takes the
trick, or else the highest card of the suit. The excuse stays with its side, which gives a card of
half a point for it, or the excuse itself if it has no such card at the end. In the last trick the
excuse goes to the other side, with one exception: if its side has taken all other tricks, the
excuse takes the last one.

The taker wins with 56, 51, 41 or 36 points with 0, 1, 2 or 3 bouts. The losing side pays
(25 + the difference, rounded up, + 10 for the petit in the last trick) times the contract,
+ handfuls. The 10 points are for the side that takes the trick, the handfuls for the side that
wins. A slam is worth 200 more, 400 if it was announced, and costs 200 if it was announced and not
made. The taker pays each of the two others, or is paid by each of them.

`deck` has the numbers, `position` the data. The rules are functions of a position: `phases` (from
one part of a deal to the next), `auction` (everything before the first card), `tricks` and `score`.
"""
