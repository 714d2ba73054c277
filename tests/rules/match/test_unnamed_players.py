from datetime import UTC, datetime

import pytest

from scorekeeper.rules import Bid, HouseRules, Match, SetUpError, Taker, match_file

PARTNERS, DUEL = HouseRules.of("partnership"), HouseRules.of("two-player")
FOUR = ["Ann", "Ben", "Cleo", "Dan"]


def test_a_nameless_player_is_named_by_seat() -> None:
    match = Match.start(PARTNERS, ["Ann", None, "Cleo", None])
    assert match.players == ("Ann", "Player 2", "Cleo", "Player 4")
    assert match.sides == ("Gold", "Blue")


def test_a_side_of_one_has_its_players_name() -> None:
    assert Match.start(DUEL, [None, "Ben"]).sides == ("Player 1", "Ben")


def test_a_name_like_an_unnamed_seat_is_refused() -> None:
    with pytest.raises(SetUpError) as refused:
        Match.start(DUEL, ["Player 2", None])
    assert refused.value.code == "same name twice"


def test_more_nameless_players_than_seats_are_refused() -> None:
    with pytest.raises(SetUpError) as refused:
        Match.start(DUEL, [None] * 7)
    assert refused.value.code == "wrong number of players"


def test_a_nameless_player_is_null_in_the_file() -> None:
    match = Match.start(DUEL, [None, "Ben"]).bid([Bid(5), Bid(6)]).record_tricks([None] * 2, [7, 6])
    written = match_file.write(match)
    assert written["players"] == [None, "Ben"]
    assert match_file.read(written) == match
    del written["sides"]
    assert match_file.read(written) == match


def test_a_nameless_player_is_named_by_the_new_seat() -> None:
    match = Match.start(PARTNERS, ["Ann", None, "Cleo", None])
    assert match.rematch(rotate=True).players == ("Ann", "Cleo", "Player 3", "Player 4")


def test_a_placeholder_name_does_not_move_along() -> None:
    match = Match.start(PARTNERS, [None, "Player 3", "Cleo", None])
    assert match.rematch(rotate=True).players == ("Player 1", "Cleo", "Player 3", "Player 4")


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


def test_names_added_later_are_checked_as_well() -> None:
    with pytest.raises(SetUpError) as refused:
        Match.start(DUEL, ["Ann", None]).with_names(["Ann", "ann"])
    assert refused.value.code == "same name twice"


def test_the_last_change_is_the_newest_hand() -> None:
    noon, later = (datetime(2026, 11, 20, hour, tzinfo=UTC) for hour in (12, 13))
    match = Match.start(DUEL, ["Ann", "Ben"], started=noon)
    assert match.last_noted == noon
    assert match.bid([Bid(5), Bid(6)], later).last_noted == later
    assert Match.start(DUEL, ["Ann", "Ben"]).last_noted is None
