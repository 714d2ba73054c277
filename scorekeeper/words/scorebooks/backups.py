"""Sentences about backups of the scorebook: their contents and their problems."""

from datetime import datetime

from scorekeeper.words.dates import format_day, format_moment
from scorekeeper.words.language import N_, get_language, gettext as _, ngettext

PROBLEMS = {
    "room": N_(
        "Backups would take up more than a quarter of the free disk space. Free up some space."
    ),
    "full": N_("The disk is full or failing. Free up space or replace it."),
    "damaged": N_("The scorebook itself is damaged. Restore an earlier backup."),
}
ERRORS = PROBLEMS | {
    "room": N_("Not enough disk space. Free up some space."),
    "damaged backup": N_("This backup is damaged and can’t be restored. Choose another one."),
}


def format_size(amount: int) -> str:
    """Format a file size: 344 kB, 1.2 MB."""
    from babel.units import format_unit  # the words of a command need no units

    unit, of = ("kilobyte", 1000) if amount < 1_000_000 else ("megabyte", 1_000_000)
    value = amount / of
    rounded = round(value, 1) if of > 1000 and value < 100 else max(1, round(value))
    text: str = format_unit(rounded, unit, length="short", locale=get_language())
    return text


def describe_contents(matches: int, newest: datetime | None) -> str:
    """Describe the contents of a backup: 22 matches, the newest of 20 Nov 2026."""
    if newest is None:
        return _("no matches yet")
    return ngettext(
        "%(num)d match, from %(day)s",
        "%(num)d matches, the latest from %(day)s",
        matches,
        day=format_day(newest),
    )


def describe_state(checked: datetime | None, wrong: str | None) -> str:
    """Describe the state of the backups in short, from the last check of the newest."""
    if wrong is not None:
        return describe_problem(wrong)
    if checked is None:
        return _("Made once a day")
    return _("checked %(moment)s: OK", moment=format_moment(checked))


def describe_problem(kind: str) -> str:
    """Describe the reason why no backup is made."""
    unwritable = N_("Can’t write to the backup folder. Check its permissions.")
    return _(PROBLEMS.get(kind, unwritable))


def describe_error(reason: str) -> str:
    """Describe the reason why the scorebook or a backup can't be downloaded."""
    unknown = N_("That didn’t work, and nothing was changed. Try again.")
    return _(ERRORS.get(reason, unknown))
