"""Draws the trumps of the Tarot and the excuse: a large number on a tinted card.

The three bouts have a golden frame, because they decide how many points the taker needs.
"""

BOUTS = ("1", "21", "EX")
STAR = "M0-5 1.3-1.7 4.8-1.6 2.1.6 3 4 0 2.1-3 4-2.1.6-4.8-1.6-1.3-1.7Z"
JESTER = (  # in the field of the card
    '<path class="coat edge" d="M14 88Q15 66 27 63H37Q49 66 50 88Z"/>'
    '<path class="trim edge" d="M18 64 24 74 28 65 32 75 36 65 40 74 46 64 32 60Z"/>'
    '<circle class="skin edge" cx="32" cy="52" r="9.5"/>'
    '<path class="ink" d="M27.6 50.6h2v2h-2ZM34.4 50.6h2v2h-2Z"/>'
    '<path class="smile" d="M27.6 56Q32 60 36.4 56"/>'
    '<path class="coat edge" d="M22 51Q19 40 9 44 12 28 26 34L32 44Z"/>'
    '<path class="trim edge" d="M42 51Q45 40 55 44 52 28 38 34L32 44Z"/>'
    '<path class="red edge" d="M22 51Q24 33 32 24 40 33 42 51 32 42 22 51Z"/>'
    '<circle class="gold edge" cx="9" cy="45" r="3.2"/><circle class="gold edge" cx="55" cy="45" '
    'r="3.2"/><circle class="gold edge" cx="32" cy="23" r="3.2"/>'
)


def face(number: str) -> str:
    """The face of a trump, or of the excuse."""
    bout = "bout" if number in BOUTS else ""
    paper = '<rect class="paper" width="64" height="96" rx="5"/>'
    panel = f'<rect class="trump-face {bout}" x="2.5" y="2.5" width="59" height="91" rx="3.5"/>'
    index = f'<text class="trump-index" x="6.5" y="21">{number}</text>'
    if number == "EX":
        return f'{paper}{panel}{index}<g class="of-copas">{JESTER}</g>'
    stars = "".join(
        f'<path class="trump-star {bout}" transform="translate({x} {y})" d="{STAR}"/>'
        for x, y in ((32, 33), (32, 79))
    )
    turned = index.replace("<text", '<text transform="rotate(180 32 48)"')
    return (
        f'{paper}{panel}<path class="trump-band" d="M8 40H56M8 72H56"/>{stars}'
        f'<text class="trump-number" x="31" y="67">{number}</text>{index}{turned}'
    )
