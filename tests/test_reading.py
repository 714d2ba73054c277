"""Malformed markup fails each test that reads it."""

import re
from pathlib import Path

import pytest

from tests.reading import read

ROOT = Path(__file__).parents[1]
PAGE = "<!doctype html>\n<html><body><p>Ann &amp; <b>Ben</b><br></p>{}</body></html>"
JINJA = re.compile(r"\{[{%#].*?[}%#]\}", re.DOTALL)
QUOTED = re.compile(r"=\"[^\"]*\"")
UNQUOTED = re.compile(r"<[a-z][^<>]*=[^>]*>")


def test_a_page_is_read() -> None:
    assert read(PAGE.format('<svg><use href="#a"/></svg>')).text == "Ann & Ben"


@pytest.mark.parametrize(
    "markup",
    [
        pytest.param("<div>", id="no end"),
        pytest.param("<ul><li>Cleo<li>Dan</ul>", id="no end, which HTML allows"),
        pytest.param("</div>", id="no start"),
        pytest.param("<div><b></div></b>", id="wrong order"),
        pytest.param('<p id="a"></p><p id="a"></p>', id="one id twice"),
        pytest.param("<3", id="a sign that is not escaped"),
    ],
)
def test_malformed_markup_is_refused(markup: str) -> None:
    with pytest.raises((SyntaxError, AssertionError)):
        read(PAGE.format(markup))


def test_values_of_attributes_are_in_quotation_marks() -> None:
    templates = {path: path.read_text() for path in (ROOT / "templates").rglob("*.html")}
    assert [path for path, text in templates.items() if list_unquoted(text)] == []
    assert list_unquoted("<p id={{ name }}>") == ["<p id=>"]


def list_unquoted(template: str) -> list[str]:
    return UNQUOTED.findall(QUOTED.sub("", JINJA.sub("", template)))
