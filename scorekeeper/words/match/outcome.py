"""The standing and the outcome of a match in words."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from scorekeeper import rules
from scorekeeper.rules.house_rules import RevokePenalty
from scorekeeper.rules.match.changes import ChangeEffect
from scorekeeper.rules.match.facts import Threat
from scorekeeper.words import table
from scorekeeper.words.house_rules import describe_floor, describe_sets_to_lose
from scorekeeper.words.language import N_, gettext as _, ngettext

ENDINGS = {
    "target": N_("reached the winning score"),
    "floor": N_("the other side hit the losing score"),
    "sets": N_("set too often"),
    "hands": N_("all hands played"),
    "time": N_("time ran out"),
    "early": N_("ended early"),
    "given up": N_("given up"),
}
ALL_AT_TARGET = "all at target"
"""How a match ended at its target, where only the higher points decided."""


def name_ending(key: str) -> str:
    return _(ENDINGS[key])


def describe_result(
    game: rules.Game, players: Sequence[str], points: Sequence[int] | None
) -> list[tuple[str, str]]:
    """Return the players and points of each side; empty points if they are unknown."""
    names_by_seat = table.name_players(players)
    who = (table.join_names(names_by_seat[seat] for seat in seats) for seats in game.sides)
    return [
        (names, table.format_number(points[side]) if points else "")
        for side, names in enumerate(who)
    ]


def describe_standings(match: rules.Match) -> list[tuple[str, str]]:
    """Return the players and points of each side now."""
    points = [standing.points for standing in match.standings]
    return describe_result(match.house.game, match.players, points)


def name_partners_of(match: rules.Match, side: int) -> str:
    return table.name_partners(match, side) or table.name_side(match.sides[side])


def describe_danger(match: rules.Match, side: int) -> str:
    """Describe the most serious threat to a side; empty if there is none."""
    threat = match.find_threat(side) if match.outcome is None else None
    if threat is None:
        return ""
    if threat is Threat.FLOOR:
        return describe_floor(match.house.floor or 0)
    return ngettext(
        "%(num)d more bag: %(penalty)s",
        "%(num)d more bags: %(penalty)s",
        match.house.bag_limit - match.standings[side].bags,
        penalty=table.format_number(-match.house.bag_penalty),
    )


def describe_tie(match: rules.Match) -> str:
    """Describe the tie that keeps a match open; empty if there is none."""
    if not match.tied_sides:
        return ""
    points = match.standings[match.tied_sides[0]].points
    return _("Tied at %(points)s: another hand decides.", points=table.format_number(points))


def describe_winner(match: rules.Match) -> str:
    """Describe the winner of a finished match."""
    if match.outcome is None or match.outcome.winner is None:
        return _("No winner")
    side = match.outcome.winner
    several = len(match.house.game.sides[side])
    return ngettext("%(names)s wins", "%(names)s win", several, names=name_partners_of(match, side))


def describe_winner_and_score(match: rules.Match) -> str:
    """Describe the winner of a finished match with the score; without one, names with points."""
    if match.outcome is None or match.outcome.winner is None:
        standings = ", ".join(f"{names} {points}" for names, points in describe_standings(match))
        return f"{_('No winner')}: {standings}"
    points = (match.standings[side].points for side in rank_sides(match))
    return f"{describe_winner(match)}, {' : '.join(map(table.format_number, points))}"


def describe_ending(match: rules.Match) -> str:
    """Describe the reason why a match is over, in a sentence."""
    result = match.outcome
    assert result is not None
    points = match.standings
    if result.ending is rules.Ending.GIVEN_UP:
        return _describe_given_up(match)
    if result.ending is rules.Ending.EARLY and not match.is_recounted:
        return _("Ended early: no winner.")
    if result.winner is None:
        return _("No winner: the top scores are tied.")
    if result.ending is rules.Ending.EARLY:
        return _(
            "%(winner)s has the most points: %(points)s.",
            winner=table.name_side(match.sides[result.winner]),
            points=table.format_number(points[result.winner].points),
        )
    loser, hands = match.fallen_side, match.progress.hands
    is_shared = result.ending is rules.Ending.TARGET and match.all_at_target
    return _describe_rule(
        match.house,
        ALL_AT_TARGET if is_shared else result.ending,
        hands,
        num=hands,
        loser="" if loser is None else name_partners_of(match, loser),
        points="" if loser is None else table.format_number(points[loser].points),
    )


def list_endings(match: rules.Match) -> dict[str, Any]:
    """Return the sentences about every ending, with places for a phone to fill in.

    A match given up has one for each winner; that about hands is for one and for many.
    """
    ended = datetime.fromtimestamp(0, UTC)
    places = {"num": "{num}", "loser": "{loser}", "points": "{points}"}
    endings: dict[str, Any] = {
        ending: _describe_rule(match.house, ending, 2, **places)
        for ending in (*rules.Ending, ALL_AT_TARGET)
    }
    return endings | {
        "hands": [_describe_rule(match.house, "hands", hands, **places) for hands in (1, 2)],
        "early": describe_ending(match.end(ended)),
        "given up": [describe_ending(match.end(ended, side)) for side in range(len(match.sides))],
    }


def _describe_rule(house: rules.HouseRules, ending: str, hands: int, **values: object) -> str:
    """Describe how a rule ended a match; the values are the number of hands, loser and points."""
    match ending:
        case "floor":
            floor = table.format_number(house.floor or 0)
            return _(
                "%(loser)s fell to %(points)s. At %(floor)s the match is lost.",
                floor=floor,
                **values,
            )
        case "sets":
            return describe_sets_to_lose(house)
        case "hands":
            return ngettext("%(num)s hand played.", "%(num)s hands played.", hands, **values)
        case "time":
            return _("%(minutes)s minutes are up.", minutes=house.minutes)
        case "all at target":
            return _("Everyone reached %(target)s. The highest score wins.", target=house.target)
    return _("Reached the winning score of %(target)s.", target=house.target)


def _describe_given_up(match: rules.Match) -> str:
    losers = [side for side in range(len(match.sides)) if side != match.awarded]
    if match.house.revoke_penalty is RevokePenalty.MATCH:
        # A revoke that loses the match is stored in the same way.
        return _("Decided at the table.")
    if len(losers) > 1:
        return _("The others gave up.")
    return _("%(names)s gave up.", names=name_partners_of(match, losers[0]))


def list_early_ends(match: rules.Match) -> list[tuple[int, str]]:
    """Return the sides that can win if the others give up, each with what the table says."""
    sides = [table.name_side(name) for name in match.sides]
    if len(sides) == 2:
        return [(1 - side, _("Gives up: %(side)s", side=name)) for side, name in enumerate(sides)]
    return [(side, _("Wins: %(side)s", side=name)) for side, name in enumerate(sides)]


def describe_recount(match: rules.Match) -> str:
    """Describe that a match would end differently by today's scoring; else empty."""
    if not match.is_recounted:
        return ""
    if match.decision is None:
        return _(
            "Under today’s scoring this match wouldn’t be over yet. It stays as played. The "
            "last score decides."
        )
    return _(
        "Under today’s scoring this match would have ended in hand %(number)s. It stays as "
        "played. The last score decides.",
        number=match.number_of(match.decision.place),
    )


def format_change(old: int, new: int, sign: bool = False) -> str:
    """Format an old and a new number, or just the number if it is the same."""
    words = table.format_signed if sign else table.format_number
    return words(new) if old == new else f"{words(old)} → {words(new)}"


def format_points_changes(old: rules.Match, new: rules.Match) -> str:
    """Format the changes in points of each side, as a suffix."""
    if all(before.points == after.points for before, after in ChangeEffect(old, new).standings):
        return ""
    return "".join(
        f" · {table.name_side(name)} {format_change(before.points, after.points)}"
        for name, before, after in zip(old.sides, old.standings, new.standings, strict=True)
    )


def describe_correction(old: rules.Match, new: rules.Match, place: int) -> str:
    """Describe the correction of a hand, with the changes in points."""
    number = new.number_of(place)
    return _("Hand %(number)s corrected", number=number) + format_points_changes(old, new)


def describe_outcome_change(old: rules.Match, new: rules.Match) -> str:
    """Describe the effect of a correction on the outcome; empty if there is none."""
    before, after = (_find_winner(match) for match in (old, new))
    if (old.outcome is None) == (new.outcome is None) and before == after:
        return ""
    if new.outcome is None:
        return _("The match is no longer over.")
    if old.outcome is None:
        return _("The match is over: %(winner)s wins.", winner=after)
    return _("The winner changes from %(before)s to %(after)s.", before=before, after=after)


def _find_winner(match: rules.Match) -> str:
    if match.outcome is None or match.outcome.winner is None:
        return _("nobody")
    return table.name_side(match.sides[match.outcome.winner])


def rank_sides(match: rules.Match) -> list[int]:
    """Return the sides in the final order: the winner, then by points."""
    winner = match.outcome.winner if match.outcome else None
    points = [standing.points for standing in match.standings]
    return sorted(range(len(points)), key=lambda side: (side != winner, -points[side]))


def name_new_partners(match: rules.Match) -> str:
    """Name the pairs that play together when partners change, each isolated."""
    order = rules.rotate_seats(match.house.game)
    return " – ".join(
        table.isolate(table.join_names(match.players[order[seat]] for seat in seats))
        for seats in match.house.game.sides
    )


def describe_first(match: rules.Match) -> str:
    """Say who deals or draws first in a rematch."""
    name = match.players[match.turn.first]
    if match.house.game.role is rules.Role.DRAWS:
        return _("%(name)s draws first", name=name)
    return _("%(name)s deals", name=name)
