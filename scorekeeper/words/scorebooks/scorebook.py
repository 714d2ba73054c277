"""A scorebook in words: its name, its quotas, and its season book."""

from collections.abc import Sequence

from scorekeeper.words.language import N_, gettext as _, ngettext

QUOTAS = {
    "events": N_("You can add %(most)s club evenings a day to this scorebook. Try again tomorrow."),
    "people": N_("Up to %(most)s people can take part in a club evening."),
    "tables": N_("A round can have up to %(most)s tables."),
    "rounds": N_("A club evening can have up to %(most)s rounds."),
}
"""The quotas that are always of several."""


def name_scorebook(name: str | None, is_home: bool, people: Sequence[str] = ()) -> str:
    """Return the name of a scorebook, or describe it by its owner or its players."""
    if name is not None:
        return name
    return _("Shared scorebook") if is_home else ", ".join(people) or _("Scorebook")


def describe_quota(what: str, most: int) -> str:
    """Describe the quota that is used up."""
    if what == "matches":
        return ngettext(
            "You can add %(num)d match a day to this scorebook. Try again tomorrow.",
            "You can add %(num)d matches a day to this scorebook. Try again tomorrow.",
            most,
        )
    if what in QUOTAS:
        return _(QUOTAS[what], most=most)
    return ngettext(
        "This scorebook can have up to %(num)d player. Use names it already has.",
        "This scorebook can have up to %(num)d players. Use names it already has.",
        most,
    )


def describe_season_book() -> str:
    """Say who can read a saved season book, and that it stays as it is."""
    return _(
        "Anyone who has the file can read it. It can’t be taken back, and later corrections "
        "aren’t in it."
    )


def describe_kept_history() -> str:
    return _("To read it while the computer is off. Anyone who can unlock this phone can read it.")
