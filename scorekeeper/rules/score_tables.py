"""Score tables: all that a phone needs to add up a match while its server doesn't answer.

Every number is asked of the engine, so that each rule stays in one place. A side's score depends
only on its own bids and tricks, so side 0 plays for every side. Rulings aren't in the tables,
because they move tricks between sides.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from scorekeeper.rules.bids import (
    BLIND_NIL,
    NIL,
    PARTNER,
    Bid,
    check_form,
    check_side,
    check_total,
    list_bids,
)
from scorekeeper.rules.errors import BidError
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house_rules import FirstHand, HouseRules
from scorekeeper.rules.lines import Reason, SideScore, Standing
from scorekeeper.rules.scoring.hand import score_hand

MAX_CACHED_HOUSES = 100
REASONS = tuple(Reason)
END_RULES = ("target", "floor", "sets_to_lose", "hand_limit", "minutes")

Lines = list[list[int]]
"""Lines as the index of a reason, and its points."""


@lru_cache(MAX_CACHED_HOUSES)
def score_tables(house: HouseRules) -> Mapping[str, Any]:
    """Return the score tables of house rules, to be written as JSON and not to be changed.

    - `contracts`, by the contract and the blind tricks in it: the lines if it is made, and those if
      it is set with 0, 1, … tricks, or once for any number. Blind tricks that count like others are
      left out.
    - `nils`, by the bid or by two bids that are scored as one: the line if made, and if failed.
    - `overtrick`, `failed` and `first_hand`: the bags and the line of one trick. `failed` is first
      for one nil of a side, then for two; None if the trick helps the contract instead.
      `first_hand` is None if that hand has bids.
    - `penalties`, by the bags before a penalty: those that stay, and the penalties with their line.

    >>> tables = score_tables(HouseRules.of("partnership"))
    >>> tables["contracts"]["5 0"], tables["nils"]["nil"]
    ([[[0, 50]], [[[1, -50]]]], [[2, 100], [3, -100]])
    >>> tables["overtrick"], tables["penalties"][12]
    ([1, [8, 1]], [2, 1, [15, -100]])
    """
    game = house.game
    ones, bags = [Bid(1)] * len(game.sides[0]), range(house.bag_limit + game.tricks + 1)
    first_hand = house.first_hand is FirstHand.BIDS_ITSELF
    return {
        "tricks": game.tricks,
        "sides": game.sides,
        "contracts": _list_contracts(house),
        "nils": _list_nils(house),
        "overtrick": _value_trick(_score(house, ones, len(ones) + 1), Reason.OVERTRICKS),
        "failed": _value_failed_nils(house),
        "first_hand": _value_trick(_score(house, (), 1), Reason.FIRST_HAND) if first_hand else None,
        "penalties": [_list_penalties(house, number) for number in bags],
        "end": {rule: getattr(house, rule) for rule in END_RULES},
        "bids": _list_refusals(house),
    }


def _score(
    house: HouseRules, own: Sequence[Bid], pile: int, on_nil: int = 0, bags: int = 0
) -> SideScore:
    """Score side 0 with its bids, the tricks of its pile, of its first seat's nil, and its bags."""
    game = house.game
    seats = [on_nil if seat == game.sides[0][0] else 0 for seat in range(game.seats)]
    tricks = Tricks(tuple(seats), (pile, *[0] * (len(game.sides) - 1)))
    before = [Standing(0, bags)] * len(game.sides)
    return score_hand(house, _let_bid(house, own) if own else (), tricks, before)[0]


def _list_lines(score: SideScore, *reasons: str) -> Lines:
    """Return the lines of a score whose reasons begin with one of these words."""
    lines = [line for line in score.lines if line.reason.startswith(reasons)]
    return [[REASONS.index(line.reason), line.points] for line in lines]


def _value_trick(score: SideScore, reason: Reason) -> list[Any]:
    """Return what one trick is worth: bags, and a line if it has any."""
    return [score.bags, *_list_lines(score, reason)]


def _beside_nil(house: HouseRules) -> tuple[tuple[Bid, ...], int]:
    """Return the bids of a side with one nil, and the tricks that its contract needs."""
    return ((NIL, Bid(3)), 3) if house.game.has_partners else ((NIL,), 0)


def _list_contracts(house: HouseRules) -> dict[str, Any]:
    """Return the lines of every contract that a side can have."""
    most = house.game.tricks
    # Where nobody can bid blind, a blind bid from earlier house rules counts like another.
    blind = range(1, most + 1) if house.blind_minimum else ()
    every = [*map(Bid, range(most + 1)), *[Bid(tricks, blind=True) for tricks in blind]]
    sides: dict[tuple[int, int], tuple[Bid, ...]] = {}
    for own in product(every, repeat=len(house.game.sides[0])):
        blind_tricks = sum([bid.tricks for bid in own if bid.blind])
        sides.setdefault((sum([bid.tricks for bid in own]), blind_tricks), own)
    contracts: dict[str, Any] = {}
    for (contract, blind_tricks), own in sorted(sides.items())[1:]:
        taken = [*range(min(contract, most + 1)), contract]
        *lost, made = [_list_lines(_score(house, own, n), "contract", "big bid") for n in taken]
        entry = [made, lost[:1] if lost.count(lost[0]) == len(lost) else lost]
        if not blind_tricks or entry != contracts[f"{contract} 0"]:
            contracts[f"{contract} {blind_tricks}"] = entry
    return contracts


def _list_nils(house: HouseRules) -> dict[str, Lines]:
    """Return the lines of each nil alone, and of pairs of nils that are scored as one."""
    nils, ((_, *partner), tricks) = {}, _beside_nil(house)
    for nil in (NIL, BLIND_NIL):
        scores = [_score(house, (nil, *partner), tricks, taken) for taken in (0, 1)]
        nils[f"{nil.notation}"] = [_list_lines(score, "nil", "blind nil")[0] for score in scores]
    for pair in product((NIL, BLIND_NIL), repeat=2) if partner else ():
        scores = [_score(house, pair, 0, taken) for taken in (0, 1)]
        lines = [line for score in scores for line in _list_lines(score, "both nils")]
        if lines:
            nils[f"{pair[0].notation}+{pair[1].notation}"] = lines
    return nils


def _value_failed_nils(house: HouseRules) -> list[list[Any] | None]:
    """Return what a trick is worth that one nil of a side took, or one of two nils."""
    values: list[list[Any] | None] = []
    for own, pile in (_beside_nil(house), ((NIL, NIL), 0))[: len(house.game.sides[0])]:
        made, failed = [_score(house, own, pile, taken) for taken in (0, 1)]
        helps = made.contract and failed.lines[0].amount > made.lines[0].amount
        values.append(None if helps else _value_trick(failed, Reason.FAILED_NIL_TRICKS))
    return values


def _list_penalties(house: HouseRules, bags: int) -> list[Any]:
    own, tricks = _beside_nil(house)
    score = _score(house, own, tricks, bags=bags)
    times = [line.amount for line in score.lines if line.reason is Reason.BAG_PENALTY]
    return [score.standing.bags, *times, *_list_lines(score, Reason.BAG_PENALTY)]


def _list_refusals(house: HouseRules) -> dict[str, Any]:
    """Return all bids, even nils that nobody plays, and what is refused: a side's, or the total.

    `side` has the index of a code for each combination of a side's bids, `total` for each number
    of tricks; each is empty if nothing is refused. The last bid is `partner`, if sides bid.
    """
    game, nils = house.game, (NIL,) if house.bids_spades else (NIL, BLIND_NIL)
    every = [*dict.fromkeys((*list_bids(house), *nils))]
    if house.bids_by_side:
        every.append(PARTNER)
    sides = [
        _find_refusal(_check_own, house, own) for own in product(every, repeat=len(game.sides[0]))
    ]
    totals = [
        _find_refusal(check_total, house, total) for total in range(game.seats * game.tricks + 1)
    ]
    codes = ["", *sorted({*sides, *totals} - {""})]
    return {
        "all": [bid.notation for bid in every],
        "codes": codes,
        "side": [codes.index(code) for code in sides] if any(sides) else [],
        "total": [codes.index(code) for code in totals] if any(totals) else [],
        "deficit": house.blind_deficit,
    }


def _let_bid(house: HouseRules, own: Sequence[Bid]) -> list[Bid]:
    """Return the bids of all seats, if every side bids the same; only side 0 matters."""
    bids = [Bid(1)] * house.game.seats
    for seats in house.game.sides:
        for seat, bid in zip(seats, own, strict=True):
            bids[seat] = bid
    return bids


def _check_own(house: HouseRules, own: Sequence[Bid]) -> None:
    """Raise BidError for bids that a side may not combine, or that have the wrong form."""
    bids = _let_bid(house, own)
    check_form(house, bids)
    check_side(house, bids, 0)


def _find_refusal(check: Callable[..., None], *arguments: Any) -> str:
    """Return the code of the error that a check raises, or an empty text."""
    try:
        check(*arguments)
    except BidError as error:
        return error.code
    return ""
