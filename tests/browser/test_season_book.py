"""A saved season book, opened as a file without the scorekeeper."""

import gzip
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from scorekeeper.app import create_app
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.config import Config
from scorekeeper.demo.demo import add_matches
from tests.web.browser import Browser as Reader

EVENING = datetime(2026, 11, 26, 20, tzinfo=UTC)
MATCHES = 178
MAX_BYTES, MAX_COMPRESSED_BYTES = 550_000, 80_000
PRINTED, MAX_PAGES = 50, 14
OPENED = "element => element.closest('details').open"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The season book of the demo, saved."""
    folder, secret = tmp_path_factory.mktemp("saved"), Secret(new_public_id())
    config = Config.from_environment({"SCOREKEEPER_DATA": str(folder), "SCOREKEEPER_HOSTED": "1"})
    prepare(config.database_url)
    app = create_app(config)
    with closing(app.extensions["database"]) as database:
        with database.write() as session:
            add_matches(session, secret, EVENING)
        path = folder / "Spades.html"
        path.write_text(Reader(app, secret).open("/book/all?save").html, "utf-8")
    return path


@contextmanager
def opened(chromium: Browser, file: Path, *, scripts: bool) -> Iterator[Page]:
    """Open the file in a browser, which may ask for nothing else."""
    screen = {"width": 390, "height": 844}
    with chromium.new_context(java_script_enabled=scripts, viewport=screen) as context:
        asked: list[str] = []
        context.on("request", lambda sent: asked.append(sent.url))
        page = context.new_page()
        page.goto(file.as_uri())
        yield page
        assert {url.partition("#")[0] for url in asked} == {file.as_uri()}


def test_the_file_is_small(file: Path) -> None:
    assert len(file.read_bytes()) <= MAX_BYTES
    assert len(gzip.compress(file.read_bytes())) <= MAX_COMPRESSED_BYTES


def test_without_scripts_every_match_opens_and_no_control_is_empty(
    chromium: Browser, file: Path
) -> None:
    with opened(chromium, file, scripts=False) as page:
        matches = page.locator("details.m")
        expect(matches).to_have_count(MATCHES)
        page.locator("summary").evaluate_all("all => all.forEach(one => one.click())")
        expect(page.locator("details.m[open] .m__body:visible")).to_have_count(MATCHES)
        expect(page.locator(":is(input, button, select):visible")).to_have_count(0)


def test_without_scripts_every_record_leads_into_its_match(chromium: Browser, file: Path) -> None:
    with opened(chromium, file, scripts=False) as page:
        links = page.locator("#records a").all()
        assert len(links) >= 10
        for link in links:
            link.click()
            body = page.locator(str(link.get_attribute("href")))
            expect(body).to_be_in_viewport()
            assert body.evaluate(OPENED)


def test_a_match_that_keys_reach_is_clear_of_the_links_above(chromium: Browser, file: Path) -> None:
    with opened(chromium, file, scripts=False) as page:
        page.locator("details.m > summary").nth(30).focus()
        bar = page.locator("body > nav").evaluate("bar => bar.offsetHeight")
        for _ in range(20):
            page.keyboard.press("Shift+Tab")
            focused = page.locator(":focus").bounding_box()
            assert focused
            assert focused["y"] >= bar


def test_a_search_finds_the_beginnings_of_words(chromium: Browser, file: Path) -> None:
    with opened(chromium, file, scripts=True) as page:
        field, shown = page.get_by_role("searchbox"), page.locator("details.m:visible")
        for typed, found in {"garden ann": "Garden", "zoe": "Zoë", "CLEO": "Cleo"}.items():
            field.fill(typed)
            assert 0 < shown.count() < MATCHES
            expect(shown.filter(has_text=found)).to_have_count(shown.count())
            expect(page.get_by_role("status")).to_have_text(f"{shown.count()} found")
        field.fill("arden")
        expect(page.locator("#matches :is(details, h3, h4):visible")).to_have_count(0)
        months = page.locator("h3", has_text="November")
        field.fill("nov")
        expect(page.locator("#matches h3:visible")).to_have_count(months.count())
        field.fill("")
        expect(shown).to_have_count(MATCHES)


@pytest.mark.parametrize("scripts", [False, True], ids=["without scripts", "with scripts"])
def test_fifty_matches_print_whole_on_few_pages(
    chromium: Browser, file: Path, scripts: bool
) -> None:
    with opened(chromium, file, scripts=scripts) as page:
        page.emulate_media(color_scheme="dark")
        page.locator("details.m").evaluate_all(
            "(all, most) => all.slice(most).forEach(one => one.remove())", PRINTED
        )
        sheets = page.locator(".m table").evaluate_all("all => all.map(one => one.textContent)")
        document = PdfReader(BytesIO(page.pdf(format="A4")))
    text = "".join(sheet.extract_text() for sheet in document.pages)
    assert len(document.pages) <= MAX_PAGES
    assert text.count("→") == "".join(sheets).count("→")
