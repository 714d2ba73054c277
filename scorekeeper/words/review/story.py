"""The story of a match in a few sentences."""

from scorekeeper import rules
from scorekeeper.rules.review.evenings import Streak
from scorekeeper.rules.review.story import Highlight, HighlightKind, tell_story as tell
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.match import outcome
from scorekeeper.words.table import format_number, name_hand

OFTEN = 3
"""Minimum lead changes that are counted in the story."""
LONG_STREAK = 3
"""Minimum wins in a row that are mentioned."""


def describe_story(match: rules.Match, streak: Streak | None = None) -> list[str]:
    """Return the story of a finished match, the most remarkable sentence first.

    A streak of the winners takes the place of the third sentence.
    """
    story = [_sentence(match, highlight) for highlight in tell(match)]
    wins, is_first_tonight = streak or Streak()
    if wins >= LONG_STREAK:
        return [*story[:2], _("%(number)s wins in a row.", number=wins)]
    if is_first_tonight:
        return [*story[:2], _("First win tonight.")]
    return story


def describe_end(match: rules.Match) -> str:
    return describe_story(match)[0]


def summarize(match: rules.Match) -> str:
    """Summarize a match for a message: the winner, the points of all and the end, a line each."""
    standings = (
        f"{outcome.name_partners_of(match, side)} {format_number(match.standings[side].points)}"
        for side in outcome.rank_sides(match)
    )
    if match.outcome is None:
        return f"{name_hand(match.turn.hand)}\n{' · '.join(standings)}"
    return "\n".join((outcome.describe_winner(match), " · ".join(standings), describe_end(match)))


def _sentence(match: rules.Match, highlight: Highlight) -> str:
    names, points = outcome.name_partners_of(match, highlight.side), format_number(highlight.points)
    match highlight.kind:
        case HighlightKind.END:
            return outcome.describe_ending(match)
        case HighlightKind.NIL:
            assert highlight.nil is not None
            return _nil_that_decided(match, highlight.nil)
        case HighlightKind.BELOW:
            return _("%(names)s came back from %(points)s.", names=names, points=points)
        case HighlightKind.BEHIND if not highlight.hand:
            return _("%(names)s started %(points)s points behind.", names=names, points=points)
        case HighlightKind.BEHIND:
            return _(
                "After hand %(hand)s, %(names)s trailed by %(points)s points.",
                hand=highlight.hand,
                names=names,
                points=points,
            )
        case HighlightKind.LAST_HAND if not highlight.points:
            return _("The lead was tied going into the last hand.")
        case HighlightKind.LAST_HAND:
            return ngettext(
                "Going into the last hand, %(names)s trailed by %(num)d point.",
                "Going into the last hand, %(names)s trailed by %(num)d points.",
                highlight.points,
                names=names,
            )
        case HighlightKind.LEAD if highlight.times >= OFTEN:
            return _(
                "The lead changed %(times)s times; %(names)s took it for good in hand %(hand)s.",
                times=highlight.times,
                names=names,
                hand=highlight.hand,
            )
        case HighlightKind.LEAD:
            return _(
                "%(names)s took the lead for good in hand %(hand)s.",
                names=names,
                hand=highlight.hand,
            )
        case HighlightKind.LED:
            return _("%(names)s led after every hand.", names=names)
        case HighlightKind.SWING:
            return _swing(match, highlight)
        case HighlightKind.AHEAD:
            return ngettext(
                "At that point %(names)s led by %(num)d point.",
                "At that point %(names)s led by %(num)d points.",
                highlight.points,
                names=names,
            )
        case HighlightKind.CHANGED:
            return _("The lead changed %(times)s times.", times=highlight.times)
        case HighlightKind.NILS:  # pragma: no branch (there is no other kind)
            return _nils(highlight)


def _nil_that_decided(match: rules.Match, nil: rules.Line) -> str:
    name = match.players[nil.seat or 0]
    if nil.points > 0:
        return _("%(name)s’s nil in the last hand made the difference.", name=name)
    return _("%(name)s’s failed nil in the last hand made the difference.", name=name)


def _swing(match: rules.Match, highlight: Highlight) -> str:
    """Describe the hand with the winner's biggest gain, and the others."""
    names, points = outcome.name_partners_of(match, highlight.side), format_number(highlight.points)
    if len(match.sides) == 2:
        return _(
            "%(names)s gained most on %(others)s in hand %(hand)s: %(points)s points.",
            hand=highlight.hand,
            names=names,
            points=points,
            others=outcome.name_partners_of(match, 1 - highlight.side),
        )
    return _(
        "%(names)s gained most on the others in hand %(hand)s: %(points)s points or more on each.",
        hand=highlight.hand,
        names=names,
        points=points,
    )


def _nils(highlight: Highlight) -> str:
    if not highlight.times:
        return _("None of the %(tried)s nils was made.", tried=highlight.tried)
    return ngettext(
        "%(num)d of %(tried)s nils was made.",
        "%(num)d of %(tried)s nils were made.",
        highlight.times,
        tried=highlight.tried,
    )
