"""Reading pages and filling in forms as a browser does, without running scripts."""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from urllib.parse import urlencode

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Form:
    """A form as it stands in a page: where it goes, and what it sends if nothing is touched."""

    action: str
    method: str
    fields: Fields
    names: frozenset[str]

    def filled(self, values: Mapping[str, str]) -> "Form":
        """Return the form with other values in some fields."""
        kept = tuple((name, value) for name, value in self.fields if name not in values)
        return replace(self, fields=(*kept, *values.items()))

    def without(self, *names: str) -> "Form":
        """Return the form without some fields."""
        return replace(self, fields=tuple(pair for pair in self.fields if pair[0] not in names))

    def __getitem__(self, name: str) -> str:
        """Return the value of a field."""
        return dict(self.fields)[name]

    @property
    def body(self) -> bytes:
        """What is sent."""
        return urlencode(self.fields, errors="surrogatepass").encode()


@dataclass(frozen=True)
class Page:
    """An answer of the server."""

    path: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    _read: list["Reader"] = field(default_factory=list, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The page's source."""
        is_compressed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if is_compressed else self.body).decode()

    @property
    def forms(self) -> list[Form]:
        """All forms, in the order of the page."""
        return self._reader.all_forms(self.path)

    @property
    def links(self) -> list[str]:
        """Where the page leads, in this program."""
        return [link for link in self._reader.links if link.startswith("/")]

    @property
    def points(self) -> list[int]:
        """The points of each side, on the page of a match."""
        return [int(points) for points in re.findall(r'data-points="(-?\d+)"', self.text)]

    def form(self, ending: str) -> Form:
        """The one form whose address ends so."""
        (found,) = (form for form in self.forms if form.action.endswith(ending))
        return found

    @property
    def entries(self) -> list[list[str]]:
        """The numbers of each entry, on the page that shows what two people wrote."""
        return [
            re.findall(r"<span>(.*?)</span>", part) for part in self.text.split("versus__one")[1:]
        ]

    @property
    def _reader(self) -> "Reader":
        if not self._read:
            self._read.append(Reader(self.text))
        return self._read[0]


class Reader(HTMLParser):
    """The forms and links of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self._forms: list[tuple[str, str, list[tuple[str, str]], set[str]]] = []
        self._select: str | None = None
        self._options: list[tuple[bool, str]] = []
        self._inside = False
        self.feed(source)

    def all_forms(self, path: str) -> list[Form]:
        """Return the forms of the page at this address."""
        return [
            Form(action or path, method, tuple(fields), frozenset(names))
            for action, method, fields, names in self._forms
        ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag means for a form."""
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(given.get("href", ""))
        elif tag == "form":
            self._inside = True
            self._forms.append((given.get("action", ""), given.get("method", "get"), [], set()))
        elif not self._inside:
            return
        elif tag == "select":
            self._select, self._options = given["name"], []
        elif tag == "option" and self._select:
            self._options.append(("selected" in given, given.get("value", "")))
        elif tag in ("input", "button") and "form" not in given and given.get("name"):
            self._control(tag, given)

    def handle_endtag(self, tag: str) -> None:
        """Note what has ended."""
        if tag == "form":
            self._inside = False
        elif tag == "select" and self._select:
            chosen = [value for selected, value in self._options if selected]
            self._add(self._select, (chosen or [value for _, value in self._options])[0])
            self._select = None

    def _control(self, tag: str, given: Mapping[str, str]) -> None:
        is_choice = given.get("type") in ("radio", "checkbox")
        if tag == "button" or (is_choice and "checked" not in given):
            self._forms[-1][3].add(given["name"])
        else:
            self._add(given["name"], given.get("value", "on" if is_choice else ""))

    def _add(self, name: str, value: str) -> None:
        self._forms[-1][2].append((name, value))
        self._forms[-1][3].add(name)
