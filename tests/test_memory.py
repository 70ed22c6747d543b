"""What cannot fit in memory is refused before it starts, with what it needs and what is free."""

import os

import pytest

import linnet
from linnet.errors import SettingError
from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.linear import Linear
from linnet.learning.naive_bayes import NaiveBayes
from linnet.learning.online import Online
from linnet.memory import available_memory

PAIRS = [(f"word{number} film", "pos" if number % 2 else "neg") for number in range(200)]


def machine(folder, **files):
    """A system that says so much of its memory."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_the_free_memory_of_the_machine_counts(tmp_path):
    system = machine(tmp_path, proc__meminfo="MemTotal: 900 kB\nMemAvailable: 512 kB\n")
    assert available_memory(system) == 512 * 1024


def test_what_is_left_of_the_limit_of_a_container_counts(tmp_path):
    system = machine(
        tmp_path,
        proc__meminfo="MemAvailable: 9000000 kB\n",
        proc__self__cgroup="0::/box/inner\n",
        sys__fs__cgroup__box__memory_dot_max="100000\n",
        sys__fs__cgroup__box__memory_dot_current="70000\n",
        sys__fs__cgroup__box__memory_dot_stat="anon 60000\ninactive_file 4000\n",
        sys__fs__cgroup__box__inner__memory_dot_max="max\n",
        sys__fs__cgroup__box__inner__memory_dot_current="70000\n",
    )
    assert available_memory(system) == 100_000 - 70_000 + 4_000


def test_older_control_groups_count_too(tmp_path):
    system = machine(
        tmp_path,
        proc__meminfo="MemAvailable: 9000000 kB\n",
        proc__self__cgroup="5:cpu:/\n4:memory:/box\n",
        sys__fs__cgroup__memory__box__memory_dot_limit_in_bytes="5000\n",
        sys__fs__cgroup__memory__box__memory_dot_usage_in_bytes="2000\n",
    )
    assert available_memory(system) == 3_000


def test_this_machine_has_memory():
    free = available_memory()
    assert free is None or free > 1_000_000


def test_weights_by_hand():
    # 1,000 features × 20 labels × 8 bytes = 160,000 for a table: the solver's two, and one for each
    # model.
    assert Linear("svm").weights_bytes(1_000, 20) == 480_000
    assert Linear("svm").weights_bytes(1_000, 20, n_models=5) == 7 * 160_000
    assert Online("perceptron").weights_bytes(1_000, 20) == 480_000
    assert FullGaussian().weights_bytes(100, 20) == 100 * 100 * 20 * 8
    assert NaiveBayes("multinomial").weights_bytes(1_000_000, 20_000) == 0


@pytest.mark.parametrize(
    "learner", ["logistic", "svm", "nb-svm", "perceptron", "passive-aggressive"]
)
def test_weights_that_cannot_fit_are_refused(monkeypatch, learner):
    monkeypatch.setattr("linnet.memory.available_memory", lambda: 4_000)
    with pytest.raises(SettingError) as caught:
        linnet.train(PAIRS, {"learner": learner})
    # 201 words, one weight vector for two labels: 201 × 8 × 3 = 4,824 bytes
    assert str(caught.value) == (
        "the weights of 201 features and 1 labels must fit in memory; "
        "got about 4.82e-06 GB needed and 4e-06 GB free. "
        "Leave rare features out, hash them, or use a naive Bayes learner."
    )


def test_naive_bayes_needs_no_table_of_all_features_and_labels(monkeypatch):
    monkeypatch.setattr("linnet.memory.available_memory", lambda: 4_000)
    assert linnet.train(PAIRS, {"learner": "multinomial"}).documents == 200


def test_a_search_goes_on_without_what_cannot_fit(monkeypatch):
    words = [
        f"word{number} thing{number} {'good' if number % 2 else 'bad'}" for number in range(60)
    ]
    pairs = list(zip(words, "ab" * 30, strict=True))
    monkeypatch.setattr(
        "linnet.memory.available_memory", lambda: 2_000
    )  # 60 × 2 scores fit, 77 features do not
    tuned = linnet.tune(
        pairs, None, {"learner": ["svm", "multinomial"]}, reserve=0, calibration="none"
    )
    assert tuned.best.settings == {"learner": "multinomial"}
    assert "must fit in memory" in next(
        one.problem for one in tuned.tried if one.settings["learner"] == "svm"
    )


def test_scores_of_all_documents_and_labels_that_cannot_fit_are_refused(monkeypatch):
    monkeypatch.setattr("linnet.memory.available_memory", lambda: 1_000)
    with pytest.raises(
        SettingError, match="the scores of 200 documents for 2 labels must fit in memory"
    ):
        linnet.cross_validate(PAIRS, {"learner": "multinomial"})


def test_a_system_that_does_not_say_what_is_free_is_asked_for_all_it_has(tmp_path):
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "meminfo").write_text("MemTotal: 1000 kB\n")
    assert available_memory(tmp_path) == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
