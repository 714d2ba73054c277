"""An evening, and the phones of an app that join it by its links."""

from dataclasses import dataclass
from functools import cached_property

from flask import Flask

from scorekeeper.rules.seating.event import EventKind
from tests.evening import NINE, PAIRS, Evening
from tests.reading import Page
from tests.web.browser import Browser
from tests.web.conftest import SECRET_KEY

__all__ = ["NINE", "PAIRS", "Club"]


@dataclass
class Club:
    """An evening in an app, and the browser of its organiser."""

    app: Flask
    evening: Evening

    @classmethod
    def create(
        cls,
        app: Flask,
        names: list[tuple[str, ...]] = NINE,
        kind: EventKind = EventKind.SINGLES,
        planned: int = 5,
    ) -> "Club":
        return cls(app, Evening.create(app.extensions["database"], names, kind, planned))

    @property
    def path(self) -> str:
        return self.evening.path

    @cached_property
    def owner(self) -> Browser:
        return Browser(self.app, self.evening.secret)

    def link(self, role: str, table: int = 1) -> str:
        return self.evening.link(SECRET_KEY, role, table)

    def visit(self, role: str, table: int = 1) -> tuple[Browser, Page]:
        """A phone that opened a link, and what the link led to."""
        phone = Browser(self.app)
        assert phone.open(self.link(role, table)).location == "/in"
        return phone, phone.open(phone.open("/in").location)

    def be(self, phone: Browser, name: str) -> Page:
        """Tell which player reads a phone; return the guide card."""
        form = phone.open(f"{self.path}/guide?who=ask").form("/guide")
        return phone.open(phone.send(form, player=self.evening.key_of(name)).location)
