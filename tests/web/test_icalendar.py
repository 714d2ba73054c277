"""A calendar is read as it was written, whatever stands in it."""

from datetime import datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from scorekeeper.web.doors.icalendar import Event, write

EIGHT = datetime(2026, 11, 20, 20, tzinfo=timezone(timedelta(hours=1)))
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), max_size=200)


@given(name=TEXTS, title=TEXTS, told=TEXTS, place=TEXTS)
def test_every_text_is_read_as_it_was(name: str, title: str, told: str, place: str) -> None:
    event = Event("id", EIGHT, EIGHT + timedelta(hours=1), EIGHT, 3, title, told, place)
    written = write(name, [event])
    lines = written.encode().split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert b"\n" not in b"".join(lines)
    (found,) = Calendar.from_ical(written).walk("VEVENT")
    assert (found["summary"], found["description"]) == (title, told)
    assert found.get("location", "") == place
    assert found.decoded("dtstart") == EIGHT
    assert found.decoded("dtstart").utcoffset() == timedelta(0)
    assert found.decoded("sequence") == 3
