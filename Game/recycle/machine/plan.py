"""The plan of a game: where each place, number and point map is kept, and what its cards look like.

A plan is made once from a description. The compiler and every table of the game share it.
"""

from Game.recycle.reading.nodes import Description, Node

Rows = dict[tuple[str, str], int]  # (kind, NAME) -> the number of the row

KINDS = {"vloc": "VISIBLE", "iloc": "INVISIBLE", "hloc": "HIDDEN", "mem": "MEMORY"}


class Plan:
    """Places are numbered row by row. A row holds a place of the same kind and NAME for each owner:
    the game (0), the players, and then the teams. Numbers that a game stores have rows of their
    own. A face is what is printed on a card; equal cards have the same face.
    """

    def __init__(self, description: Description) -> None:
        nodes = [node for part in description.parts for node in part.walk()]
        self.names = description.names
        self.players = description.players
        self.owners = 1 + self.players + max(len(description.teams), self.players)
        self.fuel, self.as_first_engine = description.work, description.as_first_engine
        # What each variable is bound to. A node that binds one has its number after that.
        self.bound: dict[int, Node] = {
            node.parts[1]: node.parts[0]
            for node in nodes
            if len(node.parts) > 1 and isinstance(node.parts[1], int)
        }
        self.rows = self._rows(nodes, "place")
        self.store_rows = self._rows(nodes, "store")
        self.labels = tuple(self.rows)
        self.store_names = tuple([name for _, name in self.store_rows])
        maps = {node.parts[0] for node in nodes if node.op == "put"}
        self.maps = {name: number for number, name in enumerate(sorted(maps))}
        self.memories = [kind == "mem" for kind, _ in self.labels for _ in range(self.owners)]
        decks = [node.parts[1] for node in nodes if node.op == "create_deck"]
        cards = dict.fromkeys(card for deck in decks for card in deck)
        self.faces = {card: number for number, card in enumerate(cards)}
        self.attributes = [dict(card) for card in self.faces]
        # Each face as transcripts write it, and as people do.
        self.face_texts = [";".join([f"{key}={text}" for key, text in card]) for card in self.faces]
        self.face_names = [" ".join(one.values()) for one in self.attributes]

    def _rows(self, nodes: list[Node], op: str) -> Rows:
        """All places, or all stored numbers, that the description can name."""
        rows: Rows = {}
        for node in nodes:
            if node.op == op or (op == "store" and node.op in ("set", "inc", "dec")):
                kind = node.parts[1] if op == "place" else "sto"
                name = node.parts[2] if op == "place" else node.parts[1]
                for text in self.possible_names(name):
                    rows.setdefault((kind, text), len(rows))
        return rows

    def possible_names(self, node: Node) -> tuple[str, ...]:
        """What a name can be. If it is computed from cards, it can be any NAME of the text."""
        if node.op == "name":
            return (str(node.parts[0]),)
        if node.op == "row":
            return tuple([text for one in node.parts[0] for text in self.possible_names(one)])
        if node.op == "variable":
            return self.possible_names(self.bound[node.parts[0]])
        return self.possible_names(node.parts[0]) if node.op == "filter" else self.names

    # Places

    def owner_text(self, owner: int) -> str:
        if owner == 0:
            return "table"
        return f"p{owner - 1}" if owner <= self.players else str(owner - 1 - self.players)

    def place_text(self, place: int) -> str:
        """A place as transcripts write it."""
        row, owner = divmod(place, self.owners)
        kind, name = self.labels[row]
        return f"{self.owner_text(owner)}:{KINDS[kind]}:{name}"

    def sight(self, teams: tuple[tuple[int, ...], ...]) -> list[int]:
        """The seats that see into each place: one bit for each seat."""
        everyone = (1 << self.players) - 1
        sight = []
        for kind, _ in self.labels:
            for owner in range(self.owners):
                seats = everyone if kind in ("vloc", "mem") else 0
                if kind == "iloc" and 1 <= owner <= self.players:
                    seats = 1 << (owner - 1)
                elif kind == "iloc" and 0 <= owner - 1 - self.players < len(teams):
                    seats = sum([1 << seat for seat in teams[owner - 1 - self.players]])
                sight.append(seats)
        return sight
