from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.reading import Form
from tests.table import SAVED, Table, bids_by_seat
from tests.web.events.evening import Organiser, find_undo

BIDS = bids_by_seat(4, 3, 3, 2)


def after(step: str, table: Table) -> Table:
    if step == "bids":
        table.bid(4, 3, 3, 2)
    elif step == "undo":
        table.bid(4, 3, 3, 2)
        table.undo()
    elif step == "end":
        table.end()
    else:
        table.play((4, 3, 3, 2), 8, 5)
    return table


def withdrawal(table: Table) -> Form:
    for seat in ("0", "1"):
        after("hand", table).rule("revoke", "later", seat=seat, hand="1")
    return table.browser.open(f"{table.path}/rulings").forms_to("/withdrawal")[0]


def house_change(table: Table) -> Form:
    address = f"{after('hand', table).path}/rules/change"
    fields = table.browser.open(address).form("/change", "get").fields
    return table.browser.open(address, query_string=fields | {"target": "400"}).form("/change")


def entry_instead(table: Table) -> Form:
    form = after("hand", table).show().form("/bids").filled(**BIDS | {"version": "1"})
    (instead,) = table.browser.send(form).forms
    return instead


def tally(table: Table) -> Form:
    return after("bids", table).show("?by=trick").form("/tally").filled(taken="side_0")


def tricks(table: Table) -> Form:
    return after("bids", table).show("?by=side").form("/tricks").filled(side_0="8", side_1="5")


def correction(table: Table) -> Form:
    return after("hand", table).preview(1, side_0="9", side_1="4").form("/correction")


def ruling(table: Table) -> Form:
    return after("hand", table).ruling("revoke", "later", seat="0", hand="1").form("/rulings")


def evening(table: Table, people: int = 0) -> Organiser:
    organiser = Organiser(table.browser)
    organiser.create(people)
    return organiser


def started(table: Table) -> Organiser:
    organiser = evening(table, 8)
    organiser.seat()
    return organiser


def person(organiser: Organiser, action: str) -> Form:
    form = organiser.form("/people", "/people").filled(do=action)
    return replace(form, action=f"{form.action}/3")


def removal(table: Table) -> Form:
    organiser = evening(table, 4)
    table.browser.send(person(organiser, "remove"))
    return find_undo(organiser.open("/people"))


def results(table: Table) -> Form:
    return started(table).form("/results", "/results").filled(points_1_0="300", points_1_1="250")


def playoff(table: Table) -> Form:
    organiser = started(table)
    organiser.finish(2)
    return organiser.form("/playoff", "/playoff").filled(size="4", lives="1")


FORMS: dict[str, Callable[[Table], Form]] = {
    "bids": lambda table: table.show().form("/bids").filled(**BIDS),
    "tricks": tricks,
    "tally": tally,
    "undo": lambda table: after("hand", table).show().form("/undo"),
    "redo": lambda table: after("undo", table).show().form("/redo"),
    "misdeal": lambda table: table.show().form("/misdeal"),
    "end": lambda table: table.show("?change=end").form("/end"),
    "rematch": lambda table: after("end", table).show().form("/rematch"),
    "correction": correction,
    "ruling": ruling,
    "withdrawal": withdrawal,
    "house rules": house_change,
    "bids instead of others": entry_instead,
    "evening": lambda table: table.browser.open("/events/new").form("/events").filled(name="Club"),
    "a person": lambda table: evening(table).form("/people", "/people").filled(name="Zoe"),
    "people": lambda table: evening(table).form("/people", "/people", 1).filled(names="Zoe\nYan"),
    "a person again": removal,
    "a person who leaves": lambda table: person(started(table), "leave"),
    "round": lambda table: evening(table, 8).seating(),
    "results": results,
    "playoff": playoff,
    "end of the evening": lambda table: evening(table).form("/setup", "/end"),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_sent_twice_is_stored_once(
    table: Table, stored: Callable[[], str], name: str
) -> None:
    form = FORMS[name](table)
    first = table.browser.send(form)
    told = table.browser.open(first.location).status_line
    before = stored()
    second = table.browser.send(form)
    assert first.status == SAVED
    assert (second.status, second.location) == (first.status, first.location)
    again = table.browser.open(second.location).status_line
    # Without what changed, for nothing did.
    assert (bool(again), told.startswith(again)) == (bool(told), True)
    assert stored() == before


@pytest.mark.parametrize("name", ["bids", "tally", "misdeal", "end"])
def test_nothing_is_recorded_after_the_end(
    table: Table, stored: Callable[[], str], name: str
) -> None:
    form = FORMS[name](table)
    version = after("end", table).show().form("/undo").fields["version"]
    before = stored()
    page = table.browser.send(form, version=version, key="another")
    assert page.status == 422
    assert "The match is already over." in page.text
    assert stored() == before
