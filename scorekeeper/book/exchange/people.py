"""Who is meant by the names of a file: players of the scorebook, and people it brings along."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.columns import new_id
from scorekeeper.book.folding import fold
from scorekeeper.book.players import ALIKE, INSERT_PLAYERS

MOST_NAMES = 20_000
"""People in one file."""


class People:
    """The players that the names of a file were found to mean so far.

    A name is that of the player who is called exactly so, else of one who was there before and
    differs in case or accents alone. Two names of a file stay two people, as they were in it.
    """

    def __init__(self, scorebook_id: int) -> None:
        self.scorebook_id = scorebook_id
        self._found: dict[str, int] = {}
        self._by_likeness: set[str] = set()
        self._brought: set[int] = set()
        self._new: list[dict[str, Any]] = []

    @property
    def brought(self) -> int:
        """How many people the file brings along."""
        return len(self._brought)

    def look_up(self, session: Session, matches: Iterable[rules.Match]) -> None:
        """Find the players that the names of these matches mean."""
        names = {name for match in matches for name in rules.given_names(match.players) if name}
        unknown = sorted(names - self._found.keys())
        if not unknown:
            return
        values = {"scorebook": self.scorebook_id, "names": sorted({fold(one) for one in unknown})}
        exact: dict[str, int] = {}
        alike: dict[str, list[int]] = defaultdict(list)
        for row in session.execute(ALIKE, values):
            exact[row.name] = row.leader_id
            if row.leader_id not in self._brought:
                alike[row.folded].append(row.leader_id)
        for name in unknown:
            if name in exact:
                self._found[name] = exact[name]
            elif alike[fold(name)]:
                self._found[name] = alike[fold(name)][-1]
                self._by_likeness.add(name)
            else:
                self._bring(name)

    def seat(self, match: rules.Match) -> list[int | None]:
        """Return the players of a match by seat, whose names were looked up.

        Raises SetUpError where two names have come to be the same player's.
        """
        names = rules.given_names(match.players)
        for name in names:
            others = [self._found[other] for other in names if other not in (None, name)]
            if name in self._by_likeness and self._found[name] in others:
                self._bring(name)
        ids = [None if name is None else self._found[name] for name in names]
        for position, (name, id_) in enumerate(zip(names, ids, strict=True)):
            if id_ is not None and id_ in ids[:position]:
                raise rules.SetUpError("same name twice", position=position, name=name)
        if len(self._brought) > MOST_NAMES:
            raise rules.MatchFileError("too many names", most=MOST_NAMES)
        return ids

    def write(self, session: Session) -> None:
        """Write the people that were brought since the last time."""
        if self._new:
            session.execute(INSERT_PLAYERS, self._new)
            self._new = []

    def _bring(self, name: str) -> None:
        id_ = new_id()
        self._by_likeness.discard(name)
        self._found[name] = id_
        self._brought.add(id_)
        row = {"scorebook_id": self.scorebook_id, "id": id_, "name": name, "folded": fold(name)}
        self._new.append(row)


def same_people(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the same people sit at both tables, however they are spelled."""
    return [fold(name) for name in some] == [fold(name) for name in others]
