"""The pages of a television, from random evenings."""

from itertools import chain

import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules.seating.event import EventRound, EventTable, SeatedTable
from scorekeeper.words.events.tables import MAX_SHOWN_LETTERS, shorten
from scorekeeper.words.events.television import (
    MAX_NAMES,
    MAX_TABLES,
    PlaceLine,
    show_end,
    show_scores,
    show_seating,
)

SIZES = (1, 4, 5, 6, 7, 9, 10, 12, 13, 17, 19, 20, 29, 30)
"""Tables of a round."""
WORDS = st.text("abcXYZéÑ-", min_size=1, max_size=20).filter(str.isalpha)
PEOPLE = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), unique=True, max_size=40)


def seated(tables: int) -> list[SeatedTable]:
    """Tables of four people each, who are numbered."""
    round_one = EventRound(
        1,
        tuple(EventTable(one, tuple(range(4 * one, 4 * one + 4))) for one in range(1, tables + 1)),
    )
    return [SeatedTable(round_one, table) for table in round_one.tables]


@pytest.mark.parametrize("tables", SIZES)
def test_everyone_is_on_one_page_of_a_seating(tables: int) -> None:
    people = [(f"{chr(65 + one % 26)}{one}", one) for one in range(4 * tables)]
    places = seated(tables)
    *pages, last = show_seating(places, people, ["Zoë"])
    assert (last.label, last.people) == ("Sits out", [("Zoë", None)])
    if tables <= MAX_TABLES:
        assert [page.tables for page in pages] == [places]
    else:
        assert [*chain.from_iterable(page.people for page in pages)] == people
        sizes = [len(page.people) for page in pages]
        assert max(sizes) - min(sizes) < len(sizes) <= 4
        assert max(sizes) <= MAX_NAMES


@pytest.mark.parametrize("tables", SIZES)
@pytest.mark.parametrize(("are_pairs", "most"), [(False, 12), (True, 8)], ids=["singles", "pairs"])
def test_a_minute_shows_all_tables_and_the_first_places(
    tables: int, are_pairs: bool, most: int
) -> None:
    lines = [PlaceLine((one,), one) for one in range(1, 4 * tables + 1)]
    places = seated(tables)
    pages = show_scores(places, lines, are_pairs=are_pairs)
    assert len(pages) <= 6
    assert [*chain.from_iterable(page.tables for page in pages)] == places
    columns = pages[-1].columns
    assert [*chain.from_iterable(columns)] == lines[: most * (1 + (tables > 4))]
    assert max(map(len, columns)) <= most
    assert not show_scores(places, [], are_pairs=are_pairs)[-1].columns


def test_pages_are_named() -> None:
    pages = show_scores(seated(13), [PlaceLine((1,))], are_pairs=False)
    names = ["Tables 1–6", "Tables 7–12", "Table 13", "Standings"]
    assert [page.label for page in pages] == names
    people = [(name, 1) for name in ("Änne", "Ben", *["Cleo"] * 50, "Zoë")]
    assert [page.label for page in show_seating(seated(13), people)] == ["A–C", "C–Z"]


@given(people=PEOPLE)
def test_a_long_name_has_only_the_letters_that_tell_it_from_all_others(people: list[str]) -> None:
    shown = [name for (name,) in shorten({at: [one] for at, one in enumerate(people)}).values()]
    assert len({*shown}) == len(people)
    ends = [f"{one.split()[0]} {one.split()[-1]}".upper() for one in people]
    for name, whole, both in zip(shown, people, ends, strict=True):
        if name == whole:
            continue
        assert len(whole) > MAX_SHOWN_LETTERS
        assert both.startswith(name.removesuffix(".").upper())
        fewer = name[:-2].upper()
        assert fewer.endswith(" ") or sum(one.startswith(fewer) for one in ends) > 1


@pytest.mark.parametrize("people", range(0, 61, 5))
@pytest.mark.parametrize("pairs", [0, 2, 4])
def test_the_end_shows_everyone_and_never_parts_two_who_share_a_line(
    people: int, pairs: int
) -> None:
    both = [PlaceLine((2 * seed + at,), place) for seed in range(pairs) for at, place in SHARED]
    lines = [*both, *(PlaceLine((one,), one + 1) for one in range(2 * pairs, people))]
    pages = show_end(lines, are_pairs=False)
    columns = [column for page in pages for column in page.columns]
    assert [line for column in columns for line in column] == lines
    assert all(column[0].place for column in columns)
    assert all(page.label for page in pages) or not lines


SHARED = ((0, 1), (1, 0))
"""The first of two who share a line has its place."""
