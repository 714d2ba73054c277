"""The time zone of a scorebook: set by its owners or by the first phone that sends one."""

from dataclasses import replace

from sqlalchemy import update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.models.conditions import (
    UPDATE_SCOREBOOK,
    of_scorebook,
    raise_statistics_revision,
    update_matches,
)
from scorekeeper.book.models.tables import EVENTS, MATCHES
from scorekeeper.book.players.clocks import (
    convert_to_clock,
    find_time_zone,
    load_time_zone,
    utc_offset_minutes,
)
from scorekeeper.book.statistics import results

RAISE_REVISIONS = update_matches(of_scorebook(MATCHES), MATCHES.c.utc_offset.is_(None))
RAISE_EVENT_REVISIONS = (
    update(EVENTS).where(of_scorebook(EVENTS)).values(revision=EVENTS.c.revision + 1)
)


def set_time_zone(session: Session, scorebook_id: int, zone: str | None) -> None:
    """Set the time zone of a scorebook: of its events and all matches without an offset."""
    raise_statistics_revision(session, scorebook_id)
    session.execute(UPDATE_SCOREBOOK, {"scorebook": scorebook_id, "time_zone": zone})
    session.execute(RAISE_REVISIONS, {"scorebook": scorebook_id})
    session.execute(RAISE_EVENT_REVISIONS, {"scorebook": scorebook_id})
    results.update_days(session, scorebook_id)


def set_utc_offset(
    session: Session, scorebook_id: int, match: rules.Match, phone_zone: str | None
) -> rules.Match:
    """Return a match with its UTC offset, if known; a scorebook keeps the first zone sent."""
    zone = load_time_zone(session, scorebook_id)
    if zone is None and find_time_zone(phone_zone) is not None:
        assert phone_zone is not None
        zone = phone_zone
        set_time_zone(session, scorebook_id, zone)
    zone_info = find_time_zone(zone)
    if match.utc_offset is not None or match.started is None or zone_info is None:
        return match
    return replace(match, utc_offset=utc_offset_minutes(convert_to_clock(zone_info, match.started)))
