"""The comparison of contracts in words, and advice from it."""

from scorekeeper.rules import HouseRules
from scorekeeper.rules.review.bidding import Advice, Gain, compute_nil_gain
from scorekeeper.rules.review.intervals import MIN_TRIES_FOR_PERCENTAGE, Rate
from scorekeeper.words.language import gettext as _
from scorekeeper.words.review.statistics import format_fraction, format_percent
from scorekeeper.words.table import format_signed


def describe_advice(advice: Advice | None, is_enough: bool) -> str:
    """Say which contract would have scored more, if `is_enough` hands allow any advice."""
    if advice is None and not is_enough:
        return _(
            "For advice, we need %(hands)s hands of one contract.", hands=MIN_TRIES_FOR_PERCENTAGE
        )
    if advice is None:
        return _("One trick more or less is too close to call.")
    values = {"contract": advice.contract, "points": round(advice.gain.mean)}
    if advice.by < 0:
        return _(
            "Contracts of %(contract)s: bidding one less would have scored %(points)s more points "
            "per hand.",
            **values,
        )
    return _(
        "Contracts of %(contract)s: bidding one more would have scored %(points)s more points per "
        "hand.",
        **values,
    )


def describe_certainty(advice: Advice) -> str:
    """Describe how often the contract was made, and the interval of the gain."""
    return _(
        "Made %(made)s. Luck aside, it’s %(range)s per hand (right 19 times in 20).",
        made=format_fraction(advice.made),
        range=format_range(advice.gain),
    )


def describe_limits() -> str:
    return _(
        "The same hands, counted with another contract. With another bid, people play differently."
    )


def describe_counting(house: HouseRules) -> str:
    """Describe which hands and points count."""
    counting = _(
        "Points per hand, by the house rules of the last match. Each bag costs its share of the "
        "penalty. Hands with a nil, a blind bid or a ruling don’t count."
    )
    both = _("The contracts are those of both partners.") if house.game.has_partners else ""
    return f"{counting} {both}".strip()


def describe_nil(house: HouseRules, nils: Rate) -> str:
    """Describe the points of nils, and from which rate on they pay; empty with too few."""
    gain = compute_nil_gain(house, nils)
    if gain is None:
        return ""
    return _(
        "Nil: %(made)s made, %(mean)s per hand (%(range)s). It pays from %(share)s on.",
        made=format_fraction(nils),
        mean=format_signed(round(gain.mean)),
        range=format_range(gain),
        share=format_percent(house.nil_penalty / (house.nil_bonus + house.nil_penalty)),
    )


def format_range(gain: Gain) -> str:
    """Format the bounds of a gain.

    >>> format_range(Gain(32.3, 12.6, 53.2))
    '+13 to +53'
    """
    low, high = (format_signed(round(bound)) for bound in (gain.low, gain.high))
    return _("%(low)s to %(high)s", low=low, high=high)
