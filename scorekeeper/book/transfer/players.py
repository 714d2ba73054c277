"""The players whose names are in a file: players of the scorebook, and new ones."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set as AbstractSet
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.ids import new_id
from scorekeeper.book.players.players import find_by_names, insert_players

Names = Sequence[str | None]
"""The names of a match or an event by seat; None for a player without a name."""
MAX_NAMES = 20_000
"""Names in one file."""


class FilePlayers:
    """The players whose names are in a file, as far as they were looked up.

    A name means the player with exactly this name, or with another spelling of it, unless the name
    is one of `others`; `alike` has the names of these players. Two names in one file stay two
    people. An import needs all names of the file, so that it finds the same players if it is
    interrupted and runs again.
    """

    def __init__(
        self, scorebook_id: int, names: Iterable[str] = (), others: Collection[str] = ()
    ) -> None:
        self.scorebook_id, self.others = scorebook_id, others
        self.alike: dict[str, str] = {}
        self.names: set[str] = set()
        self.new: dict[int, dict[str, Any]] = {}
        self._spellings: Counter[str] = Counter()
        self._found: dict[str, int] = {}
        self._add(names)

    def add(self, tables: Iterable[Names]) -> None:
        """Note the names of these matches and events as names of the file."""
        self._add(_join(tables))

    def look_up(self, session: Session, tables: Iterable[Names]) -> None:
        """Find the players meant by these names; unknown names are new players."""
        unknown = sorted(_join(tables) - self._found.keys())
        if not unknown:
            return
        exact, alike = find_by_names(session, self.scorebook_id, unknown)
        for name in unknown:
            key = rules.fold(name)
            if name in exact:
                self._found[name] = exact[name]
            elif alike[key] and self._spellings[key] <= 1 and name not in self.others:
                self._found[name], self.alike[name] = alike[key][-1]
            else:
                self._make(name, is_namesake=name in self.others)

    def seat(self, names: Names) -> list[int | None]:
        """Return the players by seat; raise SetUpError if two names mean one player."""
        for name in names:
            others = [self._found[other] for other in names if other not in (None, name)]
            if name in self.alike and self._found[name] in others:
                self._make(name, is_namesake=True)
        ids = [None if name is None else self._found[name] for name in names]
        for position, (name, id_) in enumerate(zip(names, ids, strict=True)):
            if id_ is not None and id_ in ids[:position]:
                raise rules.SetUpError("same name twice", position=position, name=name)
        if len(self.names) > MAX_NAMES:
            raise rules.MatchFileError("too many names", most=MAX_NAMES)
        return ids

    def insert(self, session: Session, ids: AbstractSet[int]) -> None:
        if ids:
            rows = [self.new.pop(id_) for id_ in sorted(ids)]
            insert_players(session, self.scorebook_id, rows)

    def _add(self, names: Iterable[str]) -> None:
        added = set(names) - self.names
        self.names |= added
        self._spellings.update(map(rules.fold, added))
        for name in [one for one in self.alike if self._spellings[rules.fold(one)] > 1]:
            self._make(name, is_namesake=False)

    def _make(self, name: str, *, is_namesake: bool) -> None:
        id_ = new_id()
        self.alike.pop(name, None)
        self._found[name] = id_
        self.new[id_] = {"id": id_, "name": name, "namesake": is_namesake}


def _join(tables: Iterable[Names]) -> set[str]:
    return {name for names in tables for name in names if name}
