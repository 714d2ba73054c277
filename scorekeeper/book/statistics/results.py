"""The rows of finished matches: for each seat and contract, summed in statistics; for each tag."""

import hashlib
import json
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.statements import insert_rows
from scorekeeper.book.models import conditions
from scorekeeper.book.models.tables import (
    CHANGES,
    CONTRACT_COUNTS,
    MATCH_TAGS,
    MATCHES,
    RESULTS,
    SCOREBOOKS,
    SEATS,
)
from scorekeeper.book.players.clocks import convert_to_clock, find_local_start, make_clock
from scorekeeper.book.serialization import read_change
from scorekeeper.rules.review.bidding import count_contracts
from scorekeeper.rules.review.figures import compute_figures, compute_records
from scorekeeper.rules.review.remarkable import Tag, TagDetail, find_tags

DELETE_RESULTS = [
    delete(table).where(*conditions.of_matches(table))
    for table in (RESULTS, MATCH_TAGS, CONTRACT_COUNTS)
]
INSERT_RESULTS, INSERT_TAGS = insert(RESULTS), insert(MATCH_TAGS)
INSERT_CONTRACTS = insert(CONTRACT_COUNTS)
TAG_COLUMNS = ("scorebook_id", "match_id", "started_at", *TagDetail._fields)
_HAS_CORRECTION = exists().where(
    conditions.of_scorebook(CHANGES),
    conditions.same_match(CHANGES, SEATS),
    CHANGES.c.fact == str(rules.Fact.CORRECTION),
)
LIST_CHANGES = select(CHANGES).where(*conditions.of_matches(CHANGES))
# Deleted matches have no rows until they are restored.
SEATED_PLAYERS = (
    select(*SEATS.c["match_id", "seat", "player_id"])
    .add_columns(*MATCHES.c["started_at", "utc_offset", "at_change"], SCOREBOOKS.c.time_zone)
    .add_columns(_HAS_CORRECTION.label("corrected"))
    .select_from(SEATS)
    .join(MATCHES, conditions.same_match(MATCHES, SEATS))
    .join(SCOREBOOKS, SCOREBOOKS.c.id == SEATS.c.scorebook_id)
    .where(*conditions.of_matches(SEATS), conditions.NOT_DELETED)
)
_PLAYER_IN_SEAT = (
    select(SEATS.c.player_id)
    .where(
        conditions.of_scorebook(SEATS),
        SEATS.c.match_id == RESULTS.c.match_id,
        SEATS.c.seat == RESULTS.c.seat,
    )
    .scalar_subquery()
)
SET_PLAYERS = update(RESULTS).where(*conditions.of_match(RESULTS)).values(player_id=_PLAYER_IN_SEAT)
RESULTS_WITHOUT_CLOCK = (
    select(*RESULTS.c["match_id", "day", "started_at"], SCOREBOOKS.c.time_zone)
    .select_from(RESULTS)
    .join(MATCHES, conditions.same_match(MATCHES, RESULTS))
    .join(SCOREBOOKS, SCOREBOOKS.c.id == RESULTS.c.scorebook_id)
    .where(conditions.of_scorebook(RESULTS), RESULTS.c.seat == 0, MATCHES.c.utc_offset.is_(None))
)
UPDATE_RESULTS = update(RESULTS).where(*conditions.of_match(RESULTS))
EARLIEST_DAY = 1000_01_01
"""The earliest stored day. Earlier days come from a wrong clock and are stored as this one."""


def replace_results(
    session: Session, scorebook_id: int, matches: Mapping[int, rules.Match]
) -> None:
    """Replace the rows of these matches, given by their ids."""
    delete_results(session, scorebook_id, matches)
    insert_results(session, scorebook_id, matches)


def insert_results(session: Session, scorebook_id: int, matches: Mapping[int, rules.Match]) -> None:
    """Insert the rows of these matches, which have none yet; a running match gets none."""
    values_by_match = {
        match_id: values for match_id, match in matches.items() if (values := _seat_values(match))
    }
    if not values_by_match:
        return
    seated = session.execute(
        SEATED_PLAYERS, {"scorebook": scorebook_id, "matches": [*values_by_match]}
    ).all()
    rows = [
        {
            "scorebook_id": scorebook_id,
            "match_id": row.match_id,
            "seat": row.seat,
            "player_id": row.player_id,
            "day": day_number(find_local_start(row)),
            "started_at": row.started_at,
            **values_by_match[row.match_id][row.seat],
        }
        for row in seated
    ]
    if rows:
        insert_rows(session, INSERT_RESULTS, [*rows[0]], [row.values() for row in rows])
    first = [row for row in seated if row.seat == 0]
    corrected = {row.match_id: row.at_change for row in first if row.corrected}
    corrections = _find_corrections(session, scorebook_id, corrected, matches) if corrected else {}
    tags = [
        (scorebook_id, row.match_id, row.started_at, *tag)
        for row in first
        for tag in (*find_tags(matches[row.match_id]), *corrections.get(row.match_id, ()))
    ]
    insert_rows(session, INSERT_TAGS, TAG_COLUMNS, tags)
    contracts = [
        (scorebook_id, row.match_id, *contract, *counts)
        for row in first
        for contract, counts in count_contracts(matches[row.match_id]).items()
    ]
    insert_rows(session, INSERT_CONTRACTS, [*CONTRACT_COUNTS.c.keys()], contracts)


def _find_corrections(
    session: Session,
    scorebook_id: int,
    at_changes: Mapping[int, int],
    matches: Mapping[int, rules.Match],
) -> dict[int, list[TagDetail]]:
    """Return the tag of each match with corrections that were not undone; given are its changes."""
    where = {"scorebook": scorebook_id, "matches": [*at_changes]}
    changes = {(row.match_id, row.number): row for row in session.execute(LIST_CHANGES, where)}
    tags: dict[int, list[TagDetail]] = {}
    for match_id, at in at_changes.items():
        hands, place = [], at
        while place:
            change, match = changes[match_id, place], matches[match_id]
            # Older releases also stored who took a trick as a correction.
            if change.fact == rules.Fact.CORRECTION and (
                read_change(match.house.game.key, change).record.fact == rules.Fact.CORRECTION
            ):
                hands.append(match.number_of(change.hand))
            place = change.parent if change.parent != place else 0
        if hands:
            tags[match_id] = [TagDetail(Tag.CORRECTED, len(hands), hands[0])]
    return tags


def delete_results(session: Session, scorebook_id: int, ids: Collection[int]) -> None:
    for statement in DELETE_RESULTS:
        session.execute(statement, {"scorebook": scorebook_id, "matches": list(ids)})


def update_players(session: Session, scorebook_id: int, match_id: int) -> None:
    """Update the players in the rows of a match to those in its seats now."""
    session.execute(SET_PLAYERS, {"scorebook": scorebook_id, "match": match_id})


def update_days(session: Session, scorebook_id: int) -> None:
    """Update the day of matches without a UTC offset to the scorebook's time zone."""
    rows = session.execute(RESULTS_WITHOUT_CLOCK, {"scorebook": scorebook_id}).all()
    moved = [
        {"scorebook": scorebook_id, "match": row.match_id, "day": day}
        for row in rows
        if (day := day_number(convert_to_clock(make_clock(None, row.time_zone), row.started_at)))
        != row.day
    ]
    if moved:
        session.execute(UPDATE_RESULTS, moved)


def day_number(moment: date) -> int:
    """Return a day as a number: 20261120.

    >>> day_number(date(2026, 11, 20)), day_number(date(20, 12, 5))
    (20261120, 10000101)
    """
    return max(EARLIEST_DAY, moment.year * 10000 + moment.month * 100 + moment.day)


def read_day(number: int) -> date:
    """Return the day of a number, as `day_number` wrote it."""
    return date(number // 10000, number // 100 % 100, number % 100)


def house_rules_key(house: rules.HouseRules) -> int:
    """Return the key of house rules: the same for the same rules of the same game, never 0."""
    differences = json.dumps(house.differences(), sort_keys=True)
    digest = hashlib.sha256(f"{house.game.key} {differences}".encode()).digest()
    return int.from_bytes(digest[:7]) + 1


def _seat_values(match: rules.Match) -> list[dict[str, Any]]:
    """Return the column values for each seat of a match; an empty list while it is running."""
    house, side_of = house_rules_key(match.house), match.house.game.side_of
    records = compute_records(match)
    return [
        {
            "side": side,
            "house_rules_key": house,
            **records[side]._asdict(),
            **figures.sums._asdict(),
            **{"best": figures.best.points, "best_hand": figures.best.place},
            **{"worst": figures.worst.points, "worst_hand": figures.worst.place},
        }
        for side, figures in zip(side_of, compute_figures(match), strict=False)
    ]
