from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import Right, Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.joining import join_codes
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.config import RATE_LIMITS
from tests.databases import Storage, recorded
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import at_home, built


@pytest.fixture
def home(storage: Storage, tmp_path: Path) -> Iterator[Flask]:
    data = tmp_path / "house"
    data.mkdir()
    with at_home(storage.new(data), data, rate_limits={}) as app:
        yield app


@pytest.fixture
def phone(home: Flask) -> Browser:
    return add_phone(home)


def database(app: Flask) -> Database:
    found: Database = app.extensions["database"]
    return found


def add_phone(app: Flask, role: str = "owner") -> Browser:
    with database(app).write() as session:
        right = shared_scorebook.find_owner_right(session)
        assert right is not None
        given = Right(right.scorebook_id, None, role)
        return Browser(app, devices.grant_access(session, given, None, Secret(f"{role:_<22}")))


def link(page: Page) -> str:
    [field] = [node for node in page.root.all("input") if "readonly" in node.attributes]
    return field.attributes["value"]


def test_the_access_and_the_page_take_one_look_at_the_grants(home: Flask, phone: Browser) -> None:
    with recorded(database(home)) as statements:
        for path in ("/", "/history", "/matches/new", "/players"):
            phone.open(path)
    grants = [one for one in statements if one.startswith("SELECT grants.scorebook_id")]
    assert len(grants) == 4


def test_settings_link_to_the_home_code(phone: Browser) -> None:
    assert "/door" in phone.open("/settings").ways
    page = phone.open("/door")
    assert page.root.all(class_="code")[0].text == "HASE 2345"
    assert link(page) == "http://192.168.1.7/in/HASE2345"
    assert len(page.root.all("svg")) > 1


def test_the_home_code_page_makes_a_television_code(home: Flask, phone: Browser) -> None:
    page = phone.open("/door")
    answer = phone.send(page.form("/television"))
    assert (answer.status, answer.location) == (SAVED, "/door")
    page = phone.open("/door")
    shared_scorebook, made = [node.text.replace(" ", "") for node in page.root.all(class_="code")]
    assert "192.168.1.7 on the television by" in page.text
    television = Browser(home)
    field = television.open("/").form("/in")
    assert television.send(field, code=made).location == "/board"
    reader = add_phone(home, "viewer")
    assert made not in reader.open("/settings").text
    # As long as it is good, it is that one; to another browser it is not shown.
    again = Browser(home, "owner_________________")
    again.client.set_cookie("scorekeeper_device", phone.secret)
    assert made not in again.open("/door").text.replace(" ", "")
    assert shared_scorebook in again.open("/door").text.replace(" ", "")


def test_spectators_cannot_start_a_scorebook(home: Flask, phone: Browser) -> None:
    reader = add_phone(home, "viewer")
    assert reader.open("/scorebooks").changing[0].action == "/scorebooks/choice"
    assert len(reader.open("/scorebooks").changing) == 1
    form = phone.open("/scorebooks").form("/scorebooks")
    token = reader.open("/settings").form("/settings").fields["csrf_token"]
    assert reader.post(form.action, {**form.fields, "csrf_token": token}).status == 404


CHOSEN = "CLUBOIL12345"


@pytest.fixture
def chosen(storage: Storage, tmp_path: Path) -> Iterator[Callable[[str], Flask]]:
    """Return a function that builds the app of a home whose host chose its code."""
    with ExitStack() as stack:

        def build(code: str) -> Flask:
            app = stack.enter_context(
                built(storage.new(tmp_path), tmp_path, home_code=code, rate_limits=RATE_LIMITS)
            )
            shared_scorebook.ensure_shared(database(app))
            return app

        yield build


def test_a_page_opened_on_the_computer_of_a_container_has_no_link(
    home: Flask, phone: Browser
) -> None:
    home.config["IN_CONTAINER"] = True
    page = phone.open("/door")
    assert "Open this page at the computer’s own address" in page.text
    assert page.root.all(class_="qr") == []
    phone.client.set_cookie("scorekeeper_device", phone.secret, domain="192.168.1.9")
    page = phone.open("/door", base_url="http://192.168.1.9:8000")
    assert link(page) == "http://192.168.1.9:8000/in/HASE2345"


def typed(app: Flask, code: str) -> Page:
    phone = Browser(app)
    return phone.send(phone.open("/in").form("/in"), code=code)


@pytest.mark.parametrize(
    "code", ["cluboil12345", "CLUB-OIL1-2345", "club 0il i2345", "http://nas/in/ClubOil12345?x=1"]
)
def test_a_chosen_home_code_adds_a_phone(
    chosen: Callable[[str], Flask], tmp_path: Path, code: str
) -> None:
    assert typed(chosen(CHOSEN), code).location == "/"
    assert not (tmp_path / "house-code").exists()


@pytest.mark.parametrize("code", ["CLUBOIL1234", "CLUBOIL123456", "HASE2345", "ölölölöl"])
def test_no_other_code_adds_a_phone(
    chosen: Callable[[str], Flask], tmp_path: Path, code: str
) -> None:
    (tmp_path / "house-code").write_text("HASE2345")
    assert typed(chosen(CHOSEN), code).status == 404


@pytest.mark.parametrize("length", [8, 12, 20, 26, 40])
def test_guesses_at_a_chosen_home_code_are_limited(
    chosen: Callable[[str], Flask], length: int
) -> None:
    app = chosen("U" * length)
    # Each with other cookies.
    answers = [typed(app, "A" * length).status for _ in range(RATE_LIMITS["codes"] * 10)]
    assert {*answers} == {404}
    assert typed(app, "U" * length).status == 429
    with database(app).write() as session:
        right = shared_scorebook.find_owner_right(session)
        assert right is not None
        once = join_codes.create_by_host(session, right.scorebook_id)
    # Nobody can guess the code of a one-time link.
    assert typed(app, once).location == "/"


@pytest.mark.parametrize("length", [8, 20, 26])
def test_a_link_with_a_chosen_home_code_adds_a_phone(
    chosen: Callable[[str], Flask], length: int
) -> None:
    phone = Browser(chosen("U" * length))
    assert phone.open(f"/in/{'u' * length}").location == "/in"
    assert phone.open("/in").location == "/"


def test_the_pages_tell_that_the_home_code_was_chosen(chosen: Callable[[str], Flask]) -> None:
    app = chosen(CHOSEN)
    asked, shown = Browser(app).open("/"), add_phone(app).open("/door")
    assert "The home code is the one you set." in asked.text
    assert "placeholder" not in asked.html
    assert "The home code is the one you set." in shown.text
    assert shown.root.all(class_="code")[0].text == "CLUB OIL1 2345"
    assert link(shown) == f"http://192.168.1.7/in/{CHOSEN}"


def test_a_removed_phone_may_know_a_chosen_home_code(chosen: Callable[[str], Flask]) -> None:
    app = chosen(CHOSEN)
    owner, lost = add_phone(app), Browser(app)
    assert lost.send(lost.open("/in").form("/in"), code=CHOSEN).location == "/"
    phones = next(one for one in owner.open("/settings").ways if one.endswith("/phones"))
    page = owner.open(phones)
    assert "It can rejoin until you change the home code and restart scorekeeper." in page.text
    [removal] = page.forms_to("/removal")
    owner.send(removal)
    assert "To keep it out, change the home code and restart" in owner.open(phones).text
    field = lost.open("/").form("/in")
    assert lost.send(field, code=CHOSEN).location == "/"


def test_a_page_in_place_of_a_match_has_no_etag(home: Flask, phone: Browser) -> None:
    # The phone deletes what it has kept of such a match.
    match = Table(phone)
    match.start()
    pages = [one.request("HEAD", match.path) for one in (phone, Browser(home))]
    assert [(page.status, "ETag" in page.headers) for page in pages] == [(200, True), (200, False)]
