"""The page of an explanation in a real browser."""

import linnet
from linnet.report.explanation_page import explanation_page

TEXT = (
    "Free <script>window.broken = true</script>\u202egnp.exe lunch\r\n"
    "<img src=x onerror='window.broken = true'>"
)


def opened(browser, path, *, dark):
    page = browser.new_page(
        viewport={"width": 360, "height": 800}, color_scheme="dark" if dark else "light"
    )
    faults = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "request",
        lambda request: faults.append(request.url) if path.name not in request.url else None,
    )
    page.goto(path.as_uri())
    return page, faults


def test_a_hostile_text_is_shown_and_nothing_runs(browser, tmp_path):
    pairs = [("free prize", "spam"), ("lunch at noon", "ham")]
    path = tmp_path / "why.html"
    for chosen in ({}, {"words": None, "chars_in_words": "2-3"}):
        explanation = linnet.train(pairs, chosen).explain(TEXT)
        path.write_text(explanation_page(explanation, "Label: spam"), encoding="utf-8")
        colours = set()
        for dark in (False, True):
            page, faults = opened(browser, path, dark=dark)
            shown = page.inner_text(".document")
            assert "<script>window.broken = true</script>U+202Egnp.exe" in shown
            assert (page.evaluate("window.broken"), faults) == (None, [])
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            page.emulate_media(media="print")
            assert (
                page.evaluate(
                    "getComputedStyle(document.querySelector('.document mark')).printColorAdjust"
                )
                == "exact"
            )
            page.close()
        assert len(colours) == 2
