"""Sentences for the organiser of a club evening: people, rounds, seating and results."""

from collections.abc import Mapping, Sequence

from scorekeeper import rules
from scorekeeper.rules.seating.bracket import plan_playoff
from scorekeeper.rules.seating.event import Event, EventKind, EventRound, EventTable, Seating
from scorekeeper.rules.seating.next_round import (
    ClockChange,
    Obstacle,
    Repeat,
    RepeatKind,
    count_rounds,
    find_obstacle,
    list_repeats,
)
from scorekeeper.words.dates import describe_time_up
from scorekeeper.words.events import playoff
from scorekeeper.words.events.players import describe_done
from scorekeeper.words.events.playoff import describe_round
from scorekeeper.words.events.tables import (
    Names,
    describe_hand,
    format_result,
    format_score,
    name_entrants,
    name_tables,
)
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.table import format_hands, join_with_and

KINDS: dict[str, tuple[str, str]] = {
    EventKind.SINGLES: (
        N_("Singles, partners change"),
        N_("A new partner every round. 8 people or more."),
    ),
    EventKind.ROUND_ROBIN: (
        N_("Pairs, everyone meets everyone"),
        N_("Fixed partners. 4 to 10 pairs."),
    ),
    EventKind.SWISS: (N_("Pairs, winners meet winners"), N_("Fixed partners. 6 pairs or more.")),
    "elimination": (
        N_("Pairs, elimination"),
        N_("Fixed partners. You’re out after one loss or two. 4 to 60 pairs."),
    ),
}
"""The kinds of events and what is held as elimination, each with its name and what it suits."""

REPEATS = {
    RepeatKind.PARTNERS: N_("%(names)s are partners again"),
    RepeatKind.OPPONENTS: N_("%(names)s meet a third time"),
    RepeatKind.REMATCH: N_("%(names)s meet again"),
}
OBSTACLES = {
    Obstacle.FEW: N_("Too few are free. Wait for a table to finish."),
    Obstacle.MET: N_("The free pairs have all met. Wait for a table to finish."),
    Obstacle.NO_TABLE: N_("No table is free. Wait for one to finish, or allow more in Set-up."),
    Obstacle.WAITING: N_("No pair can play yet. Wait for a table to finish."),
}
MOST_NAMED = 3
"""Tables that a sentence names; more are counted."""


def list_kinds() -> list[tuple[str, str, str]]:
    return [(kind, _(name), _(text)) for kind, (name, text) in KINDS.items()]


def describe_length(limits: Mapping[str, int]) -> str:
    """Describe the length of a round by the house rules that limit it: 8 hands."""
    first, *others = [_describe_limit(rule, amount) for rule, amount in limits.items()]
    if not others:
        return first
    return _("%(length)s, at most %(minutes)s", length=first, minutes=others[0])


def _describe_limit(rule: str, amount: int) -> str:
    if rule == "hand_limit":
        return format_hands(amount)
    if rule == "minutes":
        return ngettext("%(num)d minute", "%(num)d minutes", amount)
    return _("To %(points)s", points=amount)


def count_people(event: Event) -> str:
    """Count the entrants who are here: 17 people."""
    number = len(event.list_present())
    if event.is_pairs:
        return playoff.count_pairs(number)
    return ngettext("%(num)d person", "%(num)d people", number)


def describe_present(event: Event) -> str:
    """Return the words after the number of entrants who are here."""
    present = len(event.list_present())
    if event.is_pairs:
        return ngettext("pair is here", "pairs are here", present)
    return ngettext("is here", "are here", present)


def describe_size(event: Event) -> str:
    """Say how many tables there are for the people present, and how many sit out each round.

    Before a round robin, also how many rounds it takes.
    """
    tables, out = _divide(event)
    if event.is_drawn or (event.is_elimination and tables):
        return describe_draw()
    if not tables:
        missing = event.fewest - len(event.list_present())
        if event.is_pairs:
            return ngettext(
                "%(num)d more pair needed to start", "%(num)d more pairs needed to start", missing
            )
        return ngettext("%(num)d more needed to start", "%(num)d more needed to start", missing)
    size = _describe_tables(event, tables, out)
    if event.kind is not EventKind.ROUND_ROBIN or event.rounds:
        return size
    rounds = count_rounds(len(event.list_present()), tables)
    until = ngettext(
        "%(num)d round until everyone has met", "%(num)d rounds until everyone has met", rounds
    )
    return f"{size}, {until}"


def describe_draw() -> str:
    return _("After the draw, no pair can join.")


def describe_next(event: Event) -> str:
    """Say what the next round meets: tables that still play, or how many people and tables."""
    unfinished = list_unfinished(event)
    if unfinished:
        return describe_playing(unfinished)
    if event.lives:
        tables = len(plan_playoff(event, event.lives).pairings)
        return _count_tables(tables)
    if event.is_elimination:
        return count_people(event)
    tables, out = _divide(event)
    parts = [count_people(event), _count_tables(tables)]
    if out:
        parts.append(ngettext("%(num)d sits out", "%(num)d sit out", out))
    return ", ".join(parts)


def list_unfinished(event: Event) -> list[int]:
    return sorted({table.number for table in event.list_unfinished()})


def describe_playing(tables: Sequence[int]) -> str:
    """Say which tables still play, or how many if they are more than three."""
    names = _name_or_count(tables)
    return ngettext(
        "%(names)s is still playing", "%(names)s are still playing", len(tables), names=names
    )


def warn_before_end(event: Event) -> str:
    """Say which tables still play, before the evening is ended; empty if none does."""
    unfinished = list_unfinished(event)
    if not unfinished:
        return ""
    return ngettext(
        "%(names)s is still playing. Its result won’t count.",
        "%(names)s are still playing. Their results won’t count.",
        len(unfinished),
        names=_name_or_count(unfinished),
    )


def describe_missing(event: Event) -> str:
    """Say who misses the next round if it starts now; in a playoff nobody does."""
    if event.lives:
        return _("The other tables can start now.")
    about = {"number": len(event.list_missing()), "round": event.next_number}
    missing = (
        _("Their %(number)s pairs miss round %(round)s.", **about)
        if event.is_pairs
        else _("Their %(number)s players miss round %(round)s.", **about)
    )
    return f"{missing} " + _("It counts ½ a win each.") if event.way else missing


def describe_obstacle(event: Event) -> str:
    """Say why nobody can be seated while tables still play."""
    obstacle = find_obstacle(event)
    return _(OBSTACLES[obstacle]) if obstacle else ""


def describe_progress(event: Event, seated: EventRound) -> str:
    """Say how far a round is: Round 3 of 5 · 2 of 4 tables done."""
    are_done = all(table.result for table in seated.tables)
    done = _("all tables done") if are_done else describe_done(seated.tables)
    return f"{describe_round(event, seated.number)} · {done}"


def describe_change(event: Event, seated: EventRound, table: EventTable) -> str:
    """Say that a table of an earlier round changed after the latest was seated."""
    where = playoff.name_playoff_round(event, seated.number)
    if table.result is None:
        changed = _("%(round)s, table %(table)s is open again.", round=where, table=table.number)
    else:
        changed = _(
            "Changed: %(round)s, table %(table)s is now %(result)s.",
            round=where,
            table=table.number,
            result=format_result(table.result),
        )
    if seated.lives is not None:
        return f"{changed} " + _(
            "Other pairs may meet now. Tap “%(undo)s” in Set-up, or give a table that has begun"
            " “No result”.",
            undo=playoff.label_undo(event),
        )
    if event.lives is not None:
        return f"{changed} " + _("The playoff started before this change.")
    number = event.next_number - 1
    return f"{changed} " + _(
        "Round %(number)s was already seated, so its tables stay as they are.", number=number
    )


def label_seating(event: Event) -> str:
    """Return the label of the key that leads to the next round: Seat round 4."""
    if event.lives is not None:
        return playoff.label_seating(event)
    if event.is_elimination:
        return _("Draw")
    return playoff.label_next(event.next_number)


def label_start(event: Event) -> str:
    """Say which tables go on when the next round starts; empty if all are free."""
    unfinished = list_unfinished(event)
    if not unfinished:
        return ""
    names = _name_or_count(unfinished)
    return ngettext("%(names)s plays on", "%(names)s play on", len(unfinished), names=names)


def describe_repeat(repeat: Repeat, names: Names) -> str:
    """Say who meets again at a table: Ann and Ben are partners again."""
    who = join_with_and([name_entrants([number], names) for number in repeat.entrants])
    return _(REPEATS[repeat.kind], names=who)


def describe_absent(numbers: Sequence[int], names: Names) -> str:
    """Say who left, though a playoff seats them, and what to do about it."""
    return _(
        "%(names)s left. After the start, give the other side a walkover.",
        names=name_entrants(sorted(numbers), names),
    )


def describe_seating(event: Event, seating: Seating) -> str:
    """Say in a sentence how good a seating is."""
    if event.lives is not None:
        return _("The results decide who meets.")
    kinds = {repeat.kind for repeat in list_repeats(event, seating)}
    if event.is_pairs:
        sentence = _("Some pairs meet again.") if kinds else _("New opponents for everyone.")
    elif RepeatKind.PARTNERS in kinds:
        sentence = _("Some people are partners again.")
    elif event.list_unfinished():
        seated = sum(len(seats) for seats in seating.tables) + len(seating.sits_out)
        sentence = _("New partners for the other %(num)d.", num=seated)
    else:
        sentence = _("New partners for everyone.")
    return f"{sentence} " + _("Tap two names to swap them.")


def describe_clock_change(change: ClockChange) -> str:
    """Say what was done with the clock of a round."""
    if change is ClockChange.STOP:
        return describe_time_up()
    return _("Clock started") if change is ClockChange.START else _("5 minutes added")


def describe_score(running: rules.Match) -> str:
    """Return the points of a running match: 182 : 145."""
    return format_score(standing.points for standing in running.standings)


def describe_phone(running: rules.Match) -> str:
    """Say how far a table is whose result can be typed anyway."""
    if running.outcome is not None:
        about = {"score": describe_score(running)}
        if running.outcome.ending is rules.Ending.EARLY:
            return _("Ended early, %(score)s. No result yet.", **about)
        return _("Finished after the end, %(score)s. What you type counts.", **about)
    return _(
        "A phone is keeping score here: %(score)s, %(hand)s. What you type counts.",
        score=describe_score(running),
        hand=describe_hand(running),
    )


def describe_conflict(saved: str, typed: str) -> str:
    return _("Someone saved %(saved)s. You typed %(typed)s.", saved=saved, typed=typed)


def _describe_tables(event: Event, tables: int, out: int) -> str:
    seated = _count_tables(tables)
    if not out:
        return _("%(tables)s, everyone plays", tables=seated)
    if event.is_pairs:
        resting = ngettext(
            "%(num)d pair sits out each round", "%(num)d pairs sit out each round", out
        )
    else:
        resting = ngettext("%(num)d sits out each round", "%(num)d sit out each round", out)
    return f"{seated}, {resting}"


def _name_or_count(tables: Sequence[int]) -> str:
    return name_tables(tables) if len(tables) <= MOST_NAMED else _count_tables(len(tables))


def _count_tables(number: int) -> str:
    return ngettext("%(num)d table", "%(num)d tables", number)


def _divide(event: Event) -> tuple[int, int]:
    """Return the number of tables for all who are present, and how many sit out."""
    present = len(event.list_present())
    tables = present // event.seats_per_table if present >= event.fewest else 0
    if event.max_tables is not None:
        tables = min(tables, event.max_tables)
    return tables, present - tables * event.seats_per_table
