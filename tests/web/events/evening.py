"""An organiser who leads an evening with nothing but the pages."""

from tests.evening import NAMES
from tests.reading import Form, Page
from tests.table import SAVED, Client


class Organiser:
    """A browser on the pages of one evening."""

    def __init__(self, browser: Client, path: str = "") -> None:
        self.browser, self.path = browser, path

    def create(self, people: int = 0, **fields: str) -> None:
        """Create an evening for singles, or another kind, and add people."""
        form = self.browser.open("/events/new").form("/events")
        answer = self.browser.send(form, **{"name": "Friday club"} | fields)
        assert answer.status == SAVED, answer.errors
        self.path = answer.location.removesuffix("/people")
        if people:
            self.add_all(*NAMES[:people])

    def open(self, page: str = "") -> Page:
        return self.browser.open(self.path + page)

    def form(self, page: str, action: str, place: int = 0) -> Form:
        """Return a form of a page, but not the one that undoes the last action."""
        forms = self.open(page).forms_to(action)
        return [form for form in forms if form.node.attributes.get("id") != "undo"][place]

    def add(self, name: str, **fields: str) -> Page:
        form = self.form("/people", "/people")
        return self.browser.send(form, **{"name": name} | fields)

    def add_all(self, *lines: str) -> None:
        form = self.form("/people", "/people", 1)
        answer = self.browser.send(form, names="\n".join(lines))
        assert answer.status == SAVED, answer.errors

    def change(self, number: int, action: str, **fields: str) -> Page:
        return self.tap("/people", f"/people/{number}", do=action, **fields)

    def tap(self, page: str, address: str, **fields: str) -> Page:
        """Press a key of a page that sends its form to another address."""
        token = {"csrf_token": self.open(page).changing[0].fields["csrf_token"]}
        return self.browser.post(self.path + address, token | fields)

    def seating(self) -> Form:
        return self.form("/seating", "/rounds")

    def seat(self) -> None:
        answer = self.browser.send(self.seating())
        assert answer.status == SAVED, answer.errors

    def begin(self, people: int, **fields: str) -> None:
        self.create(people, **fields)
        self.seat()

    def save(self, **points: str) -> Page:
        return self.browser.send(self.form("/results", "/results"), **points)

    def finish(self, tables: int) -> None:
        fields = {f"points_{table}_0": str(300 + table) for table in range(1, tables + 1)}
        fields |= {f"points_{table}_1": "250" for table in range(1, tables + 1)}
        assert self.save(**fields).status == SAVED

    def undo(self, page: str = "") -> Page:
        return self.browser.send(find_undo(self.open(page)))


def find_undo(page: Page) -> Form:
    [form] = [form for form in page.forms if form.node.attributes.get("id") == "undo"]
    return form


def chairs(page: Page) -> list[str]:
    return [node.text for node in page.root.all("button", name="tap")]


def main_key(organiser: Organiser) -> str:
    keys = organiser.open().root.below
    return next(key.text for key in keys if "button--main" in key.attributes.get("class", ""))


def points(page: Page) -> list[str]:
    return [found.text for found in page.root.all(class_="table__points")]


def told(organiser: Organiser) -> list[str]:
    states = organiser.open().root.all(class_="table__state")
    return [state.text for state in states]
