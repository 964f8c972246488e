"""/api/: the page about the API, made from the list of its addresses."""

from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import inspect
from starlette.requests import Request
from starlette.responses import Response

from arena.server.web.api.entries import ENTRIES, RECORDS
from arena.server.web.core.pages import html, words_of
from arena.server.web.core.site import facts_of

HERE = "/api/"
# An example of each type, as JSON has it.
EXAMPLES: dict[type[inspect.Type], Any] = {
    inspect.StrType: "...",
    inspect.IntType: 1,
    inspect.FloatType: 0.5,
    inspect.BoolType: True,
    inspect.DateTimeType: "2026-04-03T18:02:11+02:00",
    inspect.AnyType: "...",
}


@dataclass(frozen=True)
class ShownEntry:
    method: str
    address: str
    about: str
    who: str
    example: str  # the form of the answer; empty for records


async def guide(request: Request) -> Response:
    """GET /api/."""
    facts = await facts_of(request)
    words = words_of(facts)
    entries = [
        ShownEntry(
            each.method,
            each.address,
            words(f"site.api.entry.{each.key}"),
            words(f"site.api.who.{each.who}"),
            "" if each.gives == RECORDS else _form(each.gives),
        )
        for each in ENTRIES
    ]
    return html(facts, "api.html", words("site.api.title"), entries=entries)


def _form(shape: Any) -> str:
    """An answer of this shape, with an example of each value."""
    example = msgspec.json.encode(_example(inspect.type_info(shape)))
    return msgspec.json.format(example, indent=2).decode()


def _example(known: inspect.Type) -> Any:
    if isinstance(known, inspect.UnionType):
        [given] = [each for each in known.types if not isinstance(each, inspect.NoneType)]
        return _example(given)
    if isinstance(known, inspect.StructType):
        return {field.encode_name: _example(field.type) for field in known.fields}
    if isinstance(known, inspect.ListType | inspect.VarTupleType):
        return [_example(known.item_type)]
    if isinstance(known, inspect.TupleType):
        return [_example(each) for each in known.item_types]
    if isinstance(known, inspect.DictType):
        return {"...": _example(known.value_type)}
    return EXAMPLES[type(known)]
