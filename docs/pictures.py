"""Takes pictures of all views: `python docs/pictures.py`.

Without arguments, writes those of README and the guides to this folder. With a folder, writes
all views there, in the sizes, colour schemes and languages that follow, in any order:
`python docs/pictures.py /tmp/views 390x844 844x390 dark de`.
Needs the extra `dev`, and Chromium at /usr/bin/chromium.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import waitress
from playwright.sync_api import Browser, sync_playwright
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.book.access.event_refs import find_event
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.events import entrants, events, rounds
from scorekeeper.book.events.event_loader import load_event
from scorekeeper.book.joining import links
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import EVENTS, PLAYERS
from scorekeeper.config import Config
from scorekeeper.demo.demo import add_matches
from scorekeeper.rules import HouseRules, Match, Standing, Taker, read_bid
from scorekeeper.rules.presets import limit_match
from scorekeeper.rules.seating.event import Event, EventKind, EventWay, TableResult
from scorekeeper.rules.seating.next_round import seat_next_round

HERE = Path(__file__).parent
README = (
    *("board", "bids", "over", "hand-bid", "hand-play", "hand-count", "player"),
    *("season-book", "club-round", "club-seating", "club-guide", "club-season"),
)
"""Views shown in README and the guides, as on a phone."""
TELEVISION = "club-television"
NEW_VISITS = ("first", "how", "club-guide")
"""Views of a phone without access."""
TAPPED = {"bids": ("3", "4")}
"""Keys to tap on a view before its picture is taken."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
GUESTS = ("Gus", "Ida", "Jo", "Kim", "Leo", "Max", "Nia", "Oz", "Pia", "Quin", "Rosa")
RESULTS = ((312, 250), (310, 287), (341, 96), (264, 198), (275, 241), (330, -42), (305, 222))
LONG = ("Maximiliane-Alexandra", "Bartholomäus Maria", "Anna-Katharina", "Konstantin-Friedrich")
NOBODY = (None, None, None, None)
WEEKS = 6
EVENINGS = (("Tuesday club", "tuesday-club-evening-1"), ("Friday club", "friday-club-evening-01"))
CLEO = select(PLAYERS.c.public_id).where(PLAYERS.c.name == "Cleo")


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
            names = {TELEVISION: HERE / f"{TELEVISION}.jpg"}
            photograph(chromium, address, device, views, names, Look("1024x576"))
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
        for view, name in sorted(names.items(), key=lambda item: item[0] not in NEW_VISITS):
            if view not in NEW_VISITS:
                cookie = {"name": "scorekeeper_device", "value": device, "url": address}
                context.add_cookies([cookie])
            page.goto(views[view])
            for value in TAPPED.get(view, ()):
                bidder = page.locator(".bidder:has(.bidder__none:checked)").first
                bidder.locator(f".key:has([value='{value}'])").tap()
            if view == "club-guide":
                page.get_by_role("button", name="Ann", exact=True).tap()
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
                seated, running = (store_evening(session, device, *evening) for evening in EVENINGS)
                start_third_round(session, device, running)
                ended = [hold_evening(session, device, week) for week in range(1, WEEKS + 1)]
                ref = find_event(session, device, running)
                link = links.sign_event_link(str(app.secret_key), ref, "e")
                views = {
                    "first": "/",
                    "how": "/how-spades-works",
                    "home": "/",
                    "history": "/history",
                    "players": "/players",
                    "player": f"/players/{session.scalars(CLEO).one()}",
                    "season-book": "/book/all",
                    "new": "/matches/new",
                    "club-setup": "/events/new",
                    "club-people": f"/events/{running}/people",
                    "club-seating": f"/events/{seated}/seating",
                    "club-round": f"/events/{running}",
                    "club-results": f"/events/{running}/results",
                    "club-guide": f"/e/{link}",
                    "club-season": "/season",
                    "club-final": f"/events/{ended[0]}/standings",
                    TELEVISION: f"/events/{running}/board",
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
    return matches.start_match(session, device, Submission.of(new_public_id(), ()), match)


def store_evening(
    session: Session, device: Secret, name: str, public_id: str, first: int = 0
) -> str:
    """Store an evening of 17 people after two rounds, and return its public id.

    The person with the `first` lot and those after them sit together.
    """
    house = limit_match(HouseRules.of("partnership"), {"hand_limit": 8})
    planned = Event("", EventKind.SINGLES, 5, None, (), house=house, way=EventWay.ROUNDS)
    event = events.create_event(session, device, name, planned, public_id)
    entrants.add_entrants(session, device, event, [(one,) for one in NAMES + GUESTS])
    # The same seating, and so the same picture, each time.
    stored = events.lock_event(session, device, event)
    people = stored.event.entrants
    lots = tuple(replace(one, lot=(first - one.number) % len(people)) for one in people)
    events.save_event(session, stored, replace(stored.event, entrants=lots))
    for points in (RESULTS[:4], RESULTS[3:]):
        start_round(session, device, event)
        type_results(session, device, event, points)
    return event


def hold_evening(session: Session, device: Secret, weeks_ago: int) -> str:
    """Store an evening that ended some weeks ago, and return its public id."""
    public_id = f"friday-club-evening-{weeks_ago:_>2}"
    event = store_evening(session, device, "Friday club", public_id, first=5 * weeks_ago)
    events.set_ended(session, device, event, is_ended=True)
    started = datetime.now(UTC) - timedelta(weeks=weeks_ago)
    session.execute(update(EVENTS).values(started_at=started).where(EVENTS.c.public_id == event))
    return event


def start_third_round(session: Session, device: Secret, event: str) -> None:
    """Start a round in which a table is done, two play and one has not begun."""
    start_round(session, device, event)
    type_results(session, device, event, RESULTS[:1])
    for table, hands in ((2, 5), (3, 3)):
        form = Submission.of(new_public_id(), ())
        public_id = rounds.start_table_match(session, device, form, event, table)
        for number in range(hands):
            record(session, device, public_id, lambda match: bid(match, 4, 3, 3, 2))
            taken = (7 + number % 2, 6 - number % 2)
            record(
                session,
                device,
                public_id,
                lambda match, taken=taken: match.record_tricks(NOBODY, taken),
            )


def start_round(session: Session, device: Secret, event: str) -> None:
    """Start the next round as it is seated."""
    stored = load_event(session, find_event(session, device, event))
    number, revision = stored.event.next_number, stored.ref.revision
    rounds.start_round(session, device, event, number, revision, seat_next_round(stored.event))


def type_results(
    session: Session, device: Secret, event: str, results: Iterable[tuple[int, int]]
) -> None:
    """Type the results of the first tables of the latest round; the player who came first wins."""
    latest = load_event(session, find_event(session, device, event)).event.latest
    assert latest is not None
    typed = {
        (latest.number, table.number): TableResult.of_points(*points[:: 1 - 2 * (first % 2)])
        for table, points in zip(latest.tables, results, strict=False)
        for first in [table.seats.index(min(table.seats))]
    }
    rounds.save_results(session, device, event, typed, dict.fromkeys(typed))


def record(
    session: Session, device: Secret, public_id: str, change: Callable[[Match], Match]
) -> None:
    """Record the next bids or tricks of a match."""
    stored = matches.load(session, matches.find_match(session, device, public_id))
    form = Submission.of(new_public_id(), ())
    matches.record(session, device, stored, change(stored.match), form)


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
        "end": (plain, "?change=end"),
        "end-alone": (start("solo"), "?change=end"),
        "dealer": (saved, "?change=dealer"),
        "dealer-of-six": (start("six-handed"), "?change=dealer"),
        "correction": (saved, "/hands/1/correction"),
        "referee": (plain, "/referee"),
        "judge": (plain, "/judge?leads=0&cards=AS-2H-5S"),
        "rules": (plain, "/rules"),
        "over": (over, ""),
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
