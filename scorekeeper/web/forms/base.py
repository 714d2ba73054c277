"""The base of all forms that record something, and the values of their fields."""

import re
import secrets
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import UTC, date, datetime, tzinfo
from functools import lru_cache
from typing import Any, TypeVar, cast

from flask import g, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, StringField

from scorekeeper import rules
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.players.clocks import find_time_zone
from scorekeeper.rules import MAX_UTC_OFFSET_MINUTES, BidError, Match, RuleError
from scorekeeper.words.errors import describe_conflict, describe_error
from scorekeeper.words.table import capitalize, prefix_hand

Form = TypeVar("Form", bound=FlaskForm)

CLOCK_FIELDS = frozenset({"utc_offset", "time_zone"})
"""The clock of a phone; it only affects how times are shown, so invalid values are ignored."""
VALID_YEARS = range(1900, 2200)
"""Years outside this range are typing errors."""
MINUTES_PATTERN = re.compile(r"-?[0-9]{1,3}")
# fromisoformat also accepts 2026-W47-5 and 20261120.
DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT_PATTERN = re.compile(
    rf"{DATE_PATTERN.pattern}[T ][0-9]{{2}}:[0-9]{{2}}(:[0-9]{{2}}([.][0-9]{{1,3}})?)?"
)
NON_CONTENT_FIELDS = frozenset({"csrf_token", "key", "version", *CLOCK_FIELDS})
MAX_INT = 2**31 - 1
MAX_NOTE_LENGTH = 500
"""Length to which notes and reasons are cut."""


class InvalidForm(Exception):
    """A form has invalid values; the form contains the messages."""


class RecordingForm(FlaskForm):
    """A form with the match's version and a random idempotency key, so it is stored only once."""

    class Meta(FlaskForm.Meta):
        """Form options; CSRF tokens are checked before any form is read."""

        csrf = False

        def wrap_formdata(self, form: FlaskForm, formdata: object) -> object:
            """Read form fields only, never files or JSON."""
            return None if formdata is None else request.form

    key = HiddenField()
    version = HiddenField()
    number = HiddenField()

    @property
    def place(self) -> int | None:
        """The place in the match of the hand the form was shown for."""
        return parse_int(self.number.data)

    def add_error(self, message: str, field: str | None = None) -> None:
        if field is None:
            self.form_errors.append(message)
        else:
            self[field].errors = [*self[field].errors, message]

    def add_rule_error(self, error: RuleError, match: Match | None = None) -> None:
        """Add the message of a rule's error, with the names of the match."""
        names = (match.players, match.sides) if match else ()
        message = capitalize(describe_error(error, *names))
        if error.hand is not None:
            message = prefix_hand(error.hand, message)
        self.add_error(message, self.find_field(error, match))

    def list_errors(self) -> list[tuple[str | None, str]]:
        """Return all error messages, each with the name of its field or None."""
        messages: list[tuple[str | None, str]] = [(None, error) for error in self.form_errors]
        for field in self:
            messages += [(field.name, str(error)) for error in field.errors if field.name]
        return messages

    def show_saved(
        self, typed: str, was: str, saved: str | None, clean: Callable[[str | None], str | None]
    ) -> None:
        """Show what others saved since a field was shown; sending it again overwrites that."""
        own, before = clean(self[typed].data), clean(self[was].data)
        if own == before:
            self[typed].data = saved
        elif saved not in (before, own):
            self.add_error(describe_conflict(saved or ""), typed)
        self[was].data = saved

    def find_field(self, error: RuleError, match: Match | None = None) -> str | None:
        """Return the field of an error's seat or side, the first for a sum, or None without one."""
        if error.hand is not None:
            return None
        if "sides" in error.values:
            tricks = (field.name for field in self if field.name.startswith(("seat_", "side_")))
            return next(tricks, None)
        kind = "bid" if isinstance(error, BidError) else "seat"
        seat, side = error.values.get("seat"), error.values.get("side")
        names = [f"{kind}_{seat}", f"side_{side}"]
        if match is not None and isinstance(side, int) and kind == "seat":
            own = [f"{kind}_{seat}" for seat in match.house.game.sides[side]]
            names += sorted(own, key=lambda name: name in self and bool(self[name].data))
        return next((name for name in names if name in self), None)


def plain_form(_match: Match) -> RecordingForm:
    """Read the posted form of a button without fields."""
    return RecordingForm()


class NotedForm(RecordingForm):
    """A form with the reason of a change, or a note."""

    reason = StringField()


def form_with_fields(base: type[Form], names: Iterable[str]) -> type[Form]:
    """Return a form class with these text fields added; cached, because creating one is slow."""
    return cast(type[Form], _form_with_fields(cast(Hashable, base), tuple(names)))


@lru_cache(maxsize=500)
def _form_with_fields(base: Hashable, names: tuple[str, ...]) -> type:
    assert isinstance(base, type)
    return type(base.__name__, (base,), {name: StringField() for name in names})


def initial_values(
    version: int | None = None, place: int | None = None, fields: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the arguments of a form to show: a new key, the match's version, and field values."""
    about = {"formdata": None, "key": new_key(), "version": version, "number": place}
    return {**about, **(fields or {})}


def new_key() -> str:
    """Return a new form key, or its placeholder while rendering for the page cache."""
    return g.key_placeholder if "key_placeholder" in g else secrets.token_urlsafe(16)


def page_key() -> str:
    """Return the key of a page's forms without fields, the same for all of them."""
    if "page_key" not in g:
        g.page_key = secrets.token_urlsafe(16)
    return g.key_placeholder if "key_placeholder" in g else str(g.page_key)


def read_submission() -> Submission:
    return make_submission(request.path, request.form)


def read_version() -> int | None:
    """Return the version of the match for which the posted form was made, or None."""
    return parse_int(request.form.get("version"))


def read_index(name: str) -> int:
    """Return the posted number of a side or a seat; -1, which no match has, if there is none."""
    number = parse_int(request.form.get(name))
    return -1 if number is None else number


def make_submission(path: str, fields: MultiDict[str, str]) -> Submission:
    """Make the submission of a form, as it was or would be posted to a path."""
    content = [
        (name, value) for name, value in fields.items(multi=True) if name not in NON_CONTENT_FIELDS
    ]
    # The same buttons are on many pages, so the path is a part of the content.
    content.append(("", path))
    key = clean_text(fields.get("key"), 64) or secrets.token_urlsafe(16)
    return Submission.of(key, content)


def clean_text(text: str | None, longest: int = MAX_NOTE_LENGTH) -> str:
    """Return a text without NUL and invisible characters, cut to `longest` characters."""
    return rules.strip_invisible((text or "").replace("\0", "")).strip()[:longest]


def clean_note(typed: str | None, name: str) -> str:
    """Normalize a note, or a place, which is a single line."""
    text = unicodedata.normalize("NFC", typed or "").replace("\r\n", "\n").strip()
    return " ".join(text.split()) if name == "place" else text


def parse_int(text: object) -> int | None:
    """Return an unsigned integer that fits a database column, or None."""
    written = str(text)
    if not (written.isascii() and written.isdigit() and len(written) <= 10):
        return None
    value = int(written)
    return value if value <= MAX_INT else None


def parse_offset() -> int | None:
    """Return the posted UTC offset of the phone in minutes, or None."""
    written = request.form.get("utc_offset", "")
    if MINUTES_PATTERN.fullmatch(written) is None or abs(int(written)) > MAX_UTC_OFFSET_MINUTES:
        return None
    return int(written)


def parse_time_zone(field: str = "time_zone") -> str | None:
    """Return the posted time zone, or None if it is unknown."""
    written = request.form.get(field)
    return written if find_time_zone(written) is not None else None


def parse_date(written: str) -> date | None:
    """Parse a date like 2026-11-20; return None if it is invalid."""
    try:
        day = date.fromisoformat(written) if DATE_PATTERN.fullmatch(written) else None
    except ValueError:
        return None
    return day if day and day.year in VALID_YEARS else None


def parse_moment(written: str, clock: tzinfo | None) -> datetime | None:
    """Parse a local date and time on a clock, into UTC; return None if it is invalid."""
    typed = written.strip()
    try:
        local = datetime.fromisoformat(typed) if MOMENT_PATTERN.fullmatch(typed) else None
        if local is None or local.year not in VALID_YEARS:
            return None
        return local.replace(tzinfo=clock).astimezone(UTC)
    except (ValueError, OverflowError, OSError):  # the system's own clock may not reach before 1970
        return None


def format_moment(moment: datetime) -> str:
    """Format a moment for its field, in its own time zone."""
    return moment.replace(tzinfo=None).isoformat(timespec="minutes")
