"""The base of all described games: dealing, imagining, writing and reading, as in any game.

The text of a game comes from `bundled_games` or `user_game`.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from Game.core.encoder import Encoder
from Game.core.game import DealError, Game
from Game.core.picture import Picture
from Game.core.state import State
from Game.core.stream import Stream
from Game.core.words import Texts, read_words
from Game.recycle.action_text import option_texts
from Game.recycle.compiling.program import Program
from Game.recycle.deal_luck import DealLuck, NotedLuck
from Game.recycle.knowledge.arrangements import ImaginedCounts
from Game.recycle.knowledge.history import DEAL, Turn
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.forms.description import read
from Game.recycle.reading.nodes import Description
from Game.recycle.state import RecycleState
from Game.recycle.view import RecycleView, claims_of, table_of

if TYPE_CHECKING:
    from Game.core.commentary import Commentary


@lru_cache(maxsize=32)
def read_cached(
    text: str, file: str, players: int, numbers: tuple[tuple[str, int], ...]
) -> Description:
    """The description in the text. A bot's box reads it once for all its games."""
    return read(text, file, players, dict(numbers))


class DescribedGame(Game):
    """A game from a text, which a subclass sets."""

    text: str
    file: str  # what errors call the text
    view_type = RecycleView
    program: Program

    def set_up(self, players: int, numbers: tuple[tuple[str, int], ...]) -> None:
        """Compile the text for this number of players (0: as the text says) and with these values
        for the numbers that it declares."""
        description = read_cached(self.text, self.file, players, numbers)
        self.program = Program(description)
        self.program.imagined = self.imagined = ImaginedCounts()
        self.seats = description.players
        self.sides = description.teams
        self.most_points_win = description.highest
        _ = self.program.template  # raises a GameFault now if the setup fails

    @cached_property
    def observation(self) -> Callable[[Any, Any, Stream], Any]:
        from Game.recycle.observation import RecycleObservation

        return RecycleObservation

    def words(self, language: str) -> Texts:
        own = read_words("Game.recycle", language)
        names = [*[name for _, name in self.program.plan.rows], "NEW"]
        places = {f"place {name}": name for name in names}
        return {**super().words(language), **own, **places}

    def picture(self) -> Picture:
        from Game.recycle.picture import RecyclePicture

        return RecyclePicture(self)

    def commentary(self) -> "Commentary":
        from Game.recycle.commentary import commentary_of

        return commentary_of(self)

    def make_encoder(self, features: str) -> Encoder:
        from Game.recycle.features import RecycleEncoder

        return RecycleEncoder(self.program)

    def deal(self, stream: Stream) -> State:
        luck = NotedLuck(stream)
        state = RecycleState(self.program, self.program.start(luck))
        state.orders, state.coins = luck.orders, luck.coins
        state.history = Turn(None, DEAL, luck)
        state.chance = stream
        return state

    def write_deal(self, state: State) -> dict[str, Any]:
        assert isinstance(state, RecycleState)
        name = state.table.card_name
        orders = [[name(card) for card in order] for order in state.orders]
        return {"orders": orders, "coins": list(state.coins)}

    def read_deal(self, deal: Mapping[str, Any]) -> State:
        orders, coins = (
            (deal.get("orders"), deal.get("coins")) if isinstance(deal, Mapping) else (None, None)
        )
        if not isinstance(orders, list) or not all(isinstance(order, list) for order in orders):
            raise DealError(
                "The deal needs 'orders': a list for each shuffle before the first move."
            )
        if not isinstance(coins, list) or not all(type(coin) is int for coin in coins):
            raise DealError("The deal needs 'coins': a list of numbers. The list may be empty.")
        luck = DealLuck(orders, coins)
        try:
            state = RecycleState(self.program, self.program.start(luck))
        except GameFault as fault:
            raise DealError(f"The game cannot start with this deal: {fault}") from None
        if luck.order_texts or luck.coins:
            raise DealError("The deal has more orders or coins than the game needs.")
        state.history = Turn(None, DEAL, luck)
        state.orders = luck.orders
        state.coins = list(coins)
        return state

    def determinise(self, view: RecycleView, stream: Stream) -> State:
        state = RecycleState(self.program, table_of(self.program, view))
        state.history = Turn.of_claims(claims_of(state.table, view), view.dropped)
        state.redeal(view.seat, stream)
        state.chance = stream
        return state

    def choice_place(self, state: State) -> int:
        assert isinstance(state, RecycleState)
        return int(state.table.pc)

    def action_text(self, state: State, action: int) -> str:
        assert isinstance(state, RecycleState)
        return self.texts(state)[action]

    def read_action(self, state: State, text: str) -> int:
        assert isinstance(state, RecycleState)
        texts = self.texts(state)
        return texts.index(text) if text in texts else super().read_action(state, text)

    def texts(self, state: RecycleState) -> list[str]:
        """The text of each option."""
        options = range(len(state.table.options))
        effects = [self.program.seen_effects(state.table, option) for option in options]
        return option_texts(effects, self.program.plan, state.table.seat)

    def relaxed_worlds(self) -> int:
        return self.imagined.relaxed

    def cards(self, state: State) -> list[int]:
        assert isinstance(state, RecycleState)
        return [card for place in state.table.places for card in place if card >= 0]
