"""The playoff of a club evening: rounds, bracket, lists and winner; and the card of a player."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.rules.seating.bracket import (
    BracketMatch,
    PlayoffPlan,
    PlayoffTable,
    count_byes,
    find_winners,
    list_playoff_tables,
    plan_playoff,
)
from scorekeeper.rules.seating.event import Event
from scorekeeper.rules.seating.next_round import has_rounds_left
from scorekeeper.rules.seating.standings import RoundScore, rank
from scorekeeper.words.events.players import describe_first
from scorekeeper.words.events.tables import (
    Names,
    TableLine,
    format_score,
    name_entrants,
    name_round,
    name_table,
)
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.match.changes import label_undo_of
from scorekeeper.words.table import join_with_and

Lines = Mapping[tuple[int, int], TableLine]
"""The tables of a playoff by round and number."""


class BracketSide(NamedTuple):
    """A side of a match: its seed, names and points; `state` is won, lost or open."""

    seed: int | None
    name: str
    points: int | None = None
    state: str = "open"


class BracketCell(NamedTuple):
    """A match of the bracket; `state` is next, open, live or done; `description` says where."""

    sides: tuple[BracketSide, ...]
    state: str
    description: str = ""


class BracketColumn(NamedTuple):
    """A round of the bracket; the current one is shown first on a phone."""

    name: str
    cells: tuple[BracketCell, ...]
    is_current: bool


class ListedPair(NamedTuple):
    """A pair in a list of double elimination: what it did so far, and what it does now."""

    name: str
    past: str
    now: str


class LossesList(NamedTuple):
    """The pairs with this many losses; with two they are out."""

    losses: int
    name: str
    pairs: tuple[ListedPair, ...]


def name_playoff(event: Event) -> str:
    return _("Elimination") if event.is_elimination else _("Playoff")


def name_stage(matches: int) -> str:
    """Name the round of a bracket with this many matches.

    >>> name_stage(1), name_stage(4), name_stage(8)
    ('Final', 'Quarter-finals', 'Round of 16')
    """
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(matches) or _("Round of %(pairs)s", pairs=2 * matches)


def name_playoff_round(event: Event, number: int) -> str:
    """Name a round of the playoff, by the bracket if all its tables are in one column there."""
    plan = plan_playoff(event, event.lives or 1)
    seated = [table.seeds for table in list_playoff_tables(event) if table.round == number]
    matches = plan.count_matches(seated)
    return name_stage(matches) if matches else name_round(number)


def describe_round(event: Event, number: int) -> str:
    """Describe a round: Round 3 of 5; one more than planned by itself; Semi-finals."""
    if event.lives is not None or number > event.planned_rounds:
        return name_playoff_round(event, number)
    return _("Round %(number)s of %(all)s", number=number, all=event.planned_rounds)


def describe_seating(event: Event, number: int) -> str:
    return _("%(round)s: find your table", round=describe_round(event, number))


def label_seating(event: Event) -> str:
    """Return the label of the key that seats the next round of the playoff."""
    plan = plan_playoff(event, event.lives or 1)
    labels = {1: _("Seat the final"), 2: _("Seat the semi-finals"), 4: _("Seat the quarter-finals")}
    return labels.get(plan.count_matches(plan.pairings)) or label_next(event.next_number)


def label_next(number: int) -> str:
    return _("Seat round %(number)s", number=number)


def label_undo(event: Event) -> str:
    """Return the label of the key that undoes the start of the latest round: Undo round 4."""
    number = event.next_number - 1
    if event.lives is None:
        return _("Undo round %(number)s", number=number)
    return label_undo_of(name_playoff_round(event, number))


def count_pairs(number: int) -> str:
    return ngettext("%(num)d pair", "%(num)d pairs", number)


def describe_elimination(lives: int) -> str:
    return _("Out after one loss") if lives == 1 else _("Out after two losses")


def explain_elimination(event: Event, lives: int) -> str:
    """Explain single or double elimination; before a draw, also count the byes."""
    text = _("Single elimination. The winners go on.")
    if lives == 2:
        text = _("Double elimination. Longer, but one bad match isn’t the end.")
    byes = count_byes(len(event.list_present()), lives)
    if not event.is_elimination or not byes:
        return text
    return f"{text} " + ngettext("%(num)d bye in round 1.", "%(num)d byes in round 1.", byes)


def describe_size(event: Event, size: int) -> str:
    """Say who plays in the playoff: Top 8 as 4 pairs."""
    if event.is_pairs and size == len(event.list_present()):
        return _("All %(num)s pairs", num=size)
    if event.is_pairs:
        return ngettext("Top %(num)d pair", "Top %(num)d pairs", size)
    return _("Top %(size)s as %(pairs)s pairs", size=size, pairs=size // 2)


def describe_seeding(event: Event) -> str:
    """Explain the pairs, who meets whom first, and the order of a shared place."""
    first = (
        _("First plays last, second plays second to last, and so on.")
        if event.is_pairs
        else _("First plays with last, second with second to last, and so on.")
    )
    return f"{first} " + _("The lot decides between those who share a place.")


def describe_winner(plan: PlayoffPlan, names: Names) -> str:
    """Say who won the playoff: Ann & Quin win the final, 350 : 212. Empty before."""
    if plan.winner is None:
        return ""
    winner, points = name_entrants(plan.teams[plan.winner], names), format_final(plan)
    if not points:
        return _("%(names)s win the final.", names=winner)
    return _("%(names)s win the final, %(points)s.", names=winner, points=points)


def format_final(plan: PlayoffPlan) -> str:
    """Format the points of the final, those of its winner first; empty for a walkover."""
    result = plan.final and plan.final.table.result
    if not result or result.points is None or result.winner is None:
        return ""
    return format_score(result.points[:: 1 - 2 * result.winner])


def describe_evening(event: Event, names: Names, *, is_over: bool) -> str:
    """Say who won the evening: the playoff, or else the rounds. Empty before the first result."""
    if event.lives:
        return describe_winner(plan_playoff(event, event.lives), names)
    rows = rank(event)
    first = [row for row in rows if row.place == 1]
    if not any(row.played for row in rows):
        return ""
    return describe_first([names[row.entrant] for row in first], first[0].wins, is_over=is_over)


def build_bracket(plan: PlayoffPlan, names: Names, lines: Lines) -> list[BracketColumn]:
    """Return the columns of a bracket, first round first."""
    open_columns = [
        place
        for place, column in enumerate(plan.columns)
        if any(match.winner is None for match in column)
    ]
    current = open_columns[0] if open_columns else len(plan.columns) - 1
    return [
        BracketColumn(
            name_stage(len(column)),
            tuple(
                _build_cell(plan, names, lines, place, number, match)
                for number, match in enumerate(column)
            ),
            place == current,
        )
        for place, column in enumerate(plan.columns)
    ]


def build_lists(plan: PlayoffPlan, names: Names, lines: Lines) -> list[LossesList]:
    """Return the lists of double elimination: unbeaten, one loss, out."""
    titles = (_("Unbeaten"), _("One loss"), _("Out"))
    return [
        LossesList(
            losses,
            title,
            tuple(_build_pair(plan, names, lines, seed) for seed in plan.list_seeds(losses)),
        )
        for losses, title in enumerate(titles)
    ]


def _build_cell(
    plan: PlayoffPlan, names: Names, lines: Lines, place: int, number: int, match: BracketMatch
) -> BracketCell:
    before = plan.columns[place - 1][2 * number : 2 * number + 2] if place else ()
    points = _find_points(match.played, lines)
    sides = []
    for side, seed in enumerate(match.seeds):
        if seed is None:
            if before:
                sides.append(BracketSide(None, _name_either(plan, names, before[side])))
            continue
        state = "open" if match.winner is None else "won" if match.winner == seed else "lost"
        name = name_entrants(plan.teams[seed], names)
        sides.append(BracketSide(seed, name, points.get(seed), state))
    if match.played is None:
        description = "" if place or len(sides) > 1 else _("Straight to the next round")
        return BracketCell(tuple(sides), "next" if match.winner is None else "done", description)
    line = lines[match.played.round, match.played.table.number]
    description = f"{name_table(line.number)} · {line.description}" if line.state != "done" else ""
    if line.state == "done" and line.points is None:
        description = line.description
    return BracketCell(tuple(sides), line.state, description)


def _find_points(played: PlayoffTable | None, lines: Lines) -> dict[int, int]:
    points = lines[played.round, played.table.number].points if played else None
    return dict(zip(played.seeds, points, strict=True)) if played and points else {}


def _name_either(plan: PlayoffPlan, names: Names, match: BracketMatch) -> str:
    """Name the pairs of a match whose winner is not known: Ann & Ben or Cleo & Dan."""
    known = [name_entrants(plan.teams[seed], names) for seed in match.seeds if seed]
    if len(known) < len(match.seeds):
        return _("Not known yet")
    return _("%(first)s or %(second)s", first=known[0], second=known[1])


def _build_pair(plan: PlayoffPlan, names: Names, lines: Lines, seed: int) -> ListedPair:
    lost = [name_entrants(plan.teams[one.winner], names) for one in plan.losses[seed] if one.winner]
    wins = sum(one.winner == seed for one in plan.tables)
    past = _("Seed %(seed)s", seed=seed) + " · " + ngettext("%(num)d won", "%(num)d won", wins)
    if len(lost) == 2 and lost[0] == lost[1]:
        past = _("Lost to %(names)s twice", names=lost[0])
    elif lost:
        past = _("Lost to %(names)s", names=join_with_and([*dict.fromkeys(lost)]))
    now = ""
    for one in plan.tables:
        line = lines[one.round, one.table.number]
        if seed in one.seeds and line.state != "done":
            now = f"{name_table(line.number)} · {line.description}"
            if line.points:
                points = line.points[:: 1 - 2 * one.seeds.index(seed)]
                now = f"{name_table(line.number)} · {format_score(points)}"
    return ListedPair(name_entrants(plan.teams[seed], names), past, now)


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
