"""The people of an evening: who is here, who left, and who plays with whom."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain

from flask import Response, abort, make_response, render_template, request
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.events import entrants
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.events.events import StaleEvent
from scorekeeper.book.players import players
from scorekeeper.rules.seating.event import Event, SeatedTable
from scorekeeper.web.forms.base import clean_text, parse_int, read_submission
from scorekeeper.web.forms.names import clean_name, read_list, split_pair
from scorekeeper.web.site import db
from scorekeeper.web.site.events import load_owned_event, redirect_to_event, render_stale_event
from scorekeeper.web.site.rendering import flash_respelled, flash_undo, redirect_to
from scorekeeper.words.errors import describe_error
from scorekeeper.words.events import organiser, tables
from scorekeeper.words.language import gettext as _, ngettext
from scorekeeper.words.table import capitalize, join_with_and

ACTIONS = ("remove", "leave", "return", "partner")
MAX_PASTED = 6000
"""Length to which a list of names is cut."""
Names = tuple[str, ...]


@dataclass
class NamesTyped:
    """Names as they were typed, with their errors; `lines` has the line of each pasted name."""

    name: str = ""
    partner: str = ""
    pasted: str = ""
    errors: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def add_error(self, error: str, position: object = None) -> None:
        """Add an error, with the line of a name in the list."""
        if self.pasted and isinstance(position, int):
            error = _("Line %(number)s: %(error)s", number=self.lines[position], error=error)
        self.errors.append(error)

    def list_errors(self) -> list[tuple[str | None, str]]:
        """Return the errors, each with its field."""
        return [("pasted" if self.pasted else "name", error) for error in self.errors]


def show(event: str) -> str:
    """Show who is here."""
    return _render(load_owned_event(event), NamesTyped())


def add(event: str) -> Response:
    """Add people: one or a pair, typed or tapped, or a list of them."""
    stored = load_owned_event(event)
    typed = _read_typed(stored.event)
    names = _list_names(stored, typed)
    away = [entrant.number for entrant in stored.event.entrants if not entrant.is_present]
    left = [number for number in away if [stored.names[number]] == names]
    if left:
        return _set_present(event, left[0], names[0], is_present=True)
    added: list[int] = []
    if names and not typed.errors:
        with _explained(typed), db.write() as (session, secret):
            added = entrants.add_entrants(session, secret, event, names, read_submission())
    if not added:
        # Without an error, the first of a pair was tapped.
        return make_response(_render(stored, typed), 422 if typed.errors else 200)
    message = _("%(names)s added", names=tables.bind_names(names[0]))
    if len(names) > 1:
        message = ngettext("%(num)d added", "%(num)d added", len(names))
    undo = {"do": "remove", "more": " ".join(map(str, added[1:]))}
    flash_undo(message, "entrants.change", undo, event=event, number=added[0])
    for number, entry in zip(added, names, strict=True):
        _flash_respelled(event, number, entry, session)
    return redirect_to("entrants.show", event=event)


def change(event: str, number: int) -> Response:
    """Remove an entrant, note that one leaves or comes back, or change the names of one."""
    stored = load_owned_event(event)
    action = request.form.get("do")
    # Those who were added together.
    together = number, *map(parse_int, request.form.get("more", "").split())
    here = [one for one in together if one in stored.event.by_number]
    if action == "remove" and not here:
        # The second of two taps.
        return redirect_to("entrants.show", event=event)
    if action not in ACTIONS or (action != "remove" and number not in here):
        abort(404)
    own = stored.names[here[0]]
    if action in ("leave", "return"):
        return _set_present(event, number, own, is_present=action == "return")
    typed, removed = NamesTyped(), list[Names]()
    posted = [request.form.get(name, "") for name in ("name", "partner")]
    names = _clean(stored.event, posted, typed) if action == "partner" else ()
    if not typed.errors:
        with _explained(typed), db.write() as (session, secret):
            if action == "partner":
                others = "other" in request.form
                entrants.change_names(session, secret, event, number, names, are_others=others)
            else:
                removed = [entrants.remove_entrant(session, secret, event, one) for one in here]
    if typed.errors:
        return make_response(_render(stored, typed), 422)
    fields = dict(zip(("name", "partner"), own, strict=False))
    if action == "partner":
        undo = {"do": "partner", **fields}
        message = _("Pair saved") if stored.event.is_pairs else _("Names saved")
        flash_undo(message, "entrants.change", undo, event=event, number=number)
        _flash_respelled(event, number, names, session)
    else:
        if len(removed) > 1:
            fields = {"names": "\n".join(map(" & ".join, removed))}
        message = _("%(names)s removed", names=join_with_and([*map(tables.bind_names, removed)]))
        fields["key"] = request.form.get("key", "")
        flash_undo(message, "entrants.add", fields, event=event)
    return redirect_to("entrants.show", event=event)


def show_seat(event: str, number: int, table: int) -> str:
    """Ask who leaves a table without a result, and who comes."""
    stored = load_owned_event(event)
    seated = entrants.find_open_table(stored.event, (number, table)) or abort(404)
    return _render_seat(stored, seated, NamesTyped())


def change_seat(event: str, number: int, table: int) -> Response:
    """Seat who comes; their name is tapped or typed."""
    stored = load_owned_event(event)
    seated = entrants.find_open_table(stored.event, (number, table))
    if seated is None:
        return render_stale_event(stored, number)
    typed = NamesTyped(clean_text(request.form.get("tap") or request.form.get("name"), 120))
    leaves, comes, name = parse_int(request.form.get("leaves")), 0, clean_name(typed.name) or ""
    if leaves is None or leaves not in stored.names:
        typed.add_error(_("Answer every question."))
    elif not name:
        typed.add_error(_("Type a name."))
    else:
        try:
            with _explained(typed), db.write() as (session, secret):
                asking = session, secret, event, (number, table)
                was = request.form.get("was", "leaving")
                comes = entrants.take_seat(*asking, leaves, name, read_submission(), was=was)
        except StaleEvent:
            return render_stale_event(load_owned_event(event), number)
    if typed.errors or leaves is None:
        return make_response(_render_seat(stored, seated, typed, leaves), 422)
    before = stored.event.by_number.get(comes)
    was = "new" if before is None else "here" if before.is_present else "leaving"
    undo = {"leaves": comes, "name": stored.names[leaves][0], "was": was}
    about = {"event": event, "number": number, "table": table}
    message = _("The result counts for %(name)s.", name=name)
    flash_undo(message, "entrants.change_seat", undo, **about)
    return redirect_to_event(event)


def _set_present(event: str, number: int, names: Sequence[str], *, is_present: bool) -> Response:
    typed = NamesTyped()
    with _explained(typed), db.write() as (session, secret):
        entrants.set_present(session, secret, event, number, is_present=is_present)
    if typed.errors:
        return make_response(_render(load_owned_event(event), typed), 422)
    named = tables.bind_names(names)
    message = _("%(names)s left. All results stay.", names=named)
    if is_present:
        message = _("%(names)s came back", names=named)
    undo = {"do": "leave" if is_present else "return"}
    flash_undo(message, "entrants.change", undo, event=event, number=number)
    return redirect_to("entrants.show", event=event)


def _flash_respelled(event: str, number: int, names: Names, session: Session) -> None:
    """Flash each name of an entrant that was just taken as another spelling."""
    respelled = players.list_respelled(session)
    fields = {"do": "partner", **dict(zip(("name", "partner"), names, strict=False))}
    for name in names:
        if name in respelled:
            about = {"event": event, "number": number}
            flash_respelled(name, respelled[name], "entrants.change", fields, **about)


@contextmanager
def _explained(typed: NamesTyped) -> Iterator[None]:
    """Add the reason to the errors if names cannot be saved."""
    try:
        yield
    except entrants.AlreadyEntered as error:
        text = _("%(name)s is already on the list. Someone else? Add a surname.", name=error.name)
        typed.add_error(text, error.position)
    except entrants.AlreadyDrawn:
        typed.errors.append(organiser.describe_draw())
    except entrants.EntrantSeated:
        typed.errors.append(_("A player who had a seat can only leave. The results stay."))
    except rules.SetUpError as error:
        text = capitalize(describe_error(error))
        if error.code == "same name twice":
            text = _("You entered %(name)s twice. Add a surname.", name=error.values["name"])
        typed.add_error(text, error.values.get("position"))


def _read_typed(event: Event) -> NamesTyped:
    """Read what was typed; a tapped name goes into the first empty field."""
    posted = {name: clean_text(request.form.get(name), 120) for name in ("name", "partner", "tap")}
    typed = NamesTyped(posted["name"], posted["partner"])
    typed.pasted = clean_text(request.form.get("names"), MAX_PASTED)
    if posted["tap"] and event.is_pairs and typed.name:
        typed.partner = posted["tap"]
    elif posted["tap"]:
        typed.name = posted["tap"]
    return typed


def _list_names(stored: StoredEvent, typed: NamesTyped) -> list[Names]:
    """Return the names of new entrants; none with an error, or if a partner is missing."""
    if typed.pasted:
        listed = [*read_list(typed.pasted, is_pairs=stored.event.is_pairs)]
        typed.lines = [number for number, parts in listed for _part in parts]
        written = [parts for _number, parts in listed] or [[]]
    elif typed.partner:
        written = [[typed.name, typed.partner]]
    elif stored.event.is_pairs and request.form.get("tap"):
        return []
    else:
        written = [split_pair(typed.name) if stored.event.is_pairs else [typed.name]]
    return [_clean(stored.event, parts, typed) for parts in written]


def _clean(event: Event, parts: Sequence[str], typed: NamesTyped) -> Names:
    """Return the names of an entrant, or add an error once."""
    names = tuple(name for name in map(clean_name, parts) if name)
    if len(names) == (2 if event.is_pairs else 1) or typed.errors:
        return names
    if parts and typed.pasted and event.is_pairs:
        line = " & ".join(parts)
        typed.errors.append(_("Type two names on each line. Check this one: %(line)s", line=line))
    else:
        typed.errors.append(_("Type both names.") if event.is_pairs else _("Type a name."))
    return names


def _render(stored: StoredEvent, typed: NamesTyped) -> str:
    event = stored.event
    with db.database().read() as session:
        known = players.list_names_in(session, stored.ref.scorebook_id)
    here = {rules.fold(name) for name in (typed.name, *chain(*stored.names.values()))}
    return render_template(
        "events/people.html",
        stored=stored,
        form=typed,
        present=sum(entrant.is_present for entrant in event.entrants),
        known=[name for name in known if rules.fold(name) not in here],
        people=[_show_entrant(stored, number) for number in sorted(event.by_number, reverse=True)],
    )


def _show_entrant(stored: StoredEvent, number: int) -> dict[str, object]:
    """Return an entrant in the list, and what can be done."""
    event, is_present = stored.event, stored.event.by_number[number].is_present
    in_rounds = [
        seated.number
        for seated in event.rounds
        if number in chain(seated.rests, *(table.seats for table in seated.tables))
    ]
    text = ""
    if not is_present:
        text = _("Left after round %(number)s", number=max(in_rounds)) if in_rounds else _("Left")
    elif event.rounds and (first := min(in_rounds, default=event.next_number)) > 1:
        text = _("From round %(number)s on", number=first)
    action = "return" if not is_present else "leave" if in_rounds else "remove"
    if event.is_drawn and not in_rounds:
        action = "remove"
    return {
        "number": number,
        "names": stored.names[number],
        "is_present": is_present,
        "description": text,
        "action": action,
    }


def _render_seat(
    stored: StoredEvent, seated: SeatedTable, typed: NamesTyped, leaves: int | None = None
) -> str:
    here = {*chain(*(table.seats for table in seated.round.tables)), *stored.event.list_busy()}
    free = [names[0] for entrant, names in stored.names.items() if entrant not in here]
    with db.database().read() as session:
        known = players.list_names_in(session, stored.ref.scorebook_id)
    return render_template(
        "events/substitute.html",
        stored=stored,
        seated=seated,
        form=typed,
        people=[(entrant, stored.names[entrant][0]) for entrant in seated.table.seats],
        leaves=leaves,
        free=free,
        known=[*free, *(name for name in known if name not in free)],
    )
