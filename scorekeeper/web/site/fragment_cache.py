"""A cache of page fragments that depend only on their values.

Most of a match page is earlier hands and keypads, which look the same after each save.
"""

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING

from flask import Flask, current_app, request
from markupsafe import Markup

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.book.history.history_entries import HistoryEntry
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.words.dates import describe_last_played
from scorekeeper.words.language import get_language

if TYPE_CHECKING:
    from scorekeeper.web.forms.hand import Question

MAX_FRAGMENTS = 200
"""Fragments in memory, of about 3 kB each: enough for the tables of a club."""


class FragmentCache:
    """Rendered fragments by key, each with the values it was rendered from."""

    def __init__(self) -> None:
        # As UTF-8, because one “−” doubles the memory of a text.
        self._kept: LRUCache[Hashable, tuple[object, bytes]] = LRUCache(MAX_FRAGMENTS)

    def render(
        self,
        template: str,
        macro: str,
        key: Hashable,
        values: tuple[object, ...],
        *arguments: object,
    ) -> Markup:
        """Return the fragment for this key, rendered again only if its values have changed."""
        key = (macro, get_language(), request.script_root, key)
        old_values, fragment = self._kept.get(key) or (None, b"")
        if old_values != values:
            macros = current_app.jinja_env.get_template(template).module
            fragment = getattr(macros, macro)(*arguments).encode()
            self._kept.put(key, (values, fragment))
        return Markup(fragment.decode())


def register(app: Flask) -> None:
    """Add the cached fragments to the template globals."""
    fragments = FragmentCache()

    def cached_hand(stored: StoredMatch, match: rules.Match, place: int, in_short: bool) -> Markup:
        values = (
            stored.can_write,
            match.house,
            match.players,
            match.sides,
            match.hands[place - 1],
            match.scores[place - 1],
            match.standings_before(place),
            match.number_of(place),
        )
        key = (stored.public_id, place, in_short)
        about = (stored, match, place, in_short)
        return fragments.render("match/_sheet.html", "played_hand", key, values, *about)

    def cached_bid_pad(
        stored: StoredMatch, question: "Question", sentence: str, undone: object, back: str
    ) -> Markup:
        values = question, sentence, stored.match.house, bool(undone), back
        key = (stored.public_id, question.name)
        return fragments.render("match/_pad.html", "bid_pad", key, values, *values)

    def render_card(entry: HistoryEntry, macro: str, reasons: tuple[str, ...] = ()) -> Markup:
        here = now().astimezone(entry.began.tzinfo)
        last_played = "" if entry.ended else describe_last_played(entry.last_noted, here)
        values = entry, last_played, reasons
        return fragments.render("home/_card.html", macro, entry.public_id, values, *values)

    app.jinja_env.globals.update(
        cached_bid_pad=cached_bid_pad,
        cached_hand=cached_hand,
        entry_card=partial(render_card, macro="entry_card"),
        evening_card=partial(render_card, macro="evening_card"),
    )
