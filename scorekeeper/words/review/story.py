"""The story of a match in a few sentences."""

from collections.abc import Mapping

from scorekeeper import rules
from scorekeeper.rules.review.evenings import Streak
from scorekeeper.rules.review.story import Highlight, HighlightKind, tell_story as tell
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.match import outcome
from scorekeeper.words.match.score import STAMPS
from scorekeeper.words.table import format_number, format_signed, name_hand

OFTEN = 3
"""Minimum lead changes that are counted in the story."""
LONG_STREAK = 3
"""Minimum wins in a row that are mentioned."""
SENTENCES = {
    "nil made": N_("%(name)s’s nil in the last hand made the difference."),
    "nil failed": N_("%(name)s’s failed nil in the last hand made the difference."),
    "below": N_("%(names)s came back from %(points)s."),
    "started behind": N_("%(names)s started %(points)s points behind."),
    "behind": N_("After hand %(hand)s, %(names)s trailed by %(points)s points."),
    "tied": N_("The lead was tied going into the last hand."),
    "lead often": N_(
        "The lead changed %(times)s times; %(names)s took it for good in hand %(hand)s."
    ),
    "lead": N_("%(names)s took the lead for good in hand %(hand)s."),
    "led": N_("%(names)s led after every hand."),
    "swing": N_("%(names)s gained most on %(others)s in hand %(hand)s: %(points)s points."),
    "swing of all": N_(
        "%(names)s gained most on the others in hand %(hand)s: %(points)s points or more on each."
    ),
    "changed": N_("The lead changed %(times)s times."),
    "no nils": N_("None of the %(tried)s nils was made."),
    "deficit": N_("%(points)s behind"),
    "takes the lead": N_("takes the lead"),
}
"""The sentences about one highlight, and its labels; those of `COUNTED` depend on a number."""
COUNTED = ("last_hand", "ahead", "nils")


def describe_story(match: rules.Match) -> list[str]:
    """Return the story of a finished match, the most remarkable sentence first."""
    return [_sentence(match, highlight) for highlight in tell(match)]


def describe_streak(streak: Streak) -> str:
    """Describe a streak of the winners, about which only the server knows; empty if it is short."""
    wins, is_first_tonight = streak
    if wins >= LONG_STREAK:
        return _("%(number)s wins in a row.", number=wins)
    return _("First win tonight.") if is_first_tonight else ""


def describe_end(match: rules.Match) -> str:
    return describe_story(match)[0]


def label_turning_point(point: Highlight) -> str:
    """Label a hand of the score line in a word or a number."""
    match point.kind:
        case HighlightKind.NIL if point.nil:
            return _(STAMPS[point.nil.reason])
        case HighlightKind.BELOW:
            return format_number(point.points)
        case HighlightKind.BEHIND:
            return _say("deficit", 0, {"points": format_number(point.points)})
        case HighlightKind.SWING:
            return format_signed(point.points)
    return _(SENTENCES["takes the lead"])


def summarize(match: rules.Match) -> str:
    """Summarize a match for a message: the winner, the points of all and the end, a line each."""
    standings = (
        f"{outcome.name_partners_of(match, side)} {format_number(match.standings[side].points)}"
        for side in outcome.rank_sides(match)
    )
    if match.outcome is None:
        return f"{name_hand(match.turn.hand)}\n{' · '.join(standings)}"
    return "\n".join((outcome.describe_winner(match), " · ".join(standings), describe_end(match)))


def list_sentences() -> dict[str, list[str]]:
    """Return the sentences by kind, with places for a phone; some for one and for many."""
    names = ("names", "others", "name", "points", "num", "hand", "times", "tried")
    places = {name: f"{{{name}}}" for name in names}
    return {
        **{kind: [_say(kind, 2, places)] for kind in SENTENCES},
        **{kind: [_say(kind, number, places) for number in (1, 2)] for kind in COUNTED},
    }


def _sentence(match: rules.Match, highlight: Highlight) -> str:
    if highlight.kind is HighlightKind.END:
        return outcome.describe_ending(match)
    side, nil, is_duel = highlight.side, highlight.nil, len(match.sides) == 2
    number = highlight.times if highlight.kind is HighlightKind.NILS else highlight.points
    values = {
        "names": outcome.name_partners_of(match, side),
        "others": outcome.name_partners_of(match, 1 - side) if is_duel else "",
        "name": match.players[nil.seat or 0] if nil else "",
        "points": format_number(highlight.points),
        "num": number,
        "hand": highlight.hand,
        "times": highlight.times,
        "tried": highlight.tried,
    }
    return _say(_choose(highlight, is_duel=is_duel), number, values)


def _choose(highlight: Highlight, *, is_duel: bool) -> str:
    match highlight.kind:
        case HighlightKind.NIL:
            return "nil made" if highlight.nil and highlight.nil.points > 0 else "nil failed"
        case HighlightKind.BEHIND if not highlight.hand:
            return "started behind"
        case HighlightKind.LAST_HAND if not highlight.points:
            return "tied"
        case HighlightKind.LEAD if highlight.times >= OFTEN:
            return "lead often"
        case HighlightKind.SWING if not is_duel:
            return "swing of all"
        case HighlightKind.NILS if not highlight.times:
            return "no nils"
    return highlight.kind.name.lower()


def _say(kind: str, number: int, values: Mapping[str, object]) -> str:
    match kind:
        case "last_hand":
            return ngettext(
                "Going into the last hand, %(names)s trailed by %(num)s point.",
                "Going into the last hand, %(names)s trailed by %(num)s points.",
                number,
                **values,
            )
        case "ahead":
            return ngettext(
                "At that point %(names)s led by %(num)s point.",
                "At that point %(names)s led by %(num)s points.",
                number,
                **values,
            )
        case "nils":
            return ngettext(
                "%(num)s of %(tried)s nils was made.",
                "%(num)s of %(tried)s nils were made.",
                number,
                **values,
            )
    return _(SENTENCES[kind], **values)
