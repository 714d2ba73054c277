"""From the rows of the scorebook to the matches of the rules."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import Seen
from scorekeeper.book.columns import table_of
from scorekeeper.book.models import Hand, HandSeat, HandSide, Match, MatchSide, Ruling, Seat
from scorekeeper.book.players import LEADERS, LED, PLAYERS


@dataclass(frozen=True)
class Stored:
    """A match as the scorebook holds it: where it lies, how far it is, and the match itself.

    `may_write` is whether the device that asked for it may change it.
    """

    scorebook_id: int
    id: int
    public_id: str
    version: int
    shown: int
    match: rules.Match
    may_write: bool = True

    @property
    def key(self) -> tuple[int, int]:
        """Where the match lies: its scorebook, and its id there."""
        return self.scorebook_id, self.id


MATCHES, SIDES, SEATS = table_of(Match), table_of(MatchSide), table_of(Seat)
HANDS, HAND_SEATS = table_of(Hand), table_of(HandSeat)
HAND_SIDES, RULINGS = table_of(HandSide), table_of(Ruling)


def these(table: Table, match_id: str = "match_id") -> tuple[ColumnElement[bool], ...]:
    """Choose some matches of one scorebook by their key."""
    return (
        table.c.scorebook_id == bindparam("scorebook"),
        table.c[match_id].in_(bindparam("matches", expanding=True)),
    )


# Made once, on the tables alone: building a statement takes longer than answering it.
# A row for each seat and side together: few, and two statements less.
WHOLE = (
    select(
        *MATCHES.c["id", "version", "shown", "game", "house", "first"],
        *MATCHES.c["started_at", "ended_at", "place", "note"],
        *SIDES.c["side", "name", "opening_points", "opening_bags"],
        SEATS.c.seat,
        LEADERS.c.name.label("player"),
    )
    .select_from(MATCHES.join(SIDES).join(SEATS).outerjoin(PLAYERS).outerjoin(LEADERS, LED))
    .where(*these(MATCHES, "id"))
)
PILES = select(*HAND_SIDES.c["match_id", "hand", "side", "pile"]).where(*these(HAND_SIDES))
RULED = select(RULINGS).where(*these(RULINGS)).order_by(RULINGS.c.match_id, RULINGS.c.hand)
RULED = RULED.order_by(RULINGS.c.place)
BIDS_AND_TRICKS = (
    select(
        *HANDS.c["match_id", "number", "redeal", "noted_at", "tally"],
        *HAND_SEATS.c["seat", "bid", "blind", "tricks"],
    )
    .select_from(HANDS.outerjoin(HAND_SEATS))
    .where(*these(HANDS))
    .order_by(HANDS.c.match_id, HANDS.c.number, HAND_SEATS.c.seat)
)


def load_all(session: Session, chosen: Sequence[Seen]) -> list[Stored]:
    """Load matches, in their order, with four statements for each scorebook.

    A match that is gone meanwhile is left out.
    """
    found: dict[tuple[int, int], Stored] = {}
    for scorebook_id in {seen.scorebook_id for seen in chosen}:
        inside = [seen for seen in chosen if seen.scorebook_id == scorebook_id]
        for stored in _load_inside(session, scorebook_id, inside):
            found[scorebook_id, stored.id] = stored
    keys = [(seen.scorebook_id, seen.id) for seen in chosen]
    return [found[key] for key in keys if key in found]


def in_order(numbered: dict[int, Any]) -> list[Any]:
    """Return what is numbered from 0 as a list."""
    return [numbered[place] for place in sorted(numbered)]


def _load_inside(session: Session, scorebook_id: int, chosen: Sequence[Seen]) -> list[Stored]:
    values = {"scorebook": scorebook_id, "matches": [seen.id for seen in chosen]}
    heads: dict[int, Any] = {}
    sides: dict[int, dict[int, Any]] = defaultdict(dict)
    players: dict[int, dict[int, str | None]] = defaultdict(dict)
    for row in session.execute(WHOLE, values):
        heads[row.id] = row
        sides[row.id][row.side] = (row.name, row.opening_points, row.opening_bags)
        players[row.id][row.seat] = row.player
    hands = _load_hands(session, values, {id_: rules.GAMES[row.game] for id_, row in heads.items()})
    return [
        Stored(
            scorebook_id,
            seen.id,
            seen.public_id,
            head.version,
            head.shown,
            _match(head, in_order(sides[seen.id]), in_order(players[seen.id]), hands[seen.id]),
        )
        for seen in chosen
        if (head := heads.get(seen.id)) is not None
    ]


def _load_hands(
    session: Session, values: dict[str, Any], games: dict[int, rules.Game]
) -> dict[int, list[rules.Hand]]:
    piles: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for match_id, number, side, pile in session.execute(PILES, values):
        piles[match_id, number][side] = pile

    rulings: dict[tuple[int, int], list[rules.Ruling]] = defaultdict(list)
    for row in session.execute(RULED, values):
        rulings[row.match_id, row.hand].append(_ruling(row))

    seats: dict[tuple[int, int], list[Any]] = defaultdict(list)
    heads: dict[tuple[int, int], Any] = {}
    for match_id, number, redeal, noted, tally, seat, bid, blind, tricks in session.execute(
        BIDS_AND_TRICKS, values
    ):
        heads[match_id, number] = (redeal, noted, tally)
        if seat is not None:
            seats[match_id, number].append((bid, blind, tricks))

    hands: dict[int, list[rules.Hand]] = defaultdict(list)
    for key, (redeal, noted, tally) in heads.items():
        hand = _hand(games[key[0]], seats[key], piles[key], redeal, noted)
        if key in rulings or tally:
            taken = tuple(rules.Taken(*entry) for entry in tally or ())
            hand = replace(hand, rulings=tuple(rulings[key]), tally=taken)
        hands[key[0]].append(hand)
    return hands


def _hand(
    game: rules.Game,
    seats: Sequence[tuple[int | None, bool, int | None]],
    piles: dict[int, int],
    redeal: str | None,
    noted: datetime,
) -> rules.Hand:
    bids = tuple([rules.Bid(bid, blind) for bid, blind, _ in seats if bid is not None])
    taken = tuple([tricks for _, _, tricks in seats])
    tricks = None
    if seats and (piles or None not in taken):
        tricks = rules.Tricks(taken, _whole_piles(game, bids, taken, piles))
    return rules.Hand(
        bids=bids if seats else None,
        tricks=tricks,
        redeal=rules.Redeal(redeal) if redeal else None,
        noted=noted,
    )


def _whole_piles(
    game: rules.Game,
    bids: Sequence[rules.Bid],
    taken: Sequence[int | None],
    piles: dict[int, int],
) -> tuple[int, ...]:
    """Return each side's pile; only those are written whose seats did not say who took what."""
    return tuple(
        piles[side]
        if side in piles
        else sum([taken[seat] or 0 for seat in rules.pooled_seats(game, bids, side)])
        for side in range(len(game.sides))
    )


def _ruling(row: Row[Any]) -> rules.Ruling:
    return rules.Ruling(
        kind=rules.Incident(row.kind),
        seat=row.seat,
        tricks=row.tricks,
        to=row.to_side,
        points=row.points,
        set=row.set,
        note=row.note,
        noted=row.noted_at,
    )


@lru_cache(maxsize=200)
def _house(game: str, written: str) -> rules.HouseRules:
    """Return house rules as they are written in a row; few tables play by rules of their own."""
    return rules.HouseRules.of(game, **json.loads(written))


def _match(
    row: Row[Any], sides: Sequence[Any], names: Sequence[str | None], hands: Sequence[rules.Hand]
) -> rules.Match:
    house = _house(row.game, json.dumps(row.house, sort_keys=True))
    players = rules.seated(names)
    usual = house.game.side_names or players
    return rules.Match(
        house=house,
        players=players,
        sides=tuple(name or usual[side] for side, (name, _, _) in enumerate(sides)),
        first=row.first,
        opening=tuple(rules.Standing(points, bags) for _, points, bags in sides),
        hands=tuple(hands),
        started=row.started_at,
        ended=row.ended_at,
        place=row.place,
        note=row.note,
    )
