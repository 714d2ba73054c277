"""The contents of a file of matches, and the outcome of an import."""

from scorekeeper import rules
from scorekeeper.words import counts, dates, quotas
from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import ngettext


def describe_additions(new: int, deleted: int, same: int, players: int, matches: int) -> list[str]:
    """Return what importing a file adds."""
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
    ]
    nothing = [] if matches else [_("This file has no matches.")]
    return [sentence for number, sentence in sentences if number] or nothing


def describe_precedence(number: int, *, overwrite: bool = False) -> str:
    """Return which match wins where the one here and the one in the file are not the same."""
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


def describe_conflicts(number: int) -> str:
    """Return how many matches are here and in the file, and are not the same."""
    return ngettext("%(num)d match is different here", "%(num)d matches are different here", number)


def describe_broken_lines(number: int) -> str:
    """Return how many lines of a file hold no match, so that nothing is imported."""
    return ngettext(
        "%(num)d match can’t be read, so nothing is imported.",
        "%(num)d matches can’t be read, so nothing is imported.",
        number,
    )


def describe_incomplete_check() -> str:
    """Return that the check ended before the file did."""
    return _("The rest of the file isn’t checked.")


def compare_hands(here: rules.Match, there: rules.Match) -> str:
    """Return how far a match is here and in the file: here 9 hands, in the file 12 hands."""
    return _(
        "here %(here)s, in the file %(there)s",
        here=_describe_extent(here),
        there=_describe_extent(there),
    )


def describe_contents(matches: int, hands: int, players: int) -> str:
    """Return how much is in a file: 312 matches, 4020 hands, 9 players."""
    return ", ".join(
        (
            counts.format_matches(matches),
            counts.format_hands(hands),
            ngettext("%(num)d player", "%(num)d players", players),
        )
    )


def describe_interruption() -> str:
    """Return what becomes of an import that is interrupted."""
    return _(
        "What is imported stays. If the import is interrupted, import the file again to finish."
    )


def describe_progress(number: int, total: int) -> str:
    """Return how many matches were imported of those that were to be."""
    if number == total:
        return ngettext("%(num)d match imported", "%(num)d matches imported", number)
    return ngettext(
        "%(imported)s of %(num)d match is imported.",
        "%(imported)s of %(num)d matches are imported.",
        total,
        imported=number,
    )


def describe_resumption() -> str:
    """Return how an import that was interrupted is finished."""
    return _("Import the file again to finish.")


def describe_quota(what: str, most: int) -> str:
    """Return which quota ended an import, and how it goes on."""
    if what == "matches":
        return ngettext(
            "Imports can add %(num)d match a day. Import the file again tomorrow to finish.",
            "Imports can add %(num)d matches a day. Import the file again tomorrow to finish.",
            most,
        )
    return quotas.describe_quota(what, most)


def describe_skipped_lines(number: int) -> str:
    """Return how many lines an import left out although nothing was wrong with them before."""
    return ngettext(
        "%(num)d match no longer fits here and was left out.",
        "%(num)d matches no longer fit here and were left out.",
        number,
    )


def name_match(match: rules.Match) -> str:
    """Return which match is meant: who played, and when."""
    names = ", ".join(match.players)
    return f"{names} · {dates.format_day(match.began)}" if match.began else names


def _describe_extent(match: rules.Match) -> str:
    hands = sum([score is not None for score in match.scores])
    return counts.format_hands(hands)
