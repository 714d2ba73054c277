from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.book.db.lru_cache import LRUCache


@pytest.fixture
def names() -> LRUCache[int, str]:
    remembered = LRUCache[int, str](max_size=2)
    remembered.put(1, "Ann")
    remembered.put(2, "Ben")
    return remembered


def test_the_least_recently_used_value_is_evicted(names: LRUCache[int, str]) -> None:
    names.get(1)
    names.put(3, "Cleo")
    assert (names.get(1), names.get(2), names.get(3)) == ("Ann", None, "Cleo")


def test_storing_a_key_again_replaces_and_refreshes_it(names: LRUCache[int, str]) -> None:
    names.put(1, "Anna")
    names.put(3, "Cleo")
    assert (names.get(1), names.get(2), len(names)) == ("Anna", None, 2)


def test_many_threads_stay_within_the_limit() -> None:
    squares = LRUCache[int, int](max_size=50)

    def use(start: int) -> set[tuple[int, int | None]]:
        for number in range(start, start + 500):
            squares.put(number % 120, (number % 120) ** 2)
        return {(number, squares.get(number)) for number in range(120)}

    with ThreadPoolExecutor(8) as threads:
        found = set.union(*threads.map(use, range(0, 4000, 500)))
    assert all(square in (None, number**2) for number, square in found)
    assert len(squares) == 50
