"""The French suits, drawn large enough for a phone, and the court cards of both French decks.

A card shows its rank and suit along its left edge and along its upper edge, because cards in a hand
overlap, and the visible edge depends on the seat. The colours are in the page's style sheet. The
trumps of the Tarot are in `trumps.py`.
"""

SHAPES = {
    "clubs": (
        '<circle cy="-4.6" r="4.4"/><circle cx="-4.6" cy="2" r="4.4"/><circle cx="4.6" cy="2" '
        'r="4.4"/><path d="M-1.5-2H1.5Q1.6 6 3.6 9H-3.6Q-1.6 6-1.5-2Z"/>'
    ),
    "diamonds": '<path d="M0-9.6 7 0 0 9.6-7 0Z"/>',
    "hearts": (
        '<path d="M0 9C-4 4.6-9 1.4-9-3.2-9-8-2.6-9.4 0-4.6 2.6-9.4 9-8 9-3.2 9 1.4 4 4.6 0 9Z"/>'
    ),
    "spades": (
        '<path d="M0-9.4C3-5 9-2.4 9 2.2 9 6.4 3.8 7 1.4 4.4 1.5 6.6 2.2 8 3.4 9.2H-3.4C-2.2 8-1.5 '
        '6.6-1.4 4.4-3.8 7-9 6.4-9 2.2-9-2.4-3-5 0-9.4Z"/>'
    ),
}
SUITS = {  # as each deck names them
    "clubs": "clubs", "diamonds": "diamonds", "hearts": "hearts", "spades": "spades",
    "trèfle": "clubs", "carreau": "diamonds", "cœur": "hearts", "pique": "spades",
}  # fmt: skip
RED = {"diamonds", "hearts"}
COURT = {"J": "valet", "V": "valet", "C": "cavalier", "Q": "dame", "D": "dame",
         "K": "roi", "R": "roi"}  # fmt: skip

# Half figures, in a field of 40 by 56.
_ROBE = '<path class="coat edge" d="M3 56Q4 38 15 35H25Q36 38 37 56Z"/>'
_FACE = (
    '<circle class="skin edge" cx="20" cy="24" r="8"/>'
    '<path class="ink" d="M16.4 23.2h1.8v1.8h-1.8ZM21.8 23.2h1.8v1.8h-1.8Z"/>'
)
FIGURES = {
    "valet": (
        f'{_ROBE}<path class="trim" d="M18 36H22V56H18Z"/><path class="hair edge" '
        'd="M11.6 20Q10 32 13 33L15 25H25L27 33Q30 32 28.4 20Z"/>'
        f'{_FACE}<path class="trim edge" d="M10 20Q12 10 22 11 31 12 30 20Z"/>'
        '<path class="feather edge" d="M27 13Q30 2 38 3 37 12 29 16Z"/>'
    ),
    "cavalier": (
        '<path class="horse edge" d="M6 56Q2 40 10 33L8 22 14 27Q28 26 34 42 35 47 31 48L25 45Q22 '
        '50 26 56Z"/><path class="mane" d="M9 32Q4 42 6.6 56H12Q8 44 14 34Z"/>'
        '<path class="ink" d="M19.6 34h2.2v2.2h-2.2Z"/><path class="bridle" d="M24 33 29 46"/>'
        '<path class="coat edge" d="M22 30Q24 22 31 22 38 23 39 34L36 40Q32 30 22 30Z"/>'
        '<circle class="skin edge" cx="30" cy="15" r="6.4"/>'
        '<path class="trim edge" d="M22 13Q23 4 31 5 38 6 38 13Z"/>'
        '<path class="feather" d="M33 6Q36-1 40 1 39 6 35 9Z"/>'
    ),
    "dame": (
        '<path class="hair edge" d="M10 22Q9 12 20 12 31 12 30 22L33 44H7Z"/>'
        f'{_ROBE}<path class="trim" d="M12 36.4Q20 46 28 36.4L25 35H15Z"/>{_FACE}'
        '<path class="gold edge" d="M11 17 9 7 15.4 12 20 5 24.6 12 31 7 29 17Z"/>'
        '<circle class="red" cx="20" cy="41.4" r="2"/>'
    ),
    "roi": (
        f'{_ROBE}<path class="trim" d="M15 35H25L27 56H13Z"/><path class="hair edge" '
        'd="M11 20V30H29V20Z"/>'
        f'{_FACE}<path class="beard edge" d="M12.4 26Q20 31 27.6 26 28 37 20 42 12 37 12.4 26Z"/>'
        '<path class="gold edge" d="M9.6 18 8 4 14.6 10 20 1 25.4 10 32 4 30.4 18Z"/>'
        '<circle class="red" cx="20" cy="13" r="1.8"/>'
    ),
}


def face(suit: str, rank: str) -> str:
    """The face of a card of a suit."""
    shape = SUITS[suit]
    tint = "suit-red" if shape in RED else "suit-black"
    corner = (
        f'<text class="rank" x="4.5" y="20">{rank}</text>{_sign(shape, 4.5, 24, 14)}'
        f"{_sign(shape, 47, 5, 13)}"
    )
    if rank in COURT:
        middle = (
            '<rect class="panel-face" x="19" y="22" width="41" height="70" rx="3"/>'
            f'<use href="#figure-{COURT[rank]}" x="19.5" y="34.5" width="40" height="56"/>'
        )
    else:
        middle = _sign(shape, 20, 42, 40)
    return (
        f'<rect class="paper" width="64" height="96" rx="5"/><g class="{tint}">{corner}{middle}</g>'
    )


def _sign(shape: str, x: float, y: float, size: float) -> str:
    return f'<use href="#suit-{shape}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


SYMBOLS = "".join(
    [
        *(f'<symbol id="suit-{n}" viewBox="-10 -10 20 20">{s}</symbol>' for n, s in SHAPES.items()),
        *(f'<symbol id="figure-{n}" viewBox="0 0 40 56">{f}</symbol>' for n, f in FIGURES.items()),
    ]
)
