"""The score of a match as data: what `scorekeeper score` prints."""

from typing import Any

from scorekeeper.rules.lines import SideScore
from scorekeeper.rules.match.match import Match
from scorekeeper.rules.turns import Step


def report(match: Match) -> dict[str, Any]:
    """Return finished hands, standings, outcome and turn of a match as a JSON object."""
    outcome = match.outcome
    return {
        "hands": [
            {"sides": [_side(side) for side in score]} if score else {"redeal": str(hand.redeal)}
            for hand, score in zip(match.hands, match.scores, strict=True)
            if hand.is_complete
        ],
        "standings": [standing._asdict() for standing in match.standings],
        "outcome": outcome and {"winner": outcome.winner, "ending": str(outcome.ending)},
        "turn": _turn(match),
    }


def _side(score: SideScore) -> dict[str, Any]:
    return {
        "lines": [[str(line.reason), line.points] for line in score.lines],
        "points": score.points,
        "bags": score.bags,
        "standing": score.standing._asdict(),
    }


def _turn(match: Match) -> dict[str, Any] | None:
    if match.step is Step.OVER:
        return None
    turn = match.turn
    return {
        "hand": turn.hand,
        "step": str(turn.step),
        str(match.house.game.role): turn.first,
        "bids": turn.bids,
        "leads": turn.leads,
    }
