from hypothesis import given, strategies as st

from scorekeeper.rules.review.intervals import (
    Rate,
    compare_rates,
    compute_newcombe_interval,
    compute_wilson_interval,
)

rates = st.integers(1, 500).flatmap(
    lambda tried: st.builds(Rate, st.integers(0, tried), st.just(tried))
)


def test_no_tries_give_no_interval() -> None:
    assert Rate(0, 0).share == 0
    assert compare_rates(Rate(0, 0), Rate(30, 30)) == compare_rates(Rate(30, 30), Rate(0, 0)) == 0


def test_thirty_tries_give_a_percentage() -> None:
    assert [Rate(20, tried).is_enough for tried in (29, 30)] == [False, True]


@given(rates)
def test_a_rate_is_within_its_interval(rate: Rate) -> None:
    low, high = compute_wilson_interval(rate)
    assert 0 <= low <= rate.share + 1e-12
    assert rate.share - 1e-12 <= high <= 1


@given(rates, rates)
def test_one_rate_is_better_if_the_other_is_worse(one: Rate, other: Rate) -> None:
    assert compare_rates(one, other) == -compare_rates(other, one)
    low, high = compute_newcombe_interval(one, other)
    assert low <= one.share - other.share <= high
