"""Every page with a form, in a state in which the form can be sent."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator

from tests.clients import BIDS, Browser
from tests.reading import Form, Page
from tests.web.events.evening import Organiser


def every_form(browser: Browser) -> Iterator[Form]:
    """Yield each form that can change something, from a page that was just opened."""
    for scene, endings in SCENES:
        for ending in endings:
            yield browser.open(scene(browser)).forms_to(ending)[0]


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


def home(browser: Browser) -> str:
    """A start page that offers another match."""
    over(browser)
    return "/"


def new_partnership(_browser: Browser) -> str:
    return "/matches/new?game=partnership"


def new_two_player(_browser: Browser) -> str:
    return "/matches/new?game=two-player"


def bids(browser: Browser) -> str:
    match = browser.start_match()
    browser.play_hand(match)
    return match


def played(browser: Browser) -> str:
    """A match whose cards are played, one of the bids a nil."""
    match = browser.start_match()
    browser.send(browser.open(match).form("/bids"), **(BIDS | {"bid_2": "nil"}))
    return match


def tricks(browser: Browser) -> str:
    return f"{played(browser)}?by=side"


def tricks_by_player(browser: Browser) -> str:
    return f"{played(browser)}?by=player"


def changed_bids(browser: Browser) -> str:
    return f"{played(browser)}?change=bids"


def correction(browser: Browser) -> str:
    return f"{bids(browser)}/hands/1/correction?side_0=5&side_1=8"


def tally(browser: Browser) -> str:
    return f"{played(browser)}?by=trick"


def ruling(browser: Browser) -> str:
    return f"{played(browser)}/rulings?kind=revoke&noticed=later&seat=1&hand=1"


def ruled(browser: Browser) -> str:
    page = browser.open(ruling(browser))
    browser.send(page.form("/rulings"))
    return page.path.partition("?")[0]


def house_change(browser: Browser) -> str:
    return f"{bids(browser)}/rules/change?target=300&bag_carry=yes"


def voids(browser: Browser) -> str:
    return f"{played(browser)}/voids"


def over(browser: Browser) -> str:
    match = bids(browser)
    browser.send(browser.open(match).form("/end"))
    return match


def started(browser: Browser) -> str:
    return browser.start_match()


def names(browser: Browser) -> str:
    return f"{bids(browser)}/names"


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


def settings(_browser: Browser) -> str:
    return "/settings"


def clock(_browser: Browser) -> str:
    return "/settings/clock"


def shared(browser: Browser) -> str:
    return f"{bids(browser)}/share"


def book(browser: Browser) -> str:
    bids(browser)
    found = (re.match("/scorebooks/[^/]{22}", way) for way in browser.open("/settings").ways)
    return next(way[0] for way in found if way)


def reading(browser: Browser) -> str:
    return f"{book(browser)}/reading"


def recovery(browser: Browser) -> str:
    return f"{book(browser)}/recovery"


def phones(browser: Browser) -> str:
    return f"{book(browser)}/phones"


def several(browser: Browser) -> str:
    with_matches = book(browser).rpartition("/")[2]
    browser.send(browser.open("/scorebooks").form("/scorebooks"), name="Friday table")
    browser.send(browser.open("/scorebooks").form("/choice"), scorebook=with_matches)
    return "/scorebooks"


def door(_browser: Browser) -> str:
    return "/in"


def importing(browser: Browser) -> str:
    return f"{book(browser)}/import"


def note(browser: Browser) -> str:
    return f"{bids(browser)}/note"


def marked(browser: Browser) -> str:
    over(browser)
    return "/history?mark=yes"


def paper(_browser: Browser) -> str:
    return "/matches/paper"


def people(browser: Browser) -> str:
    over(browser)
    return "/players"


def new_evening(_browser: Browser) -> str:
    return "/events/new"


def check_in(browser: Browser) -> str:
    organiser = Organiser(browser)
    organiser.create()
    return f"{organiser.path}/people"


def seats(browser: Browser) -> str:
    organiser = Organiser(browser)
    organiser.create(9)
    # Shows the message that has a form of its own.
    organiser.open("/people")
    return f"{organiser.path}/seating"


def first_round(browser: Browser) -> str:
    path = seats(browser).removesuffix("/seating")
    Organiser(browser, path).start()
    browser.open(path)
    return path


def round_set_up(browser: Browser) -> str:
    return f"{first_round(browser)}/setup"


def results(browser: Browser) -> str:
    return f"{first_round(browser)}/results"


def table_result(browser: Browser) -> str:
    return f"{first_round(browser)}/rounds/1/tables/1"


def table(browser: Browser) -> str:
    return f"{first_round(browser)}/tables/1?deal=1"


def guide(browser: Browser) -> str:
    return f"{first_round(browser)}/guide"


def evening_links(browser: Browser) -> str:
    return f"{first_round(browser)}/links"


SCENES: tuple[tuple[Callable[[Browser], str], tuple[str, ...]], ...] = (
    (home, ("/rematch",)),
    (new_partnership, ("/matches",)),
    (new_two_player, ("/matches",)),
    (started, ("/retraction",)),
    (bids, ("/bids", "/undo", "/misdeal", "/end", "/deletion")),
    (names, ("/names",)),
    (player, ("/name", "/merge", "/look")),
    (people, ("/season",)),
    (note, ("/note",)),
    (marked, ("/place",)),
    (paper, ("/paper",)),
    (importing, ("/import",)),
    (merged, ("/parting",)),
    (deleted, ("/restoration",)),
    (tricks, ("/tricks", "/undo")),
    (tricks_by_player, ("/tricks",)),
    (changed_bids, ("/bids",)),
    (correction, ("/correction",)),
    (tally, ("/tally", "/undo")),
    (ruling, ("/rulings",)),
    (ruled, ("/withdrawal",)),
    (house_change, ("/change",)),
    (voids, ("/voids",)),
    (over, ("/rematch", "/undo")),
    (settings, ("/settings",)),
    (clock, ("/settings/clock",)),
    (shared, ("/links",)),
    (book, ("/name", "/departure", "/deletion")),
    (reading, ("/reading",)),
    (recovery, ("/recovery",)),
    (phones, ("/name",)),
    (several, ("/scorebooks", "/choice")),
    (door, ("/in",)),
    (new_evening, ("/events",)),
    (check_in, ("/people",)),
    (seats, ("/rounds",)),
    (round_set_up, ("/setup", "/removal", "/end", "/deletion")),
    (results, ("/results",)),
    (table_result, ("/1",)),
    (table, ("/match",)),
    (guide, ("/guide",)),
    (evening_links, ("/links", "/code")),
)
