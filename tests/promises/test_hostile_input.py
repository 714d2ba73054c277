"""No input crashes the server or comes back as markup."""

import re
import socket

import pytest

from tests.effort import THOROUGH
from tests.promises.form_states import crawl, every_form
from tests.promises.hostile_input import (
    HEADERS,
    LINES,
    MARKUP,
    METHODS,
    PARAMETERS,
    PATHS,
    fill_with_hostile_values,
    list_api_paths,
    list_malformed_bodies,
)
from tests.reading import Page
from tests.servers import Server

BOOK = re.compile("/scorebooks/[A-Za-z0-9_-]{22}")


@pytest.mark.parametrize("database", ["sqlite", "postgresql"] if THOROUGH else ["sqlite"])
def test_no_form_value_causes_a_server_error(database: str, request: pytest.FixtureRequest) -> None:
    server: Server = request.getfixturevalue(f"{database}_server")
    browser = server.browser()
    answers = [
        browser.send(changed)
        for turn, form in enumerate(every_form(browser))
        for changed in fill_with_hostile_values(form, turn)
    ]
    answers += crawl(browser, 30)

    assert len(answers) > 200
    assert crashes(answers) == []
    assert with_markup(answers) == []
    assert "Traceback" not in server.printed


def test_no_form_body_causes_a_server_error(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    answers = [
        browser.request("POST", form.action, body, {"Content-Type": kind})
        for turn, form in enumerate(every_form(browser))
        for kind, body in list_malformed_bodies(form, turn)
    ]

    assert len(answers) > 70
    assert crashes(answers) == []
    assert "Traceback" not in sqlite_server.printed


def test_no_address_method_or_header_causes_a_server_error(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    browser.play_hand(match)
    places = [path.replace("{match}", match) for path in PATHS]
    pages = [page.path for page in crawl(browser)]

    answers = [browser.open(path) for path in places]
    answers += [browser.open(path, headers) for path in ("/", match) for headers in HEADERS]
    answers += [browser.request(method, path) for path in pages for method in METHODS]

    assert crashes(answers) == []
    assert with_markup(answers) == []
    assert "Traceback" not in sqlite_server.printed


def test_no_api_parameter_causes_a_server_error(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    [book] = {found[0] for link in browser.open("/settings").links if (found := BOOK.match(link))}
    token = browser.open(f"{book}/reading").form("/reading").fields["was"]
    shown = {"Authorization": f"Bearer {token}"}
    [player, *_] = browser.open("/api/v1/players", shown).json()["players"]
    paths = [
        path.replace("{match}", match.removeprefix("/matches/")).replace("{player}", player["id"])
        for path in list_api_paths()
    ]
    answers = [browser.open(f"/api/v1{path}", shown) for path in paths]

    assert len(answers) >= 200
    assert {answer.status for answer in answers} == {200, 404, 422}
    for answer in answers:
        told = answer.json()
        assert answer.status == 200 or told["status"] == answer.status
        assert answer.status != 422 or told["parameter"] in (*PARAMETERS, "limit")
    without = {browser.open(f"/api/v1{path}").status for path in paths}
    assert without == {401, 404}
    assert "Traceback" not in sqlite_server.printed


def test_no_bytes_on_the_socket_cause_a_server_error(sqlite_server: Server) -> None:
    statuses = [status_of(sqlite_server, noise) for noise in LINES]

    assert {status for status in statuses if status >= b"5"} <= {b"501"}
    assert sqlite_server.browser().open("/").status == 200
    assert "Traceback" not in sqlite_server.printed


def crashes(answers: list[Page]) -> list[str]:
    return [answer.path for answer in answers if answer.status >= 500]


def with_markup(answers: list[Page]) -> list[str]:
    return [answer.path for answer in answers if answer.is_html and MARKUP in answer.html]


def status_of(server: Server, noise: bytes) -> bytes:
    """Send something that is not a request; return the status of the answer, if there is one."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
        connection.sendall(noise)
        connection.shutdown(socket.SHUT_WR)
        return connection.recv(1000)[9:12]
