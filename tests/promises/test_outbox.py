"""What a phone recorded without its server is stored once, whatever happens to posts and server."""

import json
import signal
import socket
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.clients import BIDS, Browser, at_once
from tests.effort import OUTBOX_POSTS, THOROUGH
from tests.outbox import Phone, as_sent, bids, hands, start, tricks
from tests.promises.abusive_clients import whole_request
from tests.promises.hostile_input import VALUES
from tests.promises.scorers import NO_ANSWER
from tests.reading import Form
from tests.servers import Server

POSTS_PER_KILL = 30


def test_nothing_is_lost_or_doubled_however_posts_and_server_end(mortal_server: Server) -> None:
    soak = Soak(mortal_server)
    for _ in range(OUTBOX_POSTS):
        soak.record()
        soak.post()
    soak.finish()
    print(f"{soak.recorded} entries, {soak.kills} kills, {soak.cuts} cut off")

    browser, match = soak.phone.browser, soak.phone.match
    assert browser.hands(match) == soak.hands
    assert soak.phone.base == 1 + soak.recorded
    times = [hand["noted"] for hand in browser.open(f"{match}/file").json()["hands"]]
    assert times == sorted(times)


class Soak:
    """A phone that records and posts while posts are cut and doubled, and the server is killed."""

    def __init__(self, server: Server) -> None:
        self.server, self.chance = server, Random(1)
        browser = server.browser()
        self.phone = Phone(browser, browser.start_match())
        self.past: list[list[dict[str, Any]]] = [[]]
        self.recorded = self.kills = self.cuts = 0

    @property
    def hands(self) -> list[dict[str, Any]]:
        return self.past[-1]

    def record(self) -> None:
        """Record one to four things: mostly bids and tricks, sometimes a misdeal or an undo."""
        for _ in range(self.chance.randint(1, 4)):
            now = deepcopy(self.hands)
            is_begun = bool(now) and now[-1].keys() == {"bids"}
            place, what = len(now) + (not is_begun), self.chance.random()
            self.recorded += 1
            if what < 0.1 and len(self.past) > 1:
                self.past.pop()
                self.phone.add({"fact": "undo"})
                continue
            if what > 0.95:
                now[place - 1 :] = [
                    {**(now[-1] if is_begun else {"bids": None}), "redeal": "misdeal"}
                ]
                self.phone.add({"fact": "misdeal", "place": place})
            elif is_begun:
                gold = self.chance.randint(0, 11)
                piles = {"Gold": gold, "Blue": 13 - gold}
                now[-1] |= {"tricks": [None] * 4, "piles": piles}
                self.phone.add(tricks(place, gold, 13 - gold))
            else:
                # Nobody makes these bids, so that the match never ends.
                now.append({"bids": [13, 13, 13, 12 + self.chance.randint(0, 1)]})
                self.phone.add(bids(place, *now[-1]["bids"]))
            self.past.append(now)

    def post(self) -> None:
        """Post the outbox as it happens in cellars."""
        browser, what = self.phone.browser, self.chance.random()
        try:
            form = self.phone.form(entries=self.phone.entries[:52])
            if self.chance.randrange(POSTS_PER_KILL) == 0:
                self.kills += 1
                cut(browser, form, is_whole=True)
                self.server.kill()
                self.server.start()
            elif what < 0.5:
                self.cuts += 1
                cut(browser, form, is_whole=what < 0.25)
            elif what < 0.6:
                answers = at_once([browser.another() for _ in range(3)], [form] * 3)
                assert {answer.status for answer in answers} == {200}
            else:
                self.send(form)
        except NO_ANSWER:
            self.cuts += 1

    def send(self, form: Form) -> None:
        answer = self.phone.browser.send(form)
        assert answer.status == 200, answer.html
        del self.phone.entries[:52]
        self.phone.base = answer.json()["version"]

    def finish(self) -> None:
        while self.phone.entries:
            self.send(self.phone.form(entries=self.phone.entries[:52]))


def cut(browser: Browser, form: Form, *, is_whole: bool) -> None:
    """Post a form and hang up: in the middle of its body, or before the answer."""
    begin(browser, form, 0 if is_whole else len(form.body) // 2).close()


def begin(browser: Browser, form: Form, left_out: int = 0) -> socket.socket:
    whole = whole_request(browser, form)
    connection = socket.create_connection((browser.host, browser.port), timeout=30)
    connection.sendall(whole[: len(whole) - left_out])
    return connection


@pytest.mark.parametrize("first", ["form", "outbox"])
def test_a_save_that_arrives_beside_its_outbox_is_stored_once(
    mortal_server: Server, first: str
) -> None:
    browser = mortal_server.browser()
    phone = Phone(browser, browser.start_match())
    form = browser.open(phone.match).form("/bids").filled(**BIDS)
    phone.add(bids(1), was=as_sent(form))
    phone.add(tricks(1))
    posts = {"form": form, "outbox": phone.form()}
    mortal_server.running.send_signal(signal.SIGSTOP)

    waiting = [begin(browser, posts[name]) for name in sorted(posts, reverse=first != "form")]
    mortal_server.running.send_signal(signal.SIGCONT)
    answers = [connection.recv(12) for connection in waiting]
    for connection in waiting:
        connection.close()

    assert sorted(answers) == [b"HTTP/1.1 200", b"HTTP/1.1 303"]
    assert len(browser.hands(phone.match)) == 1
    assert phone.send().json()["stored"] == 0
    assert browser.send(form).status == 303
    assert len(browser.hands(phone.match)) == 1


@pytest.mark.parametrize("kind", ["the same", "a beginning", "different"])
def test_eight_outboxes_at_once_are_stored_once(any_server: Server, kind: str) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    phones = [Phone(browser.another(), match) for _ in range(8)]
    whole = Phone(browser, match)
    whole.add(*hands(2))
    for number, phone in enumerate(phones):
        phone.entries = whole.entries[: 4 if kind == "the same" else 1 + number % 4]
        if kind == "different":
            phone.entries = []
            phone.add(bids(1, *[6 + number % 4] * 4))

    answers = at_once([phone.browser for phone in phones], [phone.form() for phone in phones])

    found = sorted(answer.status for answer in answers)
    assert found == ([200] + [409] * 7 if kind == "different" else [200] * 8)
    assert len(browser.hands(match)) == {"the same": 2, "a beginning": 2, "different": 1}[kind]


def test_a_start_sent_at_once_starts_one_match(any_server: Server) -> None:
    browser = any_server.browser()
    phone = Phone(browser, "", 0, address="/outbox")
    phone.add(start(), *hands(1))
    form = phone.form()

    answers = at_once([browser.another() for _ in range(8)], [form] * 8)

    assert [answer.status for answer in answers] == [200] * 8
    assert len({answer.json()["id"] for answer in answers}) == 1
    browser.send(form)
    assert len(browser.hands(f"/matches/{answers[0].json()['id']}")) == 1


def test_no_outbox_causes_a_server_error_or_writes_anything(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    phone = Phone(browser, match)
    before = browser.open(f"{match}/file").body, browser.open("/history").links
    phone.add(*hands(5000))
    lists = [[entry] for entry in list_wrong_entries()[:: 1 if THOROUGH else 36]]
    texts = [json.dumps({"v": 1, "base": 1, "entries": listed}) for listed in lists]
    texts += [json.dumps({"v": 1, "base": 1, "entries": phone.entries})[:900_000]]
    texts += ["", "\0", "[" * 100_000, '{"v":' * 900, "null", "{}", "1" * 5000, '{"v": 1e999}']

    actions = (f"{match}/outbox", "/outbox")
    answers = [
        browser.send(replace(phone.written(text), action=action))
        for turn, text in enumerate(texts)
        for action in (actions if THOROUGH else actions[turn % 2 :][:1])
    ]
    answers += [browser.request("POST", f"{match}/outbox", b"outbox=" + b"x" * 10**7)]
    phone.address = f"{match}/comparison"
    compared = [
        browser.send(phone.written(json.dumps({"v": 1, "base": 1} | wrong)))
        for wrong in list_wrong_comparisons()[:: 1 if THOROUGH else 12]
    ]

    assert {answer.status for answer in compared} <= {200, 422}
    assert {answer.status for answer in answers} <= {400, 409, 413, 422}
    assert (browser.open(f"{match}/file").body, browser.open("/history").links) == before
    assert "Traceback" not in any_server.printed


def list_values() -> list[Any]:
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    return [*VALUES, None, True, -1, 10**30, 1.5, [], {}, deep, {"0": deep}, [None], [[]] * 4]


def list_wrong_comparisons() -> list[dict[str, Any]]:
    """Return what a phone says to compare, with a hostile value in each field."""
    known = {"place": 1, "played": 0, "bids": None, "standings": [{"points": 0, "bags": 0}] * 2}
    entries = [{"key": "k" * 22, "says": said, "age": 0} for said in (bids(1), tricks(1))]
    good = {"known": [known], "entries": entries, "house": {}, "standings": None}
    return [
        *({"entries": [entry], "known": [known]} for entry in list_wrong_entries()),
        *(good | {name: value} for name in good for value in list_values()),
        *(good | {"known": [known | {name: value}]} for name in known for value in list_values()),
        *(
            good | {"known": [known | {"standings": [{name: value, "points": 0}] * 2}]}
            for name in ("points", "bags")
            for value in list_values()
        ),
    ]


def list_wrong_entries() -> list[Any]:
    """Return entries with a hostile value in each field; none would be stored with another."""
    values = list_values()
    good = {"key": "k" * 22, "says": bids(7), "age": 0}
    wrong = [*values, *(good | {name: value} for name in (*good, "was") for value in values)]
    wrong += [good | {"was": {"path": value, "fields": value}} for value in values]
    said: list[dict[str, Any]] = [bids(7), {**tricks(7), "tally": 0}, start(players=["Ann"])]
    said += [{"fact": "correct", **bids(7)}, {"fact": "misdeal", "place": 7}]
    return wrong + [
        good | {"says": {**says, name: value}} for says in said for name in says for value in values
    ]
