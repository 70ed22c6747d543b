"""Reports in a real browser: Debian's chromium, driven by playwright.

Without it, these tests are skipped.
"""

from pathlib import Path

import pytest

import linnet
from linnet.report.html import html
from tests.report.reports import report_of

CHROMIUM = Path("/usr/bin/chromium")
SCRIPT = "<script>window.broken = true</script><img src=x onerror='window.broken = true'>"
LONG = "w" * 1_000_000


@pytest.fixture(scope="session")
def browser():
    """One browser for all tests."""
    if not CHROMIUM.exists():
        pytest.skip(
            "no /usr/bin/chromium: tests/browser/install-chromium installs it on Debian, as root"
        )
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


class Opened:
    """A page and all that went wrong with it."""

    def __init__(self, browser, path: Path, width: int, dark: bool) -> None:
        self.faults: list[str] = []
        self.page = browser.new_page(
            viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light"
        )
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "request",
            lambda request: (
                self.faults.append(request.url) if path.name not in request.url else None
            ),
        )
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("#reproduce h2")

    def run(self, script: str):
        return self.page.evaluate(script)


@pytest.fixture
def open_page(browser):
    """Open a file; nothing may go wrong until the test ends."""
    opened: list[Opened] = []

    def open_file(path: Path, *, width: int = 1280, dark: bool = False) -> Opened:
        opened.append(Opened(browser, path, width, dark))
        return opened[-1]

    yield open_file
    for one in opened:
        one.page.close()
        assert one.faults == []


@pytest.fixture(scope="session")
def messages(tmp_path_factory):
    """The report of a small corpus with hostile texts and labels in it."""
    pairs = [
        (f"{word} number {n}", label)
        for n in range(40)
        for word, label in (("prize", "spam"), ("lunch", "ham"))
    ]
    classifier = linnet.train([*pairs, ("see here", SCRIPT)])
    hostile = [
        (f"prize {SCRIPT}", "ham"),
        ("prize \u202egnp.exe \x07", "ham"),
        (LONG, "spam"),
        ("lunch", f"\u202e{LONG[:90]}"),
    ]
    path = tmp_path_factory.mktemp("report") / "messages.html"
    path.write_text(
        html(report_of(classifier, [*pairs, *hostile], looks={"times": 3, "models": 2})),
        encoding="utf-8",
    )
    return path
