"""What is said of copies of the scorebook: what is in them, and what went wrong."""

from collections.abc import Mapping
from datetime import datetime

from scorekeeper.words.dates import day, moment
from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import ngettext, spoken


def size(amount: int) -> str:
    """Return how large a file is: 344 kB, 1.2 MB."""
    from babel.units import format_unit  # the words of a command need no units

    unit, of = ("kilobyte", 1000) if amount < 1_000_000 else ("megabyte", 1_000_000)
    value = amount / of
    rounded = round(value, 1) if of > 1000 and value < 100 else max(1, round(value))
    told: str = format_unit(rounded, unit, length="short", locale=spoken())
    return told


def held(matches: int, newest: datetime | None) -> str:
    """Return what is in a copy: 22 matches, the newest of 20 Nov 2026."""
    if newest is None:
        return _("no match yet")
    return ngettext(
        "%(num)d match, the newest of %(day)s",
        "%(num)d matches, the newest of %(day)s",
        matches,
        day=day(newest),
    )


def lost(matches: int, newest: datetime | None, changed: int) -> list[str]:
    """Return what a scorebook holds that a copy does not, each as a sentence."""
    told = []
    if matches and newest is not None:
        told.append(
            ngettext(
                "%(num)d match is not in this copy; it is of %(day)s.",
                "%(num)d matches are not in this copy; the newest is of %(day)s.",
                matches,
                day=day(newest),
            )
        )
    if changed:
        told.append(
            ngettext(
                "%(num)d match is further today than in this copy.",
                "%(num)d matches are further today than in this copy.",
                changed,
            )
        )
    return told or [_("Nothing: all that was recorded until now is in this copy.")]


def lately(checked: datetime | None, wrong: str | None) -> str:
    """Return in short how it stands with the copies, the newest of which was checked then."""
    if wrong is not None:
        return trouble(wrong)
    if checked is None:
        return _("Made once a day by themselves, to be taken away and put back")
    return _("checked on %(moment)s: whole", moment=moment(checked))


def tables(revision: str, release: str | None) -> str:
    """Return who wrote a copy: version 0.5 (tables 0007)."""
    if release is None:
        return _("tables %(revision)s", revision=revision)
    return _("version %(release)s (tables %(revision)s)", release=release, revision=revision)


def trouble(kind: str) -> str:
    """Return why no copy is made."""
    if kind == "room":
        return _("Copies would take more than a quarter of the disk that is free.")
    if kind == "full":
        return _disk_is_full()
    if kind == "damaged":
        return _("The scorebook itself is damaged: put back a copy from before.")
    return _("The folder of the copies cannot be written.")


def refusal(reason: str, values: Mapping[str, str | None]) -> str:
    """Return why a copy is not put back."""
    if reason == "newer":
        theirs = tables(values["tables"] or "", values["theirs"])
        return _(
            "This copy is from a newer scorekeeper: %(theirs)s. Here is version %(ours)s: bring it"
            " up to date first.",
            theirs=theirs,
            ours=values["ours"],
        )
    return {
        "no database": _("This file is no copy of a scorebook."),
        "no scorebook": _("This is a database, but not one that scorekeeper wrote."),
        "damaged": _("This copy is damaged."),
        "of many": _(
            "This copy holds scorebooks of several phones: it is put back at the computer, with"
            " scorekeeper restore."
        ),
        "room": _("There is too little room on the disk."),
        "full": _disk_is_full(),
    }.get(reason, _("It did not work. Nothing was changed."))


def _disk_is_full() -> str:
    return _("The disk is full, or fails.")
