"""A full disk loses nothing: pages say so, reading still works, and saving recovers."""

from tests.clients import BIDS
from tests.promises.direct_queries import value
from tests.promises.fault_scenarios import no_room
from tests.servers import Server


def test_sixty_writes_on_a_full_disk_lose_nothing(server: Server) -> None:
    browser = server.browser()
    match = browser.start_match()
    browser.play_hand(match)
    form = browser.open(match).form("/bids").filled(**BIDS)

    with no_room(server):
        answers = [browser.send(form) for _ in range(60)]
        pages = [browser.open(path).status for path in (match, "/history", "/")]
    retried = browser.send(answers[-1].form("/bids"))

    assert [answer.status for answer in answers] == [507] * 60
    assert "full" in answers[0].text
    assert answers[0].form("/bids").filled(csrf_token=None) == form.filled(csrf_token=None)
    assert pages == [200] * 3
    assert retried.status == 303
    assert [hand["bids"] for hand in browser.hands(match)] == [[6, 6, 6, 6]] * 2
    assert value(server, "PRAGMA integrity_check") == "ok"


def test_a_match_refused_by_a_full_disk_starts_later(server: Server) -> None:
    browser = server.browser()
    browser.start_match()
    newcomer = server.browser()
    form = newcomer.new_match_form(("Zoë", "Ümit", "王", "Д"))

    with no_room(server):
        refused = newcomer.send(form)
    started = newcomer.send(refused.form("/matches"))
    again = newcomer.send(refused.form("/matches"))

    assert (refused.status, started.status, again.status) == (507, 303, 303)
    assert started.headers["Location"] == again.headers["Location"]
    assert "Zoë" in newcomer.open(started.headers["Location"]).text
