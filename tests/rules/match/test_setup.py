"""Set-up: players and their names, sides, the first seat, opening scores, notes; and rematches."""

from typing import Any

import pytest

from scorekeeper.rules import Bid, HouseRules, Match, SetUpError, Taker, match_file
from scorekeeper.rules.limits import MAX_OPENING_POINTS
from tests.rules.table import Table

FOUR = ["Ann", "Ben", "Cleo", "Dan"]


def start(players: list[str] | None = None, **given: Any) -> Match:
    return Match.start(HouseRules.of("partnership"), players or FOUR, **given)


def named(name: str) -> list[str]:
    return ["Ann", name, "Cleo", "Dan"]


def test_a_match_starts_with_names_place_and_note() -> None:
    match = start(sides=["Nord", "Süd"], place="kitchen", note="line one\nline two 👍")
    assert (match.players, match.sides) == (("Ann", "Ben", "Cleo", "Dan"), ("Nord", "Süd"))
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


def test_a_match_starts_from_zero_by_default(table: Table) -> None:
    assert table.match.standings == ((0, 0), (0, 0))


def test_opening_points_and_bags_are_kept(table: Table) -> None:
    table.start(opening=[(120, 4), (95, 9)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.standings == ((190, 4), (155, 9))


def test_opening_bags_count_towards_the_penalty(table: Table) -> None:
    table.start(opening=[(120, 4), (95, 9)])
    table.play([3, 3, 3, 3], Gold=6, Blue=7)
    assert table.lines("Blue") == [("contract made", 60), ("overtricks", 1), ("bag penalty", -100)]


@pytest.mark.parametrize(
    "points", [-MAX_OPENING_POINTS, 499], ids=["very low", "just below target"]
)
def test_opening_points_have_a_wide_range(table: Table, points: int) -> None:
    table.start("two-player", opening=[(points, 0), (0, 0)])
    assert table.is_running


@pytest.mark.parametrize(
    ("opening", "code"),
    [
        pytest.param([(0, 0)], "wrong number of openings", id="one side only"),
        pytest.param([], "wrong number of openings", id="no side"),
        pytest.param([(0, 0)] * 3, "wrong number of openings", id="three sides"),
        pytest.param([(0, 10), (0, 0)], "opening bags out of range", id="ten bags"),
        pytest.param([(0, 0), (0, -1)], "opening bags out of range", id="bags below none"),
        pytest.param([(2001, 0), (0, 0)], "opening points out of range", id="points too high"),
        pytest.param([(0, 0), (-2001, 0)], "opening points out of range", id="points too low"),
        pytest.param([(500, 0), (0, 0)], "opening already decided", id="at the target"),
        pytest.param([(0, 0), (-200, 0)], "opening already decided", id="at the floor"),
    ],
)
def test_an_invalid_opening_is_refused(
    table: Table, opening: list[tuple[int, int]], code: str
) -> None:
    with pytest.raises(SetUpError) as refused:
        table.start(opening=opening)
    assert refused.value.code == code


def test_an_opening_can_be_a_tie_at_the_target(table: Table) -> None:
    table.start(opening=[(510, 0), (510, 0)])
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    assert table.winner == "Gold"


def test_without_bags_an_opening_has_none(table: Table) -> None:
    with pytest.raises(SetUpError) as refused:
        table.start(bag_limit=0, opening=[(0, 1), (0, 0)])
    assert refused.value.values == {"side": 0, "bags": 1, "most": 0}


PARTNERS, DUEL = HouseRules.of("partnership"), HouseRules.of("two-player")


def test_a_nameless_player_is_named_by_seat() -> None:
    match = Match.start(PARTNERS, ["Ann", None, "Cleo", None])
    assert match.players == ("Ann", "Player 2", "Cleo", "Player 4")
    assert match.sides == ("Gold", "Blue")


def test_a_side_of_one_has_its_players_name() -> None:
    assert Match.start(DUEL, [None, "Ben"]).sides == ("Player 1", "Ben")


def test_unnamed_players_are_checked_like_others() -> None:
    with pytest.raises(SetUpError, match="same name twice"):
        Match.start(DUEL, ["Player 2", None])
    with pytest.raises(SetUpError, match="wrong number of players"):
        Match.start(DUEL, [None] * 7)
    with pytest.raises(SetUpError, match="same name twice"):
        Match.start(DUEL, ["Ann", None]).with_names(["Ann", "ann"])


def test_a_nameless_player_is_null_in_the_file() -> None:
    match = Match.start(DUEL, [None, "Ben"]).bid([Bid(5), Bid(6)]).record_tricks([None] * 2, [7, 6])
    written = match_file.write(match)
    assert written["players"] == [None, "Ben"]
    assert match_file.read(written) == match
    del written["sides"]
    assert match_file.read(written) == match


@pytest.mark.parametrize(
    ("names", "rotated"),
    [
        (["Ann", None, "Cleo", None], ("Ann", "Cleo", "Player 3", "Player 4")),
        ([None, "Player 3", "Cleo", None], ("Player 1", "Cleo", "Player 3", "Player 4")),
    ],
)
def test_a_nameless_player_is_named_by_the_new_seat(
    names: list[str | None], rotated: tuple[str, ...]
) -> None:
    assert Match.start(PARTNERS, names).rematch(rotate=True).players == rotated


def test_names_added_later_change_nothing_else() -> None:
    match = Match.start(DUEL, [None, None]).bid([Bid(5), Bid(6)]).note_trick(Taker(0))
    named = match.with_names(["Ann", None])
    assert (named.players, named.sides) == (("Ann", "Player 2"), ("Ann", "Player 2"))
    assert named.with_names([None, None]) == match


def test_named_sides_keep_their_names() -> None:
    match = Match.start(PARTNERS, FOUR, sides=["North", "South"])
    assert match.with_names(["Eve", None, None, None]).sides == ("North", "South")
    assert match.rematch().sides == ("North", "South")
    usual = Match.start(PARTNERS, FOUR).with_names(["Eve", None, None, None])
    assert usual.sides == ("Gold", "Blue")


def test_a_rematch_has_the_same_players_and_rules(table: Table) -> None:
    table.start(target=250, opening=[(40, 3), (20, 1)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    again = table.match.rematch()
    assert (again.players, again.sides) == (table.match.players, table.match.sides)
    assert again.house == table.match.house
    assert (again.standings, again.hands) == (((0, 0), (0, 0)), ())


def test_the_deal_passes_on_in_the_rematch(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.match = table.match.rematch()
    assert table.roles == ("Ann", "Ben", "Ben")


def test_two_players_keep_swapping_in_the_rematch(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (0, 0)])
    duel.play([6, 7], 6, 7)
    duel.match = duel.match.rematch()
    assert duel.roles == ("Ben", "Ann", "Ann")


def test_a_rematch_can_rotate_partners(table: Table) -> None:
    once = table.match.rematch(rotate=True)
    twice = once.rematch(rotate=True)
    thrice = twice.rematch(rotate=True)
    assert once.players == ("Ann", "Cleo", "Dan", "Ben")
    assert twice.players == ("Ann", "Dan", "Ben", "Cleo")
    assert thrice.players == table.match.players


def test_three_pairs_rotate_too(table: Table) -> None:
    table.start("six-handed")
    again = table.match.rematch(rotate=True)
    assert again.players == ("Ann", "Cleo", "Dan", "Eve", "Finn", "Ben")
    assert again.sides == ("Gold", "Blue", "Green")


def test_the_same_player_deals_next_after_rotating(table: Table) -> None:
    table.start(first=0)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.match = table.match.rematch(rotate=True)
    assert table.roles == ("Ben", "Ann", "Ann")


def test_a_rematch_keeps_names_of_sides(table: Table) -> None:
    table.match = table.match.start(
        table.match.house, table.match.players, sides=["Us", "Them"], place="kitchen"
    )
    again = table.match.rematch(rotate=True)
    assert (again.sides, again.place) == (("Us", "Them"), "kitchen")
