"""Results as a notebook shows them, in a real browser: light and dark, wide and narrow."""

import linnet
from linnet import sample
from tests.display.hostile import NAMES, SCRIPT

LIGHT, DARK = ("#ffffff", "#111111"), ("#111111", "#dddddd")
WIDE = 1000


def results():
    """Return some results of each kind, with hostile labels and texts among them."""
    pairs = [(f"{name} word{n}", name) for n, name in enumerate(NAMES)] * 3
    hostile = linnet.train(pairs, {})
    messages = linnet.read(sample.path("messages.csv"))
    classifier = linnet.train(messages, {})
    return [
        classifier,
        messages,
        hostile,
        hostile.predict([text for text, _ in pairs]),
        linnet.evaluate(hostile, pairs),
        linnet.evaluate(classifier, messages),
        hostile.explain(f"word0 {SCRIPT} word1 \u202egnp.exe"),
        linnet.suspects(messages, folds=3),
        linnet.suspects(pairs, folds=3),
    ]


def page_of(shown, colours):
    paper, ink = colours
    body = "".join(f"<section>{one._repr_html_()}</section>" for one in shown)
    style = f"body {{ background: {paper}; color: {ink}; margin: 0; }}"
    return f"<!doctype html><html><head><style>{style}</style></head><body>{body}</body></html>"


def open_results(browser, shown, colours, width):
    page = browser.new_page(viewport={"width": width, "height": 800})
    faults = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.on("request", lambda request: faults.append(request.url))
    page.set_content(page_of(shown, colours))
    return page, faults


def colour_of(page, selector):
    return page.evaluate(f"getComputedStyle(document.querySelector('{selector}')).color")


def test_results_take_the_colours_of_the_notebook_and_nothing_runs(browser):
    shown = results()
    for colours in (LIGHT, DARK):
        page, faults = open_results(browser, shown, colours, WIDE)
        ink = colour_of(page, "body")
        for selector in (".linnet-result td", ".linnet-result th", ".document span"):
            assert colour_of(page, selector) == ink
        paper = page.evaluate(
            "getComputedStyle(document.querySelector('.linnet-result table')).backgroundColor"
        )
        assert paper == "rgba(0, 0, 0, 0)"
        assert page.evaluate("document.querySelectorAll('script, img, iframe, link').length") == 0
        assert SCRIPT in page.inner_text("body")
        assert faults == []
        page.close()


def test_no_cell_is_wider_than_a_reader_can_take_in(browser):
    page, _ = open_results(browser, results(), LIGHT, WIDE)
    widths = page.evaluate("[...document.querySelectorAll('td, th')].map(cell => cell.offsetWidth)")
    assert max(widths) < 600
    page.close()
