"""The comparison of searches in Tarot: the same deals for each, all six seatings, and a page."""

import csv
import re
from dataclasses import replace

import pytest

from arena.cli.research.experiment import run
from arena.experiments.catalogue import find
from arena.experiments.experiment import Setting, Task
from arena.experiments.means import Mean
from arena.experiments.running import gather
from arena.experiments.studies import tarot_deals as deals
from arena.experiments.studies import tarot_search as compared
from arena.experiments.studies.tarot_deals import TarotEffort
from arena.pages.report.write import write
from Game.core.stream import Stream
from Game.tarot.rules.deck import SEATS

# The results of an arm in one deal; all deals are equal.
ONE_DEAL = dict.fromkeys(("taker", "defence", "lead", "took_score", "defended_score"), 0) | {
    "took": 3, "defended": 6, "searches": 10, "simulations": 200,
}  # fmt: skip


def made_up(deals: int, **leads: int):
    """Blocks in which each policy has this lead in a deal, a little more in every second one."""
    return [
        {"arm": n, "rows": [ONE_DEAL | {"lead": leads.get(arm.label, 0) + i % 2 * (n + 1),
                                        "taker": leads.get(arm.label, 0) - i % 2}
                            for i in range(deals)]}
        for n, arm in enumerate(compared.ARMS)
    ]  # fmt: skip


def one_deal(task: Task):
    return {"arm": task.parameters["arm"], "rows": [ONE_DEAL]}


def shown(blocks, deals: int, folder) -> tuple[str, dict[str, list[list[str]]]]:
    """The page, and the rows of each table."""
    report = compared.TAROT_SEARCH.fold(blocks, Setting(deals, "1"))
    page = write(report, folder).read_text(encoding="utf-8")
    tables = {}
    for path in folder.glob("*.csv"):
        with path.open(newline="", encoding="utf-8") as file:
            tables[path.stem] = list(csv.reader(file))
    return page, tables


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """The same arms with very short searches."""
    arms = tuple(
        compared.SearchArm(
            arm.label,
            arm.group,
            deals.TarotBot(arm.bot.policy, simulations=20, c=arm.bot.c),
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
        start = deals.deal("1", number)
        greedy = deals.TarotBot(deals.GREEDY)
        assert deals.roles(start, greedy, Stream(1), TarotEffort()) == (0, 0)
        assert deals.six_seatings(start, greedy, Stream(1), TarotEffort()).lead == pytest.approx(0)


def test_random_is_far_behind_greedy_in_each_role():
    random = deals.TarotBot(deals.RANDOM)
    starts = [deals.deal("1", number) for number in range(8)]
    luck = Stream(1)
    results = [deals.roles(start, random, luck, TarotEffort()) for start in starts]
    assert sum(taker for taker, _ in results) / 8 < -40
    assert sum(defence for _, defence in results) / 8 < -20
    assert (
        sum(deals.six_seatings(start, random, luck, TarotEffort()).lead for start in starts) / 8
        < -100
    )


def test_every_arm_plays_every_deal_and_blocks_do_not_matter():
    setting = Setting(3, "7")
    tasks = compared.TAROT_SEARCH.tasks(setting)
    assert [task.number for task in tasks] == list(range(len(tasks)))
    for number in range(len(compared.ARMS)):
        mine = [task for task in tasks if task.parameters["arm"] == number]
        assert [(task.first, task.games) for task in mine] == [(0, 1), (1, 1), (2, 1)]
    whole = compared.play_block(Task(0, 0, 2, "7", {"arm": 0}))
    parts = [compared.play_block(Task(i, i, 1, "7", {"arm": 0})) for i in range(2)]
    assert whole["rows"] == [*parts[0]["rows"], *parts[1]["rows"]]


def test_seats_that_take_and_defend_are_counted():
    bot = deals.TarotBot(deals.GREEDY)
    results = [
        deals.six_seatings(deals.deal("1", n), bot, Stream(1), TarotEffort()) for n in range(10)
    ]
    for each in results:  # nine seats in six seatings; nobody takes, or one does in each
        assert (each.took, each.defended) in {(0, 0), (3, 6)}
    assert {each.took for each in results} == {0, 3}


@pytest.mark.slow
def test_the_page_ranks_the_policies_and_has_a_plot_of_c(tmp_path):
    setting = Setting(2, "1")
    blocks = gather(compared.TAROT_SEARCH, setting, tmp_path, 1, lambda games: None)
    page, tables = shown(blocks, 2, tmp_path)
    for words in ("How sure is the order at equal time?", "How much does C matter?"):
        assert words in page
    policies = {"paranoid", "ismcts", "maxn", "montecarlo", "random", "greedy"}
    for at in ("equal-simulations", "equal-time"):
        assert {row[0] for row in tables[at][1:]} == policies
        for what in ("", "-taker", "-defence"):
            assert len(tables[f"order-{at}{what}"]) == 1 + 15  # any two of six
    roles = {tuple(row[:3]) for row in tables["against-greedy"][1:]}
    assert ("paranoid", "as the taker", "5 ms a move") in roles
    assert len(roles) == 2 * 4 * 2
    assert len(tables["c"]) == 1 + 2 * 5


def test_greedy_is_the_reference_and_lies_at_zero(tmp_path):
    blocks = made_up(2)
    (greedy,) = [n for n, arm in enumerate(compared.ARMS) if arm.label == "greedy"]
    blocks[greedy] = compared.play_block(Task(0, 0, 2, "1", {"arm": greedy}))
    _, tables = shown(blocks, 2, tmp_path)
    (line,) = [row for row in tables["equal-time"] if row[0] == "greedy"]
    assert [float(cell) for cell in line[3:8]] == [0] * 5


@pytest.mark.parametrize("deals", [1, 9])
def test_too_few_deals_show_no_difference_and_the_page_says_so(tmp_path, deals):
    blocks = made_up(deals, paranoid=1000)
    page, tables = shown(blocks, deals, tmp_path)
    assert f"Too few deals: {deals}. " in page
    assert "Sure at" not in page
    for table in tables.values():
        if table[0][-1] == "so":
            assert {row[-1] for row in table[1:]} == {"not told apart"}


def test_one_deal_has_no_interval(tmp_path):
    page, tables = shown(made_up(1, random=4), 1, tmp_path)
    assert "random +4 (one deal)" in page
    assert {cell for row in tables["order-equal-time"][1:] for cell in row[3:7]} == {""}


def test_a_difference_is_reported_with_its_certainty(tmp_path):
    page, tables = shown(made_up(30, paranoid=100, random=-100), 30, tmp_path)
    assert "Too few" not in page
    above = re.search(r"[:;] ([\w, ]+) above random", page)[1]
    assert {*re.split(", | and ", above)} == {"paranoid", "ismcts", "maxn", "montecarlo", "greedy"}
    order = {tuple(row[:2]): row for row in tables["order-equal-simulations"][1:]}
    assert order["paranoid", "random"][-1] == "better at 99 %"
    results = {tuple(row[:2]): row[-1] for row in tables["against-greedy"][1:]}
    assert results["paranoid", "as the taker"] == "better at 99 %"
    assert results["ismcts", "as the defence"] == "not told apart"
    for row in order.values():
        low99, low, value, high, high99 = (float(row[i]) for i in (5, 3, 2, 4, 6))
        assert low99 <= low <= value <= high <= high99


def test_the_number_of_simulations_is_reported(tmp_path):
    blocks = made_up(30)
    slow = next(n for n, arm in enumerate(compared.ARMS)
                if (arm.label, arm.group) == ("maxn", compared.BY_CLOCK))  # fmt: skip
    blocks[slow]["rows"] = [row | {"simulations": 55} for row in blocks[slow]["rows"]]
    page, tables = shown(blocks, 30, tmp_path)
    assert "paranoid 20, ismcts 20, maxn 6, montecarlo 20" in page
    assert {row[0]: float(row[2]) for row in tables["equal-time"][1:]}["maxn"] == 5.5


def test_a_search_counts_its_simulations():
    effort = TarotEffort()
    deals.roles(deals.deal("1", 0), deals.TarotBot("ismcts", simulations=20), Stream(1), effort)
    assert effort.searches > 20
    assert effort.simulations == 20 * effort.searches


def test_progress_counts_deals(capsys, tmp_path):
    quick = replace(compared.TAROT_SEARCH, work=one_deal)
    run(quick, Setting(2, "1"), tmp_path, "1")
    assert capsys.readouterr().out.splitlines()[-1].startswith("2 deals; the page: ")


def test_a_mean_has_students_interval():
    result = Mean.of([0.0, 2.0])
    assert result.ends == pytest.approx((1 - 12.7062, 1 + 12.7062, 1 - 63.6567, 1 + 63.6567))


def test_verdicts_follow_the_intervals():
    """Ten deals with a mean of 1 and an error of 1/t, and the same the other way round."""
    for t, verdict in ((2.0, "not told apart"), (2.5, "better at 95 %"), (3.5, "better at 99 %")):
        values = [1 + sign * 3 / t for sign in (1, -1) * 5]
        result = Mean.of(values)
        assert result.error == pytest.approx(1 / t)
        assert result.verdict == verdict
        other = Mean.of([-value for value in values])
        assert other.verdict == verdict.replace("better", "worse")
