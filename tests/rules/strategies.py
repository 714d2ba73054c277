"""Random matches that could have been played, for property tests."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from scorekeeper.rules import (
    BLIND_NIL,
    GAMES,
    NIL,
    Bid,
    BidError,
    BidsBy,
    Game,
    HouseRules,
    Incident,
    Match,
    RuleError,
    Ruling,
    Standing,
    Step,
    Taker,
    find_form,
    list_pooled_seats,
)
from scorekeeper.rules.house_rules import CHOICES, Bidding
from tests.rules.table import PLAYERS, share_bids

Numbers = list[int | None]
any_game = st.sampled_from(sorted(GAMES))
MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)


@dataclass(frozen=True)
class Story:
    """A match after each record, the first before any."""

    matches: tuple[Match, ...]

    @property
    def match(self) -> Match:
        return self.matches[-1]


@st.composite
def house_rules(draw: st.DrawFn, games: st.SearchStrategy[str] = any_game) -> HouseRules:
    game = draw(games)
    usual, sharing = HouseRules.of(game), usually(*BidsBy)
    bidding = draw(usually("free", *CHOICES["bidding"]))
    big_bids = [{"at": 8, "made": 200, "set": -50}, {"at": 7, "made": 30, "set": 0, "how": "extra"}]
    return HouseRules.of(
        game,
        target=draw(st.sampled_from([50, 100, 250, 500, 1000])),
        floor=draw(st.sampled_from([None, -200, -1000])),
        overtrick_points=draw(usually(1, 0, -1, -10, 5, 10)),
        bag_limit=draw(st.sampled_from([10, 10, 7, 5, 1, 0])),
        bag_penalty=draw(st.sampled_from([100, 50, 110])),
        bag_carry=draw(st.sampled_from([True, True, False])),
        nil_penalty=draw(st.sampled_from([usual.nil_penalty, 50])),
        failed_nil=draw(st.sampled_from(list(CHOICES["failed_nil"]))),
        two_nils=draw(st.sampled_from(list(CHOICES["two_nils"]))),
        blind_deficit=draw(st.sampled_from([0, 0, 50])),
        set_penalty=draw(usually(*CHOICES["set_penalty"])),
        board=draw(usually(0, 4, 6)) if bidding == "free" else 0,
        big_bids=draw(usually([], big_bids, big_bids[:1])),
        blind_minimum=draw(usually(0, 6)),
        blind_set_factor=draw(usually(2, 1)),
        first_hand=draw(usually(*CHOICES["first_hand"])),
        bidding=bidding,
        bids_by=draw(sharing) if usual.game.has_partners and bidding == "free" else "seat",
        nil=draw(usually(*CHOICES["nil"])) if bidding == "free" else "played",
        forbidden_total=draw(usually(None, 13)) if bidding == "free" else None,
        sets_to_lose=draw(usually(0, 2, 3)),
        hand_limit=draw(usually(None, 3)),
        deck=draw(usually(*CHOICES["deck"])) if bidding == "free" else "usual",
    )


def usually(*values: Any) -> st.SearchStrategy[Any]:
    """Mostly the first value, now and then one of the others."""
    return st.sampled_from([*([values[0]] * 2 * len(values)), *values])


def bids(game: Game, bids_by: BidsBy = BidsBy.SEAT) -> st.SearchStrategy[list[Bid]]:
    """Bids as tables make them: mostly low, now and then a nil."""
    usual = [Bid(number) for number in range(1, 8)]
    blind = [Bid(4, blind=True), Bid(6, blind=True), BLIND_NIL]
    bid = st.sampled_from([*usual, Bid(13), NIL, NIL, *blind])
    by_seat = st.lists(bid, min_size=game.seats, max_size=game.seats)
    return by_seat.map(lambda each: share_bids(game, each)) if bids_by == "side" else by_seat


def plain_bids(house: HouseRules) -> list[Bid]:
    """Bids that the house rules always allow."""
    game = house.game
    tricks = [3 if len(game.sides[side]) > 1 else max(3, house.board) for side in game.side_of]
    if house.bidding is Bidding.SUICIDE:
        for first, *others in game.sides:
            tricks[first] = 0 if others else tricks[first]
            for partner in others:
                tricks[partner] = 4
    if house.bidding is Bidding.MIRROR:
        tricks[-1] += (game.spades or sum(tricks)) - sum(tricks)
    elif sum(tricks) == house.forbidden_total:
        tricks[-1] += 1
    plain = [Bid(number) for number in tricks]
    if house.bids_by is BidsBy.SIDE and game.has_partners:
        return share_bids(game, [replace(bid, tricks=2 * bid.tricks) for bid in plain])
    return plain


@st.composite
def tricks(
    draw: st.DrawFn, game: Game, bid: list[Bid]
) -> tuple[list[int | None], list[int | None]]:
    """All tricks of a hand, spread over the seats and pooled where a side pools them."""
    cut = st.lists(st.integers(0, game.tricks), min_size=game.seats - 1, max_size=game.seats - 1)
    cuts = [0, *sorted(draw(cut)), game.tricks]
    seats: Numbers = [after - before for before, after in pairwise(cuts)]
    piles: Numbers = [None] * len(game.sides)
    for side in range(len(game.sides)):
        if draw(st.booleans()):
            pooled = list_pooled_seats(game, bid, side)
            piles[side] = sum(seats[seat] or 0 for seat in pooled)
            for seat in pooled:
                seats[seat] = None
    return seats, piles


@st.composite
def stories(draw: st.DrawFn, games: st.SearchStrategy[str] = any_game, most: int = 16) -> Story:
    house = draw(house_rules(games))
    most_bags = max(house.bag_limit - 1, 0)
    standing = st.builds(
        Standing, st.integers(-150, min(90, house.target - 1)), st.integers(0, most_bags)
    )
    sides = len(house.game.sides)
    opening = draw(st.lists(standing, min_size=sides, max_size=sides))
    first = draw(st.integers(0, house.game.seats - 1))
    matches = [Match.start(house, PLAYERS[house.game.key], first=first, opening=opening)]
    for _ in range(draw(st.integers(0, most))):
        if matches[-1].step is Step.OVER:
            break
        matches.append(draw(next_record(matches[-1])))
    return Story(tuple(matches))


@st.composite
def courses(draw: st.DrawFn, games: st.SearchStrategy[str] = any_game, most: int = 14) -> Story:
    """A match of every course: ruled, tallied, corrected, with other house rules, ended."""
    house = draw(house_rules(games))
    sides = len(house.game.sides)
    most_points = min(90, house.target - 1)
    ahead = draw(st.lists(st.integers(-90, most_points), min_size=sides, max_size=sides))
    matches = [
        Match.start(house, PLAYERS[house.game.key], opening=[Standing(points) for points in ahead])
    ]
    for minutes in range(draw(st.integers(1, most))):
        try:
            matches.append(draw(next_operation(matches[-1], MIDNIGHT + timedelta(minutes=minutes))))
        except RuleError:  # what an operation would lead to, the rules refuse
            continue
    return Story(tuple(matches))


@st.composite
def next_operation(draw: st.DrawFn, match: Match, noted: datetime) -> Match:
    """The match after whatever a person can do on any of its pages."""
    game, played = match.house.game, match.played_places
    kinds = ["record"] * 4 + ["tally"] * 3 + ["house", "misdeal", "end", "dealer"]
    if played:
        kinds += ["rule", "rule", "withdraw", "correct", "correct"]
    if match.current_hand is not None:
        kinds.append("bids")
    kind = draw(st.sampled_from(kinds))
    number = draw(st.sampled_from(played)) if played else 0
    if kind == "record" and match.step is not Step.OVER:
        return draw(next_record(match, noted))
    if kind == "tally":
        side = draw(st.integers(0, len(game.sides) - 1))
        seat = draw(st.sampled_from([None, *game.sides[side]]))
        return match.note_trick(Taker(side, seat), noted)
    if kind == "rule":
        return match.add_ruling(number, replace(draw(rulings(game)), noted=noted))
    if kind == "withdraw":
        return match.withdraw_ruling(number, len(match.hands[number - 1].rulings) - 1)
    if kind == "correct":
        hand = match.hands[number - 1]
        by = find_form(match.house, hand.bids or ())
        said = draw(bids(game, by)) if hand.bids else []
        return match.correct(number, said, *(draw(tricks(game, said)) if hand.tricks else ()))
    if kind == "bids":
        assert match.current_hand
        return match.change_bids(
            draw(bids(game, find_form(match.house, match.current_hand.bids or ())))
        )
    if kind == "house":
        changes = {"target": draw(st.sampled_from([100, 140, 500]))}
        if game.has_partners:
            changes["bids_by"] = draw(st.sampled_from(BidsBy))
        return match.with_house_rules(replace(match.house, **changes))
    if kind == "dealer":
        return match.set_dealer(draw(st.integers(0, game.seats - 1)))
    if kind == "misdeal":
        return match.record_misdeal(noted)
    return match.end(noted, draw(st.sampled_from([None, *range(len(game.sides))])))


@st.composite
def next_record(draw: st.DrawFn, match: Match, noted: datetime | None = None) -> Match:
    """The match after one more fact that the rules take."""
    if draw(st.integers(0, 9)) == 9:
        return match.record_misdeal(noted)
    if match.due_bids is not None:
        return match.record_tricks(*draw(tricks(match.house.game, list(match.due_bids))), noted)
    said = draw(bids(match.house.game, match.house.bids_by))
    try:
        return match.bid(said, noted)
    except BidError:
        return match.bid(plain_bids(match.house), noted)


@st.composite
def rulings(draw: st.DrawFn, game: Game) -> Ruling:
    """A decision against anybody: tricks to another side or nobody, points, the contract set."""
    seat = draw(st.integers(0, game.seats - 1))
    others = [side for side in range(len(game.sides)) if side != game.side_of[seat]]
    return Ruling(
        kind=draw(st.sampled_from(list(Incident))),
        seat=seat,
        tricks=draw(usually(3, 0, 1, game.tricks)),
        to=draw(st.sampled_from([None, *others])),
        points=draw(usually(0, 10, 500)),
        set=draw(usually(False, True)),
        note=draw(st.sampled_from(["", "second heart"])),
    )


@st.composite
def ruled(draw: st.DrawFn, most: int = 3) -> Match:
    match = draw(stories()).match
    for _ in range(draw(st.integers(1, most))):
        played = [number for number, hand in enumerate(match.hands, 1) if not hand.redeal]
        if played:
            ruling = draw(rulings(match.house.game))
            match = match.add_ruling(draw(st.sampled_from(played)), ruling)
    return match
