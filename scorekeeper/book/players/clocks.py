"""Clocks of tables: time zones, and the local time at the table of a match."""

from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.book.db.types import MAX_TIME_ZONE_LENGTH
from scorekeeper.book.models.conditions import of_scorebook
from scorekeeper.book.models.tables import SCOREBOOKS

MINUTE = timedelta(minutes=1)
CONTINENTS = ("Africa", "America", "Antarctica", "Asia", "Australia", "Europe")
OCEANS = ("Atlantic", "Indian", "Pacific")
FIND_TIME_ZONE = select(SCOREBOOKS.c.time_zone).where(of_scorebook(SCOREBOOKS))


@lru_cache(maxsize=1000)
def find_time_zone(name: str | None) -> ZoneInfo | None:
    """Return the time zone with this name, or None if it is unknown."""
    if not name or len(name) > MAX_TIME_ZONE_LENGTH or not name.isascii():
        return None
    try:
        return ZoneInfo(name)
    except (LookupError, OSError, ValueError):  # unknown, a folder, not a valid name
        return None


@lru_cache(maxsize=1000)
def make_clock(utc_offset: int | None, zone: str | None) -> tzinfo | None:
    """Return the clock of a table: its own or its scorebook's; None is the server's."""
    return find_time_zone(zone) if utc_offset is None else timezone(utc_offset * MINUTE)


def convert_to_clock(clock: tzinfo | None, moment: datetime) -> datetime:
    """Convert a moment to the time of a clock; return it unchanged if that is out of range."""
    try:
        return moment.astimezone(clock)
    except (OSError, OverflowError, ValueError):
        return moment


def find_local_start(row: Any) -> datetime:
    """Return when the match or event of a row began, by the clock of its table."""
    return convert_to_clock(make_clock(row.utc_offset, row.time_zone), row.started_at)


@cache
def list_time_zones() -> dict[str, dict[str, str]]:
    """Return the time zones by region, each with the name of its city."""
    zones: dict[str, dict[str, str]] = {}
    for name in sorted(available_timezones()):
        region, _, city = name.partition("/")
        if region in CONTINENTS + OCEANS:
            zones.setdefault(region, {})[name] = city.replace("_", " ").replace("/", ", ")
    return zones


def load_time_zone(session: Session, scorebook_id: int) -> str | None:
    """Load the name of the time zone of a scorebook, or None if it has none."""
    name: str | None = session.scalar(FIND_TIME_ZONE, {"scorebook": scorebook_id})
    return name


def utc_offset_minutes(time: datetime) -> int:
    return (time.utcoffset() or timedelta()) // MINUTE
