"""The toy game broken in one way each, and the law that must notice."""

import random
from typing import Any

from msgspec import Struct
from toys.nearest import HAND, TOYS, Nearest, NearestEncoder, NearestState, NearestView

from Game.core.game import Outcome
from Game.core.observation import Choice, GameObservation
from Game.core.state import State
from Game.core.stream import Stream


def broken(
    law: str,
    state_type: type[NearestState] = NearestState,
    observe: type[GameObservation] = GameObservation,
) -> Any:
    """Marks a broken game with the law that catches it."""

    def mark(game: type[Nearest]) -> type[Nearest]:
        game.state_type = state_type
        game.law = law  # type: ignore[attr-defined]
        game.observation = observe  # type: ignore[assignment]
        BROKEN.append(game)
        return game

    return mark


BROKEN: list[type[Nearest]] = []


class LeakyState(NearestState):
    def view(self, seat: int) -> NearestView:
        right = super().view(seat)
        leak = max(self.hands[(seat + 1) % self.seats], default=0)
        return NearestView(
            seat, right.turn, right.leader, right.target, right.hand, right.table, (leak,)
        )


@broken("check_no_leak", LeakyState)
class ShowsACardOfAnother(Nearest):
    pass


class OrderlyState(NearestState):
    def view(self, seat: int) -> NearestView:
        # No card is shown, but whether the stock lies in order depends on what is hidden in it.
        right = super().view(seat)
        tell = int(self.stock[1] < self.stock[2])
        return NearestView(
            seat, right.turn, right.leader, right.target, right.hand, right.table, (tell,)
        )


@broken("check_no_leak", OrderlyState)
class ShowsSomethingAboutTheStock(Nearest):
    pass


class TellingState(NearestState):
    def legal(self) -> list[int]:
        # What may be played depends on a card that the player cannot see.
        return super().legal()[: 1 + self.stock[1] % 2]


@broken("check_no_leak", TellingState)
class ChoicesTellOfAHiddenCard(Nearest):
    pass


class LosingState(NearestState):
    def finish_round(self) -> None:
        super().finish_round()
        self.stock = self.stock[:-1]


@broken("check_cards_are_conserved", LosingState)
class LosesACard(Nearest):
    pass


class SharingState(NearestState):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        self.table = other.table


@broken("check_clone_lives_its_own_life", SharingState)
class ClonesShareTheTable(Nearest):
    pass


class ForgetfulState(NearestState):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        self.scores = [0] * self.seats


@broken("check_clone_equals", ForgetfulState)
class ClonesForgetTheScore(Nearest):
    pass


class UnscoredState(NearestState):
    def __reduce__(self) -> Any:
        rows = self.hands, self.stock, self.table
        return UnscoredState.without_score, (self.seats, self.turn, self.leader, self.chance, *rows)

    @staticmethod
    def without_score(seats: int, turn: int, leader: int, chance: Any, *rows: Any) -> NearestState:
        state = UnscoredState(seats)
        state.turn, state.leader, state.chance = turn, leader, chance
        state.hands, state.stock, state.table = rows
        return state


@broken("check_pickled_copy_goes_the_same_way", UnscoredState)
class PicklesForgetTheScore(Nearest):
    pass


class AddingState(NearestState):
    def copy_from(self, other: State) -> None:
        table = [] if not hasattr(self, "table") else self.table
        super().copy_from(other)
        self.table = [*other.table, *table[len(other.table) :]]


@broken("check_copy_from", AddingState)
class CopiesKeepWhatLayThere(Nearest):
    pass


@broken("check_determinise_agrees")
class ImaginesAnotherTarget(Nearest):
    def determinise(self, view: NearestView, stream: Stream) -> NearestState:
        state = super().determinise(view, stream)
        state.stock.append(state.stock.pop(0))
        return state


@broken("check_determinise_agrees")
class ImaginesHandsThatAreTooFull(Nearest):
    def determinise(self, view: NearestView, stream: Stream) -> NearestState:
        state = super().determinise(view, stream)
        other = state.hands[(view.seat + 1) % self.seats]
        if len(other) < HAND:
            other.append(state.stock[-1])
        return state


class ShowingState(NearestState):
    def redeal(self, seat: int, stream: Stream) -> None:
        super().redeal((seat + 1) % self.seats, stream)


@broken("check_redeal_agrees", ShowingState)
class RedealsTheOwnHand(Nearest):
    pass


class EndlessState(NearestState):
    def finish_round(self) -> None:
        super().finish_round()
        self.scores[self.leader] -= 1


@broken("check_random_play_ends", EndlessState)
class NeverEnds(Nearest):
    pass


class TemptingState(NearestState):
    def legal(self) -> list[int]:
        return [*super().legal(), *self.table]


@broken("check_legal_actions_are_playable", TemptingState)
class OffersCardsAlreadyPlayed(Nearest):
    pass


@broken("check_action_texts")
class WritesTwoActionsAlike(Nearest):
    def action_text(self, state: State, action: int) -> str:
        return f"T{action // 4}"


class ShortView(Struct, frozen=True, array_like=True):
    seat: int
    turn: int


@broken("check_view_round_trip")
class DecodesViewsShort(Nearest):
    view_type = ShortView


@broken("check_deal_round_trip")
class WritesDealsSorted(Nearest):
    def write_deal(self, state: State) -> dict[str, Any]:
        right = super().write_deal(state)
        return right | {"stock": sorted(right["stock"])}


@broken("check_broken_deals_are_refused")
class DealsAnythingWritten(Nearest):
    def read_deal(self, deal: Any) -> NearestState:
        state = self.state_type(self.seats)
        state.hands = [TOYS.parse_line(hand) for hand in deal["hands"]]
        state.stock = TOYS.parse_line(deal["stock"])
        return state


@broken("check_outcome")
class RanksFromOne(Nearest):
    def outcome(self, state: State) -> Outcome:
        right = super().outcome(state)
        return Outcome(right.scores, tuple(rank + 1 for rank in right.ranks))


class HonestPlayoutNot(NearestState):
    def playout(self, stream: Stream) -> None:
        super().playout(stream)
        self.scores[0] += 1


@broken("check_playouts_end_legally", HonestPlayoutNot)
class PlayoutsScoreTooMuch(Nearest):
    pass


class SecretDiceState(NearestState):
    def deal(self, stream: Stream) -> None:
        super().deal(Stream(random.randrange(2**60)))


@broken("check_same_seed_same_game", SecretDiceState)
class ShufflesWithDiceOfItsOwn(Nearest):
    pass


# Imagining


@broken("check_worlds_differ")
class ImaginesTheSameWorldEveryTime(Nearest):
    def determinise(self, view: NearestView, stream: Stream) -> NearestState:
        return super().determinise(view, Stream(0))


@broken("check_same_stream_same_world")
class ImaginesWithDiceOfItsOwn(Nearest):
    def determinise(self, view: NearestView, stream: Stream) -> NearestState:
        return super().determinise(view, Stream())


@broken("check_imagined_worlds_play_on")
class ImaginesWorldsWithACardLess(Nearest):
    def determinise(self, view: NearestView, stream: Stream) -> NearestState:
        state = super().determinise(view, stream)
        state.stock.pop()
        return state


class RestlessState(NearestState):
    def redeal(self, seat: int, stream: Stream) -> None:
        super().redeal(max(seat, 0), stream)


@broken("check_redeal_for_nobody_changes_nothing", RestlessState)
class DealsAgainForNobody(Nearest):
    pass


# Reading


@broken("check_nonsense_is_no_action")
class TakesNonsenseForTheFirstChoice(Nearest):
    def read_action(self, state: State, text: str) -> int:
        return int(state.legal()[0])


class LopsidedState(NearestState):
    def finish_round(self) -> None:
        if not hasattr(self, "original"):
            self.leader += 1
        super().finish_round()


@broken("check_clone_goes_the_same_way", LopsidedState)
class ClonesGoAnotherWay(Nearest):
    def deal(self, stream: Stream) -> NearestState:
        state = super().deal(stream)
        state.original = True  # type: ignore[attr-defined]
        return state


# Observing


class BackwardObservation(GameObservation):
    def get_list_actions(self) -> list[Any]:
        return super().get_list_actions()[::-1]


@broken("check_observation_offers_the_legal_actions", observe=BackwardObservation)
class OffersActionsBackward(Nearest):
    pass


class GullibleObservation(GameObservation):
    def number(self, action: Any) -> int:
        return action.number if isinstance(action, Choice) else 0


@broken("check_observation_refuses_nonsense", observe=GullibleObservation)
class TakesAnythingForAnAction(Nearest):
    pass


class CarelessObservation(GameObservation):
    def get_randomized_clone(self) -> Any:
        other = self.clone()
        other.world().redeal((self.seat + 1) % self.game.seats, self.stream)
        return other


@broken("check_randomized_clones_offer_the_same", observe=CarelessObservation)
class RandomizesTheOwnHand(Nearest):
    pass


class SingleObservation(GameObservation):
    def clone(self) -> Any:
        return self


@broken("check_observation_clones_play_to_the_end", observe=SingleObservation)
class ClonesOfAnObservationAreTheSame(Nearest):
    pass


class SpentState(NearestState):
    def clone(self) -> State:
        return self


@broken("check_observation_playouts", SpentState)
class PlayoutsUseUpTheWorld(Nearest):
    pass


class PeepingEncoder(NearestEncoder):
    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        return super().write(state, (seat + 1) % 3, out, at)


@broken("check_features_do_not_leak")
class TellsALearnerTheNextHand(Nearest):
    encoder_type = PeepingEncoder


class ShortEncoder(NearestEncoder):
    def write(self, state: State, seat: int, out: Any, at: int) -> int:
        return super().write(state, seat, out, at) - 1


@broken("check_features_have_one_length")
class WritesTooFewFeatures(Nearest):
    encoder_type = ShortEncoder


class MaskOfAllEncoder(NearestEncoder):
    def mark(self, state: State, out: Any, at: int) -> int:
        out[at : at + self.actions] = bytes([1] * self.actions)
        return self.actions


@broken("check_masks_name_the_legal_actions")
class AllowsALearnerEverything(Nearest):
    encoder_type = MaskOfAllEncoder
