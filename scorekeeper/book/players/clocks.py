"""The clocks of tables: what time it was where a match was played, whoever asks from wherever."""

from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.book.db.types import MAX_TIME_ZONE_LENGTH, table_of
from scorekeeper.book.models import Scorebook

MINUTE = timedelta(minutes=1)
CONTINENTS = ("Africa", "America", "Antarctica", "Asia", "Australia", "Europe")
OCEANS = ("Atlantic", "Indian", "Pacific")
SCOREBOOKS = table_of(Scorebook)
FIND_TIME_ZONE = select(SCOREBOOKS.c.time_zone).where(SCOREBOOKS.c.id == bindparam("scorebook"))


@lru_cache(maxsize=1000)
def find_time_zone(name: str | None) -> ZoneInfo | None:
    """Return the time zone of this name, or None where no such zone is known."""
    if not name or len(name) > MAX_TIME_ZONE_LENGTH or not name.isascii():
        return None
    try:
        return ZoneInfo(name)
    except (LookupError, OSError, ValueError):  # unknown, a folder of zones, no name at all
        return None


@lru_cache(maxsize=1000)
def make_clock(utc_offset: int | None, zone: str | None) -> tzinfo | None:
    """Return the clock of a table: its own, else its scorebook's; None is this computer's."""
    return find_time_zone(zone) if utc_offset is None else timezone(utc_offset * MINUTE)


def convert_to_clock(clock: tzinfo | None, moment: datetime) -> datetime:
    """Return what a clock showed at a moment; where that leaves the calendar, the moment itself."""
    try:
        return moment.astimezone(clock)
    except (OSError, OverflowError, ValueError):
        return moment


@cache
def list_time_zones() -> dict[str, dict[str, str]]:
    """Return the time zones people live in by region, each with the city it is called after."""
    found: dict[str, dict[str, str]] = {}
    for name in sorted(available_timezones()):
        region, _, city = name.partition("/")
        if region in CONTINENTS + OCEANS:
            found.setdefault(region, {})[name] = city.replace("_", " ").replace("/", ", ")
    return found


def load_time_zone(session: Session, scorebook_id: int) -> str | None:
    """Return the time zone of a scorebook, if somebody said which or it was guessed."""
    name: str | None = session.scalar(FIND_TIME_ZONE, {"scorebook": scorebook_id})
    return name


def utc_offset_minutes(time: datetime) -> int:
    """Return how many minutes a time is ahead of UTC."""
    return (time.utcoffset() or timedelta()) // MINUTE
