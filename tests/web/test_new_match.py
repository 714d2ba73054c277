import re
from typing import Any

import pytest

from scorekeeper.rules import GAMES
from tests.reading import Page
from tests.table import SAVED, Table, filled_in
from tests.web.browser import Browser

FOUR = {"player_0": "Ann", "player_1": "Ben", "player_2": "Cleo", "player_3": "Dan"}
TWO = {"player_0": "Ann", "player_1": "Ben"}


def form_page(browser: Browser, game: str = "partnership") -> Page:
    return browser.open(f"/matches/new?game={game}")


def send(browser: Browser, game: str = "partnership", **fields: Any) -> Page:
    names = FOUR if game == "partnership" else TWO
    form = form_page(browser, game).form("/matches")
    return browser.send(form, **(names | {"first": "0"} | fields))


def shown_fields(page: Page) -> dict[str, str]:
    return filled_in(page.form("/matches"))


def tap(browser: Browser, page: Page, **key: str) -> Page:
    filled = browser.send(page.form("/matches"), **key)
    assert filled.status == 200
    return filled


def keys(page: Page, name: str) -> list[str]:
    return [
        key.text or key.attributes.get("aria-label", "")
        for key in page.root.all("button", name=name)
        if "aria-hidden" not in key.attributes
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_chosen(browser: Browser, game: str) -> None:
    page = tap(browser, form_page(browser), play=game)
    assert shown_fields(page)["game"] == game
    (pressed,) = page.root.all("button", name="play", aria_pressed="true")
    assert pressed.attributes["value"] == game
    chairs = [chair.attributes for chair in page.root.all("button", name="swap")]
    assert [chair["value"] for chair in chairs] == [*map(str, range(GAMES[game].seats))]
    assert len({chair["class"].split()[2] for chair in chairs}) == len(chairs)
    openings = {name for name in page.form("/matches").names if name.startswith("opening_points")}
    assert len(openings) == len(GAMES[game].sides)


def test_names_survive_a_look_at_another_game(browser: Browser) -> None:
    page = tap(browser, send(browser, show="yes"), play="two-player")
    page = tap(browser, page, play="partnership")
    assert {name: shown_fields(page)[name] for name in FOUR} == FOUR


def test_tapping_a_known_name_fills_the_next_seat(table: Table) -> None:
    page = form_page(table.browser)
    assert keys(page, "sit")[:4] == ["Ann", "Ben", "Cleo", "Dan"]
    for name in FOUR.values():
        page = tap(table.browser, page, sit=name)
    assert {name: shown_fields(page)[name] for name in FOUR} == FOUR
    assert table.browser.send(page.form("/matches")).status == SAVED


def test_recent_players_are_offered_first_and_only_in_their_scorebook(
    table: Table, stranger: Browser
) -> None:
    table.start("two-player", player_0="Zoë", player_1="Ben")
    # Starts are stored to the second, and both may be in the same one.
    table.bid(3, 4)
    assert keys(form_page(table.browser), "sit")[:3] == ["Ben", "Zoë", "Ann"]
    assert "Cleo" not in form_page(stranger).html


def test_a_typed_name_takes_a_seat_at_once_or_at_the_start(browser: Browser) -> None:
    page = tap(browser, form_page(browser), sit="", typed=" Zoë ")
    assert shown_fields(page)["player_0"] == "Zoë"
    page = tap(browser, page, swap="0")
    assert shown_fields(page)["typed"] == "Zoë"
    page = tap(browser, page, sit="", typed="")
    assert shown_fields(page)["player_0"] == ""
    path = browser.send(form_page(browser).form("/matches"), typed="Zoë").location
    assert browser.open(f"{path}/file").json()["players"] == ["Zoë", None, None, None]


def test_the_first_dealer_is_chosen_and_marked(browser: Browser) -> None:
    page = tap(browser, form_page(browser), later="yes")
    assert keys(page, "deal") == ["Player 1", "Player 2", "Player 3", "Player 4", "Pick for us"]
    page = tap(browser, page, deal="2")
    (marked,) = page.root.all(class_="seat__deal")
    assert marked.text == "deals first"
    assert keys(page, "deal") == []
    page = tap(browser, tap(browser, page, settle="bags"), ask="first")
    (chosen,) = page.root.all("button", name="deal", aria_pressed="true")
    assert chosen.text == "Player 3"
    page = tap(browser, page, swap="2")
    page = tap(browser, page, swap="3")
    assert shown_fields(page)["first"] == "3"
    path = browser.send(page.form("/matches")).location
    assert "Player 4 deals" in browser.open(path).text


def test_a_long_name_breaks_and_who_leads_a_first_hand_without_bids_is_said(
    browser: Browser,
) -> None:
    page = send(browser, show="yes", player_0="Bartholomäus")
    assert "Bar\xadtho\xadlo\xadmäus" in page.text
    page = send(browser, show="yes", first="0", settled="yes", first_hand="bids itself")
    assert "Ben leads first." in page.text


def test_a_dealer_is_picked_at_once_or_at_the_start(browser: Browser) -> None:
    page = tap(
        browser, send(browser, "two-player", show="yes", first="", settled="yes"), deal="random"
    )
    first = shown_fields(page)["first"]
    name = {"0": "Ann", "1": "Ben"}[first]
    assert f"{name} draws first. Picked at random" in page.text
    (marked,) = page.root.all("button", name="swap", value=first)
    assert "draws first" in marked.text
    page = tap(browser, page, deal=first)
    assert "Picked at random" not in page.text
    answer = send(browser, first="random")
    assert re.search(r"(Ann|Ben|Cleo|Dan) deals", browser.open(answer.location).text)


def test_a_match_starts_where_nothing_is_missing(browser: Browser) -> None:
    page = send(browser, show="yes", player_3="", first="")
    assert ("1 empty seat Add a name for each" in page.text, has_start(page)) == (True, False)
    page = tap(browser, page, sit="", typed="Dan")
    assert ("2 taps left" in page.text, has_start(page)) == (True, False)
    page = tap(browser, page, deal="3")
    assert ("1 tap left" in page.text, has_start(page)) == (True, False)
    assert len(keys(page, "settle")) == 4
    assert "−59 points, 1 bag" in page.text
    page = tap(browser, page, settle="help")
    assert "Ann bids and leads first. To 500 Lose at −200 · 10 bags −100" in page.text
    assert has_start(page)
    path = browser.send(page.form("/matches")).location
    assert browser.open(f"{path}/file").json()["house"]["failed_nil"] == "help"
    again = tap(browser, send(browser, show="yes", first=""), deal="1")
    assert (keys(again, "settle"), has_start(again)) == ([], True)
    assert shown_fields(again)["failed_nil"] == "help"


@pytest.mark.parametrize(
    ("game", "usual", "other", "name"),
    [
        ("two-player", "nothing", "bags", "Two players, bags on a failed nil"),
        ("partnership", "bags", "help", "Gold & Blue, a failed nil helps"),
    ],
)
def test_the_usual_answer_comes_first_and_another_keeps_the_name(
    browser: Browser, game: str, usual: str, other: str, name: str
) -> None:
    page = tap(browser, send(browser, game, show="yes", first="", settled=""), deal="0")
    values = [key.attributes["value"] for key in page.root.all("button", name="settle")]
    assert values[0] == usual
    assert ["usual" in text for text in keys(page, "settle")] == [True, *[False] * len(values[1:])]
    page = tap(browser, page, settle=other)
    assert f"House rules {name}" in page.text
    browser.send(page.form("/matches"))
    assert f"{name} Same as last time" in form_page(browser, game).text


def has_start(page: Page) -> bool:
    return any(button.text.startswith("Start") for button in page.root.all("button"))


def test_the_last_house_rules_are_the_default(browser: Browser) -> None:
    send(browser, target="350", big_bids="other", big_at_0="10", big_made_0="200")
    page = form_page(browser)
    assert shown_fields(page)["target"] == "350"
    (card,) = page.root.all("button", name="preset", aria_pressed="true")
    assert card.text == (
        "Same as last time Play to 350 · Big bids: 10 or more: +200 if made, 0 if set"
    )
    usual = tap(browser, page, preset="gold-and-blue")
    assert shown_fields(usual)["target"] == "500"
    assert shown_fields(tap(browser, usual, preset="last"))["target"] == "350"
    assert shown_fields(form_page(browser, "two-player"))["target"] == "500"


def test_a_number_without_a_chip_can_be_typed_and_is_asked_for(browser: Browser) -> None:
    page = send(browser, target="other")
    assert page.status == 422
    assert [place for place, _ in page.errors] == ["target"]
    assert shown_fields(page)["target"] == ""
    answer = send(browser, target="other", target_other=" 420 ", nil_bonus="50")
    house = browser.open(f"{answer.location}/file").json()["house"]
    assert (house["target"], house["nil_bonus"]) == (420, 50)


@pytest.mark.parametrize("game", ["hearts", "", "partnership ", "9" * 30, "a" * 3000, "‮ö"])
def test_an_unknown_game_is_not_found(browser: Browser, unchanged: None, game: str) -> None:
    assert browser.open("/matches/new", query_string={"game": game}).status == 404
    assert browser.send(form_page(browser).form("/matches"), **FOUR, game=game).status == 404


def test_fields_show_the_defaults_of_the_game(browser: Browser) -> None:
    partnership = shown_fields(form_page(browser))
    duel = shown_fields(form_page(browser, "two-player"))
    assert (partnership["target"], partnership["floor"], partnership["failed_nil"]) == (
        "500",
        "-200",
        "bags",
    )
    assert (duel["target"], duel["floor"], duel["failed_nil"]) == ("500", "", "nothing")


@pytest.mark.parametrize(("nil", "asked"), [("not played", 0), ("not blind", 4)])
def test_a_table_without_nil_is_not_asked_about_a_failed_one(
    browser: Browser, nil: str, asked: int
) -> None:
    page = tap(browser, send(browser, show="yes", first="", settled="", nil=nil), deal="0")
    assert len(keys(page, "settle")) == asked
    assert has_start(page) == (asked == 0)


@pytest.mark.parametrize(
    ("preset", "target", "floor", "failed_nil"),
    [("pagat-standard", "500", "", "bags"), ("msn-zone", "500", "-200", "bags only")],
)
def test_a_preset_fills_in_its_rules_only(
    browser: Browser, unchanged: None, preset: str, target: str, floor: str,
    failed_nil: str,
) -> None:  # fmt: skip
    page = send(browser, preset=preset)
    fields = shown_fields(page)
    assert page.status == 200
    assert (fields["target"], fields["floor"], fields["failed_nil"]) == (target, floor, failed_nil)
    assert fields["player_2"] == "Cleo"
    assert fields["first"] == "0"


@pytest.mark.parametrize("name", ["preset", "swap"])
@pytest.mark.parametrize("value", ["two-players", "4", "-1", "x", "", "9" * 30])
def test_an_unfitting_preset_or_a_missing_seat_changes_nothing(
    browser: Browser, name: str, value: str
) -> None:
    fields = shown_fields(send(browser, target="350", **{name: value}))
    assert (fields["target"], fields["player_0"]) == ("350", "Ann")


def test_two_seats_can_be_swapped_and_a_seated_player_moves_instead_of_sitting_twice(
    browser: Browser,
) -> None:
    waiting = send(browser, swap="0")
    assert shown_fields(waiting)["player_0"] == "Ann"
    swapped = browser.send(waiting.form("/matches"), swap="3")
    fields = shown_fields(swapped)
    assert (fields["player_0"], fields["player_3"]) == ("Dan", "Ann")
    assert fields["asked"] == ""
    page = tap(browser, send(browser, show="yes"), swap="3")
    fields = shown_fields(tap(browser, page, sit="Ann"))
    assert (fields["player_0"], fields["player_3"]) == ("", "Ann")


def test_house_rules_are_stored_with_the_match(browser: Browser) -> None:
    answer = send(browser, target="350", failed_nil="help", bag_carry="", floor="")
    written = browser.open(f"{answer.location}/file").json()
    assert written["house"] == {
        "game": "partnership",
        "target": 350,
        "floor": None,
        "bag_carry": False,
        "failed_nil": "help",
    }


def test_spaces_and_invisible_characters_of_a_name_are_removed(browser: Browser) -> None:
    answer = send(browser, player_0="  Ann   Lee ", player_1="\u202e\u200bBen", player_2="\u200b")
    written = browser.open(f"{answer.location}/file").json()
    assert written["players"][:3] == ["Ann Lee", "Ben", None]
    page = send(browser, player_0="\u200bBen")
    assert [place for place, _ in page.errors] == ["player_1"]


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        pytest.param("player_2", "\u200d", id="nothing visible"),
        pytest.param("player_2", "x" * 41, id="41 letters"),
        pytest.param("player_2", "ann", id="the same name twice"),
        pytest.param("player_2", "Änn.", id="another spelling"),
        pytest.param("target", "49", id="target too low"),
        pytest.param("target", "", id="no target"),
        pytest.param("target", "٥٠٠", id="target in other digits"),
        pytest.param("target", "9" * 30, id="target of thirty digits"),
        pytest.param("opening_points_1", "ten", id="opening no number"),
        pytest.param("opening_points_1", "2001", id="opening too far"),
        pytest.param("opening_bags_0", "10", id="opening with too many bags"),
    ],
)
def test_an_invalid_value_is_refused_and_all_input_kept(
    browser: Browser, unchanged: None, field: str, typed: str
) -> None:
    sent = {"opening_points_0": "120", "blind_nil_bonus": "150"} | {field: typed}
    page = send(browser, **sent)
    assert page.status == 422
    assert field in [place for place, _ in page.errors]
    assert page.root.all(id=field) != []
    fields = shown_fields(page)
    kept = FOUR | sent
    assert {name: fields[name] for name in kept} == kept


def test_a_paper_match_can_be_continued_unless_it_is_over(browser: Browser) -> None:
    page = send(browser, opening_points_0="500")
    assert page.status == 422
    assert [text for _, text in page.errors] == [
        "With these opening scores the match would already be over. Check them."
    ]
    answer = send(
        browser,
        opening_points_0="120", opening_bags_0="4", opening_points_1="−95", opening_bags_1="9",
    )  # fmt: skip
    page = browser.open(answer.location)
    assert page.points == [120, -95]
    assert page.bags == [4, 9]


def test_names_can_be_added_later(browser: Browser) -> None:
    table = Table(browser)
    table.start("partnership", player_1="", player_2="  ", player_3="Player 4")
    assert "Ann & Player 3" in browser.open("/").text
    assert browser.open(f"{table.path}/file").json()["players"] == ["Ann", None, None, None]
    assert [link for link in browser.open("/players").links if "/players/" in link][1:] == []
    browser.client.set_cookie("language", "de")
    words = browser.open("/").text + browser.open("/history").text
    assert "Ann & Spieler 3" in words
    assert "Player 3" not in words
    browser.client.set_cookie("language", "en")
    names = browser.open(f"{table.path}/names").form("/names")
    assert names.fields["player_1"] == ""
    assert browser.send(names, player_1="Ben").status == SAVED
    assert "Ben & Player 4" in browser.open("/").text
    table.bid(4, 3, 3, 2)


@pytest.mark.parametrize("key", [None, "", "k" * 65, "k" * 5000, "ö\0‮", "🂡"])
def test_a_form_without_a_valid_key_is_stored(browser: Browser, key: str | None) -> None:
    assert send(browser, key=key).status == SAVED
