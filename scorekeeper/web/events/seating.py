"""The seating of the next round: a preview in which names swap places, and its start."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain

from flask import Response, flash, make_response, render_template, request

from scorekeeper.book.events import rounds
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.events.events import StaleEvent
from scorekeeper.rules import HouseRules
from scorekeeper.rules.errors import SeatingError
from scorekeeper.rules.seating.event import Event, Seating
from scorekeeper.rules.seating.next_round import check_seating, list_repeats, seat_next_round, swap
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.site import db, events
from scorekeeper.web.site.rendering import flash_undo, redirect_to
from scorekeeper.words.errors import describe_error
from scorekeeper.words.events import organiser, playoff, tables
from scorekeeper.words.language import gettext as _, ngettext


@dataclass(frozen=True)
class Preview:
    """A seating that nobody else sees yet, and what was changed by hand."""

    seating: Seating
    attempt: int = 0
    picked: int | None = None
    moved: tuple[int, ...] = ()


def show(event: str) -> Response | str:
    """Show the seating of the next round."""
    stored = events.load_owned_event(event)
    if stored.ended_at:
        return events.redirect_after_end(stored)
    if stored.event.is_elimination and not stored.event.lives:
        return redirect_to("playoff.show", event=event)
    return _render(stored, Preview(seat_next_round(stored.event)))


def rearrange(event: str) -> Response | str:
    """Show another seating, or this one with two names swapped; nothing is stored."""
    stored = events.load_owned_event(event)
    if stored.ended_at:
        return events.redirect_after_end(stored)
    attempt = parse_int(request.form.get("attempt"))
    if attempt is not None:
        return _render(stored, Preview(seat_next_round(stored.event, attempt), attempt))
    preview = _read_preview()
    try:
        check_seating(stored.event, preview.seating)
    except SeatingError as error:
        return _render(stored, Preview(seat_next_round(stored.event)), describe_error(error))
    return _render(stored, _change(preview))


def start(event: str) -> Response:
    """Start the round as the preview shows it."""
    stored = events.load_owned_event(event)
    preview = _read_preview()
    number, revision = (parse_int(request.form.get(name)) or 0 for name in ("number", "revision"))
    try:
        with db.write() as (session, secret):
            # Only a round of the playoff asks for its length.
            house = _list_houses(stored).get(request.form.get("length", ""))
            rounds.start_round(session, secret, event, number, revision, preview.seating, house)
    except SeatingError as error:
        return _render_conflict(stored, describe_error(error))
    except StaleEvent:
        stored = events.load_owned_event(event)
        if stored.ended_at:
            return events.redirect_after_end(stored)
        # The second of two taps gets the same answer.
        if not _is_seated(stored.event, number, preview.seating):
            if number != stored.event.next_number:
                return events.render_stale_event(stored, number)
            message = _("Something changed in the meantime. Look at the seats again.")
            return _render_conflict(stored, message)
    # In a playoff, the bracket with this round tells its name, such as Semi-finals.
    after = events.load_owned_event(event) if stored.event.lives else stored
    message = _("%(round)s started", round=playoff.name_playoff_round(after.event, number))
    flash_undo(message, "seating.undo_round", {}, event=event, number=number)
    return events.redirect_to_event(event)


def _render_conflict(stored: StoredEvent, message: str) -> Response:
    return make_response(_render(stored, Preview(seat_next_round(stored.event)), message), 409)


def _is_seated(event: Event, number: int, seating: Seating) -> bool:
    return any(
        {table.seats for table in seated.tables} == {*seating.tables}
        and {*seated.sits_out} == {*seating.sits_out}
        for seated in event.rounds
        if seated.number == number
    )


def undo_round(event: str, number: int) -> Response:
    """Undo the start of the latest round; tables with a hand or a result stay."""
    before = events.load_owned_event(event)
    if before.ended_at:
        return events.redirect_after_end(before)
    if number >= before.event.next_number:
        # The second of two taps.
        return redirect_to("event.show", event=event)
    name = playoff.name_playoff_round(before.event, number)
    try:
        with db.write() as (session, secret):
            staying = rounds.take_back_round(session, secret, event, number)
    except StaleEvent:
        return events.render_stale_event(events.load_owned_event(event), number)
    if staying:
        flash(
            ngettext(
                "%(round)s: %(tables)s stays.",
                "%(round)s: %(tables)s stay.",
                len(staying),
                round=name,
                tables=tables.name_tables(staying),
            )
        )
    else:
        flash(_("%(round)s undone", round=name))
    return events.redirect_to_event(event)


def _list_houses(stored: StoredEvent) -> Mapping[str, HouseRules]:
    latest = stored.event.latest
    if latest is None or latest.lives is None:
        return {}
    return events.list_playoff_houses(stored.event.house, stored.event.find_house(latest.number))


def _read_preview() -> Preview:
    written = request.form.get("tables", "").split(",")
    shown = tuple(numbers for numbers in map(_read_numbers, written) if numbers)
    seating = Seating(shown, _read_numbers(request.form.get("out", "")))
    picked = parse_int(request.form.get("picked"))
    return Preview(seating, parse_int(request.form.get("shown")) or 0, picked)


def _read_numbers(written: str) -> tuple[int, ...]:
    return tuple(number for number in map(parse_int, written.split()) if number is not None)


def _change(preview: Preview) -> Preview:
    """Apply the tapped name, or swap two at once; a second tap on a name drops it."""
    seated = {*chain(preview.seating.sits_out, *preview.seating.tables)}
    plain = replace(preview, picked=None)
    two = _read_numbers(request.form.get("swap", ""))
    if len(two) == 2 and seated.issuperset(two):
        return replace(plain, seating=swap(preview.seating, *two))
    tapped = parse_int(request.form.get("tap"))
    if tapped is None or tapped not in seated or tapped == preview.picked:
        return plain
    if preview.picked is None or preview.picked not in seated:
        return replace(plain, picked=tapped)
    swapped = swap(preview.seating, preview.picked, tapped)
    return replace(plain, seating=swapped, moved=(preview.picked, tapped))


def _render(stored: StoredEvent, preview: Preview, message: str = "") -> str:
    event, seating = stored.event, preview.seating
    return render_template(
        "events/seating.html",
        stored=stored,
        message=message,
        tables=_plan_tables(stored, seating),
        sits_out=seating.sits_out,
        unfinished=organiser.list_unfinished(event),
        quality=organiser.describe_seating(event, seating),
        lengths=events.describe_lengths(_list_houses(stored)),
        attempt=preview.attempt,
        picked=preview.picked,
        moved=preview.moved,
        moved_names=[tables.name_entrants([number], stored.names) for number in preview.moved],
    )


def _plan_tables(stored: StoredEvent, seating: Seating) -> list[dict[str, object]]:
    """Return the tables of the preview, with a note for who meets again and for who has left."""
    here = {*stored.event.list_present()}
    left = [[number for number in {*seats} if number not in here] for seats in seating.tables]
    notes = [[organiser.describe_absent(one, stored.names)] if one else [] for one in left]
    for repeat in [] if stored.event.lives else list_repeats(stored.event, seating):
        notes[repeat.table].append(organiser.describe_repeat(repeat, stored.names))
    numbers = stored.event.list_table_numbers(len(seating.tables))
    return [
        {"number": number, "seats": seats, "notes": about}
        for number, seats, about in zip(numbers, seating.tables, notes, strict=False)
    ]
