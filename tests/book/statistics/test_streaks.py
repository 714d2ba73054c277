from datetime import timedelta

from scorekeeper.book.statistics.player_details import load_streak
from scorekeeper.rules import Bid, HouseRules, Match, Standing
from scorekeeper.rules.review.evenings import Streak
from tests.book.scorers import NOON, Scorer
from tests.databases import ask

PARTNERS = ("Ann", "Ben", "Cleo", "Dan")
OTHER_PARTNERS = ("Ann", "Cleo", "Ben", "Dan")


def play(scorer: Scorer, hours: int, winner: str | None, players: tuple[str, ...]) -> int:
    """Play a match that a player's side wins, or nobody; return the winners' wins in a row."""
    return load(scorer, hours, winner, players).wins


def load(scorer: Scorer, hours: int, winner: str | None, players: tuple[str, ...]) -> Streak:
    house = HouseRules.of("partnership" if len(players) == 4 else "two-player")
    match = Match.start(
        house, players, started=NOON + timedelta(hours=hours), opening=[Standing(480, 0)] * 2
    ).bid([Bid(3)] * len(players))
    if winner is None:
        match = match.end(NOON + timedelta(hours=hours))
    else:
        piles = [11 if side == house.game.side_of[players.index(winner)] else 2 for side in (0, 1)]
        apart = piles if len(players) == 2 else [None] * 4
        match = match.record_tricks(apart, [None] * 2 if len(players) == 2 else piles)
    public_id = scorer.start(match=match)
    return ask(scorer.database, load_streak, scorer.load(public_id).key)


def test_wins_of_the_same_players_with_names_in_a_row_are_counted(ann: Scorer) -> None:
    assert play(ann, 0, "Ann", PARTNERS) == 1
    assert play(ann, 2, "Ann", PARTNERS) == 2
    # Matches with others, of the past, of the future and without a winner don't count.
    assert play(ann, 3, "Ben", OTHER_PARTNERS) == 1
    assert play(ann, 4, "Ben", ("Ann", "Ben")) == 1
    assert play(ann, 5, None, PARTNERS) == 0
    assert play(ann, 1, "Dan", PARTNERS) == 1
    assert play(ann, 6, "Cleo", PARTNERS) == 2
    assert play(ann, 7, "Cleo", PARTNERS) == 3
    assert play(ann, 8, "Dan", PARTNERS) == 1
    assert play(ann, 9, "Ben", ("Ben", "Player 2")) == 2
    assert play(ann, 0, "Player 2", ("Ann", "Player 2")) == 0


def test_a_first_win_tonight_comes_after_lost_matches_of_tonight(ann: Scorer) -> None:
    def is_first(hours: int, winner: str) -> bool:
        return load(ann, hours, winner, PARTNERS).is_first_tonight

    assert [is_first(0, "Dan"), is_first(1, "Ann"), is_first(2, "Ann")] == [False, True, False]
    assert [is_first(3, "Dan"), is_first(20, "Ann"), is_first(21, "Dan")] == [False, False, True]
