import pytest
from flask import Flask

from scorekeeper.book.maintenance.schema import read_version
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser

AS_AT_FIRST = {"language": "auto", "theme": "auto", "awake": "auto", "vibrate": "auto"}


def tap(browser: Browser, **chosen: str) -> Page:
    form = browser.open("/settings").form("/settings")
    assert {*chosen} <= form.names
    return browser.send(form, **chosen)


def chosen(page: Page) -> dict[str, str]:
    pressed = page.root.all("button", aria_pressed="true")
    # A switch has the value that a tap would set.
    on = {key.attributes["value"] for key in page.root.all("button", role="switch")}
    return {key.attributes["name"]: key.attributes["value"] for key in pressed} | {
        "awake": "auto" if "off" in on else "off",
        "vibrate": "auto" if "on" in on else "on",
    }


def test_a_choice_is_saved_without_the_others_and_can_be_reset(browser: Browser) -> None:
    assert chosen(browser.open("/settings")) == AS_AT_FIRST
    assert tap(browser, language="de").status == SAVED
    page = browser.open("/settings")
    assert (chosen(page), page.lang) == (AS_AT_FIRST | {"language": "de"}, "de")
    tap(browser, theme="dark")
    page = browser.open("/settings")
    assert chosen(page) == AS_AT_FIRST | {"language": "de", "theme": "dark"}
    assert page.root.attributes["data-theme"] == "dark"
    assert browser.client.get_cookie("scorekeeper_device") is None
    tap(browser, language="auto")
    tap(browser, theme="auto")
    assert browser.client.get_cookie("language") is None
    assert browser.client.get_cookie("theme") is None


def test_the_saved_message_is_in_the_new_language(app: Flask) -> None:
    browser = Browser(app, Accept_Language="fil")
    for language, told in [("de", "Gespeichert"), ("en", "Saved"), ("auto", "Na-save na")]:
        tap(browser, language=language)
        assert browser.open("/settings").status_line == told


@pytest.mark.parametrize("value", ["", "xx", "EN", "../de", "de\0", "<b>", "9" * 30])
def test_an_invalid_choice_is_ignored(browser: Browser, value: str) -> None:
    assert tap(browser, language=value, theme=value).status == SAVED
    assert chosen(browser.open("/settings")) == AS_AT_FIRST


@pytest.mark.parametrize("name", ["language", "theme"])
@pytest.mark.parametrize("value", ["xx", "", "<b>", "x" * 3000])
def test_an_invented_cookie_is_ignored(browser: Browser, name: str, value: str) -> None:
    browser.client.set_cookie(name, value)
    page = browser.open("/")
    assert page.status == 200
    assert page.lang == "en"
    assert page.root.attributes["data-theme"] == "auto"


def set_clock(browser: Browser, zone: str) -> Page:
    form = browser.open("/settings/clock").form("/settings/clock")
    return browser.send(form, time_zone=zone)


def zone(browser: Browser) -> str:
    form = browser.open("/settings/clock").form("/settings/clock")
    return form.fields["time_zone"]


def test_a_new_time_zone_is_shown_at_once(browser: Browser) -> None:
    table = Table(browser)
    table.start("two-player")
    table.end()
    told = {table.show().root.all(class_="over__note")[0].text}
    for name in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # never the same day
        assert set_clock(browser, name).status == SAVED
        assert zone(browser) == name
        told.add(table.show().root.all(class_="over__note")[0].text)
    assert len(told) == 3
    assert browser.open("/settings/clock").status_line == ""


def test_a_time_zone_can_precede_the_first_match_and_be_an_unlisted_one(browser: Browser) -> None:
    assert "/settings/clock" in browser.open("/settings").ways
    set_clock(browser, "Europe/Berlin")
    assert zone(browser) == "Europe/Berlin"
    table = Table(browser)
    table.start("two-player")
    started = browser.open(f"{table.path}/file").json()["started"]
    assert started.endswith(("+01:00", "+02:00"))
    set_clock(browser, "UTC")
    assert zone(browser) == "UTC"


@pytest.mark.parametrize(
    "value", ["", "Mars/Olympus", "../../etc/passwd", "Europe", "x\0", "9" * 300]
)
def test_an_invalid_time_zone_means_the_servers(browser: Browser, value: str) -> None:
    set_clock(browser, "Europe/Berlin")
    assert set_clock(browser, value).status == SAVED
    assert zone(browser) == ""


def test_the_time_zone_of_other_scorebooks_is_unchanged(
    browser: Browser, stranger: Browser
) -> None:
    set_clock(browser, "Europe/Berlin")
    set_clock(stranger, "Asia/Tokyo")
    assert zone(browser) == "Europe/Berlin"


def test_the_screen_stays_on_during_a_match_by_default(table: Table) -> None:
    assert table.show().root.having("data-awake")
    tap(table.browser, awake="off")
    assert not table.show().root.having("data-awake")
    tap(table.browser, awake="auto")
    assert table.show().root.having("data-awake")
    table.end()
    assert not table.show().root.having("data-awake")


def test_over_plain_http_the_board_says_once_what_to_set_on_the_phone(
    app: Flask, table: Table
) -> None:
    table.bid(4, 3, 3, 2)
    assert "screen timeout" not in table.show().text
    phone = Browser(app, Host="192.168.1.7")
    phone.client.set_cookie("scorekeeper_device", table.browser.secret, domain="192.168.1.7")
    told = phone.open(table.path)
    assert "Set this phone’s screen timeout to 10 minutes or more, " in told.text
    assert phone.send(told.form("/settings"), awake="told").location == table.path
    assert "screen timeout" not in phone.open(table.path).text
    settings = phone.open("/settings")
    assert "Over http it goes dark." in settings.text
    assert settings.root.all("button", name="awake") == []


def test_settings_have_few_rows_in_groups_and_show_what_is_set(browser: Browser) -> None:
    set_clock(browser, "Europe/Berlin")
    page = browser.open("/settings")
    assert [title.text for title in page.root.all("h2")] == [
        *("Phones", "Look", "This phone", "Your scores")
    ]
    rows = page.root.all(class_="row__text")
    hidden = [row for more in page.root.all("details") for row in more.all(class_="row__text")[1:]]
    assert len(rows) - len(hidden) <= 11
    values = [value.text for value in page.root.all(class_="row__value")]
    assert values == ["English", "Unnamed phone", "Berlin"]
    assert "1 can keep score" in page.text
    assert f"Version {read_version()}" in page.text
    assert [switch.attributes["aria-checked"] for switch in page.root.all(role="switch")] == [
        *("false", "true")
    ]
