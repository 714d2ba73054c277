"""Every screen, with matches at every step and names that are hard to show."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, Self

from scorekeeper.book.db.ids import new_public_id
from scorekeeper.rules import HouseRules, Incident, Match, Ruling, Standing, Taker, read_bid
from tests.browser.phone import Phone
from tests.browser.scorebook import Scorebook, record_hand, tonight
from tests.people import PLAYERS

HARD_NAMES = (
    "Wolfeschlegelsteinhausenbergerdorffer-Jr",
    "عبد الرحمن بن عبد الله بن محمد",
    "👩‍👩‍👧‍👦👩🏽‍🚀🏴‍☠️🇵🇭🎉🦄",
    "กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรา",
)


class Examples(SimpleNamespace):
    """The device of these matches as `secret`, and the id of each of MATCHES by its name."""

    @classmethod
    def create(cls, scorebook: Scorebook) -> Self:
        secret = new_public_id()
        ids = {name: scorebook.start(secret, make()) for name, make in MATCHES.items()}
        scorebook.undo(secret, ids["undone"])
        scorebook.hold_evening(secret, (*HARD_NAMES, *PLAYERS["partnership"]))
        return cls(secret=secret, **ids)


def _started(days_ago: int) -> datetime:
    return tonight() - timedelta(days=days_ago)


def _partners(days_ago: int, players: Sequence[str] = HARD_NAMES, **more: Any) -> Match:
    house = HouseRules.of("partnership", **more.pop("house", {}))
    return Match.start(house, players, started=_started(days_ago), first=3, **more)


def _bidding() -> Match:
    match = record_hand(_partners(0), (4, 3, "nil", 2), (6, 6), (None, None, 1, None))
    match = match.record_misdeal(match.started)
    match = record_hand(match, (4, 3, 3, 1), (9, 4))
    return record_hand(match, (5, "blind nil", 3, 4), (8, 5), (None, 0, None, None))


def _playing() -> Match:
    match = record_hand(_partners(1, house={"deck": "jokers 2D 2S"}), (4, 4, 3, 3), (5, 8))
    return match.bid([read_bid(bid) for bid in ("nil", 5, 4, 5)])


def _two_players() -> Match:
    house = HouseRules.of("two-player")
    match = Match.start(house, HARD_NAMES[:2], started=_started(2))
    match = record_hand(match, (5, "nil"), (None, None), (11, 2))
    return match.bid([read_bid("blind nil"), read_bid(8)])


def _tallying() -> Match:
    house = {"big_bids": [{"at": 10, "made": 200, "set": -100}], "revoke_penalty": "2 tricks"}
    match = record_hand(_partners(4, house=house), (4, 3, 3, 2), (8, 5))
    match = match.add_ruling(
        1, Ruling(Incident.REVOKE, 0, 2, 1, note="club under heart", noted=match.started)
    )
    match = match.bid([read_bid(bid) for bid in (4, 3, "nil", 2)])
    for taken in (Taker(0), Taker(1), Taker(1), Taker(0, 2)):
        match = match.note_trick(taken)
    return match


def _tallied() -> Match:
    return record_hand(_partners(8), (4, 4, 3, "nil"), (7, 5), (None, None, None, 1))


def _six() -> Match:
    players = (*HARD_NAMES, "Eve", "Finn")
    house = HouseRules.of("six-handed", deck="jokers")
    match = Match.start(house, players, started=_started(5), first=0)
    return record_hand(match, (2, 3, 2, 3, "nil", 3), (7, 6, 5), (None,) * 4 + (0, None))


def _solo() -> Match:
    match = Match.start(HouseRules.of("solo"), HARD_NAMES, started=_started(6), first=0)
    match = record_hand(match, (3, "nil", 3, 3), (None,) * 4, (4, 2, 4, 3))
    return match.bid([read_bid(bid) for bid in (4, 3, "nil", 5)])


def _tied() -> Match:
    opening = [Standing(430, 3), Standing(440, 9)]
    return record_hand(_partners(3, PLAYERS["partnership"], opening=opening), (4, 3, 3, 3), (7, 6))


def _over() -> Match:
    match = _partners(40, house={"failed_nil": "help", "target": 250, "bag_limit": 5})
    match = record_hand(match, (4, 4, 3, 3), (8, 5))
    match = record_hand(match, ("nil", 5, 4, 5), (4, 9), (0, None, None, None))
    return record_hand(match, (4, 4, 3, 3), (8, 5))


def _lost() -> Match:
    match = _partners(70, PLAYERS["partnership"])
    match = record_hand(match, (3, 6, 2, 4), (8, 5))
    return record_hand(match, (3, 6, 2, 4), (8, 5))


def _drawing() -> Match:
    return Match.start(HouseRules.of("two-player"), HARD_NAMES[:2], started=_started(7))


MATCHES: dict[str, Callable[[], Match]] = {
    "undone": _tallied,
    "over": _over,
    "lost": _lost,
    "tied": _tied,
    "two_players": _two_players,
    "tallying": _tallying,
    "six": _six,
    "solo": _solo,
    "drawing": _drawing,
    "bidding": _bidding,
    "playing": _playing,
}
Screen = Callable[[Phone, Examples], None]


def _at(path: str) -> Screen:
    """Return a screen at an address; it refers to matches by their example names."""
    return lambda phone, examples: phone.open(path.format(examples=examples)) and None


def _menu(phone: Phone, examples: Examples) -> None:
    phone.open(f"/matches/{examples.bidding}")
    phone.tap(phone.page.locator("nav summary"))


def _sheet(phone: Phone, examples: Examples) -> None:
    phone.open(f"/matches/{examples.bidding}")
    phone.tap(phone.page.locator("details[id^=hand-] > summary").first)


def _share_sheet(phone: Phone, examples: Examples) -> None:
    phone.open(f"/matches/{examples.playing}/share")
    phone.tap(phone.page.locator(".phone > summary"))


def _of_scorebook(page: str) -> Screen:
    """Return a screen below Settings, for the example scorebook."""

    def open_it(phone: Phone, _world: Examples) -> None:
        phone.open("/settings")
        _open_details(phone)
        link = phone.page.locator("a[href^='/scorebooks/']")
        named = link.and_(phone.page.locator(f"[href$='{page}']")) if page else link
        phone.tap_through(named.last)

    return open_it


def _narrowed(phone: Phone, examples: Examples) -> None:
    phone.open("/history?game=partnership&place=&from=2020-01-01")
    phone.tap(phone.page.locator(".search summary"))


def _open_details(phone: Phone) -> None:
    phone.page.locator("main details").evaluate_all("all => all.forEach(one => one.open = true)")


def _season(phone: Phone, examples: Examples) -> None:
    phone.open("/season")
    _open_details(phone)


def _player(phone: Phone, examples: Examples) -> None:
    phone.open("/players")
    phone.tap_through(phone.page.locator("a.rank").first)
    _open_details(phone)


def _together(phone: Phone, examples: Examples) -> None:
    phone.open("/players?by=pairs")
    phone.tap_through(phone.page.locator("a.rank").first)


def _import_checked(phone: Phone, examples: Examples) -> None:
    _of_scorebook("/import")(phone, examples)
    phone.page.locator("input[type=file]").set_input_files(
        {"name": "all.jsonl", "mimeType": "text/plain", "buffer": b"{}\n"}
    )
    phone.tap_through(phone.page.locator("main form button"))
    phone.page.get_by_role("alert").wait_for()


def _import_in_progress(phone: Phone, examples: Examples) -> None:
    language = phone.page.evaluate("navigator.language")
    html = phone.scorebook.render_progress(examples.secret, language)
    phone.page.route("**/progress", lambda route: route.fulfill(body=html), times=1)
    phone.open("/progress")
    phone.page.locator("progress").wait_for()


def _recovery_code(phone: Phone, examples: Examples) -> None:
    _of_scorebook("/recovery")(phone, examples)
    phone.tap_through(phone.page.locator("main form button"))


def _new_match_in_full(phone: Phone, _world: Examples) -> None:
    phone.open("/matches/new?game=partnership")
    _open_details(phone)


def _new_match_refused(phone: Phone, examples: Examples) -> None:
    phone.open("/matches/new?game=two-player")
    fields = phone.page.locator("[name^=player_]")
    fields.evaluate_all("all => all.forEach(one => one.value = 'A')")
    with phone.page.expect_navigation():
        fields.first.evaluate("one => one.form.submit()")


def _bids_refused(phone: Phone, examples: Examples) -> None:
    phone.open(f"/matches/{examples.bidding}")
    phone.page.locator("form.face").evaluate("form => form.requestSubmit()")
    phone.page.wait_for_selector("main [role=alert]")


def _blind_bids(phone: Phone, examples: Examples) -> None:
    phone.open(f"/matches/{examples.tied}")
    phone.tap(phone.page.locator("fieldset:has(.bidder__none:checked) [data-blind]").first)


def _conflict(phone: Phone, examples: Examples) -> None:
    phone.open(f"/matches/{examples.playing}?by=side")
    phone.page.locator("[name=version]").evaluate_all("all => all.forEach(one => one.value = '0')")
    phone.tap(phone.key("seat_0", 1))
    phone.tap(phone.key("side_0", 5))
    phone.page.wait_for_selector("main [role=alert]")


def _outlook(phone: Phone, examples: Examples) -> None:
    phone.open(f"/matches/{examples.playing}/outlook")
    _open_details(phone)


def _void_tracker(phone: Phone, examples: Examples) -> None:
    phone.open(f"/matches/{examples.playing}/voids?trick=3")
    phone.tap_through(phone.page.locator("button[value='out-0-H']"))
    phone.tap_through(phone.page.locator("button[value='out-1-S']"))
    phone.open(f"/matches/{examples.playing}/voids?trick=6")
    phone.tap_through(phone.page.locator("button[value='played-0-H']"))


SCREENS: dict[str, Screen] = {
    "home": _at("/"),
    "new match": _at("/matches/new"),
    "new match in full": _new_match_in_full,
    "paper sheet": _at("/matches/paper"),
    "paper sheet of four alone": _at("/matches/paper?game=solo"),
    "new match refused": _new_match_refused,
    "bids": _at("/matches/{examples.bidding}"),
    "bids after a tie": _at("/matches/{examples.tied}"),
    "bids refused": _bids_refused,
    "blind bids": _blind_bids,
    "bids changed": _at("/matches/{examples.playing}?change=bids"),
    "board": _at("/matches/{examples.playing}"),
    "board of two": _at("/matches/{examples.two_players}"),
    "tricks with a nil": _at("/matches/{examples.playing}?by=side"),
    "tricks by player": _at("/matches/{examples.playing}?by=player"),
    "tricks of two": _at("/matches/{examples.two_players}?by=side"),
    "tricks undone": _at("/matches/{examples.undone}"),
    "conflict": _conflict,
    "menu": _menu,
    "hand explained": _sheet,
    "end": _at("/matches/{examples.playing}?change=end"),
    "dealer of six": _at("/matches/{examples.six}?change=dealer"),
    "correction": _at("/matches/{examples.bidding}/hands/1/correction"),
    "correction previewed": _at(
        "/matches/{examples.over}/hands/1/correction?bid_0=4&bid_1=4&bid_2=3&bid_3=3&side_0=5&side_1=8"
    ),
    "over": _at("/matches/{examples.over}"),
    "lost": _at("/matches/{examples.lost}"),
    "history": _at("/history"),
    "history narrowed": _narrowed,
    "several marked": _at("/history?mark=yes"),
    "nothing found": _at("/history?name=Zeno"),
    "what if": _at("/matches/{examples.over}/what-if?preset=cookout"),
    "place and note": _at("/matches/{examples.over}/note"),
    "players": _at("/players"),
    "pairs": _at("/players?by=pairs"),
    "season": _season,
    "player": _player,
    "two together": _together,
    "bids of six": _at("/matches/{examples.six}"),
    "board of four alone": _at("/matches/{examples.solo}"),
    "tricks of four alone": _at("/matches/{examples.solo}?by=side"),
    "new match of six": _at("/matches/new?game=six-handed"),
    "tally": _at("/matches/{examples.tallying}"),
    "referee": _at("/matches/{examples.tallying}/referee"),
    "rulings": _at("/matches/{examples.tallying}/rulings"),
    "ruling asked": _at("/matches/{examples.tallying}/rulings?kind=early+spade"),
    "ruling answered": _at("/matches/{examples.tallying}/rulings?kind=revoke&noticed=later"),
    "ruling previewed": _at(
        "/matches/{examples.tallying}/rulings?kind=revoke&noticed=later&seat=0&hand=1"
    ),
    "rule card": _at("/matches/{examples.tallying}/rules"),
    "lesson": _at("/how-spades-works?game=six-handed"),
    "house rules changed": _at("/matches/{examples.tallying}/rules/change"),
    "house rules previewed": _at("/matches/{examples.tallying}/rules/change?target=400&floor="),
    "outlook before the bids": _at("/matches/{examples.bidding}/outlook"),
    "outlook": _outlook,
    "outlook of four alone": _at("/matches/{examples.solo}/outlook"),
    "judge": _at("/matches/{examples.playing}/judge"),
    "judge of a trick": _at("/matches/{examples.playing}/judge?leads=0&cards=BJ-2D-5S"),
    "judge of a hand": _at(
        "/matches/{examples.playing}/judge?leads=0&whole=yes&cards=AH-2C-5H-KH-AD-3H"
    ),
    "judge with known cards": _at(
        "/matches/{examples.playing}/judge?leads=1&whole=yes&holder=0&cards=3C-4C-5C"
        "&holding=AH-KH-QH-JH-10H-9H-8H-7H-6H-AS-2S-AC-2C"
    ),
    "judge's cards": _at("/matches/{examples.playing}/judge?holder=0&enter=yes&holding=AS-KH"),
    "judge refused": _at("/matches/{examples.playing}/judge?leads=0&cards=AS-AS"),
    "void tracker": _void_tracker,
    "drawing": _at("/matches/{examples.drawing}/drawing?turn=5&did=keep"),
    "settings": _at("/settings"),
    "clock": _at("/settings/clock"),
    "share sheet": _share_sheet,
    "scorebook": _of_scorebook(""),
    "scorebooks": _at("/scorebooks"),
    "phones": _of_scorebook("/phones"),
    "reading": _of_scorebook("/reading"),
    "files": _of_scorebook("/files"),
    "import": _of_scorebook("/import"),
    "import in progress": _import_in_progress,
    "import checked": _import_checked,
    "another phone": _of_scorebook("/another-phone"),
    "recovery code": _recovery_code,
    "not found": _at("/matches/nothing"),
}
"""Every screen by name, and how to open it."""
ON_OTHERS = {
    *("judge of a trick", "judge refused", "correction", "house rules changed", "ruling answered"),
    *("board of two", "tricks of two", "lost", "bids after a tie", "import"),
}
"""Screens whose parts are all on others too."""
EXPECTED_AT = ("400", "404", "409", "422")
