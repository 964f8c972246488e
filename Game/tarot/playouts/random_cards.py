"""Random legal cards for imagined games of French Tarot, chosen without making a list."""

from Game.core.stream import Stream
from Game.tarot.rules.deck import EXCUSE, GROUPS, NOBODY, SEATS, SUIT, THE_EXCUSE, TRUMPS
from Game.tarot.rules.masks import count, nth
from Game.tarot.rules.position import TarotPosition
from Game.tarot.rules.tricks import allowed_trumps, demanded_group, put_card

LOW_HALF = 0xFFFFFFFF  # of a random word


def play_at_random(position: TarotPosition, stream: Stream) -> None:
    """Play random cards to the end of the deal. Facts that they show about hands are not noted."""
    luck = [0] * 40
    left = SEATS * position.size - position.played_count
    stream.fill(luck, (left + 1) // 2)
    for i in range(left):
        chosen = luck[i >> 1] >> ((i & 1) << 5) & LOW_HALF
        put_card(position, any_card(position, chosen))


def any_card(position: TarotPosition, chosen: int) -> int:
    """The legal card that these 32 random bits choose."""
    base = position.turn * GROUPS
    group = demanded_group(position, base)
    if group == TRUMPS:
        mask = allowed_trumps(position, base) | position.hand[base + TRUMPS] & THE_EXCUSE
        pick = chosen * count(mask) >> 32
    elif group != NOBODY:
        mask = position.hand[base + group]
        n = count(mask)
        excuse = 1 if position.hand[base + TRUMPS] & THE_EXCUSE else 0
        pick = chosen * (n + excuse) >> 32
        if pick == n:
            return EXCUSE
    else:
        pick = chosen * (position.size - position.played_count // SEATS) >> 32
        group = 0
        mask = position.hand[base]
        n = count(mask)
        while pick >= n and group < TRUMPS:
            pick -= n
            group += 1
            mask = position.hand[base + group]
            n = count(mask)
    return group * SUIT + nth(mask, pick)
