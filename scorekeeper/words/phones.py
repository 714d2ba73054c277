"""What is said of phones: what they may, and when they were last here."""

from datetime import datetime, timedelta

from scorekeeper.words.dates import format_day
from scorekeeper.words.language import N_
from scorekeeper.words.language import gettext as _

ROLES = {
    "owner": N_("has the whole scorebook"),
    "keeper": N_("keeps score"),
    "reader": N_("reads the scorebook"),
    "watcher": N_("watches"),
}


def name_role(role: str) -> str:
    """Return what a phone may."""
    return _(ROLES[role])


def describe_last_use(last: datetime, now: datetime) -> str:
    """Return on which day a phone was last here, as one says it now; both on one clock."""
    ago = now.date() - last.date()
    if ago <= timedelta(0):
        return _("here today")
    if ago == timedelta(days=1):
        return _("here yesterday")
    return _("last here %(day)s", day=format_day(last))
