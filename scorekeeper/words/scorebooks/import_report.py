"""The contents of a file of matches, and the outcome of an import."""

from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.words import dates
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.scorebooks import scorebook
from scorekeeper.words.table import format_hands, format_matches

DIFFERENCES = {
    "house": N_("house rules"),
    "players": N_("players"),
    "sides": N_("names of the sides"),
    "first": N_("first deal"),
    "opening": N_("opening scores"),
    "hands": N_("hands"),
    "awarded": N_("winner"),
    "place": N_("place"),
    "note": N_("note"),
    **dict.fromkeys(("started", "clock", "ended", "utc_offset"), N_("times")),
}
"""Words for the fields of a match."""


def describe_additions(
    new: int,
    deleted: int,
    same: int,
    players: int,
    matches: int,
    events: int = 0,
    same_events: int = 0,
) -> list[str]:
    """Describe the matches, players and club evenings that importing a file adds."""
    sentences = [
        (new, ngettext("%(num)d new match", "%(num)d new matches", new)),
        (players, ngettext("%(num)d new player", "%(num)d new players", players)),
        (
            deleted,
            ngettext(
                "%(num)d match deleted here will be restored.",
                "%(num)d matches deleted here will be restored.",
                deleted,
            ),
        ),
        (
            same,
            ngettext("%(num)d match is already here.", "%(num)d matches are already here.", same),
        ),
        (events, ngettext("%(num)d new club evening", "%(num)d new club evenings", events)),
        (
            same_events,
            ngettext(
                "%(num)d club evening is already here.",
                "%(num)d club evenings are already here.",
                same_events,
            ),
        ),
    ]
    nothing = [] if matches else [_("This file has no matches.")]
    return [sentence for number, sentence in sentences if number] or nothing


def describe_precedence(number: int, *, overwrite: bool = False) -> str:
    """Describe which version of a match is kept if the file has a different one."""
    if overwrite:
        return ngettext(
            "%(num)d match is different here and will be replaced by the one in the file.",
            "%(num)d matches are different here and will be replaced by those in the file.",
            number,
        )
    return ngettext(
        "%(num)d match is different here. The one here is kept.",
        "%(num)d matches are different here. Those here are kept.",
        number,
    )


def describe_broken_lines(number: int) -> str:
    return ngettext(
        "%(num)d line can’t be read, so nothing is imported.",
        "%(num)d lines can’t be read, so nothing is imported.",
        number,
    )


def describe_incomplete_check() -> str:
    return _("The rest of the file wasn’t checked.")


def describe_refused(number: int) -> str:
    return ngettext(
        "%(num)d match can’t replace the one here, so the one here is kept.",
        "%(num)d matches can’t replace those here, so those here are kept.",
        number,
    )


def compare_matches(here: rules.Match, in_file: rules.Match, differences: Sequence[str]) -> str:
    """Compare a match here and in the file by number of hands or, if equal, by what differs."""
    if _describe_extent(here) == _describe_extent(in_file):
        fields = dict.fromkeys(_(DIFFERENCES[difference]) for difference in differences)
        return _("different: %(fields)s", fields=", ".join(fields))
    return _(
        "here %(here)s, in the file %(there)s",
        here=_describe_extent(here),
        there=_describe_extent(in_file),
    )


def describe_contents(matches: int, hands: int, players: int) -> str:
    """Describe the contents of a file: 312 matches, 4020 hands, 9 players."""
    return ", ".join(
        (
            format_matches(matches),
            format_hands(hands),
            ngettext("%(num)d player", "%(num)d players", players),
        )
    )


def describe_progress(number: int, total: int, events: int = 0) -> str:
    """Describe how many of the matches, and how many club evenings, were imported."""
    if number == total:
        matches = ngettext("%(num)d match imported", "%(num)d matches imported", number)
        evenings = ngettext(
            "%(num)d club evening imported", "%(num)d club evenings imported", events
        )
        return " · ".join(
            [*([matches] if number or not events else []), *([evenings] if events else [])]
        )
    return ngettext(
        "%(imported)s of %(num)d match was imported.",
        "%(imported)s of %(num)d matches were imported.",
        total,
        imported=number,
    )


def describe_resumption() -> str:
    return _("Import the file again to finish.")


def describe_quota(what: str, most: int) -> str:
    """Describe the quota that stopped an import, and how to go on."""
    if what == "matches":
        return ngettext(
            "You can import %(num)d match a day. Import the file again tomorrow to finish.",
            "You can import %(num)d matches a day. Import the file again tomorrow to finish.",
            most,
        )
    if what == "events":
        return ngettext(
            "You can import %(num)d club evening a day. Import the file again tomorrow to finish.",
            "You can import %(num)d club evenings a day. Import the file again tomorrow to finish.",
            most,
        )
    return scorebook.describe_quota(what, most)


def describe_skipped_lines(number: int) -> str:
    return ngettext(
        "%(num)d match no longer fits this scorebook and was skipped.",
        "%(num)d matches no longer fit this scorebook and were skipped.",
        number,
    )


def name_match(match: rules.Match) -> str:
    """Name a match by its players and its date."""
    names = ", ".join(match.players)
    return f"{names} · {dates.format_day(match.began)}" if match.began else names


def _describe_extent(match: rules.Match) -> str:
    return format_hands(len(match.scored_hands))
