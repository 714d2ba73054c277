from collections.abc import Callable

import pytest

from scorekeeper.rules import GAMES, list_rules
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.conftest import story


@story
def played(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((3, 3, 3, 3), 7, 6)


def look(table: Table, **fields: str | None) -> Page:
    """Change rules on the page for it and look what that moves."""
    path = f"{table.path}/rules/change"
    form = table.browser.open(path).form("/change", "get")
    sent = {name: value for name, value in (form.fields | fields).items() if value is not None}
    return table.browser.open(path, query_string=sent)


def change(table: Table, reason: str = "", **fields: str | None) -> Page:
    form = look(table, **fields).form("/change")
    return table.browser.send(form, reason=reason)


def card(table: Table) -> str:
    return table.browser.open(f"{table.path}/rules").text


def house(table: Table) -> dict[str, object]:
    written: dict[str, object] = table.browser.open(f"{table.path}/file").json()["house"]
    return written


def test_the_rule_card_links_to_the_change_and_a_typed_number_becomes_the_rule(
    table: Table,
) -> None:
    assert f"{table.path}/rules/change" in table.browser.open(f"{table.path}/rules").links
    fields = table.browser.open(f"{table.path}/rules/change").form("/change", "get").fields
    assert (fields["target"], fields["floor"], fields["bag_carry"]) == ("500", "-200", "yes")
    page = look(table, target="other", target_other="420")
    assert "Winning score: 500 → 420" in page.text
    assert table.browser.send(page.form("/change")).status == SAVED
    assert house(table)["target"] == 420
    fields = table.browser.open(f"{table.path}/rules/change").form("/change", "get").fields
    assert (fields["target"], fields["target_other"]) == ("other", "420")


def test_a_preview_shows_the_effect_or_why_there_is_none_and_saves_nothing(
    played: Table, stored: Callable[[], str]
) -> None:
    before = stored()
    page = look(played, overtrick_points="0")
    assert page.status == 200
    assert "Points per overtrick: 1 → 0" in page.text
    assert "132 → 130" in page.text
    assert stored() == before
    page = look(played)
    assert "These are already the rules." in page.text
    assert page.forms_to("/change") == []
    page = look(played, bidding="whiz", two_nils="forbidden")
    assert page.status == 422
    assert "“Both partners bid nil” and “Bidding: Whiz” can’t be used together" in page.text
    assert (
        look(played, target="400", reason="shorter").form("/change").fields["reason"] == "shorter"
    )
    refused = look(played, target="9", reason="shorter")
    assert refused.form("/change", "get").fields["reason"] == "shorter"


def test_a_change_rescores_the_played_hands(played: Table) -> None:
    assert played.points == [132, 110]
    answer = change(played, overtrick_points="0")
    assert (answer.status, answer.location) == (SAVED, f"{played.path}/rules")
    assert "Points per overtrick: 1 → 0" in played.show().text
    assert played.points == [130, 110]
    assert house(played)["overtrick_points"] == 0


def test_changes_are_listed_in_order_with_their_reasons(played: Table) -> None:
    change(played, "we always <play> so", bag_limit="5", bag_penalty="50")
    words = card(played)
    assert "Changed during the match" in words
    assert "we always <play> so" in words
    assert "Bag limit: 10 → 5" in words
    assert "Bag penalty: −100 → −50" in words
    change(played, "first", target="300")
    change(played, "second", target="500")
    words = card(played)
    assert words.index("Winning score: 500 → 300") < words.index("Winning score: 300 → 500")
    assert "target" not in house(played)


def test_limits_and_big_bids_can_be_added_and_removed(played: Table) -> None:
    change(played, hand_limit="9", minutes="90", forbidden_total="13")
    assert house(played)["hand_limit"] == 9
    change(played, hand_limit="", minutes="", forbidden_total="")
    assert {"hand_limit", "minutes", "forbidden_total"} & set(house(played)) == set()
    big = {"big_at_0": "6", "big_made_0": "200", "big_set_0": "-100", "big_how_0": "instead"}
    change(played, big_bids="other", **big)
    assert house(played)["big_bids"] == [{"at": 6, "made": 200, "set": -100, "how": "instead"}]
    change(played, big_bids="")
    assert "big_bids" not in house(played)


def test_a_preview_announces_the_end_of_the_match(played: Table) -> None:
    page = look(played, target="100")
    assert "The match is over: Gold wins." in page.text
    change(played, target="100")
    assert "Ann & Cleo win" in played.show().text


def test_removed_hands_stay_in_the_review(table: Table) -> None:
    table.play((4, 3, 3, 3), 9, 4)
    table.play((3, 3, 3, 3), 7, 6)
    table.play((3, 3, 3, 3), 5, 8)
    change(table, "a short evening", target="100")
    words = table.show().text
    assert "a short evening" in words
    assert "took Gold 5, Blue 8" in words


@pytest.mark.parametrize(
    ("field", "typed", "place"),
    [
        ("target", "49", "target"),
        ("target", "many", "target"),
        ("target", "", "target"),
        ("floor", "-99", "floor"),
        ("bidding", "loud", "bidding"),
        ("revoke_penalty", "501", "revoke_penalty"),
        ("big_at_0", "19", "big_at_0"),
        ("minutes", "4", "minutes"),
        ("hand_limit", "\0", "hand_limit"),
    ],
)
def test_an_invalid_value_is_refused_at_its_field(
    played: Table, unchanged: None, field: str, typed: str, place: str
) -> None:
    page = look(played, **{"big_bids": "other", field: typed})
    assert page.status == 422
    assert place in [found for found, _ in page.errors]
    assert page.root.all(id=place) != []
    form = look(played, nil_bonus="50").form("/change")
    assert played.browser.send(form, **{"big_bids": "other", field: typed}).status == 422


def test_a_stale_change_is_asked_again(
    played: Table, second: Table, stored: Callable[[], str]
) -> None:
    form = look(played, target="400").form("/change")
    second.bid(3, 3, 3, 3)
    before = stored()
    page = played.browser.send(form, reason="shorter")
    assert page.status == 409
    assert stored() == before
    again = page.form("/change")
    assert again.fields["reason"] == "shorter"
    assert played.browser.send(again).status == SAVED


@pytest.mark.parametrize("reason", ["a\0b", "r" * 5000, "👩‍👩‍👧‍👦" * 90, "<b>x</b>"])
def test_any_reason_is_stored_or_cut(played: Table, reason: str) -> None:
    assert change(played, reason, target="400").status == SAVED
    page = played.browser.open(f"{played.path}/rules")
    assert page.status == 200
    assert "<b>" not in page.html.partition('<ul class="corrections">')[2].partition("</ul>")[0]


def test_every_house_rule_can_be_changed(played: Table) -> None:
    names = played.browser.open(f"{played.path}/rules/change").form("/change", "get").names
    assert set(list_rules(GAMES["partnership"])) - names == set()
