"""The outlook is true and complete for every way a hand can end."""

from hypothesis import HealthCheck, example, given, settings, strategies as st

from scorekeeper.rules import Bid, HouseRules, Incident, Ruling, Standing, Tricks
from scorekeeper.rules.match.outcome import Progress
from scorekeeper.rules.outlook.distributions import Happening, View, look_ahead
from scorekeeper.rules.outlook.needs import Need, TrickMark, condense, find_aim
from scorekeeper.rules.outlook.tables import OutlookCell, OutlookTable, build_tables
from tests.effort import tries
from tests.rules.completions import Completion, Situation, situations

TWO_SIDES = situations(st.sampled_from(["two-player", "partnership"]), nils=2)
MANY_NILS = situations(st.just("partnership"), nils=4)
MANY_SIDES = situations(st.sampled_from(["three-handed", "solo", "six-handed"]), nils=1)


def tried(times: int) -> settings:
    """Many hands are counted out, which takes as long as it takes."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=tries(times), deadline=None, suppress_health_check=slow)


def views(situation: Situation) -> tuple[View, ...]:
    return look_ahead(
        situation.house,
        situation.bids,
        situation.standings,
        situation.so_far,
        progress=situation.progress,
        rulings=situation.rulings,
    )


def speaks_of(need: Need, completion: Completion, *, tricks: bool = True) -> bool:
    for seat, least, most in need.nils:
        taken = completion.nils[seat]
        if not within(taken, least, most):
            return False
    if not tricks:
        return True
    if need.if_set:
        return completion.happens(Happening.SET, need.side)
    if need.beside is not None:
        return within(completion.total(need.side), need.least, need.most)
    return within(completion.own(need.side), need.least, need.most)


def within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or least <= number) and (most is None or number <= most)


def untrue(situation: Situation, completions: list[Completion]) -> list[object]:
    needs = condense(views(situation))
    wrong: list[object] = [need for need in needs if not is_true(need, completions)]
    for kind in Happening:
        for side in situation.sides:
            told = [need for need in needs if (need.kind, need.side) == (kind, side)]
            happening = [one for one in completions if one.happens(kind, side)]
            if kind is Happening.SET:
                if bool(told) != (len(happening) == len(completions)):
                    wrong.append((kind, side))
            else:
                sure = [need for need in told if not need.possible]
                certain = find_certain(side, kind, completions)
                wrong += [
                    (kind, side, one)
                    for one in happening
                    if not one.sweep
                    and not any(
                        speaks_of(need, one)
                        for need in (sure if view_of(one, side) in certain else told)
                    )
                ]
    return wrong


def find_certain(side: int, kind: Happening, completions: list[Completion]) -> set[tuple[int, ...]]:
    """Return tricks that bring a result however the others share theirs, for up to one nil."""
    if len(view_of(completions[0], side)) > 2:
        return set()
    return {view_of(one, side) for one in completions} - {
        view_of(one, side) for one in completions if not one.happens(kind, side)
    }


def view_of(one: Completion, side: int) -> tuple[int, ...]:
    """Return the tricks that a side’s view has: its own and its nil’s, or those of both sides."""
    situation = one.situation
    sides = situation.sides if len(situation.sides) == 2 else [side]
    return one.own(side), *[one.nils[seat] for each in sides for seat in situation.nils(each)]


def is_true(need: Need, completions: list[Completion]) -> bool:
    spoken_of = [one for one in completions if speaks_of(need, one)]
    if not spoken_of or all(one.sweep for one in spoken_of):
        return False
    if not need.possible:
        return all(one.happens(need.kind, need.side) for one in spoken_of)
    numbers = {one.own(need.side) for one in spoken_of}
    return numbers == {one.own(need.side) for one in spoken_of if one.happens(need.kind, need.side)}


def misaimed(situation: Situation, completions: list[Completion]) -> list[object]:
    """The sides whose contract is made by other tricks than the aim or its marks name."""
    wrong: list[object] = []
    for aim in map(find_aim, views(situation)):
        sets = {one.own(aim.side) for one in completions if one.happens(Happening.SET, aim.side)}
        numbers = {one.own(aim.side) for one in completions}
        least, most = aim.least, max(numbers) if aim.most is None else aim.most
        named = () if least is None else range(least, most + 1)
        if aim.contract and numbers - sets != numbers.intersection(named):
            wrong.append(aim)
        made = {number for number, mark in aim.marks.items() if mark is TrickMark.MADE}
        if made & sets or set(aim.marks) != numbers:
            wrong.append(aim)
    return wrong


def misplaced(situation: Situation, completions: list[Completion]) -> list[object]:
    """The rows that do not show rightly where they leave a side."""
    found = build_tables(situation.house.game, views(situation))
    wrong: list[object] = []
    for side in situation.sides:
        lying: dict[int, list[Completion]] = {}
        cells: dict[int, OutlookCell] = {}
        for one in completions:
            cell = cell_of(found, one, side)
            cells[id(cell)] = cell
            lying.setdefault(id(cell), []).append(one)
        wrong += [cell for place, cell in cells.items() if cell != shown(side, lying[place])]
    return wrong


def cell_of(found: tuple[OutlookTable, ...], one: Completion, side: int) -> OutlookCell:
    """The cell of a side in the one row that a way the hand ends belongs to."""
    (cell,) = [
        row.cells[table.sides.index(side)]
        for table in found
        if side in table.sides
        and all(one.nils[seat] == 0 for seat in table.made)
        and all(one.nils[seat] > 0 for seat in table.broken)
        for row in table.rows
        if row.tricks == tuple(one.total(told) for told in table.sides)
    ]
    return cell


def shown(side: int, lying: list[Completion]) -> OutlookCell:
    """Return what a row must show of a side, over all results that it stands for."""
    points = [one.score[side].standing.points for one in lying]
    bags = [one.score[side].standing.bags for one in lying]
    happening = [{kind for kind in Happening if one.happens(kind, side)} for one in lying]
    return OutlookCell(
        side,
        (min(points), max(points)),
        (min(bags), max(bags)),
        frozenset(set.intersection(*happening)),
        frozenset(set.union(*happening)),
    )


def check_every_end(situation: Situation) -> None:
    completions = list(situation.completions())
    assert untrue(situation, completions) == []
    assert misplaced(situation, completions) == []
    assert misaimed(situation, completions) == []


TAKEN = Ruling(Incident.REVOKE, seat=0, tricks=13), Ruling(Incident.REVOKE, 1, tricks=3, to=0)
TOO_MANY = Situation(
    *(HouseRules.of("two-player"), (Bid(1),) * 2, (Standing(),) * 2, Tricks((None, None), (0, 0))),
    *(Progress(), TAKEN),
)


@tried(90)
@given(TWO_SIDES)
@example(TOO_MANY)
def test_prospects_of_two_sides_are_complete_and_true(situation: Situation) -> None:
    check_every_end(situation)


@tried(12)
@given(MANY_NILS)
def test_prospects_of_many_nils_are_complete_and_true(situation: Situation) -> None:
    check_every_end(situation)


@tried(24)
@given(MANY_SIDES)
def test_prospects_of_several_sides_are_complete_and_true(situation: Situation) -> None:
    check_every_end(situation)
