"""Random hands under any house rules, scored by the engine, for a browser to add up again."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise, product
from random import Random
from typing import Any

from scorekeeper.rules import (
    BLIND_NIL,
    GAMES,
    Bid,
    BidError,
    Game,
    Hand,
    HouseRuleError,
    HouseRules,
    Match,
    Reason,
    SetUpError,
    SideScore,
    Standing,
    Step,
    Tricks,
    check_together,
    list_bids,
    list_pooled_seats,
)
from scorekeeper.rules.bids import check_bids, check_form
from scorekeeper.rules.house_rules import CHOICES, NULLABLE, RANGES, RULES, BidsBy
from tests.rules.table import PLAYERS, share_bids

BEGAN = datetime(2026, 11, 20, 20, tzinfo=UTC)
REASONS = [*Reason]
MAX_HANDS = 25
"""The most hands that are added to a match."""
MAX_TRIES = 20
"""How many bids are tried in a hand before any are recorded, as by earlier house rules."""


@dataclass
class Case:
    """Hands recorded after a base, the bids that were tried, and what the engine makes of them."""

    base: dict[str, Any]
    hands: list[dict[str, Any]]
    tries: list[tuple[Any, Any, Any]]
    expected: dict[str, Any]


def make_house(random: Random) -> HouseRules:
    """Return house rules of any game with any rule changed, often to an end of its range."""
    while True:
        often = random.choice((0.1, 0.3, 0.7))
        changes = {rule: _make_value(random, rule) for rule in RULES if random.random() < often}
        try:
            house = HouseRules.of(random.choice((*GAMES, "partnership", "partnership")), **changes)
            check_together(house)
        except HouseRuleError:
            continue
        return house


def make_case(random: Random, house: HouseRules) -> Case:
    """Return random hands after a random state of a match."""
    tries: list[Any] = []
    return _compare(*make_match(random, house, tries), tries)


def make_match(random: Random, house: HouseRules, tries: list[Any]) -> tuple[Match, Match]:
    """Return a match before and after some of its hands; note which bids were tried for them."""
    known = start(random, house)
    for _ in range(random.choice((0, 0, 1, 4))):
        known = record(random, known, [])
    match = known
    for _ in range(random.randint(1, MAX_HANDS)):
        match = record(random, match, tries)
    return known, match


def make_side_cases(house: HouseRules) -> Iterator[Case]:
    """Yield a match for all bids of one side, with hands of all their tricks, and bags in turn."""
    game, side = house.game, house.game.sides[0]
    start = Match.start(house, PLAYERS[game.key], started=BEGAN)
    for number, own in enumerate(product(list_bids(house), repeat=len(side))):
        bids = dict.fromkeys(range(game.seats), Bid(1)) | dict(zip(side, own, strict=True))
        nils = [seat for seat in side if bids[seat].is_nil]
        hands = []
        for on_nils in product(range(game.tricks + 1), repeat=len(nils)):
            left, seats = game.tricks - sum(on_nils), dict(zip(nils, on_nils, strict=True))
            for pile in range(left + 1) if len(nils) < len(own) else (0,) * (left >= 0):
                taken = tuple(seats.get(seat) for seat in range(game.seats))
                tricks = Tricks(taken, (pile, left - pile, *[0] * (len(game.sides) - 2)))
                hands.append(Hand(tuple(bids.values()), tricks, noted=BEGAN))
        before = [Standing(0, number % max(house.bag_limit, 1))] * len(game.sides)
        known = replace(start, opening=tuple(before))
        yield _compare(known, replace(known, hands=tuple(hands)), [])


def _make_value(random: Random, rule: str) -> Any:
    if rule in NULLABLE and random.random() < 0.3:
        return None
    if rule == "big_bids":
        at = random.sample(range(1, 18), random.randint(0, 4))
        how = ("instead", "extra")
        return [
            {"at": n, "made": random.randint(0, 1000), "set": random.choice((0, -50, -1000))}
            | {"how": random.choice(how)}
            for n in at
        ]
    if rule == "bag_carry":
        return random.random() < 0.5
    if rule in CHOICES and (rule not in RANGES or random.random() < 0.5):
        return random.choice([*CHOICES[rule]])
    least, most = RANGES[rule]
    return random.choice((least, most, random.randint(least, most)))


def start(random: Random, house: HouseRules) -> Match:
    """Start a match on paper or from zero, with any first seat."""
    game, most = house.game, max(house.bag_limit - 1, 0)
    points = random.choice((0, 90, 500))
    opening = [
        Standing(random.randint(-points, points), random.randint(0, most) if points else 0)
        for _ in game.sides
    ]
    first, players = random.randrange(game.seats), PLAYERS[game.key]
    try:
        return Match.start(house, players, first=first, opening=opening, started=BEGAN)
    except SetUpError:  # It would be decided already.
        return Match.start(house, players, first=first, started=BEGAN)


def record(random: Random, match: Match, tries: list[Any]) -> Match:
    """Record another hand, if the match isn't over."""
    if match.step is Step.OVER:
        return match
    noted = (match.last_noted or BEGAN) + timedelta(seconds=random.randint(20, 1500))
    if random.random() < 0.1:
        return match.record_misdeal(noted)
    game, bids = match.house.game, match.due_bids
    if bids is None:
        bids = _bid(random, match, tries)
        match = replace(match, hands=(*match.hands, Hand(bids)))
    return match.record_tricks(*_take(random, game, bids), noted)


def _bid(random: Random, match: Match, tries: list[Any]) -> tuple[Bid, ...]:
    """Return bids that are allowed, or after many tries bids recorded by earlier house rules."""
    house, game = match.house, match.house.game
    every, usual = list_bids(house), [*map(Bid, (0, 0, 1, 2, 3, 4, 4, 5))]
    usual += [BLIND_NIL] * (not house.bids_spades)
    for _ in range(random.choice((1, MAX_TRIES, MAX_TRIES))):
        bids = [random.choice(random.choice((every, usual))) for _ in range(game.seats)]
        if random.random() < 0.5:
            left = (game.spades or game.tricks) - sum(bid.tricks for bid in bids[:-1])
            bids[-1] = Bid(min(max(left, 0), game.tricks))
        if house.bids_by is BidsBy.SIDE:
            bids = share_bids(game, bids) if random.random() < 0.9 else [Bid(3)] * game.seats
        old = tries[-1][0] if tries and random.random() < 0.3 else ()
        tries.append((bids, match.standings, old))
        if _find_refusal(house, *tries[-1]) is None:
            return tuple(bids)
    return tuple(
        Bid(random.randint(0, game.tricks), blind=random.random() < 0.4) for _ in range(game.seats)
    )


def _take(
    random: Random, game: Game, bids: Sequence[Bid]
) -> tuple[list[int | None], list[int | None]]:
    """Return random tricks of a hand, some of them pooled."""
    cuts = sorted(random.randint(0, game.tricks) for _ in range(game.seats - 1))
    seats: list[int | None] = [more - less for less, more in pairwise((0, *cuts, game.tricks))]
    piles: list[int | None] = [None] * len(game.sides)
    for side in range(len(piles)):
        pooled = list_pooled_seats(game, bids, side)
        if random.random() < 0.7:
            piles[side] = sum(seats[seat] or 0 for seat in pooled)
            for seat in pooled:
                seats[seat] = None
    return seats, piles


def _compare(known: Match, match: Match, tries: Sequence[Any]) -> Case:
    """Return the hands of a match that were recorded after another state of it."""
    base, new = describe(known), slice(len(known.hands), None)
    scores = [score for score in match.scores[new] if score]
    outcome, turn = match.outcome if scores else None, match.turn
    expected = describe(match) | {
        "scores": [[_show(one) for one in score] for score in scores],
        "outcome": outcome and {"winner": outcome.winner, "ending": str(outcome.ending)},
        "turn": {
            **{"hand": turn.hand, "first": turn.first, "leads": turn.leads},
            "bidsItself": match.bids_itself(match.due_place),
        },
        "refused": [_find_refusal(match.house, *one) for one in tries],
    }
    if scores:
        expected["brought"] = [side.points for side in scores[-1]]
    else:
        expected["progress"] = base["progress"]
    return Case(
        base,
        [write_hand(match, hand) for hand in match.hands[new]],
        [(_write(bids), write_standings(before), _write(old)) for bids, before, old in tries],
        expected,
    )


def describe(match: Match) -> dict[str, Any]:
    """Return the base of a match, as its page gives it to the phone."""
    sets = match.progress.sets or (0,) * len(match.sides)
    minutes = match.progress.minutes
    return {
        "standings": write_standings(match.standings),
        "progress": {"sets": [*sets], "hands": match.progress.hands, "minutes": minutes},
        "played": match.number_of(match.due_place) - 1,
        "place": match.due_place,
        "first": match.first,
    }


def write_hand(match: Match, hand: Hand) -> dict[str, Any]:
    if hand.tricks is None:
        return {"bids": [], "redeal": str(hand.redeal)}
    bids, minutes = _write(hand.bids or ()), match.minutes_at(hand.noted)
    return {"bids": bids, **asdict(hand.tricks), "minutes": minutes}


def _show(score: SideScore) -> dict[str, Any]:
    lines = [[REASONS.index(one.reason), one.points, one.amount, one.seat] for one in score.lines]
    return score._asdict() | {"lines": lines, "standing": score.standing._asdict()}


def write_standings(standings: Sequence[Standing]) -> list[dict[str, int]]:
    return [standing._asdict() for standing in standings]


def _write(bids: Sequence[Bid]) -> list[int | str]:
    return [bid.notation for bid in bids]


def _find_refusal(
    house: HouseRules, bids: Sequence[Bid], before: Sequence[Standing], old: Sequence[Bid]
) -> str | None:
    try:
        check_form(house, bids)
        check_bids(house, bids, before, old)
    except BidError as error:
        return error.code
    return None
