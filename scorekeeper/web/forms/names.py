"""Names as they are typed: for a seat at the start or later, and for a player."""

import unicodedata
from typing import Any

from wtforms import Field

from scorekeeper import rules
from scorekeeper.web.forms.base import RecordingForm, form_with_fields, initial_values
from scorekeeper.words.table import name_players


def player_field(seat: int) -> str:
    """Return the name of the field for who sits in a seat."""
    return f"player_{seat}"


def shown_field(seat: int) -> str:
    """Return the name of the field for who sat in a seat when the form was shown."""
    return f"shown_{seat}"


def clean_name(typed: str | None) -> str | None:
    """Return a name without needless blanks; None for nothing, and for what a seat is called."""
    name = " ".join(unicodedata.normalize("NFC", typed or "").split())
    usual = rules.fill_in_names([None] * len(rules.USUAL_NAMES))
    return None if not name or name in (*usual, *name_players(usual)) else name


class NamesForm(RecordingForm):
    """Who sits where in a match, by seat; made for one game by `names_form`."""

    def player(self, seat: int) -> Field:
        """Return the field for who sits in a seat."""
        return self[player_field(seat)]

    def changed(self, seats: range) -> dict[int, str | None]:
        """Return the names of the seats that were changed since the form was shown."""
        typed = {seat: clean_name(self.player(seat).data) for seat in seats}
        before = {seat: clean_name(self[shown_field(seat)].data) for seat in seats}
        return {seat: name for seat, name in typed.items() if name != before[seat]}


def names_form(game: rules.Game, shown: rules.Match | None = None) -> NamesForm:
    """Return the form for one game: as it was sent, or to be shown for a match."""
    seats = range(game.seats)
    form = form_with_fields(NamesForm, (*map(player_field, seats), *map(shown_field, seats)))
    values: dict[str, Any] = {}
    if shown is not None:
        names = rules.given_names(shown.players)
        fields = {
            field(seat): name or ""
            for seat, name in enumerate(names)
            for field in (player_field, shown_field)
        }
        values = initial_values(fields=fields)
    return form(**values)
