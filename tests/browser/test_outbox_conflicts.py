"""Entries that the server does not take: it has them already, or people choose."""

import json
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Route, expect

from scorekeeper.rules import match_file
from tests.browser.offline.steps import open_again
from tests.browser.phone import Phone, Watch, arrive_but_lose_the_answer
from tests.outbox import bids, tricks

IS_SENT = """async id => {
  const store = await import(document.getElementById("notice").dataset.store);
  return !(await store.read("outbox", id));
}"""
SEND = """async ([id, box]) => {
  const store = await import(document.getElementById("notice").dataset.store);
  await store.changeOutbox(id, () => box);
  store.send();
}"""
FORGET = """async id => {
  const store = await import(document.getElementById("notice").dataset.store);
  await store.changeOutbox(id, () => null);
}"""
SENDING = """async () => {
  const store = await import(document.getElementById("notice").dataset.store);
  await store.send();
}"""
DIFFERENT = "Someone else saved something different. If you keep theirs, yours is saved as a file."
APART = "The match has changed, and your hands no longer fit. They are saved as a file."
DELETED = (
    "This match was deleted. Restore it to save your hands. If you don’t, they are saved as a file."
)
SIDES = pytest.mark.parametrize("table", [{"bids_by": "side", "board": 4}], indirect=True)
PREVIEW_400 = """form => {
  const query = new URLSearchParams(new FormData(form));
  query.set("target", 400);
  location.href = `${form.action}?${query}`;
}"""


@pytest.fixture
def table(phones: Any, watch: Watch, request: pytest.FixtureRequest) -> tuple[Phone, Phone]:
    """Two phones that show the same match, its first bids not yet recorded."""
    watch.expect("Failed to load resource")
    watch.expect("Service Worker registration blocked")
    one, other = phones(), phones()
    match = one.start(first=3, **getattr(request, "param", {}))
    other.become(one.secret)
    other.open(match)
    open_again(other, match)
    return one, other


def send(phone: Phone, *said: dict[str, Any], **base: Any) -> None:
    """Send what is only on this phone since the match began, as the base says."""
    path = phone.page.url.partition("/matches/")[2]
    start = {
        **{"version": 1, "standings": [{"points": 0, "bags": 0}] * 2, "played": 0, "place": 1},
        **{"progress": {"sets": [0, 0], "hands": 0, "minutes": 0}, "first": 3, "bids": None},
    }
    keys = "abcdefgh"
    at = int(time.time() * 1000) - 1000
    entries = [{"key": keys[n] * 22, "says": says, "at": at} for n, says in enumerate(said)]
    box = {"v": 1, "base": start | base, "entries": entries, "waiting": "…", "saved": "Saved."}
    phone.page.evaluate(SEND, [path, box])


def expect_sent(phone: Phone) -> None:
    """Expect that nothing is only on this phone."""
    phone.wait_until(IS_SENT, phone.page.url.partition("/matches/")[2])


def expect_view(phone: Phone, sentence: str) -> Locator:
    expect(phone.page.get_by_role("alert")).to_have_text(sentence)
    return phone.page.locator(".entries")


def choose(phone: Phone, key: str) -> None:
    phone.tap(phone.page.get_by_role("button", name=key, exact=True))


def save_file(phone: Phone, key: str) -> dict[str, Any]:
    with phone.page.expect_download() as download:
        choose(phone, key)
    assert re.fullmatch(r"spades-hands?-[0-9to-]+\.json", download.value.suggested_filename)
    written: dict[str, Any] = json.loads(Path(download.value.path()).read_text())
    return written


def hands(phone: Phone) -> list[Any]:
    path = phone.page.url.partition("?")[0]
    listed = phone.page.request.get(f"{path}/file").json()["hands"]
    return [[hand.get("bids"), hand.get("piles")] for hand in listed]


def awarded(phone: Phone) -> str | None:
    winner: str | None = phone.page.request.get(f"{phone.page.url}/file").json().get("awarded")
    return winner


def test_a_match_given_up_here_replaces_what_is_saved(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.play(4, 3, 3, 2, side_0=8)
    send(other, bids(1, 4, 3, 3, 3), tricks(1, 7, 6), {"fact": "end", "place": 2, "winner": 1})
    expect_view(other, DIFFERENT)
    choose(other, "Save mine instead")
    expect_sent(other)
    other.expect_over("Ben & Dan win")
    assert awarded(other) == "Blue"


@pytest.mark.parametrize(("winner", "is_asked"), [(1, False), (0, True), (None, True)])
def test_two_phones_say_who_gave_up(
    table: tuple[Phone, Phone], winner: int | None, is_asked: bool
) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    one.end_match("Gives up: Gold")
    one.expect_over("Ben & Dan win")
    send(other, bids(1, 4, 3, 3, 2), {"fact": "end", "place": 1, "winner": winner})
    if is_asked:
        expect(other.page.get_by_role("alert")).to_be_visible()
        choose(other, "Keep what’s saved")
    expect_sent(other)
    other.expect_over("Ben & Dan win")
    assert awarded(other) == "Blue"


@pytest.mark.parametrize("more", [[], [tricks(1, 8, 5)]], ids=["the same", "more"])
def test_what_is_there_already_is_not_asked_about(
    table: tuple[Phone, Phone], more: list[dict[str, Any]]
) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    send(other, bids(1, 4, 3, 3, 2), *more)

    expect_sent(other)
    other.expect_view("bids" if more else "board")
    assert hands(other) == [[[4, 3, 3, 2], {"Gold": 8, "Blue": 5} if more else None]]


def test_people_choose_between_two_phones(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.play(4, 3, 3, 2, side_0=8)
    send(other, bids(1, 4, 3, 3, 3), tricks(1, 7, 6), bids(2, 4, "nil", 3, 2))

    rows = expect_view(other, DIFFERENT)
    assert " ".join(rows.inner_text().replace("\u202f", "").split()) == (
        "Already saved On this phone Hand 1 Dan’s bid 2 3 Gold’s tricks 8 7 Blue’s tricks 5 6 "
        "Hand 2 – 4·Nil·3·2 Points 71 : 50 70 : 60"
    )
    choose(other, "Save mine instead")
    expect_sent(other)
    assert hands(other) == [[[4, 3, 3, 3], {"Gold": 7, "Blue": 6}], [[4, "nil", 3, 2], None]]


@SIDES
def test_people_choose_between_the_numbers_of_sides(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(7, 5)
    send(other, bids(1, 4, 5, "nil", "partner"), tricks(1, 5, 7, seats=[None, None, 1, None]))

    rows = expect_view(other, DIFFERENT)
    assert " ".join(rows.inner_text().split()) == (
        "Already saved On this phone Hand 1 Gold’s bid 7 – Ann’s bid – 4 Cleo’s bid – Nil "
        "Cleo’s tricks – 1 Gold’s tricks – 5 Blue’s tricks – 7 Points 0 : 0 −58 : 52"
    )
    choose(other, "Save mine instead")
    expect_sent(other)
    assert hands(other) == [[[4, 5, "nil", "partner"], {"Blue": 7}]]


@SIDES
def test_a_refused_number_of_a_side_is_changed(table: tuple[Phone, Phone]) -> None:
    _one, other = table
    send(other, bids(1, 7, 3, "partner", "partner"))

    expect_view(other, "Hand 1: Blue bid 3. At this table the minimum is 4.")
    numbers = other.page.get_by_label("Blue’s bid")
    expect(numbers.locator("option")).to_have_text([str(number) for number in range(1, 14)])
    numbers.select_option("5")
    choose(other, "Save this hand")
    other.expect_view("board")
    assert hands(other) == [[[7, 5, "partner", "partner"], None]]


def test_people_choose_again_where_others_go_on(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.play(4, 3, 3, 2, side_0=8)
    send(other, bids(1, 4, 3, 3, 3), tricks(1, 7, 6))
    expect_view(other, DIFFERENT)
    one.bid(4, 3, 3, 2)
    mine = other.page.get_by_role("button", name="Save mine instead", exact=True)
    other.tap(mine)
    expect(expect_view(other, DIFFERENT)).to_contain_text("Hand 2")
    other.tap(mine)
    expect_sent(other)
    assert hands(other) == [[[4, 3, 3, 3], {"Gold": 7, "Blue": 6}], [[4, 3, 3, 2], None]]


def test_what_is_given_up_becomes_a_file(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    send(other, bids(1, 5, 3, 3, 2), tricks(1, 8, 5))

    expect_view(other, DIFFERENT)
    file = save_file(other, "Keep what’s saved")
    assert match_file.read(file).standings[0].points == 80
    expect_sent(other)
    assert hands(other) == [[[4, 3, 3, 2], None]]


def test_what_is_given_up_while_it_is_sent_is_not_asked_about(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    held: list[Route] = []
    other.page.route("**/outbox", lambda route: held.append(route))
    with other.page.expect_request("**/outbox"):
        send(other, bids(1, 5, 3, 3, 2))
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    other.page.evaluate(FORGET, other.page.url.rpartition("/")[2])
    with other.page.expect_response("**/outbox"):
        held[0].continue_()
    other.page.evaluate(SENDING)
    expect(other.page.get_by_role("alert")).to_have_count(0)
    assert "conflict.js" not in asked


def test_a_deleted_match_is_restored_first(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.tap_in_menu("Delete the match")
    send(other, bids(1, 4, 3, 3, 2))

    expect_view(other, DELETED)
    choose(other, "Restore and save")
    expect_sent(other)
    assert hands(other) == [[[4, 3, 3, 2], None]]


@pytest.mark.parametrize("lost", ["access", "cookies"])
def test_a_phone_without_access_keeps_its_hands(table: tuple[Phone, Phone], lost: str) -> None:
    _one, other = table
    if lost == "access":
        other.become("x" * 22)
    else:
        other.page.context.clear_cookies()
    send(other, bids(1, 4, 3, 3, 2))

    expect_view(other, "This phone no longer has access. Join again, and your hands are saved.")
    assert save_file(other, "Save mine as a file")["hands"][0]["bids"] == [4, 3, 3, 2]
    other.open("/")
    why = other.page.get_by_text("This needs your decision. Go back to the match.")
    expect(why).to_be_visible()
    expect(other.page.get_by_role("button", name="Try now")).to_be_hidden()


def test_changed_house_rules_are_asked_about(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.page.goto(f"{one.page.url}/rules/change")
    with one.page.expect_navigation():
        one.page.locator("main form[method=get]").evaluate(PREVIEW_400)
    one.tap_button("Save changes")
    send(other, bids(1, 4, 3, 3, 2), tricks(1, 8, 5))

    rows = expect_view(other, DIFFERENT)
    expect(rows).to_contain_text("Points0 : 071 : 50")
    choose(other, "Save mine instead")
    expect_sent(other)
    assert len(hands(other)) == 1


def test_what_was_undone_is_never_lost_silently(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    other.page.reload()
    expect(other.page.locator("html[data-patience]")).to_be_attached()
    other.page.context.set_offline(True)
    other.tap(other.page.locator("[form=undo]"))
    other.expect_view("bids")
    one.take(side_0=8)
    other.page.context.set_offline(False)

    rows = expect_view(other, APART)
    expect(rows).to_contain_text("Hand 18 : 5–")
    save_file(other, "Keep what’s saved")
    expect_sent(other)
    assert hands(other) == [[[4, 3, 3, 2], {"Gold": 8, "Blue": 5}]]


def test_a_refused_hand_is_changed(table: tuple[Phone, Phone]) -> None:
    _one, other = table
    send(other, bids(1, 4, "nil", 3, 2), tricks(1, 8, 4, seats=[None, 2, None, None]), bids(2))

    sentence = "Hand 1: One trick too many: Gold 8 + Blue 6 = 14, a hand has 13."
    expect_view(other, sentence)
    other.page.get_by_label("Ben’s tricks").select_option("1")
    choose(other, "Save this hand")
    other.expect_view("board")
    assert [len(hands(other)), other.standings[0]] == [2, (71, 1)]


def test_a_restored_backup_is_never_added_to_silently(table: tuple[Phone, Phone]) -> None:
    _one, other = table
    send(other, bids(3, 4, 3, 3, 2), version=5, place=3, played=2)

    expect_view(other, APART)
    expect(other.page.get_by_role("button", name="Save mine instead")).to_have_count(0)
    assert save_file(other, "Keep what’s saved")["opening"] == [{"points": 0, "bags": 0}] * 2
    expect_sent(other)


def test_a_phone_that_comes_back_is_asked_and_its_match_goes_on(table: tuple[Phone, Phone]) -> None:
    one, other = table
    other.page.context.set_offline(True)
    other.send(bid_0=4, bid_1=3, bid_2=3, bid_3=2)
    other.expect_view("board")
    one.bid(5, 3, 3, 2)
    other.page.context.set_offline(False)

    rows = expect_view(other, DIFFERENT)
    expect(rows).to_contain_text("Ann’s bid54")
    choose(other, "Save mine instead")
    expect_sent(other)
    other.expect_view("board")
    assert hands(other) == [[[4, 3, 3, 2], None]]


@pytest.fixture
def over(phones: Any, watch: Watch) -> tuple[Phone, Phone]:
    """Two phones that show the same finished match, one of its players without a name."""
    watch.expect("Failed to load resource")
    one, other = phones(), phones()
    hands = [((5, 1, 5, 2), (10, 3))]
    match = one.start(first=3, target=100, hands=hands, players=["Ann", "Ben", "Cleo", None])
    other.become(one.secret)
    other.open(match)
    open_again(other, match)
    other.page.context.set_offline(True)
    return one, other


def start_rematch(phone: Phone) -> str:
    """Start a rematch without the server, with its first bids; return its address."""
    phone.tap(phone.page.get_by_role("button", name="Rematch"))
    phone.expect_view("bids")
    phone.send(bid_1=3, bid_2=3, bid_3=2, bid_0=4)
    phone.expect_view("board")
    return phone.page.url


def test_a_rematch_that_two_phones_start_is_one(over: tuple[Phone, Phone]) -> None:
    one, other = over
    address = start_rematch(other)
    one.tap_through(one.page.get_by_role("button", name="Rematch"))
    other.page.context.set_offline(False)

    other.page.wait_for_url(one.page.url)
    expect_sent(other)
    assert address != other.page.url
    assert hands(one) == [[[4, 3, 3, 2], None]]


def test_a_rematch_with_other_partners_is_a_match_of_its_own(over: tuple[Phone, Phone]) -> None:
    one, other = over
    address = start_rematch(other)
    one.tap_through(one.page.get_by_role("button", name="New partners"))
    other.page.context.set_offline(False)

    expect_view(other, DIFFERENT)
    choose(other, "Save mine instead")
    expect_sent(other)
    assert other.page.url == address
    file = other.page.request.get(f"{address}/file").json()
    assert file["players"] == ["Ann", "Ben", "Cleo", None]


def test_a_rematch_that_arrives_without_its_answer_is_one(over: tuple[Phone, Phone]) -> None:
    _one, other = over
    other.page.context.set_offline(False)
    other.page.route("**/rematch", arrive_but_lose_the_answer)
    other.page.route("**/outbox", lambda route: route.abort())
    address = start_rematch(other)
    other.page.unroute("**/outbox")
    with suppress(Error):  # it may have sent by itself, and be leaving
        other.page.evaluate("void dispatchEvent(new Event('online'))")

    other.page.wait_for_url(lambda url: url != address)
    expect_sent(other)
    assert hands(other) == [[[4, 3, 3, 2], None]]
