"""Draws every face, for the README and for whoever changes one: `python docs/pictures.py`.

Those of the README are written beside this file. With a folder, all faces are written there, at
the sizes, in the schemes and languages named after it, in any order:
`python docs/pictures.py /tmp/faces 390x844 844x390 dark de`.
It needs the extra `dev`, and Chromium at /usr/bin/chromium.
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
"""Faces shown in the README and the player guide."""
TAPPED = {"bids": ("3", "4")}
"""What is tapped on a face before it is looked at."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
LONG = ("Maximiliane-Alexandra", "Bartholomäus Maria", "Anna-Katharina", "Konstantin-Friedrich")
NOBODY = (None, None, None, None)
ANN = select(PLAYERS.c.public_id).where(PLAYERS.c.name == "Ann")


@dataclass(frozen=True)
class Look:
    """How the faces are looked at."""

    size: str = "390x844"
    scheme: Any = "light"
    language: str = "en"

    @property
    def viewport(self) -> Any:
        """The width and the height of the screen."""
        return dict(zip(("width", "height"), map(int, self.size.split("x")), strict=True))

    def __str__(self) -> str:
        return f"{self.size}-{self.scheme}-{self.language}"


def draw(wishes: list[str]) -> None:
    """Write the pictures of the README, or all faces into a folder as they are wished."""
    with served() as (address, device, faces), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        if wishes:
            folder = Path(wishes[0])
            folder.mkdir(parents=True, exist_ok=True)
            for look in looks(wishes[1:]):
                names = {face: folder / f"{face}-{look}.png" for face in faces}
                photograph(chromium, address, device, faces, names, look)
        else:
            names = {face: HERE / f"{face}.jpg" for face in README}
            photograph(chromium, address, device, faces, names, Look())
        chromium.close()


def looks(wishes: list[str]) -> Iterator[Look]:
    """Return every wished size in every wished scheme and language."""
    sizes = [wish for wish in wishes if wish[0].isdigit()] or [Look.size]
    schemes = [wish for wish in wishes if wish in ("light", "dark")] or [Look.scheme]
    languages = [wish for wish in wishes if wish in ("en", "de", "fil")] or [Look.language]
    for size in sizes:
        for scheme in schemes:
            yield from (Look(size, scheme, language) for language in languages)


def photograph(
    chromium: Browser,
    address: str,
    device: str,
    faces: dict[str, str],
    names: dict[str, Path],
    look: Look,
) -> None:
    """Open each face and write what is seen of it."""
    with chromium.new_context(
        base_url=address,
        viewport=look.viewport,
        has_touch=True,
        locale=look.language,
        color_scheme=look.scheme,
        reduced_motion="reduce",
    ) as context:
        page = context.new_page()
        # Who was never here sees the first visit.
        for face, name in sorted(names.items(), key=lambda one: one[0] not in ("first", "how")):
            if face not in ("first", "how"):
                cookie = {"name": "scorekeeper_device", "value": device, "url": address}
                context.add_cookies([cookie])
            page.goto(faces[face])
            for value in TAPPED.get(face, ()):
                asked = page.locator(".bidder:has(.bidder__none:checked)").first
                asked.locator(f".key:has([value='{value}'])").tap()
            page.wait_for_timeout(400)
            page.screenshot(path=name, **({"quality": 80} if name.suffix == ".jpg" else {}))


@contextmanager
def served() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Serve the demonstration and a match for each face; give address, device and paths."""
    with tempfile.TemporaryDirectory() as folder:
        config = Config.from_environment({"SCOREKEEPER_DATA": folder, "SCOREKEEPER_HOSTED": "1"})
        prepare(config.database_url)
        app = create_app(config)
        device = Secret(new_public_id())
        with closing(app.extensions["database"]) as database:
            with database.write() as session:
                add_matches(session, device, datetime.now(UTC))
                faces = {
                    "first": "/",
                    "how": "/how-spades-works",
                    "home": "/",
                    "history": "/history",
                    "players": "/players",
                    "player": f"/players/{session.scalars(ANN).one()}",
                    "new": "/matches/new",
                    **{
                        name: f"/matches/{kept(session, device, match)}{rest}"
                        for name, (match, rest) in scenes().items()
                    },
                }
            server = waitress.create_server(app, host="127.0.0.1", port=0)
            Thread(target=server.run, daemon=True).start()
            yield f"http://127.0.0.1:{server.effective_port}", device, faces
            server.close()


def kept(session: Session, device: Secret, match: Match) -> str:
    """Write a match into the scorebook and return its id."""
    return matches.start_match(session, device, Submission.of(new_public_id(), None, ()), match)


def scenes() -> dict[str, tuple[Match, str]]:
    """Return a match for each face, and what its address asks for."""
    new = begun(opening=[Standing(342, 2), Standing(287, 7)])
    saved = bid(new, 3, 3, 4, 2).record_tricks(NOBODY, (8, 5))
    early = begun(opening=[Standing(61, 1), Standing(83, 3)])
    nil = bid(new, 4, 4, 3, "nil")
    plain = bid(new, 4, 3, 3, 2)
    long = begun(players=LONG, opening=[Standing(-142, 2), Standing(287, 7)])
    over = bid(begun(opening=[Standing(110, 2), Standing(212, 4)]), 4, 4, 3, 2)
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
        "bids-of-two": (begun("two-player"), ""),
        "bids-of-six": (begun("six-handed"), ""),
        "bids-long": (long, ""),
        "hand-bid": (early, ""),
        "hand-play": (bid(early, 4, 3, 3, 2), ""),
        "hand-count": (bid(early, 4, 3, 3, 2), "?by=side"),
        "board": (nil, ""),
        "board-of-two": (bid(begun("two-player"), 5, "nil"), ""),
        "board-of-six": (bid(begun("six-handed"), 2, 3, 3, 2, "nil", 3), ""),
        "board-alone": (bid(begun("solo"), 3, 3, 3, "nil"), ""),
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


def begun(game: str = "partnership", players: tuple[str, ...] = NAMES, **more: Any) -> Match:
    """Return a match that begins now."""
    house = HouseRules.of(game)
    return Match.start(house, players[: house.game.seats], started=datetime.now(UTC), **more)


def bid(match: Match, *bids: int | str) -> Match:
    """Return the match with the bids of its next hand."""
    return match.bid([read_bid(one) for one in bids])


if __name__ == "__main__":
    draw(sys.argv[1:])
