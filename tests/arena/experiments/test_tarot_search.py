"""The comparison of searches in Tarot: the same deals for each, all six seatings, and a page."""

import pytest

from arena.experiments import tarot_deals as deals
from arena.experiments import tarot_search as compared
from arena.experiments.catalogue import find
from arena.experiments.experiment import Setting, Task
from arena.experiments.running import gather
from arena.pages.report.write import write
from Game.core.stream import Stream
from Game.tarot.deck import SEATS

# What an arm did in one deal, all alike.
ONE_DEAL = dict.fromkeys(("taker", "defence", "took_score", "defended_score"), 0) | {
    "took": 3, "defended": 6,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """The same arms, with hardly a look ahead."""
    arms = tuple(
        compared.Arm(
            arm.label,
            arm.group,
            deals.Bot(arm.bot.policy, simulations=20, c=arm.bot.c),
            arm.is_seated,
        )
        for arm in compared.ARMS
    )
    monkeypatch.setattr(compared, "ARMS", arms)


def test_it_is_in_the_list():
    assert find("tarot-search") is compared.TAROT_SEARCH


def test_there_are_six_seatings_and_each_bot_holds_each_hand_equally_often():
    assert len(deals.SEATINGS) == 6
    for seat in range(SEATS):
        assert sum(seats[seat] for seats in deals.SEATINGS) == 3


def test_greedy_against_itself_has_no_lead_and_gains_nothing():
    for number in range(5):
        start = deals.dealt("1", number)
        greedy = deals.Bot(deals.GREEDY)
        assert deals.roles(start, greedy, Stream(1)) == (0, 0)
        assert deals.six_seatings(start, greedy, Stream(1)).lead == pytest.approx(0)


def test_random_is_far_behind_greedy_in_each_role():
    random = deals.Bot(deals.RANDOM)
    starts = [deals.dealt("1", number) for number in range(20)]
    luck = Stream(1)
    found = [deals.roles(start, random, luck) for start in starts]
    assert sum(taker for taker, _ in found) / 20 < -40
    assert sum(defence for _, defence in found) / 20 < -20
    assert sum(deals.six_seatings(start, random, luck).lead for start in starts) / 20 < -100


def test_every_arm_plays_every_deal_and_blocks_do_not_matter():
    setting = Setting(3, "7")
    tasks = compared.TAROT_SEARCH.tasks(setting)
    assert [task.number for task in tasks] == list(range(len(tasks)))
    for number in range(len(compared.ARMS)):
        mine = [task for task in tasks if task.parameters["arm"] == number]
        assert [(task.first, task.games) for task in mine] == [(0, 2), (2, 1)]
    whole = compared.play_block(Task(0, 0, 2, "7", {"arm": 0}))
    parts = [compared.play_block(Task(i, i, 1, "7", {"arm": 0})) for i in range(2)]
    assert whole["rows"] == [*parts[0]["rows"], *parts[1]["rows"]]


def test_seats_that_take_and_defend_are_counted():
    bot = deals.Bot(deals.GREEDY)
    found = [deals.six_seatings(deals.dealt("1", n), bot, Stream(1)) for n in range(10)]
    for each in found:  # nine seats in six seatings; nobody takes, or one does in each
        assert (each.took, each.defended) in {(0, 0), (3, 6)}
    assert {each.took for each in found} == {0, 3}


def test_the_page_ranks_the_policies_and_has_a_plot_of_c(tmp_path):
    setting = Setting(2, "1")
    blocks = gather(compared.TAROT_SEARCH, setting, tmp_path, 1, lambda games: None)
    report = compared.TAROT_SEARCH.fold(blocks, setting)
    page = write(report, tmp_path).read_text(encoding="utf-8")
    for words in (
        "How sure is the order at equal time?",
        "How much does C matter?",
        "montecarlo",
        "paranoid",
    ):
        assert words in page
    names = ("equal-simulations", "equal-time", "order-equal-simulations", "order-equal-time", "c")
    tables = {name: (tmp_path / f"{name}.csv").read_text().splitlines() for name in names}
    assert {row.partition(",")[0] for row in tables["equal-simulations"][1:]} == {
        "paranoid", "ismcts", "maxn", "montecarlo", "random"
    }  # fmt: skip
    assert len(tables["equal-time"]) == 1 + 4
    assert [len(tables[f"order-equal-{what}"]) for what in ("simulations", "time")] == [
        1 + 4,
        1 + 3,
    ]
    assert len(tables["c"]) == 1 + 2 * 5


def test_one_deal_tells_nothing_apart(tmp_path):
    setting = Setting(1, "1")
    rows = [{"arm": n, "rows": [ONE_DEAL | {"lead": n}]} for n in range(len(compared.ARMS))]
    report = compared.TAROT_SEARCH.fold(rows, setting)
    page = write(report, tmp_path).read_text(encoding="utf-8")
    assert "random +4 (one deal)" in page
    assert "not told apart by so many deals" in page
    order = (tmp_path / "order-equal-simulations.csv").read_text()
    assert "better" not in order.partition("\n")[2]


def test_a_mean_of_two_deals_has_a_width():
    found = compared.Mean.of([0.0, 2.0])
    assert (found.value, found.around) == pytest.approx((1, 1.959964))
