"""Nobody sees or changes a match without access to it."""

from tests.promises.direct_queries import contents
from tests.promises.form_states import every_form
from tests.servers import Server


def test_forms_of_a_match_are_404_for_other_devices(quiet_server: Server) -> None:
    browser, stranger = quiet_server.browser(), quiet_server.browser()
    stranger.start_match(("Eva", "Finn", "Gus", "Hana"))
    token = stranger.open("/settings").form("/settings").fields["csrf_token"]
    statuses = []

    for form in every_form(browser):
        if is_of_a_match(form.action):
            before = contents(quiet_server)
            statuses.append(stranger.send(form, csrf_token=token).status)
            assert contents(quiet_server) == before

    assert set(statuses) == {404}
    assert len(statuses) == 24


def is_of_a_match(path: str) -> bool:
    return path.startswith("/matches/") and not path.startswith(("/matches/new", "/matches/paper"))
