import pytest
from flask import Flask

from tests.web.browser import Browser


def test_the_openapi_address_links_to_the_docs(app: Flask) -> None:
    answer = app.test_client().get("/api/v1/openapi.json")
    assert (answer.status_code, answer.mimetype) == (410, "application/problem+json")
    assert answer.json is not None
    assert "docs/api.md" in answer.json["detail"]
    assert "/schema/match-file.json" in answer.json["detail"]


@pytest.mark.parametrize("name", ["feed.atom", "evenings.ics"])
def test_removed_feeds_answer_without_a_cookie(app: Flask, name: str) -> None:
    answer = app.test_client().get(f"/r/{'A' * 22}.{'A' * 22}/{name}?language=en")
    assert (answer.status_code, answer.mimetype) == (410, "application/problem+json")
    assert answer.json is not None
    assert "the history page, or the API" in answer.json["detail"]
    assert answer.json["instance"] == f"/r/{name}"
    assert len(answer.data) < 500
    assert "Set-Cookie" not in answer.headers


BOOK, EVENING = (f"/{kind}/{'A' * 22}" for kind in ("scorebooks", "events"))
CODE = "Type the code from a phone with access"
DOWNLOADS = "Settings → Backups and files → Download everything"
IMPORT = "It’s now under Settings → Backups and files."
RESTORE = "Restore backups on the computer: scorekeeper restore FILE."


@pytest.mark.parametrize(
    ("method", "paths", "words"),
    [
        ("GET", ["/ask"], CODE),
        ("POST", ["/ask"], CODE),
        ("GET", [f"{BOOK}/matches.zip", f"{BOOK}/hands.csv", f"{EVENING}/results.csv"], DOWNLOADS),
        ("POST", ["/history/export"], DOWNLOADS),
        ("GET", [f"{EVENING}/print/rounds"], "Print and share has the seating of each round."),
        ("GET", [f"{BOOK}/bringing", f"{BOOK}/bringing/abc"], IMPORT),
        ("GET", ["/copies/x"], RESTORE),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_removed_page_names_what_took_its_place(
    browser: Browser, method: str, paths: list[str], words: str
) -> None:
    token = browser.open("/settings").form("/settings").fields["csrf_token"]
    for path in paths:
        page = browser.request(method, path, {"csrf_token": token} if method == "POST" else None)
        assert (page.status, words in page.text) == (410, True), path
