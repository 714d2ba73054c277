"""How a match stands and how it ended, in words."""

from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.rules.match.replay import Moved
from scorekeeper.rules.outlook.warnings import Threat, dangers
from scorekeeper.words.house import floor, sets_to_lose
from scorekeeper.words.language import N_, ngettext
from scorekeeper.words.language import gettext as _
from scorekeeper.words.table import (
    enumerated,
    number,
    partners,
    player_names,
    side_name,
    signed,
    together,
)

ENDINGS = {
    "target": N_("reached the target"),
    "floor": N_("the other side fell too low"),
    "sets": N_("too many contracts set"),
    "hands": N_("all hands played"),
    "time": N_("time was up"),
    "early": N_("ended early"),
}


def ending(key: str) -> str:
    """Return how a match ended, in a few words."""
    return _(ENDINGS[key])


def result(
    game: rules.Game, players: Sequence[str], points: Sequence[int] | None
) -> list[tuple[str, str]]:
    """Return who played together and what they came to; nothing where that is not known."""
    called = player_names(players)
    who = (together(called[seat] for seat in seats) for seats in game.sides)
    return [(names, number(points[side]) if points else "") for side, names in enumerate(who)]


def standings(match: rules.Match) -> list[tuple[str, str]]:
    """Return who plays together and how they stand."""
    points = [standing.points for standing in match.standings]
    return result(match.house.game, match.players, points)


def called(match: rules.Match, side: int) -> str:
    """Return a side as the table calls it: by those who play together."""
    return partners(match, side) or side_name(match.sides[side])


def danger(match: rules.Match, side: int) -> str:
    """Return the gravest of what threatens a side, or nothing."""
    if match.outcome is not None:
        return ""
    threats = dangers(match, side)
    if not threats:
        return ""
    kind, left = threats[0]
    if kind is Threat.FLOOR:
        return floor(match.house.floor or 0)
    return ngettext(
        "%(num)d more bag: %(penalty)s",
        "%(num)d more bags: %(penalty)s",
        left,
        penalty=number(-match.house.bag_penalty),
    )


def tie(match: rules.Match) -> str:
    """Return why the match goes on although it could be over, or nothing."""
    if not match.tied:
        return ""
    points = match.standings[match.tied[0]].points
    return _("A tie at %(points)s: another hand decides.", points=number(points))


def wins(match: rules.Match) -> str:
    """Return who has won a match that is over."""
    if match.outcome is None or match.outcome.winner is None:
        return _("No winner")
    side = match.outcome.winner
    several = len(match.house.game.sides[side])
    return ngettext("%(names)s wins", "%(names)s win", several, names=called(match, side))


def winner(match: rules.Match) -> str:
    """Return who has won a match that is over, and by which score, the winner’s points first."""
    if match.outcome is None or match.outcome.winner is None:
        return _("No winner")
    points = (match.standings[side].points for side in best_first(match))
    return f"{wins(match)}, {' : '.join(map(number, points))}"


def why(match: rules.Match) -> str:
    """Return why the match is over, in a sentence."""
    result = match.outcome
    assert result is not None
    points = match.standings
    if result.ending is rules.Ending.EARLY and not match.recounted:
        return _("Ended early: nobody has won.")
    if result.winner is None:
        return _("Nobody has won: the highest have equal points.")
    if result.ending is rules.Ending.EARLY:
        return _(
            "%(winner)s has the most points: %(points)s.",
            winner=side_name(match.sides[result.winner]),
            points=number(points[result.winner].points),
        )
    if result.ending is rules.Ending.FLOOR:
        loser = match.fallen
        assert loser is not None
        return _(
            "%(loser)s fell to %(points)s, and %(floor)s loses the match.",
            loser=called(match, loser),
            points=number(points[loser].points),
            floor=number(match.house.floor or 0),
        )
    if result.ending is rules.Ending.SETS:
        return sets_to_lose(match.house)
    if result.ending is rules.Ending.HANDS:
        return ngettext(
            "%(num)d hand is played.", "%(num)d hands are played.", match.progress.hands
        )
    if result.ending is rules.Ending.TIME:
        return _("%(minutes)s minutes are over.", minutes=match.house.minutes)
    if match.all_at_target:
        return _("All reached %(target)s: the higher score wins.", target=match.house.target)
    return _("The target of %(target)s is reached.", target=match.house.target)


def recounted(match: rules.Match) -> str:
    """Return that a match ended otherwise than its hands are counted now, or nothing."""
    if not match.recounted:
        return ""
    if match.decided is None:
        return _(
            "As the rules are counted now, this match would not be decided yet. "
            "It stays as it was played, and the last score decides."
        )
    return _(
        "As the rules are counted now, this match would have been decided in hand %(number)s. "
        "It stays as it was played, and the last score decides.",
        number=match.number_of(match.decided.place),
    )


def moved(old: int, new: int, sign: bool = False) -> str:
    """Return a number as it was and as it would be, or just the number where it stays."""
    words = signed if sign else number
    return words(new) if old == new else f"{words(old)} → {words(new)}"


def points_moved(old: rules.Match, new: rules.Match) -> str:
    """Return how the points of each side moved by a change, to be put behind what was changed."""
    if all(before.points == after.points for before, after in Moved(old, new).standings):
        return ""
    return "".join(
        f" · {side_name(name)} {moved(before.points, after.points)}"
        for name, before, after in zip(old.sides, old.standings, new.standings, strict=True)
    )


def corrected(old: rules.Match, new: rules.Match, place: int) -> str:
    """Return that a hand was corrected, and how the points of each side moved by it."""
    number = new.number_of(place)
    return _("Hand %(number)s corrected", number=number) + points_moved(old, new)


def outcome_change(old: rules.Match, new: rules.Match) -> str:
    """Return what a correction does to the end of the match, or nothing."""
    before, after = (_winner(match) for match in (old, new))
    if (old.outcome is None) == (new.outcome is None) and before == after:
        return ""
    if new.outcome is None:
        return _("The match is no longer over.")
    if old.outcome is None:
        return _("The match is over: %(winner)s wins.", winner=after)
    return _("The winner changes from %(before)s to %(after)s.", before=before, after=after)


def _winner(match: rules.Match) -> str:
    if match.outcome is None or match.outcome.winner is None:
        return _("nobody")
    return side_name(match.sides[match.outcome.winner])


def best_first(match: rules.Match) -> list[int]:
    """Return the sides as a table reads them at the end: the winner, then by points."""
    winner = match.outcome.winner if match.outcome else None
    points = [standing.points for standing in match.standings]
    return sorted(range(len(points)), key=lambda side: (side != winner, -points[side]))


def rotated(match: rules.Match) -> str:
    """Return who changes seats when partners rotate, and who plays together then."""
    order = rules.rotation(match.house.game)
    moved = [name for seat, name in enumerate(match.players) if order[seat] != seat]
    pairs = (
        together(match.players[order[seat]] for seat in seats) for seats in match.house.game.sides
    )
    return _("%(names)s change seats: %(sides)s", names=enumerated(moved), sides=" – ".join(pairs))
