"""Sentences about backups of the scorebook: their contents and their problems."""

from datetime import datetime

from scorekeeper.words.dates import format_day, format_moment
from scorekeeper.words.language import get_language, gettext as _, ngettext


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
    if kind == "room":
        return _(
            "Backups would take up more than a quarter of the free disk space. Free up some space."
        )
    if kind == "full":
        return _disk_is_full()
    if kind == "damaged":
        return _("The scorebook itself is damaged. Restore an earlier backup.")
    return _("Can’t write to the backup folder. Check its permissions.")


def describe_error(reason: str) -> str:
    """Describe the reason why the scorebook or a backup can't be downloaded."""
    if reason == "room":
        return _("Not enough disk space. Free up some space.")
    if reason == "full":
        return _disk_is_full()
    if reason == "damaged":
        return describe_problem(reason)
    if reason == "damaged backup":
        return _("This backup is damaged and can’t be restored. Choose another one.")
    return _("That didn’t work, and nothing was changed. Try again.")


def _disk_is_full() -> str:
    return _("The disk is full or failing. Free up space or replace it.")
