"""A club evening for its players: chairs, sides, results, places and what comes next."""

from collections.abc import Iterable, Sequence

from scorekeeper import rules
from scorekeeper.rules.seating.event import (
    Event,
    EventKind,
    EventRound,
    EventTable,
    TableEnding,
    TableResult,
    list_chairs,
)
from scorekeeper.rules.seating.final import SeasonRow
from scorekeeper.rules.seating.standings import StandingsRow, count_sit_out
from scorekeeper.words.events.tables import Names, bind_names
from scorekeeper.words.language import N_, get_language, gettext as _, ngettext
from scorekeeper.words.table import join_names, join_with_and

CHAIRS = (N_("North"), N_("East"), N_("South"), N_("West"))
ORDERS = {
    EventKind.SINGLES: N_("More wins come first, then the points difference."),
    EventKind.ROUND_ROBIN: N_(
        "More wins come first, then head to head, then the points difference."
    ),
    EventKind.SWISS: N_(
        "More wins come first. Then strength: all the wins of the pairs you met. Then head to"
        " head, then the points difference."
    ),
}
"""How standings are ordered, in a sentence or two."""
SHEETS = {
    "cards": N_("Table cards"),
    "door": N_("Door sign"),
    "seating": N_("Seating for the wall"),
    "slips": N_("Result slips"),
    "standings": N_("Standings"),
    "bracket": N_("Playoff"),
}
"""Sheets that can be printed."""
ENGLISH_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
TEENS = range(11, 14)


def name_chairs() -> list[str]:
    """Name the four chairs of a table; North and South are partners."""
    return [_(chair) for chair in CHAIRS]


def list_people(names: Names, table: EventTable) -> list[str]:
    return [names[entrant][person] for entrant, person in list_chairs(table)]


def list_names(names: Names, entrants: Iterable[int]) -> list[str]:
    return [bind_names(names[entrant]) for entrant in entrants]


def format_wins(wins: float) -> str:
    """Format a number of wins.

    >>> [format_wins(wins) for wins in (0, 0.5, 2.5, 3)]
    ['0', '½', '2½', '3']
    """
    whole, half = divmod(round(2 * wins), 2)
    return f"{whole or ''}½" if half else str(whole)


def label_wins(wins: float) -> str:
    return ngettext("win", "wins", 1 if wins <= 1 and wins else 2)


def format_place(place: int) -> str:
    """Format a place: 7th.

    >>> [format_place(place) for place in (1, 2, 3, 11, 12, 23)]
    ['1st', '2nd', '3rd', '11th', '12th', '23rd']
    """
    if get_language() == "en":
        is_teen = place % 100 in TEENS
        return f"{place}{'th' if is_teen else ENGLISH_ORDINALS.get(place % 10, 'th')}"
    return _("%(place)sth", place=place)


def name_place(place: int) -> str:
    """Name a place that is shown alone: 7th; some languages need the word for it."""
    if get_language() == "en":
        return format_place(place)
    return _("%(place)sth place", place=place)


def describe_own_result(result: TableResult, side: int, partner: str) -> str:
    """Describe the result of a reader and their partner."""
    if result.ending is TableEnding.NONE:
        return _("No result at this table. It counts ½ a win for each side.")
    if result.winner is None:
        return _("A tie. It counts ½ a win for each side.")
    if result.winner == side:
        return _("You and %(partner)s won.", partner=partner)
    return _("You and %(partner)s lost.", partner=partner)


def describe_arrival(number: int, table: int, ending: rules.Ending) -> str:
    """Say that the result of a table has arrived; after an early end one may have been typed."""
    if ending is rules.Ending.EARLY:
        return _("This match was ended early. If your table has no result, tell the organiser.")
    return _("The result of round %(number)s, table %(table)s is in.", number=number, table=table)


def describe_sit_out(event: Event, seated: EventRound) -> str:
    """Say what a round counts for a reader who sits out or misses it."""
    if count_sit_out(event, seated) == 1:
        return _("Round %(number)s counts as a win for you.", number=seated.number)
    return _("Round %(number)s counts ½ a win for you.", number=seated.number)


def describe_waiting(tables: Sequence[EventTable]) -> str:
    """Say how many tables of a round still play; empty if none does."""
    playing = sum(table.result is None for table in tables)
    if not playing:
        return ""
    return ngettext(
        "%(num)d of %(all)s tables is still playing",
        "%(num)d of %(all)s tables are still playing",
        playing,
        all=len(tables),
    )


def describe_done(tables: Sequence[EventTable]) -> str:
    """Say how many tables of a round are done: 2 of 4 tables done."""
    done = sum(table.result is not None for table in tables)
    return ngettext(
        "%(done)s of %(num)d table done", "%(done)s of %(num)d tables done", len(tables), done=done
    )


def describe_people(event: Event) -> str:
    """Say how many people are here."""
    people = len(event.list_present()) * (1 + event.is_pairs)
    return ngettext("%(num)d is here.", "%(num)d are here.", people)


def describe_order(event: Event) -> str:
    """Say how the standings are ordered, and what a round without a table counts."""
    if event.way is None:
        is_whole = event.kind is EventKind.SWISS
        resting = (
            _("Sitting out a round counts as a win.")
            if is_whole
            else _("Sitting out a round counts ½ a win.")
        )
    else:
        resting = _("Sitting out or missing a round counts ½ a win.")
        if event.kind is EventKind.SWISS:
            resting += " " + _("If only one pair sits out, it counts 1.")
    return f"{_(ORDERS[event.kind])} {resting}"


def describe_first(first: Sequence[Sequence[str]], wins: float, *, is_over: bool) -> str:
    """Say who is first: the names of each entrant who shares that place.

    Only in an evening without a playoff do they win it.
    """
    who, is_one_win = join_with_and([join_names(names) for names in first]), 1 if wins <= 1 else 2
    about = {"names": who, "wins": format_wins(wins)}
    if len(first) > 1:
        return _("%(names)s share first place.", names=who)
    if not is_over:
        return ngettext(
            "First place: %(names)s, with %(wins)s win.",
            "First place: %(names)s, with %(wins)s wins.",
            is_one_win,
            **about,
        )
    if len(first[0]) > 1:
        return ngettext(
            "%(names)s win the evening with %(wins)s win.",
            "%(names)s win the evening with %(wins)s wins.",
            is_one_win,
            **about,
        )
    return ngettext(
        "%(names)s wins the evening with %(wins)s win.",
        "%(names)s wins the evening with %(wins)s wins.",
        is_one_win,
        **about,
    )


def describe_head_to_head(names: Names, row: StandingsRow, rows: Sequence[StandingsRow]) -> str:
    """Say whom an entrant beat who would otherwise be higher; empty if that decided nothing."""
    won = {opponent for score in row.scores if score.wins == 1 for opponent in score.opponents}
    beaten = [
        bind_names(names[other.entrant])
        for other in rows
        if other.entrant in won
        and (other.wins, other.strength) == (row.wins, row.strength)
        and (other.head_to_head or 0) < (row.head_to_head or 0)
        and other.difference > row.difference
    ]
    return _("beat %(names)s", names=join_with_and(beaten)) if beaten else ""


def label_bench(number: int) -> str:
    return ngettext("Sits out", "Sit out", number)


def describe_bench(names: Sequence[str]) -> str:
    return ngettext("Sits out: %(names)s", "Sit out: %(names)s", len(names), names=", ".join(names))


def name_sheet(sheet: str) -> str:
    return _(SHEETS[sheet])


def describe_counted(row: SeasonRow) -> str:
    """Describe the evenings of a person that count: 6 of 8 count · 19 wins."""
    number, counted = len(row.scores), len(row.counted)
    evenings = ngettext("%(num)d evening", "%(num)d evenings", number)
    if counted < number:
        evenings = _("%(best)s of %(all)s count", best=counted, all=number)
    return f"{evenings} · {format_wins(row.wins)} {label_wins(row.wins)}"


def describe_points(best: int | None) -> str:
    """Describe how points are given and which evenings count."""
    sentences = [
        _(
            "An evening brings 1 point for coming, 1 for each person you finish ahead of, and ½ "
            "for each who shares your place."
        ),
        _("In pairs, your partner doesn’t count."),
    ]
    if best:
        sentences.append(
            ngettext("The best %(num)d evening counts.", "The best %(num)d evenings count.", best)
        )
    sentences.append(_("If points are equal, the wins decide."))
    return " ".join(sentences)
