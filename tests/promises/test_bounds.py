"""Bodies, fields and names are bounded."""

from tests.effort import LARGE_BODY_SHARE
from tests.promises.form_states import every_form
from tests.servers import Server

MEGABYTE = 1024 * 1024


def test_every_form_refuses_a_body_that_is_too_large(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()

    forms = list(every_form(browser))
    # A file of matches can be larger than all else.
    imports = [form for form in forms if form.action.endswith("/import")]
    sizes = [
        *((form, MEGABYTE + 1) for form in forms if form not in imports),
        *((form, 25 * MEGABYTE) for form in (*imports, *forms[::LARGE_BODY_SHARE])),
    ]

    answers = {
        browser.request("POST", form.action, form.body + b"&x=" + b"a" * size).status
        for form, size in sizes
    }

    assert imports
    assert answers == {413}
