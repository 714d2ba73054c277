"""Phones that join as they would on the pages."""

import secrets
from collections.abc import Callable
from typing import TypeVar

from scorekeeper.book.access import devices, grants
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.scorebooks import phones, scorebooks
from tests.book.scorers import Scorer

Done = TypeVar("Done")
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"


def new_secret() -> Secret:
    return Secret(secrets.token_urlsafe(16))


class Phone(Scorer):
    """A phone with the secret in its cookie, none at first."""

    def gain(self, right: Right, *, new: Secret | None = None, keep: bool = True) -> Secret:
        with self.database.write() as session:
            secret = devices.grant_access(session, right, self.secret, new or new_secret(), IPHONE)
        if keep:
            self.secret = secret
        return secret

    def come(self, enter: Callable[..., Secret], *shown: str) -> Secret:
        with self.database.write() as session:
            self.secret = enter(session, *shown, self.secret, new_secret(), IPHONE)
        return self.secret

    def here(self) -> None:
        with self.database.write() as session:
            devices.note_visit(session, self.secret, IPHONE)

    def owned(self) -> list[int]:
        with self.database.read() as session:
            return grants.find_owned_scorebooks(session, self.secret)

    def books(self) -> list[scorebooks.ScorebookAccess]:
        with self.database.read() as session:
            return scorebooks.find_all(session, self.secret)

    @property
    def book(self) -> str:
        """The public id of the scorebook used last."""
        return self.books()[0].public_id

    def find_phones(self, public_id: str) -> list[phones.Phone]:
        seen = self.look(public_id)
        with self.database.read() as session:
            return phones.find_for_match(session, self.secret, seen)

    def do(self, change: Callable[..., Done], *values: object) -> Done:
        """Make a change in a transaction."""
        with self.database.write() as session:
            return change(session, self.secret, *values)

    def right(self, role: str, public_id: str | None = None) -> Right:
        """The right that this phone could give to its scorebook, or to a match of it."""
        if public_id is None:
            return Right(self.owned()[0], None, role)
        seen = self.look(public_id)
        return Right(seen.scorebook_id, seen.id, role)


def new_phones(database: Database, number: int) -> list[Phone]:
    return [Phone(database) for _ in range(number)]
