"""The final ranking of a club evening: who won it, and how far each got in the playoff."""

from scorekeeper.rules.seating.bracket import find_winners, plan_playoff
from scorekeeper.rules.seating.event import Event
from scorekeeper.rules.seating.final import FinalRow, Stage, list_changed_since_end
from scorekeeper.words.events.playoff import format_final, name_playoff_round
from scorekeeper.words.events.tables import Names, format_result, name_entrants
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.table import join_with_and


def name_ranking(*, is_over: bool) -> str:
    """Name the standings; after the evening, they are the final ranking."""
    return _("Final ranking") if is_over else _("Standings")


def label_winners(event: Event) -> str:
    return ngettext("Winner", "Winners", len(find_winners(event)) * (1 + event.is_pairs))


def name_winners(event: Event, names: Names) -> str:
    """Name who won an evening; empty if nobody did, because its playoff was not finished."""
    winners = find_winners(event)
    if event.lives:
        return name_entrants(winners, names)
    return join_with_and([name_entrants([winner], names) for winner in winners])


def describe_stage(event: Event, line: FinalRow) -> str:
    """Say how far someone got in the playoff; empty for all others."""
    match line.stage:
        case Stage.WON:
            return describe_winner(event)
        case Stage.FINAL:
            return _("lost the final")
        case Stage.SEMI_FINAL:
            return _("out in the semi-final")
        case Stage.ROUND:
            if event.is_elimination:
                return _("out in round %(number)s", number=line.round)
            return _("out in round %(number)s of the playoff", number=line.round)
        case Stage.OPEN:
            return _("still in")
    return ""


def describe_winner(event: Event) -> str:
    """Say how the winner of the playoff won it."""
    points = format_final(plan_playoff(event, event.lives or 1))
    return _("won the final, %(points)s", points=points) if points else _("won the final")


def describe_order(event: Event) -> str:
    """Explain the order of a playoff in the final ranking."""
    shared = _("Pairs that went out in the same round share a place.")
    if event.is_elimination:
        return shared
    return f"{shared} " + _("Wins and +/− are those of the rounds before the playoff.")


def list_changes(event: Event) -> list[str]:
    """Say which tables have another result than when the evening ended."""
    changes = []
    for seated, table in list_changed_since_end(event):
        about = {"round": name_playoff_round(event, seated.number), "table": table.number}
        if table.result is None:
            text = _("Changed after the end: %(round)s, table %(table)s has no result any more.")
        else:
            text = _("Changed after the end: %(round)s, table %(table)s is now %(result)s.")
            about["result"] = format_result(table.result)
        changes.append(text % about)
    return changes
