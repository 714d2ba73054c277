"""House rules: everything tables disagree on, frozen with the match (rules.md §4)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.rules.errors import HouseRuleError
from scorekeeper.rules.games import GAMES, PARTNERSHIP, Game, Role, get_game


class BigBid(NamedTuple):
    """A contract of `at` tricks or more with its own points.

    `made` and `set` are points; `how` says whether they replace the usual points of the contract or
    are added to them.
    """

    at: int
    made: int
    set: int
    how: str = "instead"


BIG_BID_RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"at": (1, 18), "made": (0, 1000), "set": (-1000, 0)}
)
MAX_BIG_BIDS = 4


class FailedNil(StrEnum):
    """The use of a failed nil's tricks for its side."""

    BAGS = "bags"
    HELP = "help"
    BAGS_ONLY = "bags only"
    NOTHING = "nothing"


class TwoNils(StrEnum):
    """The scoring of two partners who both bid nil."""

    SEPARATE = "separate"
    TOGETHER = "together"
    NO_BAGS = "no bags"
    FORBIDDEN = "forbidden"


class SetPenalty(StrEnum):
    """The cost of a set contract."""

    BID = "bid"
    NONE = "none"
    SHORTFALL = "shortfall"


class FirstHand(StrEnum):
    """The way the first hand is played: with bids, or without at ten points per trick."""

    BID = "bid"
    BIDS_ITSELF = "bids itself"


class Bidding(StrEnum):
    """The way players may bid."""

    FREE = "free"
    MIRROR = "mirror"
    WHIZ = "whiz"
    SUICIDE = "suicide"


class BidsBy(StrEnum):
    """The bids of a side: one of each player, or one number of the partners together."""

    SEAT = "seat"
    SIDE = "side"


class Nil(StrEnum):
    """The nil bids that a table plays."""

    PLAYED = "played"
    NOT_BLIND = "not blind"
    NOT_PLAYED = "not played"


class SpadesLed(StrEnum):
    """The time from which a player who holds other suits may lead a spade."""

    ONCE_BROKEN = "once broken"
    ANY_TIME = "any time"
    NOT_IN_FIRST_TRICK = "not in the first trick"


class Deck(StrEnum):
    """The trumps above the ace of spades: none, or two jokers and deuces."""

    USUAL = "usual"
    JOKERS = "jokers"
    JOKERS_2S = "jokers 2S"
    JOKERS_2D_2S = "jokers 2D 2S"


class RevokePenalty(StrEnum):
    """The cost of a revoke noticed too late; a number of points is possible, too."""

    THREE_TRICKS = "3 tricks"
    TWO_TRICKS = "2 tricks"
    ONE_TRICK = "1 trick"
    SET = "set"
    MATCH = "match"


RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "target": (50, 1000),
        "floor": (-1000, -100),
        "overtrick_points": (-10, 10),
        "bag_limit": (0, 20),
        "bag_penalty": (0, 500),
        "nil_bonus": (0, 200),
        "nil_penalty": (0, 200),
        "blind_nil_bonus": (0, 400),
        "blind_nil_penalty": (0, 400),
        "blind_deficit": (0, 500),
        "exchange": (0, 4),
        "board": (0, 6),
        "blind_minimum": (0, 13),
        "blind_factor": (1, 3),
        "blind_set_factor": (1, 3),
        "forbidden_total": (1, 18),
        "sets_to_lose": (0, 5),
        "hand_limit": (1, 50),
        "minutes": (5, 600),
        "revoke_penalty": (0, 500),
    }
)
"""The minimum and maximum of each house rule that is a number."""
NULLABLE = frozenset({"floor", "forbidden_total", "hand_limit", "minutes"})
OFF_AT_ZERO = frozenset(
    {"bag_limit", "blind_deficit", "exchange", "board", "blind_minimum", "sets_to_lose"}
)


@dataclass(frozen=True)
class HouseRules:
    """The house rules of one table; scores in points, limits in bags, `exchange` in cards.

    >>> HouseRules.of("two-player").floor is None
    True
    >>> HouseRules.of("partnership", target=40)
    Traceback (most recent call last):
    scorekeeper.rules.errors.HouseRuleError: value out of range (rule='target', value=40, ...)
    """

    game: Game = PARTNERSHIP
    target: int = 500
    floor: int | None = -200
    overtrick_points: int = 1
    bag_limit: int = 10
    bag_penalty: int = 100
    bag_carry: bool = True
    nil_bonus: int = 100
    nil_penalty: int = 100
    blind_nil_bonus: int = 200
    blind_nil_penalty: int = 200
    failed_nil: FailedNil = FailedNil.BAGS
    two_nils: TwoNils = TwoNils.SEPARATE
    blind_deficit: int = 0
    exchange: int = 0
    set_penalty: SetPenalty = SetPenalty.BID
    board: int = 0
    big_bids: tuple[BigBid, ...] = ()
    blind_minimum: int = 0
    blind_factor: int = 2
    blind_set_factor: int = 2
    first_hand: FirstHand = FirstHand.BID
    bidding: Bidding = Bidding.FREE
    bids_by: BidsBy = BidsBy.SEAT
    nil: Nil = Nil.PLAYED
    forbidden_total: int | None = None
    sets_to_lose: int = 0
    hand_limit: int | None = None
    minutes: int | None = None
    spades_led: SpadesLed = SpadesLed.ONCE_BROKEN
    deck: Deck = Deck.USUAL
    revoke_penalty: RevokePenalty | int = RevokePenalty.THREE_TRICKS

    def __post_init__(self) -> None:
        for rule in RULES:
            object.__setattr__(self, rule, _checked(rule, getattr(self, rule)))
        if self.deck != self.game.deck:
            object.__setattr__(self, "game", get_game(self.game.key, self.deck.value))

    @staticmethod
    def of(game: str, /, **changes: Any) -> "HouseRules":
        """Return the usual rules of a game with a table's changes.

        Raises HouseRuleError for a game, a rule or a value that does not exist.
        """
        if not isinstance(game, str) or game not in GAMES:
            raise HouseRuleError("unknown game", game=game)
        for rule in changes:
            if rule not in RULES:
                raise HouseRuleError("unknown house rule", rule=rule)
        return replace(get_usual_rules(game), **changes) if changes else get_usual_rules(game)

    def differences(self) -> dict[str, Any]:
        """Return the rules that differ from the usual ones of the game, in the order of rules.md.

        >>> HouseRules.of("partnership", failed_nil="help", target=500).differences()
        {'failed_nil': 'help'}
        """
        return get_usual_rules(self.game.key).list_changes(self)

    def list_changes(self, other: "HouseRules") -> dict[str, Any]:
        """Return the rules of others that are not as here.

        >>> HouseRules(target=250).list_changes(HouseRules(failed_nil="help"))
        {'target': 500, 'failed_nil': 'help'}
        """
        return {
            rule: _plain(getattr(other, rule))
            for rule in RULES
            if getattr(other, rule) != getattr(self, rule)
        }

    @property
    def bids_spades(self) -> bool:
        """Whether the cards determine the bids, so that nobody can bid blind."""
        return self.bidding in (Bidding.MIRROR, Bidding.WHIZ)

    @property
    def bids_by_side(self) -> bool:
        return self.bids_by is BidsBy.SIDE and self.game.has_partners

    @property
    def has_nil(self) -> bool:
        return self.nil is not Nil.NOT_PLAYED

    @property
    def has_blind_nil(self) -> bool:
        return self.nil is Nil.PLAYED and not self.bids_spades


@cache
def get_usual_rules(game: str) -> HouseRules:
    return HouseRules(game=GAMES[game], **GAMES[game].defaults)


RULES: tuple[str, ...] = tuple(field.name for field in fields(HouseRules) if field.name != "game")
"""The names of all house rules, in the order of rules.md §4."""
CHOICES: Mapping[str, type[StrEnum]] = MappingProxyType(
    {one.name: type(one.default) for one in fields(HouseRules) if isinstance(one.default, StrEnum)}
)
"""The house rules that have choices; `revoke_penalty` may be a number instead."""
PARTNER_RULES = frozenset({"two_nils", "board", "bids_by"})
PARTNER_CHOICES = frozenset({FailedNil.HELP, Bidding.SUICIDE})


def list_rules(game: Game) -> tuple[str, ...]:
    """Return the house rules that apply to a game, in the order of rules.md §4."""
    without = frozenset() if game.has_partners else PARTNER_RULES
    # Cards are exchanged with the partner, or with two players for discards.
    if not game.has_partners and game.role is Role.DEALS:
        without |= {"exchange"}
    return tuple([rule for rule in RULES if rule not in without])


def list_choices(game: Game, rule: str) -> tuple[StrEnum, ...]:
    """Return the choices of a house rule that apply to a game."""
    return tuple(
        choice for choice in CHOICES[rule] if game.has_partners or choice not in PARTNER_CHOICES
    )


MAX_BID_WITH_SUICIDE = 4
"""The highest board that is always reachable in suicide: the minimum bid there."""


def check_together(house: HouseRules) -> None:
    """Raise HouseRuleError for a rule that cannot be played with the way players bid.

    Only new house rules are checked; matches played by such rules are still read.
    """
    suicide = house.bidding is Bidding.SUICIDE and house.game.has_partners
    by_cards_or_nil = house.bids_spades or suicide
    high_board = bool(house.board) if house.bids_spades else house.board > MAX_BID_WITH_SUICIDE
    excluded = {
        "board": by_cards_or_nil and high_board,
        "forbidden_total": by_cards_or_nil and house.forbidden_total is not None,
        "two_nils": house.bids_spades and house.two_nils is TwoNils.FORBIDDEN,
        "bids_by": by_cards_or_nil and house.bids_by is BidsBy.SIDE,
        "nil": by_cards_or_nil and house.nil is Nil.NOT_PLAYED,
        "deck": house.bids_spades and house.deck is not Deck.USUAL,
    }
    for rule in list_rules(house.game):
        if excluded.get(rule):
            raise HouseRuleError(
                "rules exclude each other", rule=rule, other="bidding", choice=str(house.bidding)
            )


def _checked(rule: str, value: object) -> object:
    if rule == "big_bids":
        return _read_big_bids(value)
    if rule == "bag_carry" and isinstance(value, bool):
        return value
    if rule not in RANGES or (rule in CHOICES and isinstance(value, str)):
        choices = tuple(CHOICES.get(rule, (True, False)))
        if isinstance(value, str) and value in choices:
            return CHOICES[rule](value)
        raise HouseRuleError("not a choice", rule=rule, value=value, choices=choices)
    if rule in NULLABLE and value is None:
        return value
    least, most = RANGES[rule]
    if not isinstance(value, int) or isinstance(value, bool):
        raise HouseRuleError("not a whole number", rule=rule, value=value, least=least, most=most)
    if not least <= value <= most:
        raise HouseRuleError("value out of range", rule=rule, value=value, least=least, most=most)
    return value


def _read_big_bids(value: object) -> tuple[BigBid, ...]:
    """Return checked big bids, the smallest first; raise HouseRuleError for invalid ones."""
    if not isinstance(value, list | tuple) or len(value) > MAX_BIG_BIDS:
        raise HouseRuleError("not big bids", rule="big_bids", value=value, most=MAX_BIG_BIDS)
    big_bids = [_read_big_bid(big) for big in value]
    if len({big.at for big in big_bids}) < len(big_bids):
        raise HouseRuleError("same big bid twice", rule="big_bids")
    return tuple(sorted(big_bids))


def _read_big_bid(value: object) -> BigBid:
    data = value._asdict() if isinstance(value, BigBid) else value
    if not isinstance(data, dict) or not {"at", "made", "set"} <= set(data) <= {*BigBid._fields}:
        raise HouseRuleError("not big bids", rule="big_bids", value=value, most=MAX_BIG_BIDS)
    for name, (least, most) in BIG_BID_RANGES.items():
        number = data[name]
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise HouseRuleError(
                "value out of range", rule="big_bids", value=number, least=least, most=most
            )
    big = BigBid(**data)
    if big.how not in ("instead", "extra"):
        raise HouseRuleError(
            "not a choice", rule="big_bids", value=big.how, choices=("instead", "extra")
        )
    return big


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [big._asdict() for big in value]
    return str(value) if isinstance(value, StrEnum) else value
