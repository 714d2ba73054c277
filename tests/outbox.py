"""The outbox of a phone, with any kind of browser."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reading import Form, Node, Page
from tests.table import Client

Says = dict[str, Any]


@dataclass
class Phone:
    """A phone at a match, and the entries that are only on it."""

    browser: Client
    match: str
    base: int = 1
    entries: list[dict[str, Any]] = field(default_factory=list)
    address: str = ""

    def add(self, *said: Says, age: int = 0, **more: Any) -> None:
        """Record something without the server."""
        for says in said:
            key = secrets.token_urlsafe(16)
            self.entries.append({"key": key, "says": says, "age": age, **more})

    def form(self, **changes: Any) -> Form:
        outbox = {"v": 1, "base": self.base, "entries": self.entries, **changes}
        return self.written(json.dumps(outbox))

    def written(self, outbox: str) -> Form:
        """Return the form with any text as the outbox."""
        token = self.browser.open("/token").json()["csrf_token"]
        values = {"csrf_token": token, "outbox": outbox}
        action = self.address or f"{self.match}/outbox"
        return Form(action, "post", values, frozenset(values), Node("form"))

    def send(self, **changes: Any) -> Page:
        return self.browser.send(self.form(**changes))

    def sent(self, *said: Says, **more: Any) -> dict[str, Any]:
        """Record something and send it all; return the answer."""
        self.add(*said, **more)
        answer = self.send()
        assert answer.status == 200, answer.html
        told: dict[str, Any] = answer.json()
        return told


def as_sent(form: Form) -> dict[str, str]:
    """Return a form as it was on its way."""
    return {"path": form.action, "fields": form.body.decode()}


def bids(place: int, *said: int | str) -> Says:
    return {"fact": "bids", "place": place, "bids": list(said) or [6, 6, 6, 6]}


def tricks(place: int, *piles: int, seats: Sequence[int | None] = (None,) * 4) -> Says:
    by_side = {str(side): pile for side, pile in enumerate(piles or (6, 7))}
    return {"fact": "tricks", "place": place, "tricks": list(seats), "piles": by_side}


def hands(count: int, first: int = 1) -> list[Says]:
    """Return what the table says in a number of hands."""
    places = range(first, first + count)
    return [said for place in places for said in (bids(place), tricks(place))]


def start(public_id: str = "", **more: Any) -> Says:
    """Return how a phone says that it started a match that two set sides never end."""
    return {
        "fact": "start",
        "id": public_id or secrets.token_urlsafe(16),
        "house": {"game": "partnership", "floor": None},
        "players": ["Ann", "Ben", "Cleo", "Dan"],
        "first": 3,
        **more,
    }
