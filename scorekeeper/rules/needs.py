"""What the sides need: the outlook of a hand in short, and the least bid that wins it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from scorekeeper.rules.bids import NIL, Bid
from scorekeeper.rules.facts import Facts
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.lines import Reason, SideScore, Standing
from scorekeeper.rules.outcome import START, Ending, Progress, decide
from scorekeeper.rules.outlook import Case
from scorekeeper.rules.scoring import score_hand


class Happening(StrEnum):
    """What can happen to a side, the most important first."""

    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"
    BAGGED = "bagged"
    SET = "set"


class NilState(NamedTuple):
    """A nil bidder, and whether the nil is made in the end."""

    seat: int
    made: bool


class Need(NamedTuple):
    """What happens to a side with so many tricks, `least` to `most`, None being as far as it goes.

    Tricks are counted as `Case.counts` has them, those so far included. It holds when the `nils`
    end so; with `possible` it can happen, as the other sides share their tricks. `if_set` says that
    these are the numbers of tricks at which the side is set.
    """

    side: int
    kind: Happening
    least: int | None
    most: int | None
    nils: tuple[NilState, ...] = ()
    possible: bool = False
    if_set: bool = False


State = tuple[NilState, ...]


def condense(cases: Sequence[Case]) -> tuple[Need, ...]:
    """Return what an outlook says in short, the most important first.

    A side that is set is told only when that cannot be avoided any more: else it is its contract.

    >>> from scorekeeper.rules.bids import Bid
    >>> from scorekeeper.rules.house import HouseRules
    >>> from scorekeeper.rules.outlook import look_ahead
    >>> from scorekeeper.rules.lines import Standing
    >>> house = HouseRules.of("partnership")
    >>> cases = look_ahead(house, [Bid(3)] * 4, [Standing(420, 2), Standing(-140, 8)])
    >>> for need in condense(cases):
    ...     print(need.side, need.kind, need.least, need.most, need.if_set)
    0 wins 8 None False
    1 loses None 5 True
    1 bagged 8 None False
    """
    states = _by_state(cases)
    holds: dict[Need, set[State]] = {}
    for state, group in states.items():
        for side in range(len(cases[0].counts)):
            for need in _needs(group, side):
                holds.setdefault(need, set()).add(state)
    needs = [
        need._replace(nils=nils)
        for need, where in holds.items()
        for nils in _shortened(where, states)
    ]
    order = list(Happening)
    return tuple(
        sorted(
            needs,
            key=lambda need: (
                order.index(need.kind),
                need.possible,
                len(need.nils),
                need.side,
                need.nils,
                need.least or 0,
            ),
        )
    )


def _by_state(cases: Sequence[Case]) -> dict[State, list[Case]]:
    """Return the cases by the end of the nils that can still end either way."""
    ever = sorted({seat for case in cases for seat in case.broken})
    still_open = [seat for seat in ever if any(seat not in case.broken for case in cases)]
    states: dict[State, list[Case]] = {}
    for case in cases:
        state = tuple([NilState(seat, seat not in case.broken) for seat in still_open])
        states.setdefault(state, []).append(case)
    return states


def _needs(cases: Sequence[Case], side: int) -> Iterator[Need]:
    """Yield what happens to a side with how many tricks, in one state of the nils."""
    by_count: dict[int, list[frozenset[Happening]]] = {}
    for case in sorted(cases, key=lambda case: case.counts[side]):
        by_count.setdefault(case.counts[side], []).append(_happenings(case, side))
    always = {count: kinds[0].intersection(*kinds) for count, kinds in by_count.items()}
    perhaps = {count: kinds[0].union(*kinds) for count, kinds in by_count.items()}
    set_at = list(_ranges(always, Happening.SET))
    ever = frozenset[Happening]().union(*perhaps.values())
    for kind in [kind for kind in Happening if kind in ever]:
        certain, possible = list(_ranges(always, kind)), list(_ranges(perhaps, kind))
        if kind is Happening.SET:
            certain = possible = [(None, None)] if certain == [(None, None)] else []
        elif len(certain) > 1 and certain != possible:
            # Among many sides, chance ties tear what is certain into pieces nobody could follow.
            certain = []
        for least, most in certain:
            if_set = kind is Happening.LOSES and (least, most) in set_at
            yield Need(side, kind, least, most, if_set=if_set)
        for least, most in possible:
            if (least, most) not in certain:
                yield Need(side, kind, least, most, possible=True)


def _happenings(case: Case, side: int) -> frozenset[Happening]:
    score, happening = case.score[side], set()
    if case.outcome is not None and case.outcome.winner == side:
        happening.add(Happening.WINS)
    elif case.outcome is not None and _loses(case, side, case.outcome.ending):
        happening.add(Happening.LOSES)
    if case.tied[:1] == (side,):
        happening.add(Happening.TIES)
    if any([line.reason is Reason.BAG_PENALTY for line in score.lines]):
        happening.add(Happening.BAGGED)
    if score.made is False:
        happening.add(Happening.SET)
    return frozenset(happening)


def _loses(case: Case, side: int, ending: Ending) -> bool:
    """Whether a side that does not win loses: at the floor the lowest, by its sets who was set."""
    score = case.score[side]
    if ending is Ending.SETS:
        return score.made is False
    lowest = min(other.standing.points for other in case.score)
    return ending is Ending.FLOOR and score.standing.points == lowest


def _ranges(
    happenings: Mapping[int, Collection[Happening]], kind: Happening
) -> Iterator[tuple[int | None, int | None]]:
    """Yield the runs of counts, given in order, at which something happens."""
    counts = list(happenings)
    for happens, group in groupby(counts, key=lambda count: kind in happenings[count]):
        if happens:
            run = list(group)
            least = None if run[0] == counts[0] else run[0]
            most = None if run[-1] == counts[-1] else run[-1]
            yield least, most


def _shortened(where: Collection[State], states: Collection[State]) -> set[State]:
    """Return the same states of the nils in fewer words: without a nil that changes nothing."""
    short = set(where)
    for nil in sorted({nil.seat for state in where for nil in state}):
        for state in list(short):
            rest = tuple(other for other in state if other.seat != nil)
            if all(full in where for full in states if set(rest) <= set(full)):
                short = short - {state} | {rest}
    return short


def first_of_each(needs: Sequence[Need]) -> tuple[Need, ...]:
    """Return what matters most to each side, where it is certain and hangs on its tricks alone.

    >>> win, bag = Need(1, Happening.WINS, 8, None), Need(1, Happening.BAGGED, 9, None)
    >>> first_of_each([win, bag, Need(0, Happening.SET, None, None)]) == (win,)
    True
    """
    first: dict[int, Need] = {}
    for need in needs:
        if not need.possible and not need.nils and need.kind is not Happening.SET:
            first.setdefault(need.side, need)
    return tuple(first[side] for side in sorted(first))


class LeastBid(NamedTuple):
    """What a side has to bid to win this hand: the least contract, and whether nil is enough.

    `nil_made` and `nil_failed` are where the bonus or the penalty of a nil would leave the side,
    apart from the partner's contract and from what the tricks of a failed nil do.
    """

    contract: int | None
    nil: bool
    nil_made: Standing
    nil_failed: Standing


def least_bids(match: Facts, minutes: float) -> tuple[LeastBid, ...]:
    """Return what each side has to bid to win the hand that is due.

    `minutes` are those from the start of the match until now, for tables that play by the clock.

    >>> from scorekeeper.rules import Match
    >>> match = Match.start(
    ...     HouseRules.of("two-player"), ["Ann", "Ben"], opening=[Standing(430), Standing(390)]
    ... )
    >>> [least.contract for least in least_bids(match, minutes=0)]
    [7, 11]
    """
    progress = match.progress._replace(minutes=minutes)
    return tuple(
        least_winning_bid(match.house, match.standings, side, progress)
        for side in range(len(match.sides))
    )


def least_winning_bid(
    house: HouseRules, standings: Sequence[Standing], side: int, progress: Progress = START
) -> LeastBid:
    """Return what a side has to bid, and then make exactly, to win while the others stand still.

    The contract is None where no number of tricks is enough; nil is judged by its bonus alone,
    without the partner's contract. `progress` is how far the match had come before the hand.

    >>> house = HouseRules.of("partnership")
    >>> least = least_winning_bid(house, [Standing(430), Standing(390)], side=0)
    >>> least.contract, least.nil, least.nil_made.points, least.nil_failed.points
    (7, True, 530, 330)
    """
    then = progress.after([True] * len(standings))
    seats, (points, bags) = house.game.sides[side], standings[side]

    def wins_at(standing: Standing) -> bool:
        outcome = decide(house, [*standings[:side], standing, *standings[side + 1 :]], then)
        return outcome is not None and outcome.winner == side

    def scored(first: Bid, contract: int, own: int = 0) -> SideScore:
        bids = [first if seat == seats[0] else Bid(1) for seat in range(house.game.seats)]
        taken = tuple([own if seat == seats[0] else 0 for seat in range(house.game.seats)])
        piles = tuple([contract if index == side else 0 for index in range(len(standings))])
        return score_hand(house, bids, Tricks(taken, piles), standings)[side]

    def after_nil(taken: int) -> Standing:
        worth = sum([line.points for line in scored(NIL, 0, taken).lines if line.seat == seats[0]])
        return Standing(points + worth, bags)

    # A contract smaller than its seats is none without a nil.
    contracts = range(len(seats), house.game.tricks + 1)
    contract = next(
        (
            contract
            for contract in contracts
            if wins_at(scored(Bid(contract - len(seats) + 1), contract).standing)
        ),
        None,
    )
    made, failed = after_nil(taken=0), after_nil(taken=1)
    return LeastBid(contract, wins_at(made), made, failed)
