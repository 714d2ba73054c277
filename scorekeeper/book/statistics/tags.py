"""How often each tag happened in a scorebook."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import CompoundSelect, func, literal, select, union_all
from sqlalchemy.orm import Session

from scorekeeper.book.models.conditions import of_scorebook
from scorekeeper.book.models.tables import MATCH_TAGS
from scorekeeper.book.statistics.cache import load_cached
from scorekeeper.rules.review.tags import Tag

MAX_COUNTED_MATCHES = 1000
"""Matches of one tag that are counted, so that the cost does not grow with the scorebook."""


def count_tags(session: Session, scorebook_id: int, revision: int) -> Mapping[Tag, int]:
    """Return the number of matches with each tag, without 0; at most MAX_COUNTED_MATCHES."""

    def query() -> Sequence[Any]:
        return session.execute(_select_counts(), {"scorebook": scorebook_id}).all()

    rows = load_cached(session, ("tags", scorebook_id, revision), query)
    return {Tag(row.tag): row.matches for row in rows if row.matches}


@cache
def _select_counts() -> CompoundSelect[Any]:
    return union_all(*map(_select_count, Tag))


def _select_count(tag: Tag) -> Any:
    matches = (
        select(literal(1))
        .where(of_scorebook(MATCH_TAGS), MATCH_TAGS.c.tag == str(tag))
        .limit(MAX_COUNTED_MATCHES)
        .subquery()
    )
    count = select(func.count()).select_from(matches).scalar_subquery()
    return select(literal(str(tag)).label("tag"), count.label("matches"))
