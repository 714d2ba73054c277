"""The clocks of tables: what time it was where a match was played, whoever asks from wherever."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.columns import TIME_ZONE_LENGTH, table_of
from scorekeeper.book.models import Match, Scorebook

MINUTE = timedelta(minutes=1)
LANDS = ("Africa", "America", "Antarctica", "Asia", "Australia", "Europe")
SEAS = ("Atlantic", "Indian", "Pacific")
MATCHES, SCOREBOOKS = table_of(Match), table_of(Scorebook)
_HERE = SCOREBOOKS.c.id == bindparam("scorebook")
TIME_ZONE = select(SCOREBOOKS.c.time_zone).where(_HERE)
SET_TIME_ZONE = update(SCOREBOOKS).where(_HERE).values(time_zone=bindparam("zone"))
SHOW_ANEW = (
    update(MATCHES)
    .where(MATCHES.c.scorebook_id == bindparam("scorebook"), MATCHES.c.utc_offset.is_(None))
    .values(shown=MATCHES.c.shown + 1)
)


@lru_cache(maxsize=1000)
def zone_called(name: str | None) -> ZoneInfo | None:
    """Return the time zone of this name, or None where no such zone is known."""
    if not name or len(name) > TIME_ZONE_LENGTH or not name.isascii():
        return None
    try:
        return ZoneInfo(name)
    except (LookupError, OSError, ValueError):  # unknown, a folder of zones, no name at all
        return None


@lru_cache(maxsize=1000)
def clock(utc_offset: int | None, zone: str | None) -> tzinfo | None:
    """Return the clock of a table: its own, else its scorebook's; None is this computer's."""
    return zone_called(zone) if utc_offset is None else timezone(utc_offset * MINUTE)


def shown_by(clock: tzinfo | None, moment: datetime) -> datetime:
    """Return what a clock showed at a moment; where that leaves the calendar, the moment itself."""
    try:
        return moment.astimezone(clock)
    except (OSError, OverflowError, ValueError):
        return moment


@cache
def regions() -> dict[str, dict[str, str]]:
    """Return the time zones people live in by region, each with the city it is called after."""
    found: dict[str, dict[str, str]] = {}
    for name in sorted(available_timezones()):
        region, _, city = name.partition("/")
        if region in LANDS + SEAS:
            found.setdefault(region, {})[name] = city.replace("_", " ").replace("/", ", ")
    return found


def time_zone(session: Session, scorebook_id: int) -> str | None:
    """Return the time zone of a scorebook, if somebody said which or it was guessed."""
    name: str | None = session.scalar(TIME_ZONE, {"scorebook": scorebook_id})
    return name


def set_time_zone(session: Session, scorebook_id: int, zone: str | None) -> None:
    """Let all matches of a scorebook go by this clock that have none of their own."""
    session.execute(SET_TIME_ZONE, {"scorebook": scorebook_id, "zone": zone})
    session.execute(SHOW_ANEW, {"scorebook": scorebook_id})


def on_its_clock(
    session: Session, scorebook_id: int, match: rules.Match, phone_zone: str | None
) -> rules.Match:
    """Return a match that starts now with the clock of its table, where anybody knows it.

    The first phone that says its time zone says that of the scorebook.
    """
    zone = time_zone(session, scorebook_id)
    if zone is None and zone_called(phone_zone) is not None:
        assert phone_zone is not None
        zone = phone_zone
        set_time_zone(session, scorebook_id, zone)
    known = zone_called(zone)
    if match.utc_offset is not None or match.started is None or known is None:
        return match
    return replace(match, utc_offset=ahead(shown_by(known, match.started)))


def ahead(time: datetime) -> int:
    """Return how many minutes a time is ahead of UTC."""
    return (time.utcoffset() or timedelta()) // MINUTE
