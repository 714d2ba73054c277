"""Big bids: contracts with their own points at a table, such as ten for 200."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.rules.errors import HouseRuleError


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
    {"at": (1, 17), "made": (0, 1000), "set": (-1000, 0)}
)
MAX_BIG_BIDS = 4


def read_big_bids(value: object) -> tuple[BigBid, ...]:
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
