"""A plan of work, by a clock that stands still until it is moved."""

import pytest

from linnet.tuning.work_plan import Costs, Task, WorkPlan


class Clock:
    """A clock that is moved by hand."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def plan(clock):
    return WorkPlan(clock)


def task(kind, documents=10, weight=1.0):
    """Return a task of a kind, which is like all other work where it was never measured."""
    return Task((kind, "work"), weight, documents)


def do(plan, clock, tasks, seconds, shares=None):
    """Do work that takes some seconds."""
    plan.begin(tasks)
    clock.now += seconds
    plan.end(shares)


def test_nothing_is_promised_before_anything_was_measured(plan, clock):
    plan.expect([task("search")], [task("make")])
    plan.begin([task("search")])
    clock.now += 5
    assert plan.seconds_left() is None
    assert plan.share() == 0.0


def test_the_time_left_is_that_of_all_stages(plan, clock):
    # 10 documents take 2 seconds, so 20 more take 4, and 30 of twice the weight 12.
    do(plan, clock, [task("search")], 2.0)
    plan.expect([task("search", 20)], [task("make", 30, weight=2.0)])
    assert plan.seconds_left() == pytest.approx(16.0)
    # 2 of 18 seconds are over
    assert plan.share() == pytest.approx(2 / 18)


def test_a_kind_of_work_has_a_pace_of_its_own(plan, clock):
    do(plan, clock, [task("quick")], 1.0)
    do(plan, clock, [task("slow")], 9.0)
    plan.expect([task("slow"), task("quick"), task("other")])
    # 9 and 1, and 10 documents of what was never measured at the pace of both: 10 / 20 each
    assert plan.seconds_left() == pytest.approx(9 + 1 + 5)


def test_the_time_left_goes_down_while_work_goes_on_and_never_to_nothing(plan, clock):
    do(plan, clock, [task("make")], 10.0)
    plan.begin([task("make")])
    left = []
    for _ in range(4):
        clock.now += 5
        left.append(plan.seconds_left())
    # 10 seconds are planned; after them a tenth of what it has taken is left
    assert left == pytest.approx([5.0, 1.0, 1.5, 2.0])


def test_the_share_never_goes_back(plan, clock):
    do(plan, clock, [task("search")], 1.0)
    plan.expect([task("search")])
    assert plan.share() == pytest.approx(0.5)
    plan.expect([task("search", 990)])
    assert plan.seconds_left() == pytest.approx(99.0)
    assert plan.share() == pytest.approx(0.5)
    clock.now += 999
    assert plan.share() > 0.9


def test_work_done_together_is_measured_by_shares(plan, clock):
    do(plan, clock, [task("svm"), task("bayes")], 10.0, shares=[4.0, 1.0])
    assert plan.costs.seconds(task("svm")) == pytest.approx(8.0)
    assert plan.costs.seconds(task("bayes")) == pytest.approx(2.0)


def test_without_shares_work_is_measured_by_what_was_planned(plan, clock):
    do(plan, clock, [task("svm", weight=3.0), task("bayes")], 8.0, shares=[0.0, 0.0])
    assert plan.costs.seconds(task("svm", weight=3.0)) == pytest.approx(6.0)


def test_all_is_done_when_nothing_is_left(plan, clock):
    do(plan, clock, [task("search")], 1.0)
    plan.begin((), "done")
    plan.expect((), ())
    assert plan.seconds_left() == 0.0
    assert plan.share() == 1.0
    assert plan.doing == "done"


def test_a_clock_that_does_not_move_divides_by_nothing(plan, clock):
    do(plan, clock, [task("search", 0)], 0.0)
    plan.expect([task("search")])
    assert plan.seconds_left() is None
    assert plan.share() == 0.0


def test_costs_add_up():
    costs = Costs()
    assert costs.seconds(task("make")) is None
    costs.measure(task("make", 10), 1.0)
    costs.measure(task("make", 30), 7.0)
    assert costs.seconds(task("make", 5)) == pytest.approx(1.0)


def test_a_stage_with_a_limit_leaves_no_more_than_that(plan, clock):
    do(plan, clock, [task("search")], 10.0)
    plan.limit(15.0)
    plan.expect([task("search", 100)], [task("make")])
    assert plan.seconds_left() == pytest.approx(15 + 10)
    clock.now += 20
    assert plan.seconds_left() == pytest.approx(10)
    plan.limit(None)
    assert plan.seconds_left() == pytest.approx(100 + 10)
