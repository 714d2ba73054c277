"""Hands in the database: rows to hands of the rules, and back."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Delete, Row, Table, and_, bindparam, delete, insert, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.statements import insert_rows, upsert
from scorekeeper.book.models.conditions import of_match, of_matches
from scorekeeper.book.models.tables import CONFIRMATIONS, HAND_SEATS, HAND_SIDES, HANDS, RULINGS

_HAND_KEY = ("scorebook_id", "match_id", "hand")
LIST_RULINGS = (
    select(RULINGS).where(*of_matches(RULINGS)).order_by(*RULINGS.c["match_id", "hand", "number"])
)


def _of_seat(table: Table, number: Any) -> Any:
    same_hand = [table.c[name] == HAND_SEATS.c[name] for name in _HAND_KEY]
    return and_(*same_hand, number == HAND_SEATS.c.seat)


# There are never more sides than seats, so each side is joined to the seat with its number.
# The reply of the seat is joined, too, which saves a statement.
LIST_HANDS = (
    select(
        *HANDS.c["match_id", "number", "redeal", "noted_at", "tally", "note", "first_seat"],
        *HAND_SEATS.c["seat", "bid", "blind", "tricks"],
        HAND_SIDES.c.pile,
        CONFIRMATIONS.c.answer,
    )
    .select_from(
        HANDS.outerjoin(HAND_SEATS)
        .outerjoin(HAND_SIDES, _of_seat(HAND_SIDES, HAND_SIDES.c.side))
        .outerjoin(CONFIRMATIONS, _of_seat(CONFIRMATIONS, CONFIRMATIONS.c.seat))
    )
    .where(*of_matches(HANDS))
    .order_by(HANDS.c.match_id, HANDS.c.number, HAND_SEATS.c.seat)
)

# A changed hand loses its replies.
DELETE_REPLIES = delete(CONFIRMATIONS).where(
    *of_match(CONFIRMATIONS), CONFIRMATIONS.c.hand == bindparam("number")
)

Replies = dict[tuple[int, int], str]
"""Replies to hands by hand number and seat."""


def load_hands(
    session: Session, values: dict[str, Any], games: dict[int, rules.Game]
) -> tuple[dict[int, list[rules.Hand]], dict[int, Replies]]:
    """Load the hands of matches of these games, and the replies to them, with two statements."""
    rulings: dict[tuple[int, int], list[rules.Ruling]] = defaultdict(list)
    for row in session.execute(LIST_RULINGS, values):
        rulings[row.match_id, row.hand].append(_read_ruling(row))

    # Unpacked here: with a name for each column, loading takes half as long again.
    rows: dict[tuple[int, int], list[list[Any]]] = defaultdict(list)
    replies: dict[int, Replies] = defaultdict(dict)
    for match_id, number, *columns, answer in session.execute(LIST_HANDS, values):
        rows[match_id, number].append(columns)
        if answer is not None:
            replies[match_id][number, columns[5]] = answer

    hands: dict[int, list[rules.Hand]] = defaultdict(list)
    for key, found in rows.items():
        hands[key[0]].append(_read_hand(games[key[0]], found, rulings.get(key, ())))
    return hands, replies


def list_changed(old: rules.Match, new: rules.Match) -> list[int]:
    """Return the numbers of the hands of a match that are not the same any more."""
    hands = enumerate(old.hands, start=1)
    return [number for number, hand in hands if new.hands[number - 1 : number] != (hand,)]


def _read_hand(
    game: rules.Game, rows: Sequence[Sequence[Any]], rulings: Sequence[rules.Ruling]
) -> rules.Hand:
    """Return a hand from its rows: one for each seat, or one without a seat."""
    redeal, noted, tally, note, first, seat, *_ = rows[0]
    bids: tuple[rules.Bid, ...] | None = None
    tricks = None
    if seat is not None:
        seats, numbers, blinds, taken, piles = list(zip(*rows, strict=True))[5:]
        bids = ()
        if {*numbers} != {None}:
            bids = tuple(
                [
                    rules.PARTNER if number is None else rules.Bid(number, blind)
                    for number, blind in zip(numbers, blinds, strict=True)
                ]
            )
        known = {seat: pile for seat, pile in zip(seats, piles, strict=True) if pile is not None}
        if known or None not in taken:
            tricks = rules.Tricks(taken, _complete_piles(game, bids, taken, known))
    return rules.Hand(
        bids=bids,
        tricks=tricks,
        redeal=rules.Redeal(redeal) if redeal else None,
        rulings=tuple(rulings),
        noted=noted,
        tally=tuple([rules.Taker(*entry) for entry in tally or ()]),
        note=note or "",
        first=first,
    )


def _complete_piles(
    game: rules.Game, bids: Sequence[rules.Bid], taken: Sequence[int | None], piles: dict[int, int]
) -> tuple[int, ...]:
    """Return the pile of each side: stored only if the tricks of its seats are not all known."""
    return tuple(
        piles[side]
        if side in piles
        else sum([taken[seat] or 0 for seat in rules.list_pooled_seats(game, bids, side)])
        for side in range(len(game.sides))
    )


def _read_ruling(row: Row[Any]) -> rules.Ruling:
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


def insert_hands(session: Session, matches: Sequence[tuple[tuple[int, int], rules.Match]]) -> None:
    """Insert the hands of new matches, given by key, with a statement for each table."""
    for statement, names, rows_of in ROWS_OF_HAND:
        rows = [
            (*key, *row)
            for key, match in matches
            for number, hand in enumerate(match.hands, start=1)
            for row in rows_of(match.house.game, number, hand)
        ]
        insert_rows(session, statement, ("scorebook_id", "match_id", *names), rows)


def store_hands(
    session: Session, key: Mapping[str, int], old: Sequence[rules.Hand], new: rules.Match
) -> None:
    """Update the rows of changed hands and delete those of removed hands."""
    game = new.house.game
    hands = dict(enumerate(new.hands, start=1))
    changed = {n: hand for n, hand in hands.items() if old[n - 1 : n] != (hand,)}
    before = {n: old[n - 1] for n in changed if n <= len(old)}
    removed = range(len(hands) + 1, len(old) + 1)
    _delete_rows(session, HANDS, key, [{"number": number} for number in removed])
    for statement, names, rows_of in ROWS_OF_HAND:
        table: Any = statement.table
        rows, rows_before = (
            [
                dict(zip(names, row, strict=True))
                for number, hand in changed_or_removed.items()
                for row in rows_of(game, number, hand)
            ]
            for changed_or_removed in (changed, before)
        )
        own = [column.name for column in table.primary_key if column.name not in key]
        keys = [[row[column] for column in own] for row in rows]
        keys_before = [{column: row[column] for column in own} for row in rows_before]
        _delete_rows(
            session, table, key, [row for row in keys_before if [*row.values()] not in keys]
        )
        different = [{**key, **row} for row in rows if row not in rows_before]
        if different:
            session.execute(_make_upsert(table, session.get_bind().dialect.name), different)


def _delete_rows(
    session: Session, table: Table, key: Mapping[str, int], rows: Sequence[Mapping[str, int]]
) -> None:
    if rows:
        values = [{f"the_{name}": value for name, value in {**key, **row}.items()} for row in rows]
        session.execute(_make_delete(table), values)


@cache
def _make_delete(table: Table) -> Delete:
    """Return a statement that deletes a row by its key; dependent rows follow by cascade."""
    return delete(table).where(
        *(column == bindparam(f"the_{column.name}") for column in table.primary_key)
    )


@cache
def _make_upsert(table: Table, dialect: str) -> Any:
    """Return an upsert of a row; it leaves the note of an existing hand alone."""
    others = [column.name for column in table.c if not column.primary_key]
    if table is HANDS:
        others.remove("note")
    key = list(table.primary_key)
    return upsert(table, dialect, key, lambda new: {name: new[name] for name in others})


def _hand_rows(_game: rules.Game, number: int, hand: rules.Hand) -> list[tuple[Any, ...]]:
    # `asked` is stored only if true.
    tally = [[*taken] if taken.asked else [taken.side, taken.seat] for taken in hand.tally]
    redeal = hand.redeal and str(hand.redeal)
    return [(number, redeal, hand.noted, tally or None, hand.note or None, hand.first)]


def _seat_rows(game: rules.Game, number: int, hand: rules.Hand) -> list[tuple[Any, ...]]:
    """Return the bid and tricks of each seat; no rows for a misdeal before the bids."""
    if hand.bids is None and hand.tricks is None:
        return []
    taken = hand.tricks.seats if hand.tricks else (None,) * game.seats
    if not hand.bids:
        return [(number, seat, None, False, tricks) for seat, tricks in enumerate(taken)]
    return [
        (number, seat, None if bid.shared else bid.tricks, bid.blind, tricks)
        for seat, (bid, tricks) in enumerate(zip(hand.bids, taken, strict=True))
    ]


def _side_rows(game: rules.Game, number: int, hand: rules.Hand) -> list[tuple[Any, ...]]:
    """Return the piles of sides whose seats' tricks are not all known."""
    if hand.tricks is None:
        return []
    taken, piles = hand.tricks.seats, hand.tricks.piles
    return [
        (number, side, piles[side])
        for side, seats in enumerate(game.sides)
        if None in [taken[seat] for seat in seats]
    ]


def _ruling_rows(_game: rules.Game, number: int, hand: rules.Hand) -> list[tuple[Any, ...]]:
    return [
        (
            *(number, place, str(ruling.kind), ruling.seat, ruling.tricks, ruling.to),
            *(ruling.points, ruling.set, ruling.note, ruling.noted),
        )
        for place, ruling in enumerate(hand.rulings)
    ]


ROWS_OF_HAND = (
    (insert(HANDS), ("number", "redeal", "noted_at", "tally", "note", "first_seat"), _hand_rows),
    (insert(HAND_SEATS), ("hand", "seat", "bid", "blind", "tricks"), _seat_rows),
    (insert(HAND_SIDES), ("hand", "side", "pile"), _side_rows),
    (
        insert(RULINGS),
        (
            *("hand", "number", "kind", "seat", "tricks", "to_side"),
            *("points", "set", "note", "noted_at"),
        ),
        _ruling_rows,
    ),
)
"""Inserts into the tables of a hand, their columns without the match key, and its rows."""
