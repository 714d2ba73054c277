import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules.review.figures import Sums
from scorekeeper.rules.review.intervals import Rate
from scorekeeper.words.review import statistics as words

MANY = Sums(*(60, 60, 45, 600, 24000, 300, 600, 450), *(100, 400, 420, 40, 30, 4, 1, 3600))


def test_no_hands_give_no_figures() -> None:
    assert words.list_figures(Sums(), MANY) == []


def test_each_figure_has_its_sample_and_the_average() -> None:
    told = {one.title: one[1:4] for one in words.list_figures(MANY, MANY._replace(won=30))}
    assert told == {
        "Matches won": ("75%", "45 of 60", "50%"),
        "Points per hand": ("40.0", "in 600 hands", "40.0"),
        "Contracts made": ("75%", "450 of 600", "75%"),
        "Nils made": ("75%", "30 of 40", "75%"),
        "Blind nils made": ("1 of 4", "", "1 of 4"),
        "Bags per hand": ("0.5", "in 600 hands", "0.5"),
    }


def test_hands_of_undecided_matches_have_figures() -> None:
    found = words.list_figures(Sums(matches=1, hands=1, points=-40), MANY)
    assert [one.value for one in found] == ["−40.0", "0.0"]


@pytest.mark.parametrize(
    ("partners", "told"),
    [
        ({"Ben": Rate(56, 70), "Dan": Rate(48, 80)}, "Best partner: Ben"),
        (
            {"Ann": Rate(36, 40), "Ben": Rate(39, 40), "Cleo": Rate(10, 200)},
            "Best partners: Ann and Ben",
        ),
        ({"Ann": Rate(5, 40), "Ben": Rate(39, 40), "Cleo": Rate(20, 40)}, "Best partner: Ben"),
        ({"Ben": Rate(6, 10), "Dan": Rate(4, 10)}, "Best partner: too close to call (20 matches)"),
        ({"Ben": Rate(56, 70), "Dan": Rate(48, 80), "Eve": Rate(0, 0)}, "Best partner: Ben"),
        ({"Ben": Rate(56, 70), "Eve": Rate(0, 0)}, ""),
    ],
    ids=["surely", "two of three", "neither first nor all", "early", "one untried", "one tried"],
)
def test_the_best_partner_is_named_if_significant(partners: dict[str, Rate], told: str) -> None:
    assert words.describe_best_partner(partners) == told


RATES = st.tuples(st.integers(0, 200), st.integers(0, 200)).map(lambda two: Rate(two[0], sum(two)))


@given(st.dictionaries(st.sampled_from("ABCDE"), RATES, min_size=2))
def test_nobody_named_is_worse_than_another_partner(partners: dict[str, Rate]) -> None:
    said = words.describe_best_partner(partners).partition(": ")[2]
    named = {name for name in partners if name in said.split(" and ")}
    tried = [name for name, rate in partners.items() if rate.tried]
    best = sorted(tried, key=lambda name: partners[name].share)[len(tried) - len(named) :]
    assert named == set(best)


@pytest.mark.parametrize(
    ("together", "apart", "told"),
    [
        (
            Rate(56, 70),
            Rate(48, 80),
            ("Better together: they win more often than with other partners."),
        ),
        (Rate(48, 80), Rate(56, 70), "Better apart: they win more often with other partners."),
        (Rate(1, 1), Rate(0, 1), "Better together or apart? Too close to call (1 match)."),
    ],
    ids=["together", "apart", "too early"],
)
def test_better_together_is_said_if_significant(together: Rate, apart: Rate, told: str) -> None:
    assert words.describe_better_together(together, apart) == told


@pytest.mark.parametrize(
    ("ann", "ben", "told"),
    [
        (Rate(56, 70), Rate(48, 80), "Better at nil: Ann"),
        (Rate(48, 80), Rate(56, 70), "Better at nil: Ben"),
        (Rate(1, 1), Rate(0, 2), "Who is better at nil? Too close to call (3 nils)."),
    ],
    ids=["one", "the other", "too early"],
)
def test_the_better_nil_bidder_is_named_if_significant(ann: Rate, ben: Rate, told: str) -> None:
    assert words.describe_better_nil_bidder("Ann", ann, "Ben", ben) == told
