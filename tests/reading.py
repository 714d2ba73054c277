"""Reads a page as a browser does: forms with their values, links and text."""

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from lxml import etree
from werkzeug.datastructures import Headers

VOID = ("meta", "link", "input", "br", "hr", "img")
"""The elements of our pages that have no end tag."""
CONTROLS = ("input", "select", "textarea", "button")


class Node(etree.ElementBase):
    @property
    def attributes(self) -> dict[str, str]:
        return self.attrib

    @property
    def below(self) -> "list[Node]":
        """All elements below this one, in page order."""
        return self.all()

    def all(self, tag: str = "*", **attributes: str) -> "list[Node]":
        wanted = {name.replace("_", "-").strip("-"): value for name, value in attributes.items()}
        return [
            node
            for node in self.iterdescendants(tag)
            if all(node.get(name) == value for name, value in wanted.items())
        ]

    def having(self, attribute: str) -> "list[Node]":
        return self.xpath(f".//*[@{attribute}]")

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.xpath(".//text()", smart_strings=False)).split())


# It refuses tags in a wrong order and ids that occur twice.
PARSER = etree.HTMLParser(encoding="utf-8", recover=False)
PARSER.set_element_class_lookup(etree.ElementDefaultClassLookup(element=Node))


def read(html: str) -> Node:
    """Parse a page; refuse malformed markup."""
    root = etree.fromstring(html.encode(), PARSER)
    elements, ends = len([*root.iter("*")]), html.count("</")
    assert elements == ends + html.count("/>") + len([*root.iter(*VOID)]), "A tag has no end."
    assert elements == html.count("<") - ends - html.count("<!"), "A “<” is not escaped."
    return root


@dataclass(frozen=True)
class Form:
    """A form: its action, and the values it would send, hidden fields included."""

    action: str
    method: str
    fields: dict[str, str]
    names: frozenset[str]
    """The names of all its fields, checked or not, buttons included."""
    node: Node = field(compare=False, repr=False)

    @classmethod
    def read(cls, node: Node, page: "Page") -> "Form":
        inside = [control for control in node.iter(*CONTROLS) if "form" not in control.attributes]
        outside = page.root.xpath("//*[@form=$id]", id=node.attributes.get("id", ""))
        own = [control for control in inside + outside if "name" in control.attributes]
        return cls(
            action=node.attributes.get("action", page.path),
            method=node.attributes.get("method", "get").lower(),
            fields={
                control.attributes["name"]: value
                for control in own
                if (value := _value(control)) is not None
            },
            names=frozenset(control.attributes["name"] for control in own),
            node=node,
        )

    def filled(self, **changes: Any) -> "Form":
        """Return the form with some fields filled in; None leaves a field out."""
        fields = self.fields | changes
        return replace(
            self, fields={name: value for name, value in fields.items() if value is not None}
        )

    @property
    def body(self) -> bytes:
        return urlencode(self.fields, doseq=True, errors="surrogatepass").encode()


def _value(control: Node) -> str | None:
    given = control.attributes
    is_choice = given.get("type") in ("radio", "checkbox")
    if control.tag == "button" or "disabled" in given or (is_choice and "checked" not in given):
        return None
    if control.tag == "textarea":
        return control.text
    if control.tag == "select":
        options = control.all("option")
        chosen = [option for option in options if "selected" in option.attributes]
        return (chosen or options)[0].attributes["value"]
    return given.get("value", "on" if is_choice else "")


class Page:
    def __init__(
        self, path: str, status: int, headers: Iterable[tuple[str, str]], body: bytes
    ) -> None:
        self.path = path
        self.status = status
        self.headers = Headers(list(headers))
        self.body = body
        self.location = self.headers.get("Location", "")
        self.is_html = self.headers.get("Content-Type", "").startswith("text/html")

    @cached_property
    def html(self) -> str:
        packed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()

    @cached_property
    def root(self) -> Node:
        return read(self.html)

    @property
    def text(self) -> str:
        return self.root.all("body")[0].text

    @property
    def lang(self) -> str:
        return self.root.attributes["lang"]

    @cached_property
    def forms(self) -> list[Form]:
        found = self.root.all("form") if self.is_html else []
        return [Form.read(node, self) for node in found]

    @property
    def changing(self) -> list[Form]:
        """The forms that can change data."""
        return [form for form in self.forms if form.method == "post"]

    def form(self, ending: str, method: str = "post") -> Form:
        (found,) = self.forms_to(ending, method)
        return found

    def forms_to(self, ending: str, method: str = "post") -> list[Form]:
        return [
            form
            for form in self.forms
            if form.action.partition("?")[0].endswith(ending) and form.method == method
        ]

    @property
    def links(self) -> list[str]:
        addresses = [node.attributes.get("href", "") for node in self.root.having("href")]
        addresses += [node.attributes["src"] for node in self.root.having("src")]
        return [address.partition("#")[0] for address in addresses if address.startswith("/")]

    @property
    def ways(self) -> list[str]:
        """The pages of this app that this page links to."""
        addresses = [node.attributes.get("href", "") for node in self.root.all("a")]
        return [address for address in addresses if address.startswith("/")]

    @property
    def says_undo(self) -> list[str]:
        return [
            key.attributes.get("aria-label", key.text)
            for form in ("undo", "take-back")
            for key in self.root.all("button", form=form)
        ]

    @property
    def errors(self) -> list[tuple[str, str]]:
        """The errors, each with the field it links to."""
        return [
            (self._field(link[0]) if (link := item.all("a")) else "", text)
            for summary in self.root.all(class_="errors")
            for item in summary.all("li")
            if (text := item.text)
        ]

    def _field(self, link: Node) -> str:
        """The field that a link leads to."""
        place = link.attributes["href"].removeprefix("#")
        assert self.root.all(id=place)
        return place.removesuffix("-none").removesuffix("-ask")

    @property
    def entries(self) -> list[list[str]]:
        rows = [row.all("td") for table in self.root.all("table") for row in table.all("tr")[1:]]
        return [
            [cell.text.removeprefix("≠ ") for cell in column] for column in zip(*rows, strict=True)
        ]

    @property
    def points(self) -> list[int]:
        return [int(node.attributes["data-points"]) for node in self._by_side("data-points")]

    @property
    def bags(self) -> list[int]:
        return [int(node.attributes["data-bags"]) for node in self._by_side("data-bags")]

    def _by_side(self, attribute: str) -> list[Node]:
        """Return elements in the order of the sides, which may differ from page order."""
        found = self.root.having(attribute)
        return sorted(found, key=lambda node: node.attributes.get("data-side", ""))

    @property
    def status_line(self) -> str:
        return " ".join(
            node.text for node in self.root.all(role="status") if "hidden" not in node.attributes
        ).strip()

    def json(self) -> Any:
        return json.loads(self.html)
