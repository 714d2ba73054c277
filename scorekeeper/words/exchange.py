"""What a file of matches holds, and what becomes of it here."""

from scorekeeper import rules
from scorekeeper.words import counts, dates
from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import ngettext


def found(new: int, back: int, same: int, people: int, matches: int) -> list[str]:
    """Return what bringing a file in brings along."""
    told = [
        (new, ngettext("%(num)d match is new.", "%(num)d matches are new.", new)),
        (
            people,
            ngettext("%(num)d player comes along.", "%(num)d players come along.", people),
        ),
        (
            back,
            ngettext(
                "%(num)d match was deleted here and comes back.",
                "%(num)d matches were deleted here and come back.",
                back,
            ),
        ),
        (
            same,
            ngettext("%(num)d match is here already.", "%(num)d matches are here already.", same),
        ),
    ]
    nothing = [] if matches else [_("There is no match in it.")]
    return [sentence for number, sentence in told if number] or nothing


def different(number: int, *, theirs: bool = False) -> str:
    """Return which of two wins where a match is here and in the file and is not the same."""
    if theirs:
        return ngettext(
            "%(num)d match is here otherwise: that of the file takes its place.",
            "%(num)d matches are here otherwise: those of the file take their place.",
            number,
        )
    return ngettext(
        "%(num)d match is here otherwise: the one here stays.",
        "%(num)d matches are here otherwise: those here stay.",
        number,
    )


def otherwise(number: int) -> str:
    """Return how many matches are here and in the file, and are not the same."""
    return ngettext("%(num)d match is here otherwise", "%(num)d matches are here otherwise", number)


def broken(number: int) -> str:
    """Return that something in a file is no match, so that nothing is brought in."""
    return ngettext(
        "%(num)d match cannot be read, so nothing is brought in.",
        "%(num)d matches cannot be read, so nothing is brought in.",
        number,
    )


def both(here: rules.Match, there: rules.Match) -> str:
    """Return how far a match is here and in the file: here 9 hands, in the file 12 hands."""
    return _("here %(here)s, in the file %(there)s", here=_far(here), there=_far(there))


def contents(matches: int, hands: int, players: int) -> str:
    """Return how much is in a file: 312 matches, 4020 hands, 9 players."""
    return ", ".join(
        (
            counts.matches(matches),
            counts.hands(hands),
            ngettext("%(num)d player", "%(num)d players", players),
        )
    )


def brought(matches: int) -> str:
    """Return that a file was brought in."""
    return ngettext("%(num)d match is brought in.", "%(num)d matches are brought in.", matches)


def table(match: rules.Match) -> str:
    """Return which match is meant: who played, and when."""
    names = ", ".join(match.players)
    return f"{names} · {dates.day(match.began)}" if match.began else names


def _far(match: rules.Match) -> str:
    hands = sum([score is not None for score in match.scores])
    return counts.hands(hands)
