"""Who deals: the seat that the table says, and the turns go on from there."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings

from scorekeeper.rules import (
    GAMES,
    Change,
    Match,
    MatchFileError,
    SetUpError,
    StepError,
    Taker,
    match_file,
)
from tests.effort import tries
from tests.rules.strategies import Story, courses
from tests.rules.table import Table

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def list_dealers(match: Match) -> Iterator[int]:
    """Yield who deals each hand, as people at a table would count."""
    dealer = match.first
    for hand in match.hands:
        dealer = dealer if hand.first is None else hand.first
        yield dealer
        if hand.redeal is None and hand.tricks is not None:
            dealer = (dealer + 1) % len(match.players)
    if not match.hands or match.hands[-1].is_complete:
        yield dealer


@settings(max_examples=tries(100), deadline=None)
@given(courses())
def test_the_deal_passes_on_from_the_last_dealer_that_was_named(story: Story) -> None:
    for match in story.matches:
        dealers = list(list_dealers(match))
        assert [match.turn_in(place).first for place in range(1, len(dealers) + 1)] == dealers
        # So scripts find it, too.
        played = match.number_of(match.due_place) - 1
        first = match.first_as_of(match.due_place)
        assert (first + played) % len(match.players) == dealers[match.due_place - 1]
        assert match_file.read(match_file.write(match)).turn == match.turn
        assert match.rematch().first == match.turn.first


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rules", [{}, {"first_hand": "bids itself"}], ids=["bid", "bids itself"])
def test_a_dealer_can_be_the_first_thing_recorded(
    table: Table, game: str, rules: dict[str, Any]
) -> None:
    table.start(game, **rules)
    start = table.match
    seat = (start.turn.first + 1) % len(start.players)
    match = start.set_dealer(seat)
    assert (match.turn.first, match.step, match.due_place) == (seat, start.step, 1)
    assert match_file.read(match_file.write(match)) == match
    assert match_file.write(match)["hands"][0]["first"] == seat
    assert Change.between(start, match) == Change.of_last_entry(match)
    assert match.record_misdeal().turn.first == seat
    # Nothing changes, so there is nothing to undo.
    assert match.set_dealer(seat) is match


def test_after_the_first_trick_nobody_else_deals(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    with pytest.raises(SetUpError):
        table.match.set_dealer(4)
    noted = table.match.note_trick(Taker(0))
    for match in (noted, table.match.end(NOON)):
        with pytest.raises(StepError):
            match.set_dealer(2)
        assert not match.can_set_dealer


@pytest.mark.parametrize("seat", [4, -1, "Ann", True])
def test_a_file_names_a_seat(table: Table, seat: object) -> None:
    written = match_file.write(table.match)
    with pytest.raises((SetUpError, MatchFileError)):
        match_file.read({**written, "hands": [{"first": seat}]})
