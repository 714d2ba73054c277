"""Statistics in words: each figure with its sample, and the figure of all players."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.rules.review.figures import Sums
from scorekeeper.rules.review.intervals import Rate, compare_rates, compute_wilson_interval
from scorekeeper.words.dates import CALENDARS
from scorekeeper.words.language import get_language, gettext as _, ngettext
from scorekeeper.words.table import format_matches, join_with_and


class Figure(NamedTuple):
    """A figure: its title, value and sample, the value of all players, and its certainty."""

    title: str
    value: str
    sample: str
    everybody: str
    sure: str = ""


def get_win_rate(sums: Sums) -> Rate:
    return Rate(sums.won, sums.decided)


def get_contract_rate(sums: Sums) -> Rate:
    return Rate(sums.made, sums.contracts)


def get_nil_rate(sums: Sums) -> Rate:
    return Rate(sums.nils_made, sums.nils)


def list_figures(own: Sums, everybody: Sums) -> list[Figure]:
    """Return the figures of a player or a pair, the most telling first, without empty ones."""
    rates = (
        (_("Matches won"), get_win_rate),
        (_("Contracts made"), get_contract_rate),
        (_("Nils made"), get_nil_rate),
        (_("Blind nils made"), lambda sums: Rate(sums.blinds_made, sums.blinds)),
    )
    hands = format_hands(own.hands)
    figures = [
        Figure(
            title,
            format_rate(of(own)),
            format_tries(of(own)),
            format_rate(of(everybody)),
            describe_confidence(of(own)),
        )
        for title, of in rates
        if of(own).tried
    ]
    if own.hands:
        points = [format_average(one.points, one.hands) for one in (own, everybody)]
        figures.insert(1, Figure(_("Points per hand"), points[0], hands, points[1]))
        bags = (format_bags_per_hand(own), format_bags_per_hand(everybody))
        figures.append(Figure(_("Bags per hand"), bags[0], hands, bags[1]))
    return figures


def format_rate(rate: Rate) -> str:
    """Format a rate: a fraction for few tries, a percentage for many.

    >>> format_rate(Rate(0, 0)), format_rate(Rate(7, 10)), format_rate(Rate(19, 30))
    ('–', '7 of 10', '63%')
    """
    if not rate.tried:
        return "–"
    return format_percent(rate.share) if rate.is_enough else format_fraction(rate)


def format_tries(rate: Rate) -> str:
    """Format the tries behind a percentage; empty if the rate is a fraction.

    >>> format_tries(Rate(19, 30)), format_tries(Rate(7, 10))
    ('19 of 30', '')
    """
    return format_fraction(rate) if rate.is_enough else ""


def format_fraction(rate: Rate) -> str:
    return _("%(made)s of %(tried)s", made=rate.made, tried=rate.tried)


def describe_ranking_by_matches() -> str:
    return _(
        "Players with under 30 matches rank last, because it could be luck. Guests and matches "
        "ended early don’t count."
    )


def format_hands(number: int) -> str:
    return ngettext("in %(num)d hand", "in %(num)d hands", number)


def describe_confidence(rate: Rate) -> str:
    """Describe the confidence interval of a rate.

    >>> describe_confidence(Rate(19, 30))
    'Luck aside, it’s between 46% and 78% (right 19 times in 20).'
    """
    if not rate.is_enough:
        return _("Too few to say much yet. From 30 on, you’ll see a percentage.")
    low, high = (format_percent(share) for share in compute_wilson_interval(rate))
    return _(
        "Luck aside, it’s between %(low)s and %(high)s (right 19 times in 20).", low=low, high=high
    )


def format_average(amount: int, number: int) -> str:
    """Format an amount per unit.

    >>> format_average(-95, 3), format_average(1, 0)
    ('−31.7', '–')
    """
    if not number:
        return "–"
    return _format_decimal(round(amount / number, 1), get_language()).replace("-", "−")


def format_bags_per_hand(sums: Sums) -> str:
    """Format the bags per hand.

    >>> format_bags_per_hand(Sums(hands=2, bags=3))
    '1.5'
    """
    return format_average(sums.bags, sums.hands)


def describe_best_partner(partners: Mapping[str, Rate]) -> str:
    """Describe the best partner, or the best two: significantly better than each other one.

    Empty if matches with at most one of them were decided.
    """
    tried_with = [name for name, rate in partners.items() if rate.tried]
    if len(tried_with) < 2:
        return ""
    ranked = sorted(tried_with, key=lambda name: partners[name].share, reverse=True)
    for count in (1, 2):
        best, others = ranked[:count], ranked[count:]
        pairs = product(best, others)
        if others and all(compare_rates(partners[a], partners[b]) > 0 for a, b in pairs):
            return ngettext(
                "Best partner: %(names)s",
                "Best partners: %(names)s",
                count,
                names=join_with_and(sorted(best)),
            )
    tried = sum([rate.tried for rate in partners.values()])
    return _("Best partner: too close to call (%(matches)s)", matches=format_matches(tried))


def describe_better_together(together: Rate, apart: Rate) -> str:
    """Describe whether two players win more together than apart, if it is significant."""
    verdict = compare_rates(together, apart)
    if verdict > 0:
        return _("Better together: they win more often than with other partners.")
    if verdict < 0:
        return _("Better apart: they win more often with other partners.")
    matches = format_matches(together.tried)
    return _("Better together or apart? Too close to call (%(matches)s).", matches=matches)


def describe_better_nil_bidder(one: str, one_rate: Rate, other: str, other_rate: Rate) -> str:
    """Describe which of two is the better nil bidder, if it is significant."""
    verdict = compare_rates(one_rate, other_rate)
    if verdict:
        name = one if verdict > 0 else other
        return _("Better at nil: %(name)s", name=name)
    number = one_rate.tried + other_rate.tried
    nils = ngettext("%(num)d nil", "%(num)d nils", number)
    return _("Who is better at nil? Too close to call (%(nils)s).", nils=nils)


def format_percent(share: float) -> str:
    return _format_percent(share, get_language())


@lru_cache(maxsize=1000)
def _format_percent(share: float, language: str) -> str:
    from babel.numbers import format_percent  # the words of a command need no numbers

    return format_percent(share, locale=CALENDARS.get(language, language))


@lru_cache(maxsize=1000)
def _format_decimal(number: float, language: str) -> str:
    from babel.numbers import format_decimal

    return format_decimal(number, "0.0", locale=CALENDARS.get(language, language))
