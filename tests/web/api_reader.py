"""A scorebook to read through the API: a match of each kind, and a token."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.app import create_app
from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.joining import links
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.config import Config
from scorekeeper.rules import NIL, Bid, HouseRules, Incident, Match, Ruling, Standing
from tests.book.scorers import BIDS, NOON, Scorer
from tests.databases import Storage
from tests.web.conftest import SECRET_KEY

V1 = "/api/v1"


class Readable:
    def __init__(self, storage: Storage, folder: Path, **settings: Any) -> None:
        self.url = storage.new(folder)
        given = {"hosted": True, "rate_limits": {}, **settings}
        config = Config(
            database_url=parse_url(self.url), data=folder, secret_key=SECRET_KEY, **given
        )
        self.app: Flask = create_app(config)
        self.app.testing = True
        self.database: Database = self.app.extensions["database"]
        self.scorer = Scorer(self.database)
        self.matches = [_finished(self.scorer), _ruled(self.scorer), _running(self.scorer)]
        self.token = self.link()

    def close(self) -> None:
        self.database.close()

    @property
    def book(self) -> str:
        with self.database.read() as session:
            return scorebooks.find_all(session, self.scorer.secret)[0].public_id

    def link(self) -> str:
        """The part after /r/ in the read link of the scorebook."""
        book = self.book
        with self.database.read() as session:
            return links.create_scorebook_link(session, SECRET_KEY, self.scorer.secret, book)

    def get(self, path: str, *, token: str | None = None, **headers: str) -> TestResponse:
        shown = {"Authorization": f"Bearer {self.token if token is None else token}"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.app.test_client().get(f"{V1}{path}", headers={**shown, **named})


def _finished(scorer: Scorer) -> str:
    opening = [Standing(450, 3), Standing(120, 3)]
    house = HouseRules.of(
        "partnership", failed_nil="help", big_bids=[{"at": 10, "made": 200, "set": -200}]
    )
    new = Match.start(
        house,
        ["Ann", "Ben", "Cleo", None],
        opening=opening,
        started=NOON + timedelta(hours=3),
        place="kitchen",
        utc_offset=60,
    )
    played = scorer.start(match=new)
    scorer.record(played, lambda match: match.bid([Bid(4), Bid(3), NIL, Bid(2)]))
    scorer.record(played, lambda match: match.record_tricks([6, None, 0, None], [None, 7]))
    return played


def _ruled(scorer: Scorer) -> str:
    played = scorer.start(["Ann", "Zoë"])
    scorer.record(played, lambda match: match.bid([Bid(5), NIL]).record_misdeal())
    scorer.record(played, lambda match: match.bid([Bid(5), NIL]))
    scorer.record(played, lambda match: match.record_tricks([12, 1]))
    ruling = Ruling(Incident.REVOKE, seat=0, tricks=3, to=1, note="second heart")
    scorer.record(played, lambda match: match.add_ruling(2, ruling))
    return played


def _running(scorer: Scorer) -> str:
    played = scorer.start()
    scorer.record(played, lambda match: match.bid(BIDS))
    return played
