"""Takes pictures of all views: `python docs/pictures.py`.

Without arguments, writes those of README and the player guide to this folder. With a folder, writes
all views there, in the sizes, colour schemes and languages that follow, in any order:
`python docs/pictures.py /tmp/views 390x844 844x390 dark de`.
Needs the extra `dev`, and Chromium at /usr/bin/chromium.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

import waitress
from playwright.sync_api import Browser, sync_playwright
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import PLAYERS
from scorekeeper.config import Config
from scorekeeper.demo.demo import add_matches
from scorekeeper.rules import HouseRules, Match, Standing, Taker, read_bid

HERE = Path(__file__).parent
README = ("board", "bids", "over", "hand-bid", "hand-play", "hand-count", "review", "player")
"""Views shown in README and the player guide."""
TAPPED = {"bids": ("3", "4")}
"""Keys to tap on a view before its picture is taken."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
LONG = ("Maximiliane-Alexandra", "Bartholomäus Maria", "Anna-Katharina", "Konstantin-Friedrich")
NOBODY = (None, None, None, None)
ANN = select(PLAYERS.c.public_id).where(PLAYERS.c.name == "Ann")


@dataclass(frozen=True)
class Look:
    """The screen of a picture: size, colour scheme and language."""

    size: str = "390x844"
    scheme: Any = "light"
    language: str = "en"

    @property
    def viewport(self) -> Any:
        """Width and height of the screen in CSS pixels."""
        return dict(zip(("width", "height"), map(int, self.size.split("x")), strict=True))

    def __str__(self) -> str:
        return f"{self.size}-{self.scheme}-{self.language}"


def take_pictures(arguments: list[str]) -> None:
    """Write the pictures of README and guide, or all views in the requested looks."""
    with serve_examples() as (address, device, views), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        if arguments:
            folder = Path(arguments[0])
            folder.mkdir(parents=True, exist_ok=True)
            for look in looks(arguments[1:]):
                names = {view: folder / f"{view}-{look}.png" for view in views}
                photograph(chromium, address, device, views, names, look)
        else:
            names = {view: HERE / f"{view}.jpg" for view in README}
            photograph(chromium, address, device, views, names, Look())
        chromium.close()


def looks(arguments: list[str]) -> Iterator[Look]:
    """Yield every requested size in every requested scheme and language."""
    sizes = [text for text in arguments if text[0].isdigit()] or [Look.size]
    schemes = [text for text in arguments if text in ("light", "dark")] or [Look.scheme]
    languages = [text for text in arguments if text in ("en", "de", "fil")] or [Look.language]
    for size in sizes:
        for scheme in schemes:
            yield from (Look(size, scheme, language) for language in languages)


def photograph(
    chromium: Browser,
    address: str,
    device: str,
    views: dict[str, str],
    names: dict[str, Path],
    look: Look,
) -> None:
    """Open each view and write its picture."""
    with chromium.new_context(
        base_url=address,
        viewport=look.viewport,
        has_touch=True,
        locale=look.language,
        color_scheme=look.scheme,
        reduced_motion="reduce",
    ) as context:
        page = context.new_page()
        # The first visit comes before the cookie that identifies the device.
        for view, name in sorted(names.items(), key=lambda item: item[0] not in ("first", "how")):
            if view not in ("first", "how"):
                cookie = {"name": "scorekeeper_device", "value": device, "url": address}
                context.add_cookies([cookie])
            page.goto(views[view])
            for value in TAPPED.get(view, ()):
                bidder = page.locator(".bidder:has(.bidder__none:checked)").first
                bidder.locator(f".key:has([value='{value}'])").tap()
            page.wait_for_timeout(400)
            page.screenshot(path=name, **({"quality": 80} if name.suffix == ".jpg" else {}))


@contextmanager
def serve_examples() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Serve the demo and a match for each view; yield address, device and paths."""
    with tempfile.TemporaryDirectory() as folder:
        config = Config.from_environment({"SCOREKEEPER_DATA": folder, "SCOREKEEPER_HOSTED": "1"})
        prepare(config.database_url)
        app = create_app(config)
        device = Secret(new_public_id())
        with closing(app.extensions["database"]) as database:
            with database.write() as session:
                add_matches(session, device, datetime.now(UTC))
                views = {
                    "first": "/",
                    "how": "/how-spades-works",
                    "home": "/",
                    "history": "/history",
                    "players": "/players",
                    "player": f"/players/{session.scalars(ANN).one()}",
                    "new": "/matches/new",
                    **{
                        name: f"/matches/{store(session, device, match)}{rest}"
                        for name, (match, rest) in scenes().items()
                    },
                }
            server = waitress.create_server(app, host="127.0.0.1", port=0)
            Thread(target=server.run, daemon=True).start()
            yield f"http://127.0.0.1:{server.effective_port}", device, views
            server.close()


def store(session: Session, device: Secret, match: Match) -> str:
    """Store a match and return its public id."""
    return matches.start_match(session, device, Submission.of(new_public_id(), None, ()), match)


def scenes() -> dict[str, tuple[Match, str]]:
    """Return a match for each view, and the rest of its address."""
    new = start(opening=[Standing(342, 2), Standing(287, 7)])
    saved = bid(new, 3, 3, 4, 2).record_tricks(NOBODY, (8, 5))
    early = start(opening=[Standing(61, 1), Standing(83, 3)])
    nil = bid(new, 4, 4, 3, "nil")
    plain = bid(new, 4, 3, 3, 2)
    long = start(players=LONG, opening=[Standing(-142, 2), Standing(287, 7)])
    over = bid(start(opening=[Standing(110, 2), Standing(212, 4)]), 4, 4, 3, 2)
    over = over.record_tricks(NOBODY, (8, 5))
    for bids, piles in (
        ((3, 5, 4, 2), (5, 8)),
        ((5, 3, 3, 2), (9, 4)),
        ((4, 3, 2, 4), (5, 8)),
        ((6, 2, 4, 1), (11, 2)),
        ((3, 3, 4, 4), (6, 7)),
        ((5, 3, 3, 2), (8, 5)),
        ((5, 2, 4, 3), (10, 3)),
        ((6, 2, 4, 2), (10, 3)),
        ((5, 2, 4, 2), (9, 4)),
    ):
        over = bid(over, *bids).record_tricks(NOBODY, piles)
    return {
        "bids": (saved, ""),
        "bids-of-two": (start("two-player"), ""),
        "bids-of-six": (start("six-handed"), ""),
        "bids-long": (long, ""),
        "hand-bid": (early, ""),
        "hand-play": (bid(early, 4, 3, 3, 2), ""),
        "hand-count": (bid(early, 4, 3, 3, 2), "?by=side"),
        "board": (nil, ""),
        "board-of-two": (bid(start("two-player"), 5, "nil"), ""),
        "board-of-six": (bid(start("six-handed"), 2, 3, 3, 2, "nil", 3), ""),
        "board-alone": (bid(start("solo"), 3, 3, 3, "nil"), ""),
        "board-long": (bid(long, 4, 4, 3, "nil"), ""),
        "tricks": (plain, "?by=side"),
        "tricks-nil": (nil, "?by=side"),
        "tricks-by-player": (plain, "?by=player"),
        "tally": (nil.note_trick(Taker(0)), ""),
        "correction": (saved, "/hands/1/correction"),
        "referee": (plain, "/referee"),
        "judge": (plain, "/judge?leads=0&cards=AS-2H-5S"),
        "rules": (plain, "/rules"),
        "over": (over, ""),
        "review": (over, "/review"),
    }


def start(game: str = "partnership", players: tuple[str, ...] = NAMES, **more: Any) -> Match:
    """Return a match that starts now."""
    house = HouseRules.of(game)
    return Match.start(house, players[: house.game.seats], started=datetime.now(UTC), **more)


def bid(match: Match, *bids: int | str) -> Match:
    """Return the match with the bids for its next hand."""
    return match.bid([read_bid(one) for one in bids])


if __name__ == "__main__":
    take_pictures(sys.argv[1:])
