"""The match page, drawn: the score, and the one thing to do next."""

import hashlib
import json

from flask import render_template

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.web.charts import score_line
from scorekeeper.web.http.assets import release_digest
from scorekeeper.web.site.due import Due
from scorekeeper.words.language import get_language


def draw(due: Due, message: str = "", posted_key: str | None = None, *, stale: bool = False) -> str:
    """Render what is due. A page that answers a form has its key, and says why it had no effect.

    If the form was `stale`, this is what happened in the meantime.
    """
    match = due.stored.match
    return render_template(
        "match/show.html",
        match=match,
        changing=due.changing,
        tag=tag_skeletons(match),
        minutes=match.minutes_at(now()),
        chart=score_line(match) if match.outcome else None,
        message=message,
        stale=stale,
        posted_key=posted_key,
        **{**vars(due), "base": due.base and json.dumps(due.base, separators=(",", ":"))},
    )


def tag_skeletons(match: rules.Match) -> str:
    """Return a tag of the skeletons of a match, which changes when they look different."""
    about = match.players, match.sides, match.house, get_language(), release_digest()
    return hashlib.sha256(repr(about).encode()).hexdigest()[:12]
