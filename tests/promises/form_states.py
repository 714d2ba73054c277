"""Every page with a form, in a state in which the form can be sent."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator

from tests.clients import BIDS, Browser
from tests.reading import Form, Page
from tests.web.events.evening import Organiser


def every_form(browser: Browser) -> Iterator[Form]:
    """Yield each form that can change something, from a page that was just opened."""
    for scene, rest, *endings in SCENES:
        for ending in endings:
            yield browser.open(scene(browser) + rest).forms_to(ending)[0]


def crawl(browser: Browser, most: int = 150, states: int = 4) -> list[Page]:
    """Open every page that links lead to from the start page, the nearest first.

    A page that has its state in its address is opened in a few states only.
    """
    found: dict[str, Page] = {}
    opened: Counter[str] = Counter()
    waiting = deque(["/"])
    while waiting and len(found) < most:
        address = waiting.popleft()
        path = address.partition("?")[0]
        if address in found or opened[path] >= states:
            continue
        opened[path] += 1
        found[address] = browser.open(address)
        if found[address].is_html:
            waiting += found[address].ways
    return list(found.values())


def fresh(_browser: Browser) -> str:
    """Nothing that was done before."""
    return ""


def started(browser: Browser) -> str:
    return browser.start_match()


def bids(browser: Browser) -> str:
    """A match before its second hand."""
    match = browser.start_match()
    browser.play_hand(match)
    return match


def of_sides(browser: Browser) -> str:
    """A match whose partners bid together."""
    answer = browser.send(browser.new_match_form().filled(bids_by="side"))
    return answer.location


def played(browser: Browser) -> str:
    """A match whose cards are played, one of the bids a nil."""
    match = browser.start_match()
    browser.send(browser.open(match).form("/bids"), **(BIDS | {"bid_2": "nil"}))
    return match


def ruled(browser: Browser) -> str:
    rulings = f"{played(browser)}/rulings"
    page = browser.open(f"{rulings}?kind=revoke&noticed=later&seat=1&hand=1")
    browser.send(page.form("/rulings"))
    return rulings


def over(browser: Browser) -> str:
    match = bids(browser)
    browser.send(browser.open(f"{match}?change=end").form("/end"))
    return match


def home(browser: Browser) -> str:
    over(browser)
    return "/"


def player(browser: Browser) -> str:
    bids(browser)
    return next(link for link in browser.open("/players").links if link.startswith("/players/"))


def merged(browser: Browser) -> str:
    browser.start_match(("Jon", "Ben", "Cleo", "Dan"))
    browser.start_match(("John", "Ben", "Cleo", "Dan"))
    people = browser.open("/players")
    pages = {link.text.partition(" ")[0]: link.attributes["href"] for link in people.root.all("a")}
    john, jon = pages["John"], pages["Jon"]
    browser.send(browser.open(jon).form("/merge"), into=john.rpartition("/")[2])
    return john


def deleted(browser: Browser) -> str:
    match = bids(browser)
    browser.send(browser.open(match).form("/deletion"))
    browser.open("/")
    return match


def book(browser: Browser) -> str:
    bids(browser)
    found = (re.match("/scorebooks/[^/]{22}", way) for way in browser.open("/settings").ways)
    return next(way[0] for way in found if way)


def several(browser: Browser) -> str:
    with_matches = book(browser).rpartition("/")[2]
    browser.send(browser.open("/scorebooks").form("/scorebooks"), name="Friday table")
    browser.send(browser.open("/scorebooks").form("/choice"), scorebook=with_matches)
    return "/scorebooks"


def evening(browser: Browser) -> str:
    """A club evening of nine people before its first round."""
    organiser = Organiser(browser)
    organiser.create(9)
    # Shows the message that has a form of its own.
    organiser.open("/people")
    return organiser.path


def by_the_clock(browser: Browser) -> str:
    """A club evening in a round of 25 minutes."""
    organiser = Organiser(browser)
    organiser.create(9, length="minutes:25")
    organiser.seat()
    organiser.open()
    return organiser.path


def first_round(browser: Browser) -> str:
    organiser = Organiser(browser, evening(browser))
    organiser.seat()
    organiser.open()
    return organiser.path


def finished(browser: Browser) -> str:
    """The address of the start page, after an evening that counts for a season."""
    organiser = Organiser(browser, first_round(browser))
    browser.send(organiser.form("/setup", "/end"))
    return home(browser)


SCENES: tuple[tuple[Callable[[Browser], str], *tuple[str, ...]], ...] = (
    (home, "", "/rematch"),
    (fresh, "/matches/new?game=partnership", "/matches"),
    (fresh, "/matches/new?game=two-player", "/matches"),
    (started, "", "/retraction"),
    (bids, "", "/bids", "/undo", "/misdeal"),
    (bids, "?change=end", "/end"),
    (bids, "?change=dealer", "/dealer"),
    (of_sides, "", "/bids"),
    (bids, "", "/deletion"),
    (bids, "/names", "/names"),
    (player, "", "/name", "/merge", "/look"),
    (finished, "players", "/season"),
    (bids, "/note", "/note"),
    (home, "history?mark=yes", "/place"),
    (fresh, "/matches/paper", "/paper"),
    (book, "/import", "/import"),
    (merged, "", "/parting"),
    (deleted, "", "/restoration"),
    (played, "?by=side", "/tricks", "/undo"),
    (played, "?by=player", "/tricks"),
    (played, "?change=bids", "/bids"),
    (bids, "/hands/1/correction?side_0=5&side_1=8", "/correction"),
    (played, "?by=trick", "/tally", "/undo"),
    (played, "/rulings?kind=revoke&noticed=later&seat=1&hand=1", "/rulings"),
    (ruled, "", "/withdrawal"),
    (bids, "/rules/change?target=300&bag_carry=yes", "/change"),
    (played, "/judge?voids=yes", "/voids"),
    (over, "", "/rematch", "/undo"),
    (fresh, "/settings", "/settings"),
    (fresh, "/settings/clock", "/settings/clock"),
    (bids, "/share", "/links", "/seat"),
    (book, "", "/name", "/departure", "/deletion"),
    (book, "/reading", "/reading"),
    (book, "/recovery", "/recovery"),
    (book, "/phones", "/name"),
    (several, "", "/scorebooks", "/choice"),
    (fresh, "/in", "/in"),
    (fresh, "/events/new", "/events"),
    (evening, "/people", "/people"),
    (evening, "/seating", "/rounds"),
    (first_round, "/setup", "/setup", "/removal", "/end", "/deletion"),
    (by_the_clock, "", "/clock"),
    (first_round, "/results", "/results"),
    (first_round, "/rounds/1/tables/1", "/1"),
    (first_round, "/rounds/1/tables/1/seat", "/seat"),
    (first_round, "/tables/1?deal=1", "/match"),
    (first_round, "/guide", "/guide"),
    (first_round, "/links", "/links", "/code"),
)
"""What is done first, the rest of the address of a page after that, and the forms on that page."""
