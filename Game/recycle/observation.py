"""The observation of a described game: its places as the seat sees them, and its numbers."""

from collections.abc import Iterator

from Game.core.observation import GameObservation
from Game.core.stream import Stream
from Game.recycle.game import DescribedGame
from Game.recycle.machine.plan import NO_TEXT
from Game.recycle.named_cards import place_in_hand
from Game.recycle.state import RecycleState
from Game.recycle.view import UNSEEN

WORLDS = 8  # in which the scores are compared
NOWHERE = (-1, -1)  # a card without a suit and a rank stays in front


class RecycleObservation(GameObservation):
    def table_text(self) -> str:
        """The table as the seat sees it, in text."""
        return "\n".join(
            [f"You are player {self.seat}. {self._scores()}", *self._places(), *self._stores()]
        )

    def _scores(self) -> str:
        """The scores by now. A score that depends on unseen cards is a question mark."""
        worlds, stream = [self.world()], Stream(0)
        while len(worlds) < WORLDS:
            worlds.append(worlds[-1].clone())
            worlds[-1].redeal(self.seat, stream)
        scores = [{world.points(seat) for world in worlds} for seat in range(self.game.seats)]
        shown = [
            f"player {seat} {min(values) if len(values) == 1 else '?'}"
            for seat, values in enumerate(scores)
        ]
        return f"Scores: {', '.join(shown)}"

    def _places(self) -> Iterator[str]:
        """Every place with something in it, from bottom to top."""
        world, game = self.world(), self.game
        assert isinstance(world, RecycleState)
        assert isinstance(game, DescribedGame)
        plan = game.program.plan
        for place, cards in enumerate(world.view(self.seat).places):
            if cards:
                row, owner = divmod(place, plan.owners)
                kind, name = plan.labels[row]
                unseen = sum([card == UNSEEN for card in cards])
                seen = [world.table.card_name(card) for card in cards if card != UNSEEN]
                if kind == "iloc" and owner - 1 == self.seat:
                    seen.sort(key=lambda name: place_in_hand(name) or NOWHERE)
                shown = ", ".join([*seen, f"{unseen} unseen"] if unseen else seen)
                remembered = " (remembered)" if kind == "mem" else ""
                yield f"{self._whose(owner):9} {name}{remembered}: {shown}"

    def _stores(self) -> Iterator[str]:
        world, game = self.world(), self.game
        assert isinstance(world, RecycleState)
        assert isinstance(game, DescribedGame)
        plan = game.program.plan
        for names, values in (
            (plan.store_names, world.table.stores),
            (plan.text_names, world.table.texts),
        ):
            for number, value in enumerate(values):
                row, owner = divmod(number, plan.owners)
                if value not in (0, NO_TEXT):
                    yield f"{self._whose(owner):9} {names[row]} = {value}"

    def _whose(self, owner: int) -> str:
        if owner == 0:
            return "game"
        if owner <= self.game.seats:
            return "you" if owner - 1 == self.seat else f"player {owner - 1}"
        return f"team {owner - 1 - self.game.seats}"
