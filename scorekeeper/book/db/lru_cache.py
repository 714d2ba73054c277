"""A memory that forgets: what was used longest ago goes first."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LRUCache(Generic[Key, Value]):
    """At most so many values by key, for all threads of a process."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._turn = Lock()

    def get(self, key: Key) -> Value | None:
        """Return what was put there, or None where it was not or is forgotten."""
        with self._turn:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: Key, value: Value) -> None:
        """Remember a value, and forget the one used longest ago where there are too many."""
        with self._turn:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.max_size:
                self._values.popitem(last=False)

    def __len__(self) -> int:
        return len(self._values)
