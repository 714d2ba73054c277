"""The scorebook behind a server, in which tests create matches at any step."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

from sqlalchemy import make_url

from scorekeeper.app import create_app
from scorekeeper.book.db.database import Database
from scorekeeper.book.matches.match_writer import fill_in_times
from scorekeeper.config import Config
from scorekeeper.rules import Match, read_bid
from scorekeeper.web.scorebooks.imports import Upload
from tests.book.scorers import Phone
from tests.databases import opened
from tests.evening import Evening
from tests.servers import Server
from tests.web.browser import Browser

Bids = Sequence[int | str]
Tricks = Sequence[int | None]


@dataclass(frozen=True)
class Scorebook:
    """The database and the address of a server."""

    file: Path
    address: str

    @classmethod
    def of(cls, server: Server, host: str = "127.0.0.1") -> "Scorebook":
        return cls(server.scorebook, f"http://{host}:{server.port}")

    def start(self, secret: str, match: Match) -> str:
        """Insert a match; record its early end or its last tricks, so that they can be undone."""
        match = fill_in_times(match)
        with self._opened() as database:
            phone = Phone(database, secret)
            known = replace(match, ended=None, awarded=None)
            is_early = match.ended is not None and match.decision is None
            if not is_early and (not match.hands or match.hands[-1].tricks is None):
                return phone.start(match=match)
            if not is_early:
                begun = replace(match.hands[-1], tricks=None, rulings=())
                hands = (*match.hands[:-1], *([] if begun.is_empty else [begun]))
                known = replace(known, hands=hands)
            public_id = phone.start(match=known)
            phone.record(public_id, lambda _: match)
            return public_id

    def add_phone(self, secret: str, public_id: str, role: str) -> str:
        """Give a new phone a role in a match of a device; return its secret."""
        with self._opened() as database:
            right = Phone(database, secret).right(role, public_id)
            return Phone(database).gain(right, agent="")

    def hold_evening(self, secret: str, names: Sequence[str]) -> None:
        """Hold an evening of one round, and end it."""
        with self._opened() as database:
            evening = Evening.create(database, [(name,) for name in names], secret=secret)
            evening.seat()
            evening.finish()
            evening.end()

    def undo(self, secret: str, public_id: str) -> None:
        with self._opened() as database:
            Phone(database, secret).undo(public_id)

    def render_progress(self, secret: str, language: str) -> str:
        """Return the page of a file that is being checked, too short to catch on a server."""
        folder = self.file.parent
        url = make_url(self._url)
        config = Config(database_url=url, data=folder, secret_key="x" * 32, hosted=True)
        app = create_app(config)
        browser = Browser(app, secret, Accept_Language=language)
        with closing(app.extensions["database"]), patch.object(Upload, "_work"):
            form = browser.open(f"/scorebooks/{browser.stored.book}/import").form("/import")
            fields = {**form.fields, "file": (BytesIO(b"{}"), "all.jsonl")}
            answer = browser.post(form.action, fields, content_type="multipart/form-data")
            return browser.open(answer.location).html

    @property
    def _url(self) -> str:
        return f"sqlite:///{self.file}"

    def _opened(self) -> "closing[Database]":
        return closing(opened(self._url))


def tonight() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def record_hand(match: Match, bids: Bids, sides: Tricks, seats: Tricks | None = None) -> Match:
    """Add a whole hand: bids, tricks of the sides, and tricks entered separately by seat."""
    now, nobody = match.started, [None] * len(match.players)
    return match.bid([read_bid(bid) for bid in bids], now).record_tricks(
        seats or nobody, sides, now
    )
