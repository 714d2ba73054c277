"""Sentences about phones: their roles and their last use."""

from datetime import datetime, timedelta

from scorekeeper.words.dates import format_day
from scorekeeper.words.language import N_, gettext as _

ROLES = {
    "owner": N_("has full access"),
    "scorer": N_("keeps score"),
    "viewer": N_("can read the scorebook"),
    "spectator": N_("watches"),
}


def describe_last_use(last: datetime, now: datetime) -> str:
    """Describe the day of the last use of a phone; both times on one clock."""
    ago = now.date() - last.date()
    if ago <= timedelta(0):
        return _("used today")
    if ago == timedelta(days=1):
        return _("used yesterday")
    return _("last used %(day)s", day=format_day(last))
