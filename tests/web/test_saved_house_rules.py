from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.book.scorebooks import saved_house_rules
from tests.reading import Page
from tests.web.browser import Browser
from tests.web.test_house_rules_setup import BIG

HOUSES = "/matches/new/houses"
NAMES = {"player_0": "Ann", "player_1": "Ben", "player_2": "Cleo", "player_3": "Dan"}


def new_match(browser: Browser, game: str = "partnership") -> Page:
    return browser.open(f"/matches/new?game={game}")


def keep(browser: Browser, name: str, game: str = "partnership", **fields: Any) -> Page:
    form = new_match(browser, game).form("/matches")
    return browser.post(HOUSES, form.fields | fields | {"house_name": name, "keep": "yes"})


def forget(browser: Browser, page: Page, public_id: str) -> Page:
    return browser.post(HOUSES, page.form("/matches").fields | {"forget": public_id})


def use(browser: Browser, page: Page, public_id: str) -> Page:
    form = page.form("/matches")
    return browser.send(form, preset=public_id)


def kept(page: Page) -> dict[str, str]:
    forgotten = [button.attributes["value"] for button in page.root.all("button", name="forget")]
    cards = {card.attributes["value"]: card for card in page.root.all("button", name="preset")}
    return {cards[key].all("bdi")[0].text: key for key in forgotten}


def test_saved_rules_are_offered_with_the_presets_and_named_by_a_message(browser: Browser) -> None:
    page = keep(browser, "Our kitchen", target="300")
    assert page.status == 200
    assert list(kept(page)) == ["Our kitchen"]
    assert list(kept(new_match(browser))) == ["Our kitchen"]
    assert "Delete “Our kitchen”" in page.text
    page = keep(browser, "Tuesday", target="300")
    (place,) = page.root.all(id="keep")
    (told,) = place.all(role="status")
    assert told.text == "House rules saved as “Tuesday”"
    keys = [key for key in place.all("button") if "formaction" in key.attributes]
    assert {key.attributes["formaction"] for key in keys} == {f"{HOUSES}#keep"}


def test_saving_rules_keeps_all_input(browser: Browser) -> None:
    page = keep(browser, "Ours", target="300", opening_points_0="120", first="2", **NAMES)
    fields = page.form("/matches").fields
    assert {name: fields[name] for name in NAMES} == NAMES
    assert (fields["target"], fields["opening_points_0"], fields["first"]) == ("300", "120", "2")


def test_saved_rules_fill_in_the_form(browser: Browser) -> None:
    changed = {"target": "300", "floor": "", "bag_carry": "", "failed_nil": "help"}
    big = {**BIG, "big_how_0": "extra"}
    form = new_match(browser).form("/matches")
    browser.post(HOUSES, form.fields | changed | big | {"house_name": "Ours", "keep": "yes"})
    page = new_match(browser)
    filled = use(browser, page, kept(page)["Ours"])
    fields = filled.form("/matches").fields
    assert (fields["target"], fields["floor"], fields["failed_nil"]) == ("300", "", "help")
    assert fields["bag_carry"] == ""
    assert {name: fields[name] for name in big} == big
    (button,) = filled.root.all("button", name="preset", aria_pressed="true")
    assert button.all("bdi")[0].text == "Ours"
    assert "Play to 300 · Losing score: none" in button.text


def test_saved_rules_can_be_deleted(browser: Browser) -> None:
    keep(browser, "Kitchen")
    page = keep(browser, "Office", target="300")
    page = forget(browser, page, kept(page)["Kitchen"])
    assert page.status == 200
    assert list(kept(page)) == ["Office"]
    assert list(kept(new_match(browser))) == ["Office"]


def test_saved_rules_are_private_to_their_scorebook(browser: Browser, stranger: Browser) -> None:
    public_id = kept(keep(browser, "Ours", target="300"))["Ours"]
    page = new_match(stranger)
    assert kept(page) == {}
    assert use(stranger, page, public_id).form("/matches").fields["target"] == "500"
    forget(stranger, page, public_id)
    assert list(kept(new_match(browser))) == ["Ours"]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="none"),
        pytest.param("   ", id="blanks"),
        pytest.param("x" * 41, id="41 letters"),
    ],
)
def test_rules_without_a_name_are_not_saved(browser: Browser, unchanged: None, name: str) -> None:
    page = keep(browser, name, target="300", player_0="Ann")
    assert page.status == 422
    assert page.errors == [("house_name", "Give these house rules a name.")]
    fields = page.form("/matches").fields
    assert (fields["target"], fields["player_0"]) == ("300", "Ann")


@pytest.mark.parametrize("name", ["<b>Ours</b>", "عبد الله", "👩‍👩‍👧‍👦", "a\0b", "Gold & Blue"])
def test_any_valid_name_can_be_saved(browser: Browser, name: str) -> None:
    page = keep(browser, name)
    assert page.status == 200
    assert len(kept(page)) == 1
    assert "<b>Ours" not in page.html


def test_incompatible_rules_are_not_saved_and_a_missing_name_is_asked_for_in_view(
    browser: Browser,
) -> None:
    page = keep(browser, "Our kitchen", bidding="suicide", board="6")
    assert page.status == 422
    assert "“Minimum team bid” and “Bidding: Suicide” can’t be used together" in page.text
    assert "Give these house rules a name." not in page.text
    assert kept(new_match(browser)) == {}
    (place,) = keep(browser, "").root.all(id="keep")
    (more,) = place.all("details")
    assert "open" in more.attributes
    assert place.all(role="status") == []


def test_the_limit_of_saved_rules_is_reported(
    browser: Browser, stored: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_house_rules, "MAX_SAVED_HOUSE_RULES", 2)
    keep(browser, "Ours")
    keep(browser, "Theirs", game="two-player")
    before = stored()

    full = keep(browser, "Yours", target="300", player_0="Ann")

    assert (full.status, stored()) == (422, before)
    told = "You can save up to 2 sets of house rules. Delete some first."
    assert full.errors == [("house_name", told)]
    fields = full.form("/matches").fields
    assert (fields["target"], fields["player_0"]) == ("300", "Ann")
    assert keep(browser, "Ours", target="300").status == 200
