"""A club evening for its players: chairs, sides, results, places and what comes next."""

from collections.abc import Mapping, Sequence

from scorekeeper import rules
from scorekeeper.rules.seating.event import Event, EventKind, EventTable, TableEnding, TableResult
from scorekeeper.rules.seating.places import list_chairs
from scorekeeper.words.language import N_, get_language, gettext as _, ngettext
from scorekeeper.words.table import format_number, join_names, join_with_and

Names = Mapping[int, tuple[str, ...]]
"""The names of each entrant: one person, or the two of a pair."""

CHAIRS = (N_("North"), N_("East"), N_("South"), N_("West"))
ORDERS = {
    EventKind.SINGLES: N_(
        "More wins come first, then the points difference. Sitting out a round counts ½ a win."
    ),
    EventKind.ROUND_ROBIN: N_(
        "More wins come first, then the match between the two, then the points difference."
    ),
    EventKind.SWISS: N_(
        "More wins come first. Then strength: all the wins of the pairs you met. Then the match"
        " between the two, then the points difference."
    ),
}
"""How standings are ordered, in a sentence or two."""
ENGLISH_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
TEENS = range(11, 14)


def name_chairs() -> list[str]:
    """Name the four chairs of a table; North and South are partners."""
    return [_(chair) for chair in CHAIRS]


def list_people(names: Names, table: EventTable) -> list[str]:
    """Return the names of the people on chairs 0 to 3."""
    return [names[entrant][person] for entrant, person in list_chairs(table)]


def name_side(names: Names, table: EventTable, side: int) -> str:
    """Name the two people of a side: Ann & Ben, with the sign on the line of the second."""
    return bind_names(list_people(names, table)[side::2])


def bind_names(names: Sequence[str]) -> str:
    r"""Join the names of partners, with the sign on the line of the second.

    >>> bind_names(["Ann", "Ben"])
    'Ann &\xa0Ben'
    """
    return join_names(names).replace("& ", "&\N{NO-BREAK SPACE}")


def name_table(number: int) -> str:
    """Name a table."""
    return _("Table %(number)s", number=number)


def name_round(number: int) -> str:
    """Name a round."""
    return _("Round %(number)s", number=number)


def describe_round(event: Event, number: int) -> str:
    """Describe a round: Round 3 of 5; a playoff round or an extra one without the number."""
    if event.lives is not None or number > event.planned_rounds:
        return name_round(number)
    return _("Round %(number)s of %(all)s", number=number, all=event.planned_rounds)


def describe_hand(match: rules.Match) -> str:
    """Describe how far a match is: Hand 5 of 8, or Hand 5 if nobody knows how many there will be.

    The hand is the one that is played now.
    """
    number, limit = match.due_place, match.house.hand_limit
    if limit is None or number > limit:
        return _("Hand %(number)s", number=number)
    return _("Hand %(number)s of %(all)s", number=number, all=limit)


def format_wins(wins: float) -> str:
    """Format a number of wins.

    >>> [format_wins(wins) for wins in (0, 0.5, 2.5, 3)]
    ['0', '½', '2½', '3']
    """
    whole, half = divmod(round(2 * wins), 2)
    return f"{whole or ''}½" if half else str(whole)


def label_wins(wins: float) -> str:
    """Label a number of wins that is shown above: win or wins."""
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


def format_result(result: TableResult, side: int = 0) -> str:
    """Format a result from the view of a side: 312 : 250, or how the table ended without points."""
    if result.points is None:
        return _("Walkover") if result.ending is TableEnding.WALKOVER else _("No result")
    own, other = result.points[side], result.points[1 - side]
    return f"{format_number(own)} : {format_number(other)}"


def describe_last_result(number: int, result: TableResult, side: int) -> str:
    """Describe in short how a round ended for a side: round 2, lost."""
    if result.winner is None:
        return _("round %(number)s", number=number)
    if result.winner == side:
        return _("round %(number)s, won", number=number)
    return _("round %(number)s, lost", number=number)


def describe_own_result(result: TableResult, side: int, partner: str) -> str:
    """Describe the result of a reader and their partner."""
    if result.ending is TableEnding.NONE:
        return _("No result at this table. It counts ½ a win for each side.")
    if result.winner is None:
        return _("A tie. It counts ½ a win for each side.")
    if result.winner == side:
        return _("You and %(partner)s won.", partner=partner)
    return _("You and %(partner)s lost.", partner=partner)


def describe_sit_out(event: Event, number: int) -> str:
    """Say what a round counts for a reader who sits out."""
    if event.kind is EventKind.SWISS:
        return _("Round %(number)s counts as a win for you.", number=number)
    return _("Round %(number)s counts ½ a win for you.", number=number)


def describe_waiting(tables: Sequence[EventTable]) -> str:
    """Say how many tables of a round still play; empty if none does."""
    playing = sum(table.result is None for table in tables)
    if not playing:
        return ""
    return ngettext(
        "%(num)d of %(all)s tables still plays",
        "%(num)d of %(all)s tables still play",
        playing,
        all=len(tables),
    )


def describe_done(tables: Sequence[EventTable]) -> str:
    """Say how many tables of a round are done: 2 of 4 tables done."""
    done = sum(table.result is not None for table in tables)
    return ngettext(
        "%(done)s of %(num)d table done",
        "%(done)s of %(num)d tables done",
        len(tables),
        done=done,
    )


def describe_people(event: Event) -> str:
    """Say how many people are here."""
    people = sum(entrant.is_present for entrant in event.entrants) * (1 + event.is_pairs)
    return ngettext("%(num)d is here.", "%(num)d are here.", people)


def describe_order(kind: EventKind) -> str:
    """Say how the standings of an event are ordered."""
    return _(ORDERS[kind])


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
