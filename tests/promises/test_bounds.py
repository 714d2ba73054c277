"""Bodies, fields and names are bounded."""

from tests.clients import Browser
from tests.effort import LARGE_BODY_SHARE
from tests.reading import Form

MEGABYTE = 1024 * 1024


def test_every_form_refuses_a_body_that_is_too_large(forms: tuple[Browser, list[Form]]) -> None:
    browser, each = forms
    # A file of matches can be larger than all else.
    imports = [form for form in each if form.action.endswith("/import")]
    sizes = [
        *((form, MEGABYTE + 1) for form in each if form not in imports),
        *((form, 25 * MEGABYTE) for form in (*imports, *each[::LARGE_BODY_SHARE])),
    ]

    answers = {
        browser.request("POST", form.action, form.body + b"&x=" + b"a" * size).status
        for form, size in sizes
    }

    assert imports
    assert answers == {413}
