"""The networks of the experiment: the runs of `arena train` that make them, and the blocks."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arena.common.extras import needs_extra
from arena.experiments.experiment import Json, Setting, Task
from Game.boerenbridge.features import FEATURE_SETS
from Game.core.keys import derive, master_key

if TYPE_CHECKING:
    from arena.experiments.studies.kripke_learning.playing import NetworkPlayer

RUNS = Path("Out/train/kripke-learning")  # a run for each network
SEEDS = 5  # networks of each set of features
ALGORITHM = "dmc"
CHAPTERS = 6  # points of a curve
DECISIONS = 1_000_000  # of each network
RIVALS = ("greedykripke", "kripke", "random")  # a contestant meets three bots of each kind
CURVE_RIVAL = "greedykripke"
HAND_MADE = "greedykripke"
UNTRAINED = "untrained"
DECISIONS_A_DEAL = 50_000  # one deal is played for so many decisions of the training
FEWEST, MOST = 2, 60  # deals


class Contestant(NamedTuple):
    """A set of features, UNTRAINED, or HAND_MADE; and which of its networks."""

    kind: str
    seed: int


SETS = (*FEATURE_SETS, "turned")
CONTESTANTS = (
    Contestant(HAND_MADE, 0),
    *[Contestant(kind, seed) for seed in range(SEEDS) for kind in (UNTRAINED, *SETS)],
)
NETWORKS = len([one for one in CONTESTANTS if one.kind in SETS])  # that are trained


def plan(setting: Setting) -> Sequence[Task]:
    """A block for each contestant: its training, and its games."""
    with needs_extra("learn", "this experiment"):
        import gymnasium  # noqa: F401
        import threadpoolctl  # noqa: F401
    return [
        Task(number, 0, setting.games, setting.seed, setting.parameters)
        for number in range(len(CONTESTANTS))
    ]


def deals_of(decisions: int) -> int:
    """How many deals are played against each kind of rivals."""
    return max(FEWEST, min(MOST, decisions // DECISIONS_A_DEAL))


def work(task: Task) -> Json:
    """Train a contestant, and let it play. A run that was stopped continues from its checkpoint."""
    from threadpoolctl import threadpool_limits

    from arena.experiments.studies.kripke_learning.playing import BotPlayer, play_deals
    from Game.boerenbridge.game import BoerenBridge

    contestant = CONTESTANTS[task.number]
    key = derive(master_key(task.seed), "kripke-learning")
    deals = deals_of(task.games)
    if contestant.kind == HAND_MADE:
        return {"curve": [], **play_deals(BotPlayer(BoerenBridge(), HAND_MADE), deals, key)}
    player, curve = trained(contestant, task)
    with threadpool_limits(1):
        return {"curve": curve, **play_deals(player, deals, key)}


def trained(contestant: Contestant, task: Task) -> tuple["NetworkPlayer", list[list[float]]]:
    """The network after its training, and its curve: decisions, and share of wins."""
    from arena.experiments.studies.kripke_learning.playing import NetworkPlayer
    from arena.learn.training.run import Settings, new_trainer, train

    is_trained = contestant.kind != UNTRAINED
    chapter = max(1, task.games // CHAPTERS)
    settings = Settings(
        game="boerenbridge",
        features=contestant.kind if is_trained else SETS[0],
        algorithm=ALGORITHM,
        against=(CURVE_RIVAL,),
        seed=f"{task.seed}/{contestant.seed}",
        chapter=chapter,
        deals=max(FEWEST, deals_of(task.games) // 2),
    )
    if is_trained:
        label = derive(master_key(task.seed), chapter).hex()[:8]
        name = f"{contestant.kind}-{contestant.seed}-{label}"
        trainer = train(settings, RUNS / name, lambda trainer: len(trainer.curve) < CHAPTERS)
    else:
        trainer = new_trainer(settings)
    curve = [[point.decisions, point.shares[CURVE_RIVAL].share] for point in trainer.curve]
    encoder = trainer.game.encoder(settings.features)
    return NetworkPlayer(trainer.learner.policy, encoder), curve
