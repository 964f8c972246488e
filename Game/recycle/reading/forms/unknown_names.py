"""Finds names in a description that nothing defines: most of them are typing errors.

Attributes and values are defined by the decks, numbers and texts by the actions that change them.
A place is of no use if nothing reads it. But many games have such a place for cards that are out of
play, so a place is only reported if something else speaks for a mistake.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches

from Game.core.options import nearest
from Game.recycle.reading.errors import At, DescriptionError, Remark, Source
from Game.recycle.reading.nodes import NAME, STORED, Description, Node

Key = tuple[str, str, str]  # the owner, the kind and the name of a place, a number or a text

CHANGED = {"set": "store", "inc": "store", "dec": "store", "set_text": "stored_text"}
UNCHANGED = {"store": "0", "stored_text": "NONE"}  # what it holds before it is set
GOALS = {"move": 2, "remember": 2, "create_deck": 0}  # the part that says where a card goes
MEANT = 0.6  # how similar a name must be to stand in a hint
ALIKE = 0.7  # how similar a name must be for one to be taken for a typing error of the other


class UnknownNames:
    def __init__(self, description: Description, source: Source) -> None:
        self.source = source
        self.nodes = [node for root in description.parts for node in root.walk()]
        self.values: dict[str, list[str]] = {}  # of the cards, by attribute
        for node in self.nodes:
            if node.op == "create_deck":
                for attribute, value in {pair: 0 for card in node.parts[1] for pair in card}:
                    known = self.values.setdefault(attribute, [])
                    if value not in known:
                        known.append(value)
        # What each variable is bound to, and whether it is an item of that.
        self.bound = {
            node.parts[1]: (node.parts[0], node.op != "let")
            for node in self.nodes
            if len(node.parts) > 1 and isinstance(node.parts[0], Node) and _binds(node)
        }

    def remarks(self, empty: Collection[Key]) -> list[Remark]:
        """The warnings. An attribute that no card has is an error.

        `empty` has the places that are read although nothing fills them.
        """
        found = [*self.attributes(), *self.comparisons()]
        for op in UNCHANGED:
            found += self.storage(op)
        return [*found, *self.places(empty)]

    # Attributes and values

    def attributes(self) -> Iterator[Remark]:
        for node in self.nodes:
            if node.op in ("cardatt", "partition"):
                for name in self.written_names(node.parts[0]) or ():
                    if name.parts[0] not in self.values:
                        sentence = self.no_attribute(name.parts[0])
                        raise DescriptionError(self.source, name.at, sentence, f"({node.op}")
            elif node.op == "put":
                for pairs, _ in node.parts[1]:
                    for key, value in pairs:
                        yield from self.entry(key, value)

    def entry(self, key: Node, value: Node) -> Iterator[Remark]:
        """What is wrong with a key and a value of a point map."""
        if key.op != "name":
            return
        attribute = key.parts[0]
        if attribute not in self.values:
            yield Remark(key.at, self.no_attribute(attribute))
            return
        for name in self.written_names(value) or ():
            if name.parts[0] not in self.values[attribute]:
                yield Remark(name.at, self.no_value(attribute, name.parts[0]))

    def no_attribute(self, name: str) -> str:
        return f"No card has the attribute {name}. {nearest(name, list(self.values))}"

    def no_value(self, attribute: str, value: str) -> str:
        return f"No card has the {attribute} {value}. {nearest(value, self.values[attribute])}"

    def comparisons(self) -> Iterator[Remark]:
        """Names that are compared with what can never be that name."""
        done: set[At] = set()
        for node in self.nodes:
            if node.op != "compare" or node.parts[1].type != NAME:
                continue
            _, left, right = node.parts
            for written, other in ((left, right), (right, left)):
                names, possible = self.written_names(written), self.possible_names(other)
                if possible is None or other.op not in ("cardatt", "stored_text"):
                    continue
                if possible == [UNCHANGED["stored_text"]]:
                    continue  # nothing ever sets the text, and that is reported
                if names is None:
                    names = self.misspelt_texts(written, possible)
                for name in names:
                    if name.parts[0] not in possible and name.at not in done:
                        done.add(name.at)
                        yield Remark(name.at, self.no_match(name.parts[0], other, possible))

    def misspelt_texts(self, node: Node, possible: list[str]) -> list[Node]:
        """The NAMEs that are stored in this text and look like one of these names. Others may have
        a meaning of their own, such as NOTRUMP."""
        if node.op != "stored_text":
            return []
        return [
            name
            for one in self.nodes
            if one.op == "set_text" and _key(one, "str") == _key(node, "str")
            for name in self.written_names(one.parts[2]) or ()
            if get_close_matches(name.parts[0], possible, n=1, cutoff=ALIKE)
        ]

    def no_match(self, name: str, other: Node, possible: list[str]) -> str:
        if other.op == "cardatt" and other.parts[0].op == "name":
            return self.no_value(other.parts[0].parts[0], name)
        if other.op == "cardatt":
            return f"No card has this attribute with the value {name}. {nearest(name, possible)}"
        where = in_words((other.parts[0].type, "str", other.parts[1].parts[0]))
        return f"{name} is never stored in {where}. {nearest(name, possible)}"

    def written_names(self, node: Node) -> list[Node] | None:
        """The NAMEs that this value can be, if all of them are written in the text."""
        if node.op == "name":
            return [node]
        if node.op != "variable" or node.parts[0] not in self.bound:
            return None
        value, is_item = self.bound[node.parts[0]]
        if not is_item:
            return self.written_names(value)
        if value.op != "row":
            return None
        names: list[Node] = []
        for item in value.parts[0]:
            more = self.written_names(item)
            if more is None:
                return None
            names += more
        return names

    def possible_names(self, node: Node, around: tuple[str, ...] = ()) -> list[str] | None:
        """All names that this value can be; None if the text alone does not tell."""
        written = self.written_names(node)
        if written is not None:
            return [name.parts[0] for name in written]
        if node.op == "variable" and node.parts[0] in self.bound:
            value, is_item = self.bound[node.parts[0]]
            return None if is_item else self.possible_names(value, around)
        if node.op == "cardatt":
            keys = self.written_names(node.parts[0])
            if keys is None:
                return None
            return [one for key in keys for one in self.values.get(key.parts[0], [])]
        if node.op == "stored_text" and node.parts[1].op == "name":
            return self.stored_names(node, around)
        return None

    def stored_names(self, node: Node, around: tuple[str, ...]) -> list[str] | None:
        """All names that a stored text can have."""
        name = node.parts[1].parts[0]
        names = dict.fromkeys([UNCHANGED["stored_text"]])
        if name in around:
            return list(names)  # it is set to itself
        for one in self.nodes:
            if one.op != "set_text" or one.parts[0].type != node.parts[0].type:
                continue
            if one.parts[1].op == "name" and one.parts[1].parts[0] != name:
                continue
            more = self.possible_names(one.parts[2], (*around, name))
            if more is None:
                return None
            names |= dict.fromkeys(more)
        return list(names)

    # Numbers and texts

    def storage(self, op: str) -> Iterator[Remark]:
        """Numbers or texts that nothing sets, and those that are set under a similar name."""
        kind = STORED[op]
        changed = [node for node in self.nodes if CHANGED.get(node.op) == op]
        read = [node for node in self.nodes if node.op == op]
        if any(node.parts[1].op != "name" for node in (*changed, *read)):
            return  # a computed name may be any of them
        set_keys = _first_of_each([(_key(node, kind), node.at) for node in changed])
        read_keys = _first_of_each([(_key(node, kind), node.at) for node in read])
        for key, at in read_keys.items():
            if key not in set_keys:
                stays = f"Nothing is ever stored in {in_words(key)}: it stays {UNCHANGED[op]}."
                yield Remark(at, stays + hint(key, set_keys))
        yield from _never_read(set_keys, read_keys)

    # Places

    def places(self, empty: Collection[Key]) -> Iterator[Remark]:
        """Places that are filled and never read, if that is likely to be a mistake."""
        if any(node.op == "actual" for node in self.nodes):
            return  # it takes cards from wherever they lie
        goals = {id(node.parts[GOALS[node.op]]): node for node in self.nodes if node.op in GOALS}
        filled: list[tuple[Key, At]] = []
        dealt: set[Key] = set()  # places in which cards are put in another way than by a deck
        read: list[tuple[Key, At]] = []
        anywhere: set[tuple[str, str]] = set()  # the owner and the kind of computed names
        for node in self.nodes:
            if node.op != "place":
                continue
            names = self.written_names(node.parts[2])
            goal = goals.get(id(node))
            keys = [(node.parts[0].type, node.parts[1], str(name.parts[0])) for name in names or ()]
            if goal is not None:
                filled += [(key, node.at) for key in keys]
                dealt |= set(keys) if goal.op != "create_deck" else set()
            elif names is None:
                anywhere.add((node.parts[0].type, node.parts[1]))
            else:
                read += [(key, node.at) for key in keys]
        read_keys = _first_of_each(read)
        filled_keys = {
            key: at for key, at in _first_of_each(filled).items() if key[:2] not in anywhere
        }
        reported = set()
        for remark in _never_read(filled_keys, read_keys):
            reported.add(remark.at)
            yield remark
        has_moves = any(node.op == "move" for node in self.nodes)
        for key, at in filled_keys.items():
            if key in read_keys or at in reported:
                continue
            owner, kind, _ = key
            if key not in dealt:
                if has_moves:
                    yield Remark(at, f"{_unread(key)}: the cards of this deck are of no use.")
            elif kind == "mem":
                yield Remark(at, f"{_unread(key)}: what is remembered there is of no use.")
            elif owner != "game" and (owner, kind) in {other[:2] for other in empty}:
                yield Remark(at, f"{_unread(key)}, and another one stays empty. Is it the same?")
            elif owner != "game" and kind != "vloc":
                yield Remark(
                    at,
                    f"{_unread(key)}: the cards there are of no use. If they are out of play, put "
                    "them in a place of the game.",
                )


def _binds(node: Node) -> bool:
    """Has this node a variable, as its second part?"""
    return isinstance(node.parts[1], int) and node.op in (
        "all", "any", "each", "filter", "groups_of_each", "let", "places", "total",
    )  # fmt: skip


def _key(node: Node, kind: str) -> Key:
    return node.parts[0].type, kind, node.parts[1].parts[0]


def _first_of_each(keys: Iterable[tuple[Key, At]]) -> dict[Key, At]:
    first: dict[Key, At] = {}
    for key, at in keys:
        first.setdefault(key, at)
    return first


def in_words(key: Key) -> str:
    owner, kind, name = key
    return f"the {owner}'s {kind} {name}"


def _unread(key: Key) -> str:
    return f"Nothing is ever read from {in_words(key)}"


def hint(key: Key, known: Iterable[Key]) -> str:
    """The key that may be meant: the same name of another owner or kind, or a similar name."""
    names = {other[2]: other for other in known}
    if key[2] in names:
        return f" The text has {in_words(names[key[2]])}: is that meant?"
    similar = get_close_matches(key[2], list(names), n=1, cutoff=MEANT)
    return f" Did you mean {similar[0]}?" if similar else ""


def _never_read(filled: dict[Key, At], read: dict[Key, At]) -> Iterator[Remark]:
    """What is filled and never read although something with a similar name is read."""
    names = {key[2] for key in read}
    for key, at in filled.items():
        if key in read:
            continue
        others = [
            name for name in sorted(names) if _without_digits(name) != _without_digits(key[2])
        ]
        similar = get_close_matches(key[2], others, n=1, cutoff=ALIKE)
        if similar:
            yield Remark(at, f"{_unread(key)}. Did you mean {similar[0]}?")


def _without_digits(name: str) -> str:
    """Names such as ROW1 and ROW2 are similar on purpose."""
    return re.sub("[0-9]", "", name)
