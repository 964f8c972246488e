"""The number of decisions in a search of OpenSpiel's C++, counted by a game of our own."""

import pytest

from bench.openspiel import rollout_bot

pyspiel = pytest.importorskip("pyspiel")

LENGTH = 6  # decisions in a game


class Tally:
    def __init__(self):
        self.games = self.decisions = 0

    def __deepcopy__(self, memo):  # OpenSpiel copies states deeply; all copies share this count
        return self


class Steps(pyspiel.Game):
    """Two players in turns take LENGTH steps, each of two kinds."""

    def __init__(self, tally: Tally):
        kind = pyspiel.GameType(
            short_name="steps",
            long_name="steps",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        size = pyspiel.GameInfo(
            num_distinct_actions=2,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LENGTH,
        )
        super().__init__(kind, size, {})
        self.tally = tally

    def new_initial_state(self):
        return Walk(self)


class Walk(pyspiel.State):
    def __init__(self, game: Steps):
        super().__init__(game)
        self.tally = game.tally
        self.taken = 0

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.taken % 2

    def _legal_actions(self, player):
        return [0, 1]

    def _apply_action(self, action):
        self.taken += 1
        self.tally.decisions += 1
        self.tally.games += self.is_terminal()

    def _action_to_string(self, player, action):
        return str(action)

    def is_terminal(self):
        return self.taken == LENGTH

    def returns(self):
        return [0.0, 0.0]

    def __str__(self):
        return str(self.taken)


@pytest.mark.parametrize("rollouts", [1, 10, 100])
def test_a_search_plays_each_rollout_from_the_state_to_the_end_and_nothing_more(rollouts):
    tally = Tally()
    game = Steps(tally)
    rollout_bot(game, rollouts).mcts_search(game.new_initial_state())
    assert tally.games == rollouts
    assert tally.decisions == rollouts * LENGTH
