import pytest

from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser


def people(browser: Browser) -> dict[str, str]:
    links = browser.open("/players").root.all("a")
    found = [link for link in links if link.attributes["href"].startswith("/players/")]
    return {link.all("bdi")[0].text: link.attributes["href"] for link in found}


def player(browser: Browser, name: str) -> Page:
    return browser.open(people(browser)[name])


@pytest.fixture
def spellings(browser: Browser) -> Table:
    table = Table(browser)
    table.start("two-player", player_0="Jon", player_1="Ann")
    table.start("two-player", player_0="John", player_1="Ann")
    return table


def test_history_and_settings_link_to_the_players(browser: Browser) -> None:
    assert "No players yet" in browser.open("/players").text
    assert "/players" in browser.open("/history").links
    assert "/players" in browser.open("/settings").links


def test_players_are_listed_by_name_before_the_first_result(
    browser: Browser, spellings: Table
) -> None:
    assert list(people(browser)) == ["Ann", "John", "Jon"]
    assert "No finished matches in this period." in browser.open("/players").text


def test_renaming_a_player_changes_all_matches(table: Table) -> None:
    bids = table.show().form("/bids")
    answer = table.browser.send(player(table.browser, "Ben").form("/name"), name=" Benno ")
    assert answer.status == SAVED
    assert "Player renamed" in table.browser.open(answer.location).text
    assert "Benno" in table.show().text
    assert "Benno & Dan" in table.browser.open("/history").text
    # Bids typed in the meantime are saved.
    assert table.browser.send(bids, bid_0="4", bid_1="3", bid_2="3", bid_3="2").status == SAVED
    assert "Benno" in table.show().text


def test_an_invalid_player_name_is_rejected_and_kept_and_a_taken_one_leads_to_merging(
    browser: Browser, spellings: Table
) -> None:
    page = browser.send(player(browser, "Jon").form("/name"), name="x" * 41)
    assert page.status == 422
    assert "longer than 40 characters" in page.text
    assert page.form("/name").fields["name"] == "x" * 41
    page = browser.send(player(browser, "Jon").form("/name"), name="jóhn")
    assert page.status == 422
    assert "“John” is already in the list. Are they the same person?" in page.text
    assert page.form("/name").fields["name"] == "jóhn"
    offered = page.forms_to("/merge")[0]
    assert browser.send(offered).status == SAVED
    assert list(people(browser)) == ["Ann", "John"]


def test_two_spellings_are_merged_and_split_but_not_players_of_one_match(
    browser: Browser, spellings: Table
) -> None:
    ann = people(browser)["Ann"].rpartition("/")[2]
    page = browser.send(player(browser, "Jon").form("/merge"), into=ann)
    assert page.status == 422
    assert "They played in the same match" in page.text
    john = people(browser)["John"]
    form = player(browser, "Jon").form("/merge")
    answer = browser.send(form, into=john.rpartition("/")[2])
    assert (answer.status, answer.location) == (SAVED, john)
    page = browser.open(john)
    assert "Players merged" in page.text
    assert "Jon" not in browser.open("/history").text.split()
    assert spellings.path in browser.open("/history?name=jon").links
    assert "John" in browser.open(form.action.removesuffix("/merge")).text
    assert browser.send(page.form("/parting")).status == SAVED
    assert list(people(browser)) == ["Ann", "John", "Jon"]


@pytest.mark.parametrize("into", ["", "x", "A" * 22, "\0"])
def test_merging_with_an_unknown_player_is_not_found(
    browser: Browser, spellings: Table, unchanged: None, into: str
) -> None:
    assert browser.send(player(browser, "Jon").form("/merge"), into=into).status == 404


@pytest.mark.parametrize("field", ["player_1", "name"])
def test_a_name_that_someone_else_changed_too_is_a_conflict(table: Table, field: str) -> None:
    browser, is_seat = table.browser, field == "player_1"
    page = browser.open(f"{table.path}/names") if is_seat else player(browser, "Ben")
    form = page.form("/names" if is_seat else "/name")
    for _ in range(2):  # sent twice, because its response did not arrive
        assert browser.send(form, **{field: "Xena"}).status == SAVED
    page = browser.send(form, **{field: "Zoe"})
    assert page.status == 409
    assert [place for place, _ in page.errors] == [field]
    assert "Someone changed this to “Xena” in the meantime." in page.text
    again = page.form(form.action)
    assert again.fields[field] == "Zoe"
    assert browser.send(again).status == SAVED
    assert "Zoe" in table.show().text


def test_a_merged_spelling_is_no_name_for_its_players_seat(
    browser: Browser, spellings: Table
) -> None:
    form = browser.open(f"{spellings.path}/names").form("/names")
    john = people(browser)["John"].rpartition("/")[2]
    browser.send(player(browser, "Jon").form("/merge"), into=john)
    page = browser.send(form, player_0="Jon")
    assert page.status == 422
    assert [place for place, _ in page.errors] == ["player_0"]
    assert "“Jon” is now called John. Rename John in all matches instead." in page.text


def test_a_seat_can_be_renamed_in_one_match_and_an_invalid_name_stays_there(table: Table) -> None:
    form = table.browser.open(f"{table.path}/names").form("/names")
    page = table.browser.send(form, player_0="ben")
    assert page.status == 422
    assert [place for place, _ in page.errors] == ["player_1"]
    assert page.form("/names").fields["player_0"] == "ben"
    table.browser.send(player(table.browser, "Ben").form("/name"), name="Benno")
    assert table.browser.send(form, player_0="Anna", player_3="").status == SAVED
    written = table.browser.open(f"{table.path}/file").json()
    assert written["players"] == ["Anna", "Benno", "Cleo", None]
