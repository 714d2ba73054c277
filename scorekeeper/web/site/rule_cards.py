"""Choices for setting up a match: known players, and house rules as cards to tap."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import abort

from scorekeeper import rules
from scorekeeper.book.access.grants import Secret, find_current_scorebook
from scorekeeper.book.players import players
from scorekeeper.book.scorebooks import saved_house_rules
from scorekeeper.rules.presets import find_preset, list_presets
from scorekeeper.web.forms.house_rules import HouseForm
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db
from scorekeeper.words.house_rules import (
    describe_preset,
    name_former_rules,
    name_preset,
    name_variant,
)
from scorekeeper.words.language import gettext as _


@dataclass(frozen=True)
class RuleCard:
    """House rules that one tap fills in, with their name and a note about who plays by them."""

    key: str
    name: str
    note: str
    house: rules.HouseRules


@dataclass(frozen=True)
class SetupChoices:
    """Choices for a new match: known names, house rules saved and last used, all rule cards."""

    scorebook_id: int | None
    names: tuple[str, ...]
    keeping: tuple[saved_house_rules.SavedHouseRules, ...]
    last: rules.HouseRules | None
    cards: tuple[RuleCard, ...]

    def card_of(self, house: rules.HouseRules | None) -> RuleCard | None:
        return next((card for card in self.cards if card.house == house), None)

    def name_rules(self, house: rules.HouseRules | None) -> str:
        """Name house rules as their card, or as one that differs a little."""
        card = self.card_of(house)
        return card.name if card else (house and _name_like_card(house, self.cards)) or _("Custom")


def load_setup_choices(game: rules.Game, secret: Secret | None = None) -> SetupChoices:
    """Load the choices for a game, for the device of this request or of a given secret."""
    asking = secret or current_device.read_secret()
    with db.read_with_access() as session:
        used = find_current_scorebook(session, asking)
        names = tuple(players.list_names(session, asking))
        keeping = tuple(saved_house_rules.find_saved(session, asking, game.key))
        last = saved_house_rules.find_latest(session, asking, game.key)
    cards = tuple(_list_rule_cards(game, keeping, last))
    return SetupChoices(used.scorebook_id if used else None, names, keeping, last, cards)


def find_game(key: str | None) -> rules.Game:
    """Return the game of a key from a form or an address; 404 if there is none."""
    return rules.GAMES.get(key or "") or abort(404)


def find_last_house_rules(game: rules.Game) -> rules.HouseRules:
    """Return the house rules of the device's latest match of a game, or the usual ones."""
    with db.read() as (session, secret):
        last = saved_house_rules.find_latest(session, secret, game.key)
    return last or rules.HouseRules.of(game.key)


def apply_rule_card(form: HouseForm, key: str) -> bool:
    """Fill in the house rules of the card with this key; return False if there is none."""
    card = next((card for card in load_setup_choices(form.game).cards if card.key == key), None)
    if card is not None:
        form.use(card.house)
    return card is not None


def _list_rule_cards(
    game: rules.Game,
    keeping: Sequence[saved_house_rules.SavedHouseRules],
    last: rules.HouseRules | None,
) -> list[RuleCard]:
    own = [RuleCard(kept.public_id, kept.name, "", kept.house) for kept in keeping]
    known = [
        RuleCard(preset.key, name_preset(preset), describe_preset(preset), preset.house(game.key))
        for preset in list_presets(game.key)
    ]
    cards = [*own, *known]
    if last is not None and all(card.house != last for card in cards):
        name, note = _name_like_card(last, cards), _("Same as last time")
        cards.insert(0, RuleCard("last", name or note, note if name else "", last))
    return cards


def _name_like_card(house: rules.HouseRules, cards: Sequence[RuleCard]) -> str:
    """Name house rules by a card that had them once, or that differs in failed nils alone."""
    preset = find_preset(house)
    for card in cards:
        if card.key == preset:
            return name_former_rules(card.name)
        if house == replace(card.house, failed_nil=house.failed_nil):
            return name_variant(card.name, house)
    return ""
