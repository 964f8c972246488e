"""The French suits, drawn large enough for a phone; and the trumps of the Tarot."""

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
STAR = '<path class="gold edge" d="M32 20 37 40 56 36 41 49 50 67 32 58 14 67 23 49 8 36 27 40Z"/>'
COURT = {"J": 1, "Q": 2, "K": 3, "V": 1, "C": 1, "D": 2, "R": 3}  # how many points its crown has


def face(suit: str, rank: str) -> str:
    """The face of a card of a suit."""
    shape = SUITS[suit]
    tint = "suit-red" if shape in RED else "suit-black"
    corner = (
        f'<text class="rank" x="5" y="21">{rank}</text>'
        f'<use href="#suit-{shape}" x="5" y="25" width="14" height="14"/>'
    )
    if rank in COURT:
        crown = _crown(COURT[rank])
        middle = (
            f'<rect class="panel-face" x="22" y="16" width="36" height="64" rx="3"/>{crown}'
            f'<use href="#suit-{shape}" x="27" y="42" width="26" height="26"/>'
        )
    else:
        middle = f'<use href="#suit-{shape}" x="20" y="44" width="38" height="38"/>'
    return (
        f'<rect class="paper" width="64" height="96" rx="5"/><g class="{tint}">{corner}{middle}</g>'
    )


def trump(number: str) -> str:
    """The face of a trump of the Tarot, or of the excuse."""
    paper = '<rect class="paper" width="64" height="96" rx="5"/>'
    panel = '<rect class="trump-face" x="5" y="5" width="54" height="86" rx="3"/>'
    if number == "EX":
        return f'{paper}{panel}{STAR}<text class="trump-word" x="32" y="84">EX</text>'
    small = f'<text class="trump-index" x="9" y="21">{number}</text>'
    turned = small.replace("<text", '<text transform="rotate(180 32 48)"')
    return f'{paper}{panel}<text class="trump-number" x="32" y="60">{number}</text>{small}{turned}'


def _crown(points: int) -> str:
    """A cap for the lowest court card, and a crown with ever more points for the others."""
    if points == 1:
        return '<path class="gold edge" d="M29 36Q31 22 40 22 49 22 51 36Z"/>'
    step = 20 / (2 * points)
    zigzag = "".join(f"L{30 + i * step:.4g} {30 if i % 2 else 22}" for i in range(2 * points + 1))
    return f'<path class="gold edge" d="M30 36{zigzag}L50 36Z"/>'


SYMBOLS = "".join(
    f'<symbol id="suit-{name}" viewBox="-10 -10 20 20">{shape}</symbol>'
    for name, shape in SHAPES.items()
)
