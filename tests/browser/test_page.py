"""What a reader does with the page of a report."""

import json

import pytest

import linnet
from linnet.report.html import html
from linnet.storage.training_record import TrainingRecord
from tests.browser.conftest import SCRIPT
from tests.golden_models import RECORD
from tests.report.reports import LEARNED, report_of


def test_headline_contents_and_sections(open_page, messages):
    opened = open_page(messages)
    assert opened.page.inner_text("h1").startswith("Right for 9")
    titles = opened.run("[...document.querySelectorAll('h2')].map(one => one.textContent)")
    assert titles[:4] == ["Data", "Leak check", "Test-set uses", "Measures"]
    assert (
        opened.run("[...document.querySelectorAll('#contents a')].map(one => one.textContent)")
        == titles
    )
    assert "looked at 3 times with 2 models" in opened.page.inner_text("#looks")
    assert "Not checked" in opened.page.inner_text("#leaks")
    assert "estimated accuracy" in opened.page.inner_text("#tried")


def test_a_report_on_the_training_documents_says_so_beside_the_headline(open_page, tmp_path):
    report = report_of(
        linnet.train(LEARNED, {"learner": "svm"}), LEARNED, on_training_documents=True
    )
    path = tmp_path / "report.html"
    path.write_text(html(report), encoding="utf-8")
    opened = open_page(path)
    assert "trained on exactly these documents" in opened.page.inner_text("header")
    assert "trained on exactly these documents" not in opened.page.inner_text("#data")
    assert "trained on all of these documents" in opened.page.inner_text("#leaks")
    # A model of a given recipe has nothing to tell of what was tried.
    assert (
        "Not stored: a model file tells what was tried only where a recipe was chosen."
        in opened.page.inner_text("#tried")
    )


def test_the_training_record_is_shown(open_page, tmp_path):
    classifier = linnet.train(LEARNED, {"learner": "svm"})
    recorded = classifier.with_record(TrainingRecord.from_json(RECORD))
    path = tmp_path / "report.html"
    path.write_text(html(report_of(recorded, LEARNED)), encoding="utf-8")
    shown = open_page(path).page.inner_text("#tried")
    assert "estimated accuracy" in shown
    assert "6 documents in 2 outer folds" in shown
    assert "by always saying neg" in shown
    assert "The best recipes that were tried" in shown


def test_slider_moves_rates_and_table(open_page, messages):
    opened = open_page(messages)
    opened.page.select_option("#curve-label", label="spam")
    slider = opened.page.locator("#threshold")
    slider.focus()
    opened.page.keyboard.press("Home")  # the lowest threshold: every document counts as spam
    assert (
        "100.0\u00a0%"
        in opened.page.locator("#thresholds tr", has_text="recall").first.inner_text()
    )
    assert (
        opened.run(
            "document.querySelector('.live').lastChild.querySelector('tbody tr').textContent"
        )
        == "yes4143"
    )
    opened.page.keyboard.press("End")
    assert slider.get_attribute("aria-valuetext").startswith("probability ")
    assert (
        opened.run(
            "document.querySelector('.live').lastChild.querySelector('tbody tr').textContent"
        )
        != "yes4143"
    )
    assert opened.page.locator("#thresholds .chart svg.main-svg").count() > 0


def test_enter_on_a_cell_shows_its_documents(open_page, messages):
    opened = open_page(messages)
    labels = json.loads(opened.run("document.getElementById('report-data').textContent"))["labels"]
    ham, spam = labels.index("ham"), labels.index("spam")
    opened.page.locator(f"[data-cell='{spam} {ham}']").focus()
    opened.page.keyboard.press("Enter")
    panel = opened.page.locator("#cell")
    assert "Predicted spam, truly ham" in panel.inner_text()
    assert panel.locator("li").count() == 2
    assert opened.run("document.activeElement.tagName") == "H3"
    opened.page.locator(f"[data-cell='{spam} {spam}']").click()
    assert panel.locator("li").count() == 20
    assert "20 of 40 documents" in panel.inner_text()
    panel.get_by_text("Close").click()
    assert panel.inner_text() == ""


def test_hostile_texts_are_text(open_page, messages):
    opened = open_page(messages)
    for cell in opened.page.locator("button.cell").all():
        cell.click()
        assert opened.page.locator("#cell script, #cell img").count() == 0
    assert opened.run("window.broken") is None
    assert "<img src=x onerror" in opened.page.inner_text("#mistakes")
    signs = opened.run(
        "[...document.querySelectorAll('.hidden-character')].map(one => one.textContent)"
    )
    assert {"U+202E", "U+0007"} <= set(signs)
    assert "\u202e" not in opened.page.inner_text("main")
    assert opened.run("document.querySelector('main').textContent.length") < 100_000


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_never_scrolls_sideways(open_page, messages, width):
    opened = open_page(messages, width=width)
    opened.page.locator("button.cell").first.click()
    assert opened.run("document.documentElement.scrollWidth") <= width


def test_dark_and_light(open_page, messages):
    opened = open_page(messages, dark=True)
    paper = "getComputedStyle(document.body).backgroundColor"
    assert opened.run(paper) == "rgb(22, 24, 27)"
    opened.page.click("#theme")
    assert opened.run(paper) == "rgb(253, 252, 250)"
    assert opened.page.inner_text("#theme") == "Dark"


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG has it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([light(one), light(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_colours_can_be_told_apart(open_page, messages, dark):
    opened = open_page(messages, dark=dark)
    colour = {
        name: opened.run(
            f"getComputedStyle(document.documentElement).getPropertyValue('--{name}')"
        ).strip()
        for name in ("paper", "ink", "soft", "accent", "wash")
    }
    assert all(contrast(colour[name], colour["paper"]) >= 4.5 for name in ("ink", "soft", "accent"))
    assert contrast(colour["ink"], colour["wash"]) >= 4.5


def test_what_a_screen_reader_needs(open_page, messages):
    opened = open_page(messages)
    assert opened.run("document.querySelectorAll('main, nav[aria-label], header').length") == 3
    assert opened.run("document.querySelectorAll('th:not([scope])').length") == 0
    assert opened.run("[...document.querySelectorAll('table')].every(one => one.caption)")
    assert opened.run(
        "[...document.querySelectorAll('.chart')].every(one => one.getAttribute('aria-label'))"
    )
    assert opened.run(
        "document.querySelectorAll('.chart').length == document.querySelectorAll('figure "
        "details').length"
    )
    assert opened.run(
        "[...document.querySelectorAll('input, select')].every(one => one.labels.length || "
        "one.ariaLabel)"
    )


def test_it_prints(open_page, messages):
    opened = open_page(messages, dark=True)
    assert opened.page.pdf(format="A4")[:4] == b"%PDF"
    opened.page.emulate_media(media="print")
    assert not opened.page.locator("nav").is_visible()


def test_500_labels_can_be_searched(open_page, tmp_path):
    pairs = [(f"word{n} word{n % 7}", f"label {n:03}") for n in range(500) for _ in range(2)]
    path = tmp_path / "many.html"
    wrong = [(text, pairs[(at * 7) % 1000][1]) for at, (text, _) in enumerate(pairs[:100])]
    path.write_text(html(report_of(linnet.train(pairs), pairs + wrong)), encoding="utf-8")
    opened = open_page(path, width=360)
    assert opened.run("document.documentElement.scrollWidth") <= 360
    assert opened.page.locator("#labels tbody tr").count() == 30
    opened.page.locator("#labels input[type=search]").fill("label 49")
    assert opened.page.locator("#labels tbody tr").count() == 10
    assert "10 of 500 labels shown" in opened.page.inner_text("#labels")
    opened.page.locator("#confusion button.cell").first.click()
    assert opened.page.locator("#cell li").count() >= 1


@pytest.mark.parametrize("documents", [[("lunch", "ham")], [("lunch", "ham")] * 3, [("x", "new")]])
def test_next_to_nothing_is_a_page_too(open_page, tmp_path, documents):
    classifier = linnet.train([("prize", "spam"), ("lunch", "ham")])
    path = tmp_path / "little.html"
    path.write_text(html(report_of(classifier, documents)), encoding="utf-8")
    assert "No curve can be drawn" in open_page(path).page.inner_text("#thresholds")


def test_sections_of_others(open_page, tmp_path):
    classifier = linnet.train([("prize", "spam"), ("lunch", "ham")])
    band = {"mean": 0.5, "low": 0.4, "high": 0.6}
    points = [{"at": at, "training": band, "held_out": band} for at in (10, 100)]
    exact = {
        "documents": 1,
        "same_label": 1,
        "examples": [{"row": 3, "text": "<b>x</b>", "same_label": True}],
    }
    part = {
        "name": "1999",
        "documents": 2,
        "accuracy": {"value": 0.75, "interval": None},
        "macro_f1": {"value": None},
    }
    sections = {
        "leaks": {
            "documents": 2,
            "leaking": 1,
            "empty": 0,
            "exact": exact,
            "near": None,
            "group": None,
            "columns": [],
        },
        "without_leaks": {"accuracy": {"value": 0.25, "interval": None}},
        "tuning": {"metric": "accuracy", "tried": [{"settings": {"words": "1-2"}, "value": 0.9}]},
        "slices": [{"by": "year", "slices": [part], "left_out": 0, "left_out_documents": 0}],
        "curves": [
            {"along": "documents", "metric": "accuracy", "points": points},
            {
                "along": "most_frequent",
                "metric": "accuracy",
                "points": [*points, {**points[0], "at": None}],
            },
        ],
        "suspects": [{"row": 7, "given": "ham", "likelier": "spam"}],
        "training": {"accuracy": {"value": 1.0, "interval": None}},
    }
    path = tmp_path / "all.html"
    path.write_text(
        html(report_of(classifier, [("lunch", "ham"), ("x", "spam")], **sections)), encoding="utf-8"
    )
    page = open_page(path).page
    assert "<b>x</b>" in page.inner_text("#leaks")
    assert "Without them: accuracy 0.250" in page.inner_text("#leaks")
    assert "Nearly the same text: not checked." in page.inner_text("#leaks")
    assert "words = 1-2" in page.inner_text("#tried")
    assert "1999" in page.inner_text("#measures")
    assert "likelier" in page.inner_text("#suspects")
    assert "on the training part" in page.inner_text("#measures")
    assert page.locator("#curves .chart:has(svg.main-svg)").count() == 2


@pytest.fixture(scope="session")
def films(tmp_path_factory):
    """The report of films with several labels, one of them hostile."""
    films = [
        ("good fun", ["fun", "pos"]),
        ("good plot", ["pos"]),
        ("fun", ["fun"]),
        ("dull", []),
    ] * 10
    hostile = [(f"dull fun {SCRIPT}", ["pos"]), ("good \u202eplot", [f"pos{SCRIPT}"])]
    classifier = linnet.train(
        [*films, ("see here", [f"pos{SCRIPT}"])], {"learner": "logistic", "strength": 0.001}
    )
    path = tmp_path_factory.mktemp("report") / "films.html"
    path.write_text(html(report_of(classifier, [*films, *hostile])), encoding="utf-8")
    return path


def test_several_labels_have_sliders_and_mistakes_but_no_matrix(open_page, films):
    opened = open_page(films)
    titles = opened.run("[...document.querySelectorAll('h2')].map(one => one.textContent)")
    assert titles[4:6] == ["Labels", "Thresholds"]
    assert opened.page.inner_text("h1").startswith("All labels right for ")
    opened.page.select_option("#curve-label", label="fun")
    cross = "document.querySelector('.live').lastChild.querySelector('tbody tr').textContent"
    assert opened.run(cross) == "yes201"  # at the cutoff
    opened.page.locator("#threshold").focus()
    opened.page.keyboard.press("Home")
    assert opened.run(cross) == "yes2022"
    assert opened.page.locator("#thresholds .chart svg.main-svg").count() > 0


def test_mistakes_of_several_labels_say_what_is_wrong_and_what_is_missing(open_page, films):
    opened = open_page(films, width=360)
    headings = opened.run(
        "[...document.querySelectorAll('#mistakes h3')].map(one => one.textContent)"
    )
    assert {"fun is wrong", "pos is missing"} <= set(headings)
    told = opened.page.locator("#mistakes article", has_text="fun is wrong").inner_text()
    assert "predicted fun · truly pos" in told
    assert opened.page.locator("#mistakes mark.for", has_text="fun").count() > 0
    assert opened.page.locator("#mistakes mark.against", has_text="dull").count() > 0
    assert "--train DATA" in opened.page.inner_text("#suspects")
    assert opened.run("window.broken") is None
    assert opened.run("document.documentElement.scrollWidth") <= 360


def test_the_risk_coverage_curve_and_the_point_of_the_model(open_page, tmp_path):
    classifier = linnet.train(LEARNED, {"learner": "multinomial"})
    for name, judged in (
        ("all", classifier),
        ("some", classifier.with_min_probability(0.8)),
        ("none", classifier.with_min_probability(1)),
        ("margins", linnet.train(LEARNED, {"learner": "svm", "calibration": "none"})),
    ):
        report = report_of(judged, LEARNED * 10)
        path = tmp_path / f"{name}.html"
        path.write_text(html(report), encoding="utf-8")
        opened = open_page(path, dark=name == "some")
        section = opened.page.inner_text("#coverage")
        assert "Area under the curve (AURC)" in section
        traces = opened.run("document.querySelector('#coverage .chart').data.map(one => one.mode)")
        assert traces == (["lines"] if name == "none" else ["lines", "markers+text"])
        chosen = report["risk_coverage"]["chosen"]
        if name != "none":
            point = opened.run("document.querySelector('#coverage .chart').data[1].x[0]")
            assert point == chosen["coverage"]
        assert "most frequent label here" in opened.page.inner_text("header")


def test_several_labels_have_no_risk_coverage_curve(open_page, tmp_path):
    documents = [("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])] * 10
    path = tmp_path / "several.html"
    path.write_text(html(report_of(linnet.train(documents), documents)), encoding="utf-8")
    assert open_page(path).page.query_selector("#coverage") is None


def drift_report(tmp_path):
    """The report of messages that are not like those that were learned."""
    training = [(f"lunch at noon number {n}", "ham") for n in range(40)]
    training += [(f"prize now number {n}", "spam") for n in range(40)]
    classifier = linnet.train(training, {"learner": "multinomial"})
    label = f"other {SCRIPT}"
    new = [(f"the film has a plot of some length, says part {n}", label) for n in range(40)]
    drift = linnet.drift(classifier, new, training).as_json()
    report = report_of(classifier, new, drift=drift, warning="Below expectation: it is wrong.")
    path = tmp_path / "report.html"
    path.write_text(html(report), encoding="utf-8")
    return path


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 380])
def test_drift_is_shown(open_page, tmp_path, dark, width):
    opened = open_page(drift_report(tmp_path), dark=dark, width=width)
    shown = opened.page.inner_text("#drift")
    assert "do not look like the training data" in shown
    assert "unknown words" in shown
    assert "median text length" in shown
    assert shown.count("yes") == 4
    assert "Below expectation" in opened.page.inner_text("#data")
    assert opened.run("window.broken") is None
    assert opened.run("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_report_without_drift_has_no_section_for_it(open_page, messages):
    assert open_page(messages).page.query_selector("#drift") is None
