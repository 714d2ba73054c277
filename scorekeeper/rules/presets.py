"""Presets: well-known house rules and example hands (rules.md §4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from scorekeeper.rules.bids import PARTNER, Bid
from scorekeeper.rules.games import GAMES, PARTNERSHIP, TWO_PLAYER
from scorekeeper.rules.hand import count_tricks
from scorekeeper.rules.house_rules import RANGES, BigBid, HouseRules
from scorekeeper.rules.lines import SideScore, Standing
from scorekeeper.rules.scoring.hand import score_hand


@dataclass(frozen=True)
class Preset:
    """Well-known house rules, which words name, and the games that they are for."""

    key: str
    changes: Mapping[str, Any]
    games: tuple[str, ...] = (PARTNERSHIP.key,)

    def house(self, game: str) -> HouseRules:
        return HouseRules.of(game, **self.changes)


FORMER_COOKOUT: Mapping[str, Any] = {
    "target": 350,
    "overtrick_points": 0,
    "board": 4,
    "big_bids": (BigBid(10, 150, -150),),
    "sets_to_lose": 2,
}
COOKOUT: Mapping[str, Any] = {
    **FORMER_COOKOUT,
    "floor": None,
    "bag_limit": 0,
    "big_bids": (BigBid(10, 150, -150), BigBid(13, 200, -200)),
    "bids_by": "side",
    "nil": "not played",
    "spades_led": "any time",
    "revoke_penalty": "set",
}
QUICK = {"target": 250, "bag_limit": 5, "bag_penalty": 50}
PRESETS: tuple[Preset, ...] = (
    Preset("gold-and-blue", {}),
    Preset("two-players", {}, (TWO_PLAYER.key,)),
    Preset("pagat-standard", {"floor": None, "blind_deficit": 100, "exchange": 2}),
    Preset("msn-zone", {"failed_nil": "bags only", "bag_carry": False}),
    Preset("quick-250", QUICK, (PARTNERSHIP.key, TWO_PLAYER.key)),
    Preset("cookout", COOKOUT),
    Preset("joker-joker-deuce", {**COOKOUT, "deck": "jokers 2S"}),
)
FORMER_PRESETS = (Preset("cookout", FORMER_COOKOUT),)
"""Rules of presets until they changed; matches by them are still found under the name."""


def list_presets(game: str) -> tuple[Preset, ...]:
    """Return the presets of a game; only the usual rules if there are none."""
    presets = tuple(preset for preset in PRESETS if game in preset.games)
    return presets or (Preset("usual", {}, (game,)),)


def limit_match(house: HouseRules, limits: Mapping[str, int]) -> HouseRules:
    """Return house rules for a match that ends at the first of some limits.

    These are `hand_limit`, `minutes` and `target`. Without a target, all matches of a round end at
    the same time, whatever the score.

    >>> limit_match(HouseRules(), {"hand_limit": 8}).differences()
    {'target': 1000, 'floor': None, 'hand_limit': 8}
    """
    changes: dict[str, Any] = {"hand_limit": None, "minutes": None}
    if "target" not in limits:
        changes |= {"target": RANGES["target"][1], "floor": None, "sets_to_lose": 0}
    return replace(house, **{**changes, **limits})


def find_limits(house: HouseRules) -> dict[str, int]:
    """Return the limits of a match with these house rules, minutes last."""
    minutes = {"minutes": house.minutes} if house.minutes else None
    is_without = house.hand_limit or (minutes and limit_match(house, minutes) == house)
    target = None if is_without else house.target
    limits = {"hand_limit": house.hand_limit, "target": target, "minutes": house.minutes}
    return {rule: amount for rule, amount in limits.items() if amount is not None}


USUAL, OWN = "usual", "own"
"""The keys of house rules that are no preset: the usual ones of the game, or other ones."""


def find_preset(house: HouseRules) -> str:
    """Return the key of the preset that has these house rules, or else `USUAL` or `OWN`.

    >>> [find_preset(HouseRules.of("partnership", target=target)) for target in (500, 510)]
    ['usual', 'own']
    """
    return _presets().get(house, OWN)


@cache
def _presets() -> Mapping[HouseRules, str]:
    known = (*PRESETS, *FORMER_PRESETS)
    presets = {one.house(game): one.key for one in known for game in one.games}
    return presets | {HouseRules.of(game): USUAL for game in GAMES}


def score_example(house: HouseRules, bids: Sequence[Bid], taken: Sequence[int]) -> SideScore:
    """Return the points of the first side for its bids and what each bidder took.

    A partner without a bid shares that of the first one; a lone player has the first bid only. The
    next player takes the other tricks.

    >>> score_example(HouseRules.of("six-handed"), [Bid(6)], [8]).points
    62
    """
    game, sides = house.game, len(house.game.sides)
    own = dict(zip(game.sides[0], [*bids, PARTNER], strict=False))
    won = dict(zip(game.sides[0], taken, strict=False))
    won[1] = game.tricks - sum(won.values())
    all_bids = [own.get(seat, Bid(1)) for seat in range(game.seats)]
    all_won = [won.get(seat, 0) for seat in range(game.seats)]
    tricks = count_tricks(game, all_bids, all_won, [None] * sides)
    return score_hand(house, all_bids, tricks, [Standing()] * sides)[0]
