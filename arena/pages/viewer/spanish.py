"""Draws the Spanish deck. The shape of the signs and the breaks in the frame show the suit.

The breaks are the *pinta*: oros have none, copas one, espadas two, bastos three, above and below.
So the edge alone identifies a suit, in a hand of overlapping cards and for colour-blind readers.
The colours are in the page's style sheet.
"""

BREAKS = {"oros": 0, "copas": 1, "espadas": 2, "bastos": 3}
GAP = 6  # the width of a break

PIPS = {
    "oros": (
        '<circle class="gold edge" r="9"/><circle class="red" r="6.2"/>'
        '<path class="gold" d="M0-5.6 1.5-1.5 5.6 0 1.5 1.5 0 5.6-1.5 1.5-5.6 0-1.5-1.5Z"/>'
        '<circle class="paper" r="1.5"/>'
    ),
    "copas": (
        '<path class="red edge" '
        'd="M-7-8H7C7-1 4 2.5 1.6 3.4V5.6H5V9H-5V5.6h3.4V3.4C-4 2.5-7-1-7-8Z"/>'
        '<path class="gold" d="M-7-8H7L6.6-5H-6.6Z"/><path class="gold" d="M-4 6.6H4V8H-4Z"/>'
        '<path class="gold" d="M0-3.6 1.8-1.4 0 .8-1.8-1.4Z"/>'
    ),
    "espadas": (
        '<path class="steel edge" d="M0-9.6 2-6.6V3.4H-2V-6.6Z"/>'
        '<path class="shine" d="M0-8.6V3.4H-1.2V-6.4Z"/>'
        '<path class="gold edge" d="M-5 3.2H5V5H-5Z"/>'
        '<path class="red edge" d="M-1.1 5H1.1V8H-1.1Z"/>'
        '<circle class="gold edge" cy="8.6" r="1.3"/>'
    ),
    "bastos": (
        '<path class="bark edge" d="M-2.4-4.6-5.4-6.4-6.4-4.2-2.4-1.6ZM2-1.4 5.2-3.2 6.2-1 2 1.6Z'
        'M-2 2.2-4.6.8-5.4 2.8-1.8 5Z"/>'
        '<path class="green edge" d="M-1.6 9.4-3.3-7.4Q0-10.4 3.3-7.4L1.6 9.4Q0 10.2-1.6 9.4Z"/>'
        '<path class="grain" d="M-.9-5.4-.3 7.6M1.2-5.6.7 4"/>'
        '<ellipse class="cut edge" cy="-7.7" rx="3.2" ry="1.5"/>'
    ),
}
TALL = {"espadas", "bastos"}

# The centres of the suit's signs, their size for oros and copas, and their size for tall signs.
PLACES = {
    1: (((32, 48),), 44, 62),
    2: (((32, 29), (32, 67)), 30, 34),
    3: (((32, 24), (32, 48), (32, 72)), 22, 23.5),
    4: (((21, 32), (43, 32), (21, 66), (43, 66)), 21, 31),
    5: (((20, 30), (44, 30), (32, 48), (20, 66), (44, 66)), 19, 26),
    6: (((21, 27), (43, 27), (21, 49), (43, 49), (21, 71), (43, 71)), 18, 23),
    7: (((17, 33), (32, 23), (47, 33), (21, 54), (43, 54), (21, 75), (43, 75)), 15.5, 20),
}

COURTS = {
    10: (  # sota, on foot
        '<path class="stocking edge" d="M26 66H31V84H25ZM33 66H38L39 84H33Z"/>'
        '<path class="shoe" d="M22 86 25 82H31V86ZM33 86V82H39L42 86Z"/>'
        '<path class="coat edge" d="M24 42Q32 37 40 42L43 69H21Z"/>'
        '<path class="trim" d="M21.6 64H42.4L43 69H21ZM30.6 41H33.4V64H30.6Z"/>'
        '<path class="coat edge" d="M24 42 16 54 19 57 26 49ZM40 42 49 50 47 53 39 50Z"/>'
        '<circle class="skin edge" cx="32" cy="33" r="6.6"/>'
        '<path class="trim edge" d="M24 30Q32 20 40 30L42 31.6H22Z"/>'
        '<path class="feather" d="M25 28Q19 24 17 17 26 19 28 26Z"/>'
    ),
    11: (  # caballo, on horseback
        '<path class="horse edge" d="M14 62Q18 56 28 58L38 58 44 46 43 42 46 40 48 43 54 50 53 54'
        ' 49 54 47 62 45 68 47 84H43L40 71 26 71 24 84H20L20 70Q14 70 12 80 9 68 14 62Z"/>'
        '<path class="trim" d="M24 57.6H38L37 64H25Z"/>'
        '<path class="stocking edge" d="M30 56H36L38 72 42 74V76H35Z"/>'
        '<path class="coat edge" d="M25 36Q31 32 37 36L39 59H24Z"/>'
        '<path class="coat edge" d="M36 37 45 36 46 40 38 43Z"/>'
        '<circle class="skin edge" cx="31" cy="28" r="6"/>'
        '<path class="trim edge" d="M23.6 25Q31 15 38.4 25L40 26.4H22Z"/>'
        '<path class="ink" d="M48.6 46.4h1.6v1.6h-1.6z"/>'
    ),
    12: (  # rey
        '<path class="coat edge" d="M23 45Q32 38 41 45L48 86H16Z"/>'
        '<path class="trim" d="M29 43H35L37 86H27ZM16.6 81H47.4L48 86H16Z"/>'
        '<path class="coat edge" d="M23 45 14 58 17 62 26 54ZM41 45 50 55 47 59 39 54Z"/>'
        '<circle class="skin edge" cx="32" cy="34" r="7"/>'
        '<path class="beard" d="M25.4 35Q32 40 38.6 35 38 45 32 48 26 45 25.4 35Z"/>'
        '<path class="gold edge" d="M24 30 23 18 28 24 32 15 36 24 41 18 40 30Z"/>'
        '<path class="red" d="M32 20 33.4 23 32 26 30.6 23Z"/>'
    ),
}


def face(suit: str, number: int) -> str:
    """The face of a card."""
    if number in COURTS:
        inside = (
            f'<use href="#court-{number}" class="of-{suit}" x="-3" width="64" height="96"/>'
            f"{_sign(suit, 49.5, 25, 17)}"
        )
    else:
        places, round_size, tall_size = PLACES[number]
        size = tall_size if suit in TALL else round_size
        inside = "".join(_sign(suit, x, y, size) for x, y in places)
    index = f'<text class="index" x="7.5" y="18">{number}</text>'
    turned = index.replace("<text", '<text transform="rotate(180 32 48)"')
    return f'<use href="#frame-{suit}" width="64" height="96"/>{inside}{index}{turned}'


def _sign(suit: str, x: float, y: float, size: float) -> str:
    half = size / 2
    return (
        f'<use href="#pip-{suit}" x="{x - half:g}" y="{y - half:g}" '
        f'width="{size:g}" height="{size:g}"/>'
    )


def _frame(suit: str) -> str:
    """The frame of a suit, with its breaks above and below."""
    breaks = BREAKS[suit]
    left, right = 7.0, 57.0
    length = (right - left - breaks * GAP) / (breaks + 1)
    starts = [left + i * (length + GAP) for i in range(breaks + 1)]
    edge = "".join(f"M{x:.4g} {y}h{length:.4g}" for y in (4, 92) for x in starts)
    sides = "M7 4Q4 4 4 7V89Q4 92 7 92M57 4Q60 4 60 7V89Q60 92 57 92"
    return (
        f'<symbol id="frame-{suit}" viewBox="0 0 64 96"><rect class="paper" width="64" height="96" '
        f'rx="5"/><path class="frame" d="{sides}{edge}"/></symbol>'
    )


SYMBOLS = "".join(
    [
        *(f'<symbol id="pip-{n}" viewBox="-10 -10 20 20">{d}</symbol>' for n, d in PIPS.items()),
        *(f'<symbol id="court-{n}" viewBox="0 0 64 96">{d}</symbol>' for n, d in COURTS.items()),
        *(_frame(suit) for suit in BREAKS),
    ]
)
