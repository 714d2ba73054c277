"""Sentences about phones: their roles and their last use."""

from datetime import datetime, timedelta

from scorekeeper.words.dates import format_day, format_moment, format_time
from scorekeeper.words.language import N_, gettext as _

ROLES = {
    "owner": N_("has full access"),
    "scorer": N_("keeps score"),
    "viewer": N_("can read the scorebook"),
    "spectator": N_("watches"),
    "board": N_("shows the board"),
    "removed": N_("removed from this evening"),
}
WAYS = {
    "link": N_("with a link"),
    "card": N_("with a table card"),
    "door": N_("with the door sign"),
    "code": N_("with a code"),
    "once": N_("with a link that works once"),
    "home": N_("with the home code"),
    "recovery": N_("with the recovery code"),
    "here": N_("at this computer"),
}
"""How a phone joined, by what the database stores."""


def describe_last_use(last: datetime, now: datetime) -> str:
    """Describe the day of the last use of a phone; both times on one clock."""
    ago = now.date() - last.date()
    if ago <= timedelta(0):
        return _("used today")
    if ago == timedelta(days=1):
        return _("used yesterday")
    return _("last used %(day)s", day=format_day(last))


def describe_joining(joined: datetime, way: str | None, now: datetime) -> str:
    """Describe when and how a phone joined; both times on one clock."""
    is_today = joined.date() == now.date()
    time = format_time(joined) if is_today else format_moment(joined)
    told = _("joined today, %(time)s", time=time) if is_today else _("joined %(time)s", time=time)
    return f"{told}, {_(WAYS[way])}" if way else told
