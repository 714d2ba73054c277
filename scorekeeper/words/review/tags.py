"""Tags in words: their names, and what happened in a match."""

import re
from collections.abc import Sequence

from scorekeeper import rules
from scorekeeper.rules.review.remarkable import Tag, TagDetail
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.table import format_number, format_points, join_names, name_players

TAGS = {
    Tag.LEAD_LOST: N_("Lead of 200 lost"),
    Tag.COMEBACK: N_("Comeback"),
    Tag.LAST_HAND: N_("Last-hand win"),
    Tag.TIE: N_("Played on after a tie"),
    Tag.BOTH_NILS: N_("Both nils made"),
    Tag.BLIND_NIL: N_("Blind nil made"),
    Tag.LAST_NIL: N_("Nil in the last hand"),
    Tag.LOW: N_("Lost at −200"),
    Tag.RULING: N_("Ruling"),
    Tag.CORRECTED: N_("Corrected"),
    Tag.BAG_PENALTY: N_("Bag penalty"),
    Tag.NIL: N_("Nil made"),
}
SENTENCES = {
    Tag.LEAD_LOST: N_("%(names)s led by %(points)s after hand %(hand)s"),
    Tag.COMEBACK: N_("%(names)s trailed by %(points)s after hand %(hand)s"),
    Tag.LAST_HAND: N_("%(names)s trailed by %(points)s before the last hand"),
    Tag.TIE: N_("Tied at %(points)s after hand %(hand)s"),
    Tag.BOTH_NILS: N_("%(names)s both made nil in hand %(hand)s"),
    Tag.BLIND_NIL: N_("%(names)s made blind nil in hand %(hand)s"),
    Tag.LAST_NIL: N_("%(names)s made nil in the last hand"),
    Tag.LOW: N_("%(names)s ended at %(points)s"),
    Tag.RULING: N_("Ruling in hand %(hand)s"),
    Tag.CORRECTED: N_("Correction in hand %(hand)s"),
    Tag.BAG_PENALTY: N_("%(names)s took the bag penalty in hand %(hand)s"),
    Tag.NIL: N_("%(names)s made nil in hand %(hand)s"),
}
FROM_THE_START = {
    Tag.LEAD_LOST: N_("%(names)s started %(points)s ahead"),
    Tag.COMEBACK: N_("%(names)s started %(points)s behind"),
}
TIED_BEFORE = N_("Tied before the last hand")
REMARKABLE = frozenset(
    {Tag.LEAD_LOST, Tag.COMEBACK, Tag.LAST_HAND, Tag.TIE, Tag.BOTH_NILS, Tag.BLIND_NIL}
)
"""Tags that a list of matches shows without being asked."""
COUNTED = frozenset({Tag.BLIND_NIL, Tag.NIL, Tag.BAG_PENALTY, Tag.RULING, Tag.CORRECTED})
"""Tags that can happen several times in a match."""
MAX_COUNT = 999
"""The highest number of matches that is shown for a tag."""
MIN_LETTERS = 3
"""Minimum letters of a search that a tag is suggested for."""


def name_tag(tag: Tag) -> str:
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
    text = rules.fold(typed)
    if len(text) < MIN_LETTERS:
        return []
    word = re.compile(rf"(?<!\w){re.escape(text)}")
    return [tag for tag in Tag if word.search(rules.fold(name_tag(tag)))]


def list_remarkable(tags: Sequence[TagDetail]) -> list[TagDetail]:
    return [detail for detail in tags if detail.tag in REMARKABLE]


def describe_tag(game: rules.Game, players: Sequence[str], detail: TagDetail) -> str:
    """Describe what happened in a match of these players."""
    if detail.tag in COUNTED and detail.figure > 1:
        return _count(detail)
    seats = () if detail.side is None else game.sides[detail.side]
    if detail.seat is not None:
        seats = (detail.seat,)
    is_score = detail.tag in (Tag.LOW, Tag.TIE)
    return _(
        _find_sentence(detail),
        names=join_names(name_players(players)[seat] for seat in seats),
        points=format_number(detail.figure) if is_score else format_points(abs(detail.figure)),
        hand=detail.hand,
    )


def _find_sentence(detail: TagDetail) -> str:
    if detail.tag is Tag.LAST_HAND and not detail.figure:
        return TIED_BEFORE
    if detail.tag in FROM_THE_START and not detail.hand:
        return FROM_THE_START[detail.tag]
    return SENTENCES[detail.tag]


def _count(detail: TagDetail) -> str:
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
