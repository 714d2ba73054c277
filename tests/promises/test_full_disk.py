"""A full disk loses nothing: it is said so, reading goes on, and it recovers by itself."""

from tests.promises.browsers import BIDS
from tests.promises.records import value
from tests.promises.servers import Server
from tests.promises.troubles import no_room


def test_sixty_writes_on_a_full_disk_say_so_and_lose_nothing(server: Server) -> None:
    browser = server.browser()
    match = browser.start_match()
    browser.play_hand(match)
    form = browser.get(match).form("/bids").filled(BIDS)

    with no_room(server):
        answers = [browser.post(form) for _ in range(60)]
        pages = [browser.get(path).status for path in (match, f"{match}/review", "/history", "/")]
    retried = browser.post(answers[-1].form("/bids"))

    assert [answer.status for answer in answers] == [507] * 60
    assert "full" in answers[0].text
    assert answers[0].form("/bids").without("csrf_token") == form.without("csrf_token")
    assert pages == [200] * 4
    assert retried.status == 303
    assert [hand["bids"] for hand in browser.hands(match)] == [[6, 6, 6, 6]] * 2
    assert value(server, "PRAGMA integrity_check") == "ok"


def test_a_match_that_could_not_be_started_is_started_once_by_trying_again(server: Server) -> None:
    browser = server.browser()
    browser.start_match()
    newcomer = server.browser()
    form = newcomer.new_match_form(("Zoë", "Ümit", "王", "Д"))

    with no_room(server):
        refused = newcomer.post(form)
    started = newcomer.post(refused.form("/matches"))
    again = newcomer.post(refused.form("/matches"))

    assert (refused.status, started.status, again.status) == (507, 303, 303)
    assert started.headers["Location"] == again.headers["Location"]
    assert "Zoë" in newcomer.get(started.headers["Location"]).text
