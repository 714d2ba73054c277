"""A match that all but one side give up: the table says who won, whatever the points."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings

from scorekeeper.rules import (
    GAMES,
    Bid,
    Change,
    Ending,
    HouseRules,
    Match,
    MatchFileError,
    Outcome,
    RulingError,
    StepError,
    match_file,
)
from scorekeeper.rules.review.figures import compute_figures, compute_records
from scorekeeper.rules.review.remarkable import Tag, find_tags
from scorekeeper.rules.review.story import END, HighlightKind, tell_story
from tests.effort import tries
from tests.rules.strategies import Story, courses
from tests.rules.table import PLAYERS

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SIDES = [(game, side) for game in GAMES for side in range(len(GAMES[game].sides))]
OF_A_WINNER = {Tag.LEAD_LOST, Tag.COMEBACK, Tag.LAST_HAND, Tag.LOW}


def played(game: str, hands: int = 4, **rules: int) -> Match:
    """Return a match in which one player takes all tricks, so that their side is far ahead."""
    house = HouseRules.of(game, **{"target": 1000, "floor": None, "bag_limit": 0, **rules})
    match, others = Match.start(house, PLAYERS[game]), house.game.seats - 1
    for _ in range(hands):
        match = match.bid([Bid(6), *[Bid(1)] * others], NOON)
        match = match.record_tricks([house.game.tricks, *[0] * others], noted=NOON)
    return match


@pytest.mark.parametrize(("game", "side"), SIDES)
def test_the_side_that_the_table_names_wins(game: str, side: int) -> None:
    before = played(game)
    match = before.end(NOON, side)
    assert match.outcome == Outcome(side, Ending.GIVEN_UP)
    assert (match.standings, match.is_recounted) == (before.standings, False)
    for seat, figures in enumerate(compute_figures(match)):
        won = match.house.game.side_of[seat] == side
        assert (figures.sums.decided, figures.sums.won) == (1, won)
    # What nobody played for is no record, and not remarkable.
    assert {(one.margin, one.comeback) for one in compute_records(match)} == {(0, 0)}
    assert not OF_A_WINNER & {one.tag for one in find_tags(match)}
    story = tell_story(match)
    assert story[0] == END
    assert {one.kind for one in story[1:]} <= {HighlightKind.AHEAD, HighlightKind.NILS}
    with pytest.raises(StepError):
        match.end(NOON, side)
    with pytest.raises(RulingError):
        before.end(NOON, len(match.sides))


def test_a_correction_keeps_the_winner_until_the_points_decide() -> None:
    given_up = played("two-player", 2, target=190).end(NOON, 1)
    small = given_up.correct(1, [Bid(6), Bid(1)], [12, 1])
    assert small.outcome == Outcome(1, Ending.GIVEN_UP)
    large = given_up.correct(1, [Bid(13), Bid(1)], [13, 0])
    assert (large.outcome, large.awarded) == (Outcome(0, Ending.TARGET), None)
    change = Change.between(given_up, large)
    assert change.revert(large) == given_up
    assert change.apply(given_up) == large
    other = given_up.with_house_rules(HouseRules.of("two-player", target=50))
    assert (other.outcome, other.awarded) == (Outcome(0, Ending.TARGET), None)


@settings(max_examples=tries(60), deadline=None)
@given(courses())
def test_a_match_has_a_winner_that_gave_up_only_if_it_says_so(story: Story) -> None:
    for match in story.matches:
        is_given_up = match.outcome is not None and match.outcome.ending is Ending.GIVEN_UP
        assert is_given_up == (match.awarded is not None)
        assert ("awarded" in match_file.write(match)) == is_given_up
        assert is_given_up <= (match.decision is None)


def test_a_file_names_the_side_and_needs_an_end() -> None:
    match = replace(played("partnership").end(NOON, 1), sides=("Us", "Them"))
    written = match_file.write(match)
    assert (written["awarded"], match_file.report(match)["outcome"]) == (
        "Them",
        {"winner": 1, "ending": "given up"},
    )
    assert match_file.read(written) == match
    for other in ({"awarded": "Blue"}, {"awarded": 1}, {"ended": None}):
        with pytest.raises(MatchFileError):
            match_file.read({**written, **other})


def test_a_file_of_typed_hands_is_refused_if_its_points_decided_before() -> None:
    written = match_file.write(played("two-player", 2, target=190).end(NOON, 1))
    decided = {**written, "house": {**written["house"], "target": 50}}
    # A newer release may count differently, so that a match given up would now be decided.
    recorded = match_file.read(decided)
    assert (recorded.decision is not None, recorded.outcome) == (True, Outcome(1, Ending.GIVEN_UP))
    typed = [{**hand, "noted": None} for hand in written["hands"]]
    with pytest.raises(StepError, match="hand 1: match is over"):
        match_file.read({**decided, "hands": typed})
    assert match_file.read({**written, "hands": typed}).awarded == 1
