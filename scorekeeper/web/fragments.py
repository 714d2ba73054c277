"""Pieces of pages that follow from their values alone, kept so as not to be rendered again.

Most of a match page is the hands that were played before: they look the same each time.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from threading import Lock

from flask import Flask, current_app
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper import rules
from scorekeeper.book.history import Entry

from .hand_forms import Question
from .labels import side_name
from .rendering import day

MOST = 2000
"""Pieces kept in memory; each is about a kilobyte."""


class Fragments:
    """Rendered pieces by key, each with the values it was made of; the oldest unused go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[object, Markup]] = OrderedDict()
        self._lock = Lock()

    def render(
        self, key: Hashable, macro: str, values: tuple[object, ...], *about: object
    ) -> Markup:
        """Return the piece for this key, rendered anew only where its values have changed."""
        key = (macro, str(get_locale()), key)
        with self._lock:
            made_of, piece = self._kept.get(key, (None, Markup()))
            if made_of == values:
                self._kept.move_to_end(key)
                return piece
        template = current_app.jinja_env.get_template("_pieces.html")
        piece = Markup(getattr(template.module, macro)(*about))
        with self._lock:
            self._kept[key] = (values, piece)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return piece


def register(app: Flask) -> None:
    """Let templates use pieces that are kept."""
    fragments = Fragments()

    def question(asked: Question, sides: tuple[str, ...]) -> Markup:
        letter = side_name(sides[asked.side])[:1]
        if asked.chosen not in (*asked.numbers, *asked.blind):
            asked = replace(asked, chosen="")  # what was sent may be endless: it is not kept
        return fragments.render(asked, "question", (letter,), asked, letter)

    def played_hand(public_id: str, match: rules.Match, number: int, is_open: bool) -> Markup:
        values = (
            match.house,
            match.players,
            match.sides,
            match.hands[number - 1],
            match.scores[number - 1],
            match.standings_before(number),
        )
        about = (public_id, match, number, is_open)
        return fragments.render((public_id, number, is_open), "played_hand", values, *about)

    def entry_card(entry: Entry) -> Markup:
        return fragments.render(entry.public_id, "entry_card", (entry,), entry, day(entry.started))

    app.jinja_env.globals.update(entry_card=entry_card, question=question, played_hand=played_hand)
