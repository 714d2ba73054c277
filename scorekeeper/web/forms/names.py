"""Names of seats and players, and the form for the seats of a match."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field

from scorekeeper import rules
from scorekeeper.web.forms.base import RecordingForm, form_with_fields, initial_values
from scorekeeper.words.match.notes import describe_conflict
from scorekeeper.words.table import name_players


def player_field(seat: int) -> str:
    """Return the field name for a seat's player."""
    return f"player_{seat}"


def shown_field(seat: int) -> str:
    """Return the field name for a seat's player when the form was shown."""
    return f"shown_{seat}"


def clean_name(typed: str | None) -> str | None:
    """Clean a name; return None if it is blank or the default name of a seat."""
    name = rules.clean_name(typed or "")
    usual = rules.fill_in_names([None] * len(rules.USUAL_NAMES))
    return None if not name or name in (*usual, *name_players(usual)) else name


class NamesForm(RecordingForm):
    """The names of a match by seat; created for one game by `names_form`."""

    def player(self, seat: int) -> Field:
        """Return the field for a seat's player."""
        return self[player_field(seat)]

    def shown(self, seats: range) -> dict[int, str | None]:
        """Return the names of the seats when the form was shown."""
        return {seat: clean_name(self[shown_field(seat)].data) for seat in seats}

    def changed(self, seats: range) -> dict[int, str | None]:
        """Return the names of the seats that were changed since the form was shown."""
        typed = {seat: clean_name(self.player(seat).data) for seat in seats}
        return {seat: name for seat, name in typed.items() if name != self.shown(seats)[seat]}

    def show_conflict(self, current: Mapping[int, str | None]) -> None:
        """Show the names that others saved in the meantime; sending it again overwrites them."""
        seats = range(len(current))
        shown, changed = self.shown(seats), self.changed(seats)
        for seat, name in current.items():
            if seat not in changed:
                self.player(seat).data = name
            elif name not in (shown[seat], changed[seat]):
                self.add_error(describe_conflict(name or ""), player_field(seat))
            self[shown_field(seat)].data = name


def names_form(game: rules.Game, shown: rules.Match | None = None) -> NamesForm:
    """Return the form for one game: as posted, or filled in from a match."""
    seats = range(game.seats)
    form = form_with_fields(NamesForm, (*map(player_field, seats), *map(shown_field, seats)))
    values: dict[str, Any] = {}
    if shown is not None:
        fields = {
            field(seat): clean_name(name) or ""
            for seat, name in enumerate(shown.players)
            for field in (player_field, shown_field)
        }
        values = initial_values(fields=fields)
    return form(**values)
