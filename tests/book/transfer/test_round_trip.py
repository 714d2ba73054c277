"""Exported, imported into an empty scorebook, and exported again: byte for byte the same."""

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches.match_writer import fill_in_times, insert_match
from scorekeeper.rules import MAX_NAME_LENGTH, Match, SetUpError, clean_name, fold
from tests.book.scorers import NOON
from tests.book.transfer.files import Book
from tests.databases import opened
from tests.effort import tries
from tests.rules.strategies import courses, ruled

Two = tuple[Database, Database]
ODD = st.text(
    st.one_of(st.sampled_from("=+-@'\t\r\n\" ;,Zëß"), st.characters(exclude_categories=["Cs"])),
    max_size=12,
).filter(lambda text: "\0" not in text)
names = st.lists(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=9)
    .map(clean_name)
    .filter(bool),
    min_size=6,
    max_size=6,
    # As a form asks for: two spellings of a name are one player.
    unique_by=fold,
)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    urls = [f"sqlite:///{tmp_path_factory.mktemp('machine')}/scorebook.sqlite" for _ in range(2)]
    for url in urls:
        prepare(url)
    with closing(opened(urls[0])) as here, closing(opened(urls[1])) as there:
        yield here, there


@st.composite
def matches(draw: st.DrawFn) -> Match:
    match: Match = draw(st.one_of(courses().map(lambda story: story.match), ruled()))
    hands = [replace(hand, note=draw(ODD)) for hand in match.hands]
    match = replace(match, place=draw(ODD), note=draw(ODD), hands=tuple(hands))
    match = replace(match, started=NOON, utc_offset=draw(st.sampled_from([None, 0, 60, -570])))
    with suppress(SetUpError):
        match = match.with_names(
            [name[:MAX_NAME_LENGTH] for name in draw(names)][: len(match.players)]
        )
    return fill_in_times(match)


@settings(
    max_examples=tries(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(played=st.lists(matches(), min_size=1, max_size=4))
def test_a_match_exported_to_another_machine_is_unchanged(two: Two, played: list[Match]) -> None:
    book, empty = map(Book, two)
    with book.database.write() as session:
        for match in played:
            insert_match(session, book.ref.id, match)
    file = book.export()
    empty.store(file)
    assert empty.export() == file
