"""A scorebook in words: its name, its quotas, its history, its season book, and its phones."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from scorekeeper import rules
from scorekeeper.words.dates import format_day, format_moment, format_time
from scorekeeper.words.house_rules import name_preset
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.match.outcome import ENDINGS, name_ending
from scorekeeper.words.table import join_names

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


RESULTS = {"won": N_("won"), "lost": N_("lost")}


def describe_victory(
    winners: Sequence[str], won: int, played: int, *, on_points: bool = False
) -> str:
    """Describe the winners of an evening with their wins, or by points."""
    names = join_names(winners)
    if on_points:
        return ngettext(
            "%(names)s won the evening on points",
            "%(names)s won the evening on points",
            len(winners),
            names=names,
        )
    if played == 1:
        return ngettext(
            "%(names)s won the evening", "%(names)s won the evening", len(winners), names=names
        )
    return ngettext(
        "%(names)s won the evening, %(won)s of %(played)s",
        "%(names)s won the evening, %(won)s of %(played)s",
        len(winners),
        names=names,
        won=won,
        played=played,
    )


def list_results() -> dict[str, str]:
    return {key: name_result(key) for key in (*RESULTS, *ENDINGS)}


def name_result(key: str) -> str:
    return _(RESULTS[key]) if key in RESULTS else name_ending(key)


def list_house_rules() -> dict[str, str]:
    """Return the names of the house-rule filters: usual for the game, or others."""
    usual = {rules.USUAL: _("usual house rules")}
    others = {preset.key: name_preset(preset) for preset in rules.PRESETS if preset.changes}
    return usual | others | {rules.OWN: _("custom house rules")}
