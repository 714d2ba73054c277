from scorekeeper.rules import HouseRules
from scorekeeper.rules.review.bidding import Advice, Gain
from scorekeeper.rules.review.intervals import Rate
from scorekeeper.words.review import bidding as words


def test_advice_says_by_how_much_and_how_surely() -> None:
    less = Advice(9, -1, Gain(32.4, 12.6, 53.2), Rate(33, 58))
    assert words.describe_advice(less, True) == (
        "Contracts of 9: bidding one less would have scored 32 more points per hand."
    )
    assert words.describe_certainty(less) == (
        "Made 33 of 58. Luck aside, it’s +13 to +53 per hand (right 19 times in 20)."
    )
    more = less._replace(by=1)
    assert "Contracts of 9: bidding one more would have scored 32" in words.describe_advice(
        more, True
    )


def test_without_advice_it_says_why() -> None:
    assert words.describe_advice(None, True) == "One trick more or less is too close to call."
    assert words.describe_advice(None, False) == "For advice, we need 30 hands of one contract."


def test_nil_says_from_which_rate_it_pays() -> None:
    assert words.describe_nil(HouseRules(), Rate(19, 30)) == (
        "Nil: 19 of 30 made, +27 per hand (−9 to +56). It pays from 50% on."
    )
    assert words.describe_nil(HouseRules(), Rate(19, 29)) == ""


def test_partners_are_told_whose_contracts_these_are() -> None:
    pair, duel = (
        words.describe_counting(HouseRules.of(game)) for game in ("partnership", "two-player")
    )
    assert pair == f"{duel} The contracts are those of both partners."
