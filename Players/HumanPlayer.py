from typing import ClassVar

from Game.core.observation import GameObservation
from Game.core.refusal import Refusal
from Players.Player import Player


class HumanPlayer(Player):
    """You, at the terminal. You see what your seat sees, and have all the time you want."""

    on_the_clock = False
    gone = False  # no more input: the rest is played at random
    # What was announced at this terminal since somebody was last asked. Who runs the game puts it
    # there; it belongs to the terminal, so that a person in two seats is told everything once.
    news: ClassVar[list[str]] = []

    def think(self, observation: GameObservation, budget):
        actions = observation.get_list_actions()
        if not self.gone:
            self.show_messages()
            print(f"\n{observation.table_text()}")
            choices = "   ".join(f"{i}) {action}" for i, action in enumerate(actions, start=1))
            print(f"Your choice:  {choices}")
        while not self.gone:
            try:
                answer = input(f"1-{len(actions)}: ").strip()
            except EOFError:
                self.gone = True
                print("\nNo more input: the rest of your game is played at random.")
                break
            action = self.named(answer, observation, actions)
            if action is not None:
                return action
            print(f"{answer!r} is none of the choices: type a number from 1 to {len(actions)}.")
        self.news.clear()
        return self.dice.choice(actions)

    def named(self, answer, observation, actions):
        """The action with this number in the list, or this text, in any way the game reads it."""
        for i, action in enumerate(actions, start=1):
            if answer.upper() in (str(i), str(action).upper()):
                return action
        try:
            number = observation.game.read_action(observation.world(), answer)
        except Refusal:
            return None
        return observation.action(number)

    def show_messages(self):
        """The message box: what was announced since you were last asked."""
        if self.news:
            print("\n--- Messages " + "-" * 47)
            print("\n".join(self.news))
            print("-" * 60)
        self.news.clear()
