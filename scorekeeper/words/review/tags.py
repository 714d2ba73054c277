"""Tags in words: their names, and what happened in a match."""

import re
from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.rules.review.tags import Tag, TagDetail
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.table import format_number, format_points, join_names, name_players

TAGS = {
    Tag.LEAD_LOST: N_("Lead of 200 lost"),
    Tag.COMEBACK: N_("Comeback"),
    Tag.LAST_HAND: N_("Last-hand win"),
    Tag.TIE: N_("Tie played on"),
    Tag.BOTH_NILS: N_("Both nils made"),
    Tag.BLIND_NIL: N_("Blind nil made"),
    Tag.LAST_NIL: N_("Nil in the last hand"),
    Tag.LOW: N_("Lost at −200"),
    Tag.RULING: N_("Ruling"),
    Tag.CORRECTED: N_("Corrected"),
    Tag.BAG_PENALTY: N_("Bag penalty"),
    Tag.NIL: N_("Nil made"),
}
MAX_COUNT = 999
"""The highest number of matches that is shown for a tag."""
MIN_LETTERS = 3
"""Minimum letters of a search that a tag is suggested for."""


def name_tag(tag: Tag) -> str:
    """Name a tag, for a filter."""
    return _(TAGS[tag])


def format_count(matches: int) -> str:
    """Format the number of matches with a tag.

    >>> format_count(999), format_count(MAX_COUNT + 1)
    ('999', '999+')
    """
    return str(matches) if matches <= MAX_COUNT else f"{MAX_COUNT}+"


def find_tags(typed: str) -> list[Tag]:
    """Return the tags with a word that begins with a typed text.

    >>> [tag.value for tag in find_tags("200")], find_tags("co"), find_tags("hand ")
    (['lead-lost', 'low'], [], [<Tag.LAST_HAND: 'last-hand'>, <Tag.LAST_NIL: 'last-nil'>])
    """
    text = " ".join(typed.casefold().split())
    if len(text) < MIN_LETTERS:
        return []
    return [tag for tag in Tag if re.search(rf"(?<!\w){re.escape(text)}", name_tag(tag).casefold())]


def describe_tag(game: rules.Game, players: Sequence[str], detail: TagDetail) -> str:
    """Describe what happened in a match of these players."""
    names, several = "", detail.figure > 1
    if detail.seat is not None:
        names = name_players(players)[detail.seat]
    elif detail.side is not None:
        seats = game.sides[detail.side]
        names = join_names(name_players(players)[seat] for seat in seats)
    points, hand = format_points(abs(detail.figure)), detail.hand
    match detail.tag:
        case Tag.LEAD_LOST if not hand:
            return _("%(names)s started %(points)s ahead", names=names, points=points)
        case Tag.LEAD_LOST:
            return _(
                "%(names)s led by %(points)s after hand %(hand)s",
                names=names,
                points=points,
                hand=hand,
            )
        case Tag.COMEBACK if not hand:
            return _("%(names)s started %(points)s behind", names=names, points=points)
        case Tag.COMEBACK:
            return _(
                "%(names)s trailed by %(points)s after hand %(hand)s",
                names=names,
                points=points,
                hand=hand,
            )
        case Tag.LAST_HAND if not detail.figure:
            return _("Tied before the last hand")
        case Tag.LAST_HAND:
            return _(
                "%(names)s trailed by %(points)s before the last hand", names=names, points=points
            )
        case Tag.LOW:
            return _(
                "%(names)s ended at %(points)s", names=names, points=format_number(detail.figure)
            )
        case Tag.TIE:
            return _(
                "Tied at %(points)s after hand %(hand)s",
                points=format_number(detail.figure),
                hand=hand,
            )
        case Tag.LAST_NIL:
            return _("%(name)s made nil in the last hand", name=names)
        case Tag.BOTH_NILS:
            return _("%(names)s both made nil in hand %(hand)s", names=names, hand=hand)
        case Tag.BLIND_NIL if not several:
            return _("%(name)s made blind nil in hand %(hand)s", name=names, hand=hand)
        case Tag.NIL if not several:
            return _("%(name)s made nil in hand %(hand)s", name=names, hand=hand)
        case Tag.BAG_PENALTY if not several:
            return _("%(names)s took the bag penalty in hand %(hand)s", names=names, hand=hand)
        case Tag.RULING if not several:
            return _("Ruling in hand %(hand)s", hand=hand)
        case Tag.CORRECTED if not several:
            return _("Correction in hand %(hand)s", hand=hand)
        case _:
            return _count(detail)


def _count(detail: TagDetail) -> str:
    """Describe how often something happened, more than once."""
    match detail.tag:
        case Tag.BLIND_NIL:
            return ngettext("%(num)d blind nil made", "%(num)d blind nils made", detail.figure)
        case Tag.NIL:
            return ngettext("%(num)d nil made", "%(num)d nils made", detail.figure)
        case Tag.BAG_PENALTY:
            return ngettext("%(num)d bag penalty", "%(num)d bag penalties", detail.figure)
        case Tag.RULING:
            return ngettext("%(num)d ruling", "%(num)d rulings", detail.figure)
        case _:
            return ngettext("%(num)d correction", "%(num)d corrections", detail.figure)
