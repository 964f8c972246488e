"""Options that are numbers. A number that is too small or too large is refused in a sentence."""

from typing import Any

import click

from arena.common.errors import ArenaError


class Within(click.ParamType):  # type: ignore[type-arg]  # older versions of click have none
    """A number from `least` to `most`. It must be a whole number if both bounds are."""

    def __init__(self, least: float, most: float, above: bool = False) -> None:
        self.least, self.most = least, most
        self.above = above  # must the number be more than `least`, not just equal?
        self.name = "integer" if isinstance(least, int) and isinstance(most, int) else "float"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        plain = click.INT if self.name == "integer" else click.FLOAT
        number: float = plain.convert(value, param, ctx)
        enough = number > self.least if self.above else number >= self.least
        if not (enough and number <= self.most):  # this form also refuses `nan`
            option = param.opts[-1] if param is not None else "the number"
            least = f"above {self.least:g}, up to" if self.above else f"from {self.least:,} to"
            raise ArenaError(
                f"{option} {value} is not possible: give a number {least} {self.most:,.12g}"
            )
        return number
