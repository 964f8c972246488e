from typing import ClassVar

from Game.core.observation import GameObservation
from Game.core.refusal import Refusal
from Players.Player import Player


class HumanPlayer(Player):
    """You, at the terminal. You see what your seat sees, and have all the time you want."""

    on_the_clock = False
    gone = False  # is the input at its end? Then the bot plays the rest at random.
    # The announcements since the last question at this terminal. The command that runs the game
    # adds them. All seats share the list, so a person with two seats reads each line once.
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
            action = self.find_action(answer, observation, actions)
            if action is not None:
                return action
            print(f"{answer!r} is none of the choices: type a number from 1 to {len(actions)}.")
        self.news.clear()
        return self.dice.choice(actions)

    def find_action(self, answer, observation, actions):
        """The action that the answer means: its number in the list, or a text that the game reads.

        None if the answer means no action.
        """
        for i, action in enumerate(actions, start=1):
            if answer.upper() in (str(i), str(action).upper()):
                return action
        try:
            number = observation.game.read_action(observation.world(), answer)
        except Refusal:
            return None
        return observation.action(number)

    def show_messages(self):
        """Print the message box: the announcements since you were last asked."""
        if self.news:
            print("\n--- Messages " + "-" * 47)
            print("\n".join(self.news))
            print("-" * 60)
        self.news.clear()
