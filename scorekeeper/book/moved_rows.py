"""The rows that are written anew where the matches of a scorebook move into another."""

from sqlalchemy import ColumnElement, Insert, bindparam, exists, insert, literal, select

from scorekeeper.book.access import GRANTS, SCOREBOOKS
from scorekeeper.book.columns import Base, table_of
from scorekeeper.book.models import (
    Address,
    Change,
    Hand,
    HandSeat,
    HandSide,
    Match,
    MatchSide,
    Receipt,
    Reply,
    Ruling,
    SavedHouse,
)

ADDRESSES, HOUSES = table_of(Address), table_of(SavedHouse)
TO = bindparam("to", type_=SCOREBOOKS.c.id.type)


def _copy(model: type[Base], *rows: ColumnElement[bool]) -> Insert:
    """Write the rows of one scorebook for another."""
    table = table_of(model)
    columns = [TO if column.name == "scorebook_id" else column for column in table.c]
    chosen = select(*columns).where(table.c.scorebook_id == bindparam("scorebook"), *rows)
    return insert(table).from_select([column.name for column in table.c], chosen)


THEIRS = HOUSES.alias("theirs")
_SAME_NAME = exists().where(
    THEIRS.c.scorebook_id == TO, THEIRS.c.game == HOUSES.c.game, THEIRS.c.name == HOUSES.c.name
)
# Parents first; who sits where goes by other players.
COPIES = (
    *(_copy(model) for model in (Match, MatchSide, Hand, HandSeat, HandSide, Ruling)),
    *(_copy(model) for model in (Reply, Change, Receipt)),
    _copy(SavedHouse, ~_SAME_NAME),
)
_GIVEN = ["device_id", "scorebook_id", "match_id", "role", "created_at", "seat", "used"]
COPY_GRANTS = insert(GRANTS).from_select(
    _GIVEN,
    select(*(TO if name == "scorebook_id" else GRANTS.c[name] for name in _GIVEN)).where(
        GRANTS.c.scorebook_id == bindparam("scorebook"), GRANTS.c.match_id.is_not(None)
    ),
)
ELSEWHERE, ALREADY = GRANTS.alias("elsewhere"), GRANTS.alias("already")
_KEEPS = {"owner": "keeper", "reader": "watcher"}


def _go_on(whole: str) -> Insert:
    """Grant all the matches to who had the whole scorebook and has nothing of the other."""
    knows = exists().where(
        ELSEWHERE.c.scorebook_id == TO,
        ELSEWHERE.c.device_id == GRANTS.c.device_id,
        ELSEWHERE.c.match_id.is_(None),
    )
    has = exists().where(
        ALREADY.c.scorebook_id == TO,
        ALREADY.c.device_id == GRANTS.c.device_id,
        ALREADY.c.match_id == ADDRESSES.c.match_id,
    )
    match = ADDRESSES.c.scorebook_id == GRANTS.c.scorebook_id
    role = literal(_KEEPS[whole], type_=GRANTS.c.role.type)
    return insert(GRANTS).from_select(
        ["device_id", "scorebook_id", "match_id", "role", "created_at"],
        select(GRANTS.c.device_id, TO, ADDRESSES.c.match_id, role, GRANTS.c.created_at)
        .select_from(GRANTS.join(ADDRESSES, match))
        .where(
            GRANTS.c.scorebook_id == bindparam("scorebook"), GRANTS.c.role == whole, ~knows, ~has
        ),
    )


GO_ON = tuple(_go_on(whole) for whole in _KEEPS)
