"""The rule card: all house rules of a match in plain sentences, fit for print."""

from flask import Response, render_template

from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.undo_tree import load_log
from scorekeeper.web.site import db, page_cache
from scorekeeper.words.referee.rule_card import list_entries


def show(public_id: str) -> Response:
    return page_cache.render_cached_match_page(db.load_match(public_id), _render)


def _render(stored: StoredMatch) -> str:
    with db.database().read() as session:
        changes = [one for one in load_log(session, stored) if one.change.changed_rules]
    return render_template(
        "referee/rule_card.html",
        stored=stored,
        entries=list_entries(stored.match.house),
        changes=changes,
    )
