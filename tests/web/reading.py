"""Reads a page as a browser does: its forms with what is filled in, its links, its words."""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

from werkzeug.test import TestResponse

VOID = frozenset({"meta", "link", "input", "br", "use", "line", "circle", "polyline", "img"})


@dataclass
class Node:
    """An element of a page."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: "list[Node | str]" = field(default_factory=list)

    def all(self, tag: str | None = None, **attributes: str) -> "list[Node]":
        """All elements below this one with this tag and these attributes."""
        wanted = {name.replace("_", "-").strip("-"): value for name, value in attributes.items()}
        return [
            node
            for node in self._below()
            if tag in (None, node.tag)
            and all(node.attributes.get(name) == value for name, value in wanted.items())
        ]

    def having(self, attribute: str) -> "list[Node]":
        """All elements below this one that have an attribute."""
        return [node for node in self._below() if attribute in node.attributes]

    @property
    def text(self) -> str:
        """The words of the element, with single blanks."""
        return " ".join(" ".join(self._words()).split())

    def _below(self) -> "Iterator[Node]":
        for child in self.children:
            if isinstance(child, Node):
                yield child
                yield from child._below()

    def _words(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, Node):
                yield from child._words()
            else:
                yield child


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("page")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)

    def handle_endtag(self, tag: str) -> None:
        while len(self.open) > 1 and self.open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


@dataclass(frozen=True)
class Form:
    """A form: where it goes, and what it would send as it stands."""

    node: Node
    method: str
    action: str

    @cached_property
    def fields(self) -> dict[str, str]:
        """What is filled in, hidden fields included."""
        sent = {}
        for node in self.node.all():
            name, value = node.attributes.get("name", ""), node.attributes.get("value", "")
            kind = node.attributes.get("type", "text")
            ticked = kind not in ("radio", "checkbox") or "checked" in node.attributes
            if node.tag == "input" and name and ticked:
                sent[name] = value
            if node.tag == "textarea":
                sent[name] = node.text
            if node.tag == "select":
                options = node.all("option")
                chosen = [option for option in options if "selected" in option.attributes]
                sent[name] = (chosen or options)[0].attributes["value"]
        return sent

    @property
    def names(self) -> set[str]:
        """The names of all fields, chosen or not, buttons included."""
        return {node.attributes["name"] for node in self.node.having("name")}


class Page:
    """An answer of the app."""

    def __init__(self, path: str, response: TestResponse) -> None:
        self.path = path
        self.response = response
        self.status = response.status_code
        self.headers = response.headers
        self.location = response.headers.get("Location", "")

    @cached_property
    def html(self) -> str:
        """The answer as text, unpacked."""
        received = self.response.get_data()
        packed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(received) if packed else received).decode()

    @cached_property
    def root(self) -> Node:
        reader = _Reader()
        reader.feed(self.html)
        return reader.open[0]

    @property
    def text(self) -> str:
        """The words of the page."""
        return self.root.all("body")[0].text

    @property
    def lang(self) -> str:
        return self.root.all("html")[0].attributes["lang"]

    @property
    def forms(self) -> list[Form]:
        return [
            Form(
                node,
                node.attributes.get("method", "get").lower(),
                node.attributes.get("action", self.path),
            )
            for node in self.root.all("form")
        ]

    def form(self, ending: str, method: str = "post") -> Form:
        """The one form that goes to an address with this ending."""
        (found,) = self.forms_to(ending, method)
        return found

    def forms_to(self, ending: str, method: str = "post") -> list[Form]:
        """All forms that go to an address with this ending."""
        return [
            form
            for form in self.forms
            if form.action.partition("?")[0].endswith(ending) and form.method == method
        ]

    @property
    def links(self) -> list[str]:
        """The addresses the page leads to, style, script and icons included."""
        addresses = [node.attributes.get("href", "") for node in self.root.having("href")]
        addresses += [node.attributes["src"] for node in self.root.having("src")]
        return [address.partition("#")[0] for address in addresses if address.startswith("/")]

    @property
    def errors(self) -> list[tuple[str, str]]:
        """What is wrong, each with the field it leads to."""
        return [
            (link[0].attributes["href"].removeprefix("#") if (link := item.all("a")) else "", text)
            for summary in self.root.all(class_="errors")
            for item in summary.all("li")
            if (text := item.text)
        ]

    @property
    def points(self) -> list[int]:
        """The points of each side on the scoreboard."""
        return [int(node.attributes["data-points"]) for node in self.root.having("data-points")]

    @property
    def bags(self) -> list[int]:
        """The bags of each side on the scoreboard."""
        return [int(node.attributes["data-bags"]) for node in self.root.having("data-bags")]

    @property
    def status_line(self) -> str:
        """What the page says was saved."""
        return " ".join(node.text for node in self.root.all(role="status")).strip()

    def json(self) -> Any:
        return self.response.get_json()
