"""What the void watch says, in words."""

from flask_babel import gettext as _

from scorekeeper import rules

from .card_labels import suit


def cell(match: rules.Match, seat: int, given: rules.Suit) -> str:
    """Return what tapping a cell without a note says."""
    return _("%(name)s has no %(suit)s", name=match.players[seat], suit=suit(given))


def noted(match: rules.Match, seat: int, given: rules.Suit, trick: int) -> str:
    """Return a note in words."""
    return _(
        "%(name)s has no %(suit)s since trick %(trick)s",
        name=match.players[seat],
        suit=suit(given),
        trick=trick,
    )


def played(match: rules.Match, seat: int, given: rules.Suit) -> str:
    """Return what tapping a noted cell says."""
    return _("%(name)s played %(suit)s after all", name=match.players[seat], suit=suit(given))


def revoke(match: rules.Match, found: rules.Revoke) -> str:
    """Return a revoke with the trick where it happened."""
    return _(
        "Revoke: %(name)s did not follow %(suit)s in trick %(trick)s and played it in trick "
        "%(noticed)s.",
        name=match.players[found.seat],
        suit=suit(found.suit),
        trick=found.trick,
        noticed=found.noticed,
    )
