"""An evening in an app, and the phones that join it by its links."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Flask

from tests.evening import NINE, Entries, Evening
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.conftest import SECRET_KEY


@dataclass
class Club(Evening):
    app: Flask

    @classmethod
    def meet(cls, app: Flask, names: Entries = NINE, *about: Any, **more: Any) -> "Club":
        evening = Evening.create(app.extensions["database"], names, *about, **more)
        return cls(evening.database, evening.secret, evening.id, app)

    @cached_property
    def owner(self) -> Browser:
        return Browser(self.app, self.secret)

    def link(self, role: str, table: int = 1) -> str:
        return self.sign_link(SECRET_KEY, role, table)

    def visit(self, role: str, table: int = 1) -> tuple[Browser, Page]:
        """A phone that opened a link, and what the link led to."""
        phone = Browser(self.app)
        assert phone.open(self.link(role, table)).location == "/in"
        return phone, phone.open(phone.open("/in").location)

    def be(self, phone: Browser, name: str) -> Page:
        """Tell which player reads a phone; return the guide card."""
        form = phone.open(f"{self.path}/guide?who=ask").form("/guide")
        return phone.open(phone.send(form, player=self.key_of(name)).location)

    def start_match(self, table: int = 1, first: int = 1) -> Table:
        """Scan the card of a table with a phone, and start the match there."""
        phone, _page = self.visit("scorer", table)
        return Table.at_evening(phone, self.path, table, first)
