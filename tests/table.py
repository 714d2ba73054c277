"""A table that keeps score with any kind of browser."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from tests.people import PLAYERS
from tests.reading import Form, Page

SAVED = 303


Headers = Mapping[str, str] | None


class Client(ABC):
    """Opens pages and sends their forms, using only what is on the pages."""

    def open(self, path: str, headers: Headers = None, **options: Any) -> Page:
        return self.request("GET", path, None, headers, **options)

    def post(self, path: str, fields: Any = None, **options: Any) -> Page:
        return self.request("POST", path, fields, **options)

    def send(self, form: Form, **changes: Any) -> Page:
        """Send a form with some fields filled in; None leaves a field out."""
        return self.post(form.action, form.filled(**changes).fields)

    @abstractmethod
    def request(
        self, method: str, path: str, fields: Any = None, headers: Headers = None, **options: Any
    ) -> Page:
        """Send a request; fields may be encoded already."""


class Table:
    """Ann and Cleo are Gold, Ben and Dan are Blue; or Ann and Ben play alone."""

    def __init__(self, browser: Client, path: str = "") -> None:
        self.browser = browser
        self.path = path

    def start(self, game: str = "partnership", **fields: str | None) -> None:
        """Start a match on the New match page; None leaves a field out."""
        names = {f"player_{seat}": name for seat, name in enumerate(PLAYERS[game])}
        first = {"first": "3" if game == "partnership" else "0"}
        form = self.browser.open(f"/matches/new?game={game}").form("/matches")
        answer = self.browser.send(form, **(names | first | fields))
        assert answer.status == SAVED, answer.errors
        self.path = answer.location

    @classmethod
    def at_evening(cls, browser: Client, path: str, table: int, first: int = 0) -> "Table":
        """Start the match of a table of a club evening, and say who deals first."""
        form = browser.open(f"{path}/tables/{table}?deal=ask").form("/match")
        answer = browser.send(form, first=str(first))
        assert answer.status == SAVED, answer.errors
        return cls(browser, answer.location)

    def show(self, question: str = "") -> Page:
        return self.browser.open(self.path + question)

    def send(self, step: str, question: str = "", **fields: Any) -> Page:
        choices = {"tricks": "?by=side", "end": "?change=end"}
        asked = question or choices.get(step, "")
        return self.browser.send(self.show(asked).form(f"{self.path}/{step}"), **fields)

    def save(self, step: str, question: str = "", **fields: Any) -> None:
        answer = self.send(step, question, **fields)
        assert answer.status == SAVED, answer.errors

    def bid(self, *bids: int | str) -> None:
        self.save("bids", **bids_by_seat(*bids))

    def take(self, *sides: int | None, **seats: int) -> None:
        self.save("tricks", **tricks_by_side(*sides), **seats)

    def play(self, bids: tuple[int | str, ...], *sides: int | None, **seats: int) -> None:
        self.bid(*bids)
        self.take(*sides, **seats)

    def undo(self) -> None:
        self.save("undo")

    def record_misdeal(self) -> None:
        self.save("misdeal")

    def end(self) -> None:
        self.save("end")

    def tally(self, *takers: str) -> None:
        """Tap who took each trick in turn, such as side_0 or seat_2."""
        for taker in takers:
            self.save("tally", "?by=trick", taken=taker)

    def answer(self, kind: str, noticed: str | None = None) -> Page:
        """Open the ruling page for an incident."""
        question = {"kind": kind} if noticed is None else {"kind": kind, "noticed": noticed}
        return self.browser.open(f"{self.path}/rulings", query_string=question)

    def ruling(self, kind: str, noticed: str | None = None, **fields: Any) -> Page:
        form = self.answer(kind, noticed).form("/rulings", "get").filled(**fields)
        return self.browser.open(f"{self.path}/rulings", query_string=form.fields)

    def rule(self, kind: str, noticed: str | None = None, **fields: Any) -> None:
        """Record a ruling on a hand; seat and hand are fields."""
        answer = self.browser.send(self.ruling(kind, noticed, **fields).form("/rulings"))
        assert answer.status == SAVED, answer.errors

    def withdraw(self, place: int = 0) -> None:
        forms = self.browser.open(f"{self.path}/rulings").forms_to("/withdrawal")
        assert self.browser.send(forms[place]).status == SAVED

    def preview(self, number: int, **fields: Any) -> Page:
        address = f"{self.path}/hands/{number}/correction"
        form = self.browser.open(address).form("/correction", "get")
        return self.browser.open(address, query_string=form.fields | fields)

    def correct(self, number: int, reason: str = "", **fields: Any) -> None:
        form = self.preview(number, **fields).form("/correction")
        answer = self.browser.send(form, reason=reason)
        assert answer.status == SAVED, answer.errors

    @property
    def points(self) -> list[int]:
        return self.show().points

    @property
    def bags(self) -> list[int]:
        return self.show().bags


def bids_by_seat(*bids: int | str) -> dict[str, str]:
    return {f"bid_{seat}": str(bid) for seat, bid in enumerate(bids)}


def tricks_by_side(*sides: int | None) -> dict[str, int]:
    return {f"side_{side}": tricks for side, tricks in enumerate(sides) if tricks is not None}


def filled_in(form: Form) -> dict[str, str]:
    """The fields of a form, with the typed number where “other…” is checked."""
    typed = {name: form.fields.get(f"{name}_other") for name in form.fields}
    return {
        name: (typed[name] or "") if value == "other" and name != "big_bids" else value
        for name, value in form.fields.items()
    }
