"""Set-up: players, sides, the first seat, notes."""

from typing import Any

import pytest

from scorekeeper.rules import HouseRules, Match, SetUpError

FOUR = ["Ann", "Ben", "Cleo", "Dan"]


def start(players: list[str] | None = None, **given: Any) -> Match:
    return Match.start(HouseRules.of("partnership"), players or FOUR, **given)


def named(name: str) -> list[str]:
    return ["Ann", name, "Cleo", "Dan"]


def test_a_match_starts_with_a_name_for_each_seat() -> None:
    assert start().players == ("Ann", "Ben", "Cleo", "Dan")


def test_sides_can_have_names() -> None:
    assert start(sides=["Nord", "Süd"]).sides == ("Nord", "Süd")


def test_place_and_note_are_stored() -> None:
    match = start(place="kitchen", note="line one\nline two 👍")
    assert (match.place, match.note) == ("kitchen", "line one\nline two 👍")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("J", id="one letter"),
        pytest.param("x" * 40, id="forty letters"),
        pytest.param("José Ñúñez-O’Neil", id="accents"),
        pytest.param("小明", id="Chinese"),
        pytest.param("אבי", id="right to left"),
        pytest.param("👩‍👩‍👧‍👦", id="a family emoji"),
        pytest.param("🫩", id="an emoji newer than the program"),
        pytest.param("<b>Ann</b> & co.", id="markup is only text"),
    ],
)
def test_a_name_has_up_to_forty_visible_characters(name: str) -> None:
    assert start(named(name)).players[1] == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("", "name missing", id="empty"),
        pytest.param("   ", "name missing", id="blanks"),
        pytest.param("\u00a0", "name missing", id="no-break space"),
        pytest.param("\u200b\u200d", "name missing", id="nothing visible"),
        pytest.param("x" * 41, "name too long", id="forty-one letters"),
        pytest.param("B\0n", "name unreadable", id="NUL"),
        pytest.param("B\nn", "name unreadable", id="line break"),
        pytest.param("B\u2028n", "name unreadable", id="line separator"),
        pytest.param("B\x1bn", "name unreadable", id="escape"),
        pytest.param("B\ud800n", "name unreadable", id="half a character"),
        pytest.param("ann", "same name twice", id="a name twice"),
        pytest.param("a\u200dnn", "same name twice", id="a name twice with a joiner"),
    ],
)
def test_an_invalid_name_is_refused(name: str, code: str) -> None:
    with pytest.raises(SetUpError) as refused:
        start(named(name))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("given", "code"),
    [
        pytest.param({"players": FOUR[:3]}, "wrong number of players", id="three players"),
        pytest.param({"players": [*FOUR, "Eve"]}, "wrong number of players", id="five players"),
        pytest.param({"sides": []}, "wrong number of sides", id="no sides"),
        pytest.param({"sides": ["Gold"]}, "wrong number of sides", id="one side"),
        pytest.param({"sides": ["Gold", "gold"]}, "same name twice", id="sides alike"),
        pytest.param({"sides": ["Gold", ""]}, "name missing", id="a side without a name"),
        pytest.param({"first": -1}, "no such seat", id="seat before the first"),
        pytest.param({"first": 4}, "no such seat", id="seat after the last"),
        pytest.param({"note": "x" * 501}, "note too long", id="note too long"),
        pytest.param({"place": "x" * 501}, "note too long", id="place too long"),
        pytest.param({"note": "\0"}, "note unreadable", id="NUL"),
        pytest.param({"place": "\udfff"}, "note unreadable", id="half a character"),
    ],
)
def test_an_invalid_set_up_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(SetUpError) as refused:
        start(**given)
    assert refused.value.code == code


def test_each_game_needs_its_number_of_players() -> None:
    with pytest.raises(SetUpError) as refused:
        Match.start(HouseRules.of("two-player"), FOUR)
    assert refused.value.values == {"players": 4, "seats": 2}
