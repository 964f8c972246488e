"""The message board: the messages since the person was last asked."""


class Board:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.has_shown_cards = False  # has a card been laid open, or moved, since then?

    def add(self, line: str) -> None:
        self.lines.append(line[:1].upper() + line[1:])

    def take(self) -> list[str]:
        """The messages since the last call. The board is empty afterwards."""
        lines, self.lines, self.has_shown_cards = self.lines, [], False
        return lines
