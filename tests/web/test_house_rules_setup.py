from typing import Any

import pytest

from scorekeeper.rules import GAMES, PRESETS, RULES, Game, HouseRules, list_choices, list_rules
from tests.people import PLAYERS
from tests.reading import Form, Page
from tests.table import SAVED, filled_in
from tests.web.browser import Browser

(COOKOUT,) = [preset for preset in PRESETS if preset.key == "cookout"]
BIG = {
    "big_bids": "other",
    "big_at_0": "10",
    "big_made_0": "200",
    "big_set_0": "-100",
    "big_how_0": "instead",
}


def setting_up(browser: Browser, game: str = "partnership") -> Form:
    return browser.open(f"/matches/new?game={game}").form("/matches")


def send(browser: Browser, game: str = "partnership", **fields: Any) -> Page:
    names = {f"player_{seat}": name for seat, name in enumerate(PLAYERS[game])}
    return browser.send(setting_up(browser, game), **(names | fields))


def house(browser: Browser, answer: Page) -> dict[str, Any]:
    assert answer.status == SAVED, answer.errors
    written: dict[str, Any] = browser.open(f"{answer.location}/file").json()["house"]
    return written


def options(form: Form, name: str) -> list[str]:
    return [chip.attributes["value"] for chip in form.node.all("input", name=name, type="radio")]


@pytest.mark.parametrize("rule", ["bag_limit", "board", "sets_to_lose", "blind_deficit"])
@pytest.mark.parametrize("typed", ["", "0", " "])
def test_an_empty_number_switches_a_rule_off(browser: Browser, rule: str, typed: str) -> None:
    assert house(browser, send(browser, **{rule: typed})).get(rule, 0) == 0


@pytest.mark.parametrize("game", GAMES)
def test_untouched_fields_make_the_default_game(browser: Browser, game: str) -> None:
    written = house(browser, send(browser, game))
    assert written == {"game": game}


@pytest.mark.parametrize(
    "chosen",
    [
        {"set_penalty": "none", "board": "4", "first_hand": "bids itself", "minutes": "90"},
        {"bidding": "mirror", "revoke_penalty": "set"},
        {"forbidden_total": "13", "revoke_penalty": "50"},
    ],
    ids=" ".join,
)
def test_chosen_rules_apply_to_the_match(browser: Browser, chosen: dict[str, str]) -> None:
    written = house(browser, send(browser, **chosen))
    kept = {rule: int(typed) if typed.isdigit() else typed for rule, typed in chosen.items()}
    assert written.items() >= kept.items()


@pytest.mark.parametrize(
    ("rule", "typed"),
    [
        ("failed_nil", "maybe"),
        ("first", "4"),
        ("board", "7"),
        ("forbidden_total", "19"),
        ("hand_limit", "ten"),
        ("revoke_penalty", "501"),
        ("revoke_penalty", "a beer"),
    ],
)
def test_an_invalid_rule_is_refused_at_its_field(
    browser: Browser, unchanged: None, rule: str, typed: str
) -> None:
    page = send(browser, **{rule: typed})
    assert page.status == 422
    assert [field for field, _ in page.errors] == [rule]
    assert page.root.all(id=rule) != []
    assert page.form("/matches").fields["player_1"] == "Ben"


def test_incompatible_rules_are_refused_at_both_fields(browser: Browser) -> None:
    page = send(browser, bidding="mirror", forbidden_total="13")
    assert page.status == 422
    told = "“Bids may not add up to” and “Bidding: Mirror” can’t be used together"
    assert [field for field, _ in page.errors] == ["bidding", "forbidden_total"]
    assert all(told in error for _, error in page.errors)
    form = page.form("/matches")
    assert (form.fields["bidding"], form.fields["forbidden_total"]) == ("mirror", "13")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_asks_for_its_rules_and_offers_their_choices(browser: Browser, game: Game) -> None:
    form = setting_up(browser, game.key)
    assert form.names.intersection(RULES) == {*list_rules(game)}
    for rule in ("bidding", "failed_nil"):
        assert {*options(form, rule)} == {*list_choices(game, rule)}
    presets = [button.attributes["value"] for button in form.node.all("button", name="preset")]
    assert ("cookout" in presets) == (game.key == "partnership")
    assert ("two-players" in presets) == (game.key == "two-player")


@pytest.mark.parametrize(
    ("game", "total"),
    [("partnership", "13"), ("two-player", "13"), ("three-handed", "17"), ("solo", "13")],
)
def test_the_forbidden_total_offered_is_all_tricks(browser: Browser, game: str, total: str) -> None:
    assert options(setting_up(browser, game), "forbidden_total") == ["", total, "other"]


def test_a_preset_starts_a_cookout(browser: Browser) -> None:
    page = send(browser, preset="cookout")
    fields = filled_in(page.form("/matches"))
    assert (fields["target"], fields["board"], fields["sets_to_lose"]) == ("350", "4", "2")
    assert [fields[f"big_{part}_0"] for part in ("at", "made", "set", "how")] == [
        "10",
        "150",
        "-150",
        "instead",
    ]
    written = house(browser, browser.send(page.form("/matches")))
    assert HouseRules.of(written.pop("game"), **written) == COOKOUT.house("partnership")


def test_the_former_rules_of_a_preset_have_a_name_of_their_own(browser: Browser) -> None:
    former = {"target": "350", "overtrick_points": "0", "board": "4", "sets_to_lose": "2"}
    ten = {"big_bids": "other", "big_at_0": "10", "big_made_0": "150", "big_set_0": "-150"}
    played = house(browser, send(browser, **former, **ten))
    chips = setting_up(browser).node.all("button", name="preset")
    names = {chip.all("bdi")[0].text: chip.attributes["aria-pressed"] for chip in chips}
    assert names["Cookout, older rules"] == "true"
    assert names["Cookout"] == "false"
    assert house(browser, send(browser)) == played


def test_two_big_bids_can_be_set(browser: Browser) -> None:
    boston = {"big_at_1": "13", "big_made_1": "500", "big_set_1": "−250", "big_how_1": "extra"}
    assert house(browser, send(browser, **BIG, **boston))["big_bids"] == [
        {"at": 10, "made": 200, "set": -100, "how": "instead"},
        {"at": 13, "made": 500, "set": -250, "how": "extra"},
    ]


def test_a_big_bid_beyond_the_tricks_of_a_hand_has_no_example(browser: Browser) -> None:
    page = send(browser, **(BIG | {"big_at_0": "14"}), show="yes")
    (asked,) = page.root.all("fieldset", id="big_bids")
    assert "took" not in asked.text
    assert "took" in send(browser, **BIG, show="yes").root.all("fieldset", id="big_bids")[0].text


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"big_at_0": "ten"}, id="no number"),
        pytest.param({"big_made_0": "1001"}, id="too much"),
        pytest.param({"big_set_0": "100"}, id="set above nought"),
        pytest.param({"big_at_1": "10"}, id="the same twice"),
    ],
)
def test_invalid_big_bids_are_refused_at_their_row(
    browser: Browser, unchanged: None, fields: dict[str, str]
) -> None:
    page = send(browser, **(BIG | fields))
    assert page.status == 422
    ((place, words),) = page.errors
    assert place == "big_at_0"
    assert words.startswith("Big bids")
    assert page.root.all(id=place) != []
    assert page.form("/matches").fields["big_made_0"] == (BIG | fields)["big_made_0"]


def test_a_hand_that_bids_itself_asks_for_tricks_only(browser: Browser) -> None:
    path = send(browser, first="3", first_hand="bids itself").location
    page = browser.open(f"{path}?by=side")
    assert "The first hand has no bids: 10 per trick, no bags." in page.text
    browser.send(page.form("/tricks"), side_0="7")
    page = browser.open(path)
    assert (page.points, page.bags) == ([70, 60], [0, 0])
    assert page.forms_to("/bids") != []


def test_blind_bids_are_offered_where_they_are_played(browser: Browser) -> None:
    path = send(browser, blind_minimum="6").location
    values = [node.attributes["value"] for node in browser.open(path).root.all(name="bid_0")]
    assert {"blind nil", "blind 3", "blind 6"} <= set(values)
    usual = browser.open(send(browser, blind_minimum="").location).root.all(name="bid_0")
    assert "blind 6" not in [node.attributes["value"] for node in usual]
