import io
import json
import tempfile
import time
from contextlib import ExitStack, nullcontext
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask, Response, make_response
from werkzeug.wsgi import FileWrapper

from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.transfer.comparison import ScorebookRef
from scorekeeper.web.scorebooks import imports
from scorekeeper.web.scorebooks.imports import MAX_RUNNING, MAX_UPLOADS_EACH, Upload, UploadState
from scorekeeper.web.site.jobs import MAX_OPEN, Exports, JobQueue, QueueTimeout
from tests.book.transfer.files import lines, named, played, written
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser

FIVE = lines(
    *[
        written(played(number), named(number), players=["Eve", "Fay", "Gus", "Hal"])
        for number in range(5)
    ]
)


@pytest.fixture(autouse=True)
def no_files(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.extensions, "exports", Exports())
    monkeypatch.setitem(app.extensions, "uploads", imports.Uploads())


@pytest.fixture
def book(table: Table) -> str:
    return book_of(table)


def book_of(table: Table) -> str:
    return f"/scorebooks/{table.browser.stored.book}"


@pytest.fixture
def other(app: Flask) -> Table:
    found = Table(Browser(app))
    found.start("two-player")
    return found


def upload(browser: Browser, book: str, file: bytes, name: str = "matches.jsonl") -> Page:
    form = browser.open(f"{book}/import").form("/import")
    fields: dict[str, Any] = {**form.fields, "file": (io.BytesIO(file), name)}
    answer = browser.post(form.action, fields, content_type="multipart/form-data")
    assert answer.status == SAVED
    return waited(browser, answer.location)


def waited(browser: Browser, path: str) -> Page:
    for _ in range(200):
        page = browser.open(path)
        if "Refresh" not in dict(page.headers):
            return page
        time.sleep(0.05)
    raise AssertionError("it is still busy")


def started(browser: Browser, page: Page, **fields: str) -> Page:
    form = page.form(page.path)
    return waited(browser, browser.post(form.action, {**form.fields, **fields}).location)


def uploaded(app: Flask, table: Table, page: Page) -> Upload:
    [ours] = table.browser.stored.books()
    found: Upload = app.extensions["uploads"].find(
        ScorebookRef(ours.id, ours.public_id), page.path.rsplit("/", 1)[1]
    )
    return found


def test_the_download_page_shows_counts_and_three_ways(table: Table, book: str) -> None:
    table.record_misdeal()
    table.play((4, 3, 3, 3), 7, 6)
    page = table.browser.open(f"{book}/files")
    assert "1 match, 1 hand, 4 players" in page.text
    assert "links and codes" in page.text
    rows = [row.attributes["href"] for row in page.root.all("a", class_="row")]
    assert rows == ["/book", f"{book}/matches.jsonl", f"{book}/results.csv"]


@pytest.mark.parametrize(("language", "separator"), [("en", ","), ("de", ";"), ("fil", ",")])
def test_the_list_of_results_has_the_separator_of_the_language_and_is_not_imported(
    table: Table, book: str, language: str, separator: str
) -> None:
    table.play((4, 3, 3, 3), 7, 6)
    table.browser.client.set_cookie("language", language)
    sent = table.browser.open(f"{book}/results.csv").body
    table.browser.client.delete_cookie("language")
    assert sent.startswith(f"\ufeffmatch{separator}started".encode())
    page = upload(table.browser, book, sent)
    assert "This is a list for a spreadsheet (CSV), which can’t be imported." in page.text


def test_a_download_is_checked_then_imported(table: Table, book: str, other: Table) -> None:
    table.play((4, 3, 3, 3), 7, 6)
    sent = table.browser.open(f"{book}/matches.jsonl").body
    page = upload(other.browser, book_of(other), sent)
    assert "1 new match" in page.text
    assert "what’s already imported stays. Import the file again to finish." in page.text
    assert "Cleo" not in other.browser.open("/history").text
    assert "1 match imported" in started(other.browser, page).text
    assert "Cleo" in other.browser.open("/history").text
    again = upload(other.browser, book_of(other), sent)
    assert "1 match is already here." in again.text
    assert "Import</button>" not in again.html


def test_a_finished_check_is_still_refreshed(
    app: Flask, table: Table, book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = uploaded(app, table, upload(table.browser, book, b"0"))

    def make(*answer: object) -> Response:
        found.state = UploadState.CHECKED
        return make_response(*answer)

    found.state = UploadState.CHECKING
    monkeypatch.setattr(imports, "make_response", make)
    page = table.browser.open(f"{book}/import/{found.name}")
    assert "Checking the file" in page.text
    assert dict(page.headers)["Refresh"] == "1"


def test_broken_lines_are_listed_and_block_the_import(table: Table, book: str) -> None:
    page = upload(table.browser, book, b'{"format": "spades-match/2"}\nhello\n')
    assert "2 lines can’t be read, so nothing is imported." in page.text
    assert "Line 2: This is not JSON" in page.text
    assert "Import</button>" not in page.html


def test_the_page_says_which_files_it_takes_and_asks_for_one(table: Table, book: str) -> None:
    said = table.browser.open(f"{book}/import").text
    assert "Choose the file of a match or a club evening. “All matches in one file”" in said
    form = table.browser.open(f"{book}/import").form("/import")
    answer = table.browser.send(form)
    assert (answer.status, "Choose a file first." in answer.text) == (422, True)
    assert table.browser.open(f"{book}/import/{'x' * 22}").status == SAVED
    form = table.browser.open(f"{book}/import").form("/import")
    assert table.browser.post(f"{book}/import/{'x' * 22}", form.fields).status == SAVED


def test_overwriting_replaces_a_different_match(table: Table, book: str) -> None:
    match = json.loads(table.browser.open(f"{book}/matches.jsonl").body)
    file = json.dumps({**match, "note": "rainy"}).encode()
    page = upload(table.browser, book, file)
    assert "1 match is different here" in page.text
    assert "including their undo history" in page.text
    assert "0 of 0" not in started(table.browser, page).text
    page = upload(table.browser, book, file)
    assert "1 match imported" in started(table.browser, page, wins="file").text
    assert b"rainy" in table.browser.open(f"{book}/matches.jsonl").body


def test_a_quota_keeps_what_was_imported_before(app: Flask, table: Table, book: str) -> None:
    app.extensions["database"].quotas = {"matches": 4}
    page = started(table.browser, upload(table.browser, book, FIVE))
    assert (
        "2 of 5 matches were imported. You can import 3 matches a day. Import the file again "
        "tomorrow to finish."
    ) in page.text
    again = table.browser.send(page.form(page.path))
    checked = waited(table.browser, again.location)
    assert "3 new matches" in checked.text
    assert "2 matches are already here." in checked.text
    app.extensions["database"].quotas = {}
    assert "3 matches imported" in started(table.browser, checked).text


def test_a_failed_check_can_be_repeated(
    app: Flask, table: Table, book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StorageError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(imports.importer, "check_file", fail)
        page = upload(table.browser, book, FIVE)
    assert "The file couldn’t be checked just now. Try again." in page.text
    checked = waited(table.browser, table.browser.send(page.form(page.path)).location)
    assert "5 new matches" in checked.text


def test_a_third_import_waits_then_is_refused(app: Flask, table: Table, book: str) -> None:
    queue: JobQueue = app.extensions["uploads"].queue
    queue.timeout_seconds = 0.1
    with queue.turn("one", "here"), queue.turn("two", "there"):
        page = upload(table.browser, book, FIVE)
    assert (page.status, dict(page.headers)["Retry-After"]) == (503, "60")
    assert "Other files are being imported right now." in page.text
    checked = waited(table.browser, table.browser.send(page.form(page.path)).location)
    assert "5 new matches" in checked.text


@pytest.mark.parametrize(
    ("mine", "waits"),
    [
        pytest.param(("one", "elsewhere"), True, id="the same scorebook"),
        pytest.param(("another", "here"), True, id="the same sender"),
        pytest.param(("another", "elsewhere"), False, id="someone else"),
    ],
)
def test_a_sender_imports_only_one_file_at_a_time(mine: tuple[str, str], waits: bool) -> None:
    queue = JobQueue(MAX_RUNNING, 0.1)
    refused = pytest.raises(QueueTimeout) if waits else nullcontext()
    with queue.turn("one", "here"), refused, queue.turn(*mine):
        pass
    with queue.turn(*mine):
        pass


def test_waiting_uploads_do_not_block_others(table: Table, book: str) -> None:
    first = upload(table.browser, book, b"0")
    for number in range(1, MAX_UPLOADS_EACH + 1):
        page = upload(table.browser, book, b"%d" % number)
        assert "can’t be read" in page.text
    assert table.browser.open(first.path).status == SAVED


def test_running_uploads_are_not_dropped(app: Flask, table: Table, book: str) -> None:
    for number in range(MAX_UPLOADS_EACH):
        page = upload(table.browser, book, b"%d" % number)
        uploaded(app, table, page).state = UploadState.CHECKING
    form = table.browser.open(f"{book}/import").form("/import")
    fields: dict[str, Any] = {**form.fields, "file": (io.BytesIO(b"9"), "9.jsonl")}
    answer = table.browser.post(form.action, fields, content_type="multipart/form-data")
    assert (answer.status, dict(answer.headers)["Retry-After"]) == (503, "60")
    assert "Other files are being imported right now." in answer.text


def test_a_file_uploaded_again_is_checked_again(table: Table, book: str) -> None:
    table.play((4, 3, 3, 3), 7, 6)
    sent = table.browser.open(f"{book}/matches.jsonl").body
    assert "1 match is already here." in upload(table.browser, book, sent).text
    table.play((4, 3, 3, 3), 7, 6)
    assert "1 match is different here" in upload(table.browser, book, sent).text


def test_unread_downloads_leave_the_server_to_others(app: Flask, table: Table, book: str) -> None:
    client, reader = table.browser.client, {"wsgi.file_wrapper": FileWrapper}
    unread = [client.get(f"{book}/matches.jsonl", environ_overrides=reader) for _ in range(26)]
    statuses = [answer.status_code for answer in unread]
    assert statuses == [200] * MAX_OPEN + [503] * (26 - MAX_OPEN)
    assert unread[-1].headers["Retry-After"] == "10"
    assert app.extensions["database"].engine.pool.checkedout() == 0
    assert table.show().status == 200
    for answer in unread:
        answer.close()
    assert table.browser.open(f"{book}/results.csv").status == 200


@pytest.mark.parametrize(
    "running", [pytest.param(("one", "two"), id="others"), pytest.param(("127.0.0.1",), id="own")]
)
def test_only_a_few_downloads_are_written_at_a_time(
    app: Flask, table: Table, book: str, running: tuple[str, ...]
) -> None:
    with ExitStack() as stack:
        for owner in running:
            stack.enter_context(app.extensions["exports"].queue.turn(owner))
        page = table.browser.open(f"{book}/matches.jsonl")
    assert page.status == 503
    assert "Other downloads are running right now. Try again in a moment." in page.text
    assert table.browser.open(f"{book}/matches.jsonl").status == 200


def test_a_download_without_disk_space_is_refused(
    table: Table, book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "TemporaryFile", Mock(side_effect=OSError("full")))
    assert table.browser.open(f"{book}/matches.jsonl").status == 507
