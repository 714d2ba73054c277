"""The form of a ruling: incident, offender, hand and cost."""

from wtforms import StringField

from scorekeeper import rules
from scorekeeper.rules.referee.remedies import Cost, Noticed, Receiver, list_incidents, list_moments
from scorekeeper.web.forms.base import InvalidForm, RecordingForm, clean_text, parse_int
from scorekeeper.words.language import gettext as _

FIELDS = ("kind", "noticed", "seat", "hand", "to", "tricks", "points", "set", "note")
OWN_COST = ("tricks", "points", "set")
"""The fields for a cost that the table agreed on instead of its house rules."""


class RulingForm(RecordingForm):
    """The incident as the table describes it, and its cost."""

    kind = StringField()
    noticed = StringField()
    seat = StringField()
    hand = StringField()
    to = StringField()
    tricks = StringField()
    points = StringField()
    set = StringField()
    note = StringField()

    @property
    def given(self) -> dict[str, str]:
        """All filled-in values by field."""
        return {name: self[name].data for name in FIELDS if self[name].data}

    def incident(self, game: rules.Game) -> rules.Incident | None:
        """Return the incident, or None if it is unknown or impossible in this game."""
        return next((kind for kind in list_incidents(game) if kind == self["kind"].data), None)

    def moment(self, incident: rules.Incident) -> Noticed | None:
        """Return when the incident was noticed, if that is chosen or there is one possibility."""
        possible = list_moments(incident)
        if len(possible) == 1:
            return possible[0]
        return next((moment for moment in possible if moment == self["noticed"].data), None)

    @property
    def offender(self) -> int | None:
        """The offender's seat, if chosen."""
        return parse_int(self["seat"].data)

    @property
    def has_own_cost(self) -> bool:
        """Whether the table entered a cost."""
        return any((self[name].data or "").strip() for name in OWN_COST)

    def cost(self) -> Cost | None:
        """Return the table's cost; None leaves it to the house rules."""
        if not self.has_own_cost:
            return None
        return Cost(self._amount("tricks"), self._amount("points"), bool(self["set"].data))

    def receiver(self) -> Receiver | None:
        """Return the receiver of the tricks, if chosen."""
        written = self["to"].data or ""
        return "nobody" if written == "nobody" else parse_int(written)

    def hand_chosen(self) -> int:
        """Return the place of the hand; raise InvalidForm if none was chosen."""
        number = parse_int(self["hand"].data)
        if number is None:
            self.add_error(_("Choose a hand."), "hand")
            raise InvalidForm
        return number

    def noted(self) -> str:
        return clean_text(self["note"].data)

    def find_field(self, error: rules.RuleError, _match: rules.Match | None = None) -> str | None:
        """Return the field that an error of a ruling is about."""
        return FIELD_OF.get(error.code)

    def _amount(self, name: str) -> int:
        written = (self[name].data or "").strip()
        if not written:
            return 0
        amount = parse_int(written)
        if amount is None:
            self.add_error(_("“%(value)s” is not a whole number.", value=written), name)
            raise InvalidForm
        return amount


FIELD_OF = {
    "no offender": "seat",
    "no receiver": "to",
    "tricks cannot go there": "to",
    "not a number of tricks": "tricks",
    "ruling points out of range": "points",
    "no such hand": "hand",
}
