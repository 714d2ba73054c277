"""The guide card of a player: what comes next, the last result, and how far a playoff went."""

from scorekeeper.rules.seating.bracket import find_winners, plan_playoff
from scorekeeper.rules.seating.event import Event
from scorekeeper.rules.seating.next_round import has_rounds_left
from scorekeeper.rules.seating.standings import RoundScore
from scorekeeper.words.events.playoff import name_playoff_round
from scorekeeper.words.language import gettext as _


def describe_last_result(event: Event, score: RoundScore) -> str:
    """Describe in short how a round ended for an entrant: Round 2, lost; Final, won."""
    where = name_playoff_round(event, score.round)
    if score.wins == 1:
        return _("%(round)s, won", round=where)
    if score.wins == 0:
        return _("%(round)s, lost", round=where)
    return where


def describe_state(event: Event, entrant: int) -> tuple[str, str, str]:
    """Say in three lines why someone has no table in the playoff: out, or without a match now."""
    plan, seed = plan_playoff(event, event.lives or 1), event.by_number[entrant].seed
    if seed is None:
        return _("Playoff"), _("You are not in the playoff."), ""
    if len(plan.losses[seed]) == plan.lives:
        return _("You’re out"), _("You have no more matches."), ""
    rest = _("You are still in, with no match right now.")
    return name_sit_out(), rest, describe_next_table()


def name_sit_out() -> str:
    return _("You sit out")


def describe_next_table() -> str:
    return _("Your table shows up here by itself.")


def describe_next_round(event: Event, entrant: int) -> str:
    """Say what comes after the result of an entrant; empty if nothing does."""
    reader = event.by_number[entrant]
    if not reader.is_present:
        return _("Tell the organiser if you come back.")
    if has_rounds_left(event):
        return _("Round %(number)s shows up here by itself.", number=event.next_number)
    if event.lives is None or entrant in find_winners(event):
        return ""
    _title, state, coming = describe_state(event, entrant)
    return coming or state


def describe_waiting_line(event: Event) -> str:
    """Say when someone plays who sits out; empty after the last round."""
    if not has_rounds_left(event):
        return ""
    return _("You are first in line for round %(number)s.", number=event.next_number)
