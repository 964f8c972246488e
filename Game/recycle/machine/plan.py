"""The plan of a game: where each place, number and point map is kept, and what its cards look like.

A plan is made once from a description. The compiler and every table of the game share it.
"""

from collections.abc import Sequence

from Game.recycle.reading.dialects import NEW
from Game.recycle.reading.nodes import PLAYER, STORED, Description, Node

Rows = dict[tuple[str, str], int]  # (kind, NAME) -> the number of the row

KINDS = {"vloc": "VISIBLE", "iloc": "INVISIBLE", "hloc": "HIDDEN", "mem": "MEMORY", "oloc": "OTHER"}
NO_TEXT = "NONE"  # a stored text, until the game sets it
MOST_NUMBERED = 64  # places and stores whose names are numbers that the game computes: 0 to 63
NEW_NAMES = tuple(
    [f"NEW{number}" for number in range(1, 17)]
)  # places of one `new` form and one owner that have cards at the same time


class Plan:
    """Places are numbered row by row. A row holds a place of the same kind and NAME for each owner:
    the game (0), the players, and then the teams. Numbers that a game stores have rows of their
    own. A face is what is printed on a card; equal cards have the same face.
    """

    def __init__(self, description: Description) -> None:
        nodes = [node for part in description.parts for node in part.walk()]
        self.names = description.names
        self.is_new = description.dialect == NEW
        self.players = description.players
        self.owners = 1 + self.players + max(len(description.teams), self.players)
        self.fuel, self.as_first_engine = description.work, description.as_first_engine
        # What each variable is bound to. A node that binds one has its number after that.
        self.bound: dict[int, Node] = {
            node.parts[1]: node.parts[0]
            for node in nodes
            if len(node.parts) > 1
            and isinstance(node.parts[1], int)
            and isinstance(node.parts[0], Node)
        }
        decks = [node.parts[1] for node in nodes if node.op == "create_deck"]
        cards = dict.fromkeys(card for deck in decks for card in deck)
        self.faces = {card: number for number, card in enumerate(cards)}
        self.attributes = [dict(card) for card in self.faces]
        self.stored = [node.parts for node in nodes if node.op == "set_text"]
        self.rows = self._rows(nodes, "place")
        self.store_rows = self._rows(nodes, "store")
        self.labels = tuple(self.rows)
        self.store_names = tuple([name for _, name in self.store_rows])
        self.text_rows = self._rows(nodes, "stored_text")
        self.text_names = tuple([name for _, name in self.text_rows])
        # Where the point maps of a kind of owner and a name begin: one map for each owner.
        self.maps: Rows = {}
        self.map_count = 0
        for whose, name in sorted(self._map_keys(nodes)):
            self.maps[whose, name] = self.map_count
            self.map_count += {"game": 1, PLAYER: self.players}.get(whose, self.owners)
        self.memories = [kind == "mem" for kind, _ in self.labels for _ in range(self.owners)]
        # Each face as transcripts write it, and as people do.
        self.face_texts = [";".join([f"{key}={text}" for key, text in card]) for card in self.faces]
        self.face_names = [" ".join(one.values()) for one in self.attributes]

    def _rows(self, nodes: list[Node], op: str) -> Rows:
        """All places, or all stored numbers or texts, that the description can name."""
        rows: Rows = {}
        changes = {"store": ("set", "inc", "dec"), "stored_text": ("set_text",)}.get(op, ())
        for node in nodes:
            if node.op == op or node.op in changes:
                kind = node.parts[1] if op == "place" else STORED[op]
                name = node.parts[2] if op == "place" else node.parts[1]
                for text in self.possible_names(name):
                    rows.setdefault((kind, text), len(rows))
        return rows

    def _map_keys(self, nodes: list[Node]) -> set[tuple[str, str]]:
        """The kinds of owners of point maps, and the names."""
        return {
            (node.parts[0].type, name)
            for node in nodes
            if node.op == "points"
            for name in self.possible_names(node.parts[1])
        }

    def possible_names(self, node: Node) -> tuple[str, ...]:
        """What a name can be. If it is computed from cards, it can be any NAME of the text."""
        if node.op == "name":
            return (str(node.parts[0]),)
        if node.op == "new":
            return NEW_NAMES
        if node.op == "name_of_number":
            numbers = self.possible_numbers(node.parts[0])
            return tuple([str(number) for number in numbers])
        if node.op == "stored_text":
            return (NO_TEXT, *[name for name in self._texts(node) if name != NO_TEXT])
        if self.is_new and node.op == "cardatt" and node.parts[0].op == "name":
            key = node.parts[0].parts[0]
            return tuple(dict.fromkeys(face[key] for face in self.attributes if key in face))
        if node.op == "row":
            return tuple([text for one in node.parts[0] for text in self.possible_names(one)])
        if node.op == "variable":
            return self.possible_names(self.bound[node.parts[0]])
        return self.possible_names(node.parts[0]) if node.op == "filter" else self.names

    def _texts(self, node: Node) -> tuple[str, ...]:
        """What a stored text can be: the texts that the description stores by this name."""
        name = node.parts[1]
        stored = [text for _, other, text in self.stored if other.parts == name.parts]
        if name.op != "name" or any(text.op in ("stored_text", "variable") for text in stored):
            return self.names
        return tuple([one for text in stored for one in self.possible_names(text)])

    def texts_of(self, row: str) -> tuple[str, ...]:
        """What the stored texts of this name can be, when the game has set them."""
        rows, texts = [row], dict[str, None]()
        for one in rows:
            for _, name, text in self.stored:
                if one not in self.possible_names(name):
                    continue
                if text.op == "stored_text":
                    rows += [
                        more for more in self.possible_names(text.parts[1]) if more not in rows
                    ]
                else:
                    texts.update(dict.fromkeys(self.possible_names(text)))
        texts.pop(NO_TEXT, None)
        return tuple(texts)

    def possible_numbers(self, node: Node) -> Sequence[int]:
        """What a number can be that names a place, as far as the text alone says it."""
        if node.op == "number":
            return (node.parts[0],)
        if node.op == "variable" and node.parts[0] in self.bound:
            return self.possible_numbers(self.bound[node.parts[0]])
        if node.op == "row":
            return [number for one in node.parts[0] for number in self.possible_numbers(one)]
        if node.op in ("range", "random"):
            first, last = (self.possible_numbers(part) for part in node.parts)
            return range(min(first), min(max(last), min(first) + MOST_NUMBERED) + 1)
        if node.op == "arithmetic" and node.parts[0] in ("+", "-"):
            lefts, rights = (self.possible_numbers(part) for part in node.parts[1:])
            sign = 1 if node.parts[0] == "+" else -1
            both = sorted({left + sign * right for left in lefts for right in rights})
            return both[:MOST_NUMBERED]
        return range(MOST_NUMBERED)

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
                own = 0
                if 1 <= owner <= self.players:
                    own = 1 << (owner - 1)
                elif 0 <= owner - 1 - self.players < len(teams):
                    own = sum([1 << seat for seat in teams[owner - 1 - self.players]])
                seats = {"iloc": own, "hloc": 0, "oloc": everyone & ~own}.get(kind, everyone)
                sight.append(seats)
        return sight
