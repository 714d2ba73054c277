"""House rules to start from, as cards that one tap fills in, and who is known to sit down."""

from dataclasses import dataclass

from scorekeeper import rules
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.players import players
from scorekeeper.book.scorebooks import saved_house_rules
from scorekeeper.rules.presets import presets_of
from scorekeeper.web.forms.house_rules import HouseForm
from scorekeeper.web.http import current_device
from scorekeeper.web.site.db import database
from scorekeeper.words.house_rules import describe_preset, name_preset
from scorekeeper.words.language import gettext as _


@dataclass(frozen=True)
class RuleCard:
    """House rules that one tap fills in: what they are called, and who plays so."""

    key: str
    name: str
    note: str
    house: rules.HouseRules


@dataclass(frozen=True)
class SetupChoices:
    """What a table finds when it sits down: who played here, its house rules, and all cards."""

    names: list[str]
    keeping: list[saved_house_rules.SavedHouseRules]
    cards: list[RuleCard]

    def card_of(self, house: rules.HouseRules | None) -> RuleCard | None:
        """Return the card of these house rules, where they have one."""
        return next((card for card in self.cards if card.house == house), None)


def load_setup_choices(game: rules.Game, secret: Secret | None = None) -> SetupChoices:
    """Return what is known for a game to the device that asks, or has just become known."""
    asking = secret or current_device.read_secret()
    with database().read() as session:
        names = players.list_names(session, asking)
        keeping = saved_house_rules.find_saved(session, asking, game.key)
        last = saved_house_rules.find_latest(session, asking, game.key)
    return SetupChoices(names, keeping, _list_rule_cards(game, keeping, last))


def find_last_house_rules(game: rules.Game) -> rules.HouseRules | None:
    """Return the house rules that the device played a game by the last time."""
    with database().read() as session:
        return saved_house_rules.find_latest(session, current_device.read_secret(), game.key)


def apply_rule_card(form: HouseForm, key: str) -> bool:
    """Fill in the house rules of the card of this key; return whether there is one."""
    card = next((card for card in load_setup_choices(form.game).cards if card.key == key), None)
    if card is not None:
        form.use(card.house)
    return card is not None


def _list_rule_cards(
    game: rules.Game,
    keeping: list[saved_house_rules.SavedHouseRules],
    last: rules.HouseRules | None,
) -> list[RuleCard]:
    """Return what a table may play by: as the last time, its own house rules, well-known ones."""
    own = [RuleCard(kept.public_id, kept.name, "", kept.house) for kept in keeping]
    known = [
        RuleCard(preset.key, name_preset(preset), describe_preset(preset), preset.house(game.key))
        for preset in presets_of(game.key)
    ]
    cards = [*own, *known]
    if last is not None and all(card.house != last for card in cards):
        cards.insert(0, RuleCard("last", _("As last time"), "", last))
    return cards
