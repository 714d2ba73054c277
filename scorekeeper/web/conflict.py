"""Two writers: show what is recorded and what was typed, and let the person choose."""

from dataclasses import dataclass

from flask import Response, make_response, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper import rules
from scorekeeper.book.loading import Kept

from . import labels
from .forms import RecordingForm, whole_number
from .hand_forms import bids_of, recorded, tricks_of, typed


@dataclass(frozen=True)
class Mine:
    """Where to send what was typed, so that it counts instead of what is recorded."""

    action: str
    fields: dict[str, str]


def conflict(kept: Kept) -> Response:
    """Answer a form that was made for an older state of the match."""
    number = whole_number(request.form.get("number"))
    html = render_template(
        "match/conflict.html",
        kept=kept,
        match=kept.match,
        told=changed_meanwhile(),
        number=number,
        theirs=_words(kept.match, _recorded(kept.match, number)),
        mine=_words(kept.match, typed(request.form)),
        instead=_instead(kept, number),
        form=RecordingForm.fresh(kept.version, number),
    )
    return make_response(html, 409)


def changed_meanwhile() -> str:
    """Return that the match moved on since the form was shown."""
    return _(
        "The match was changed since this page was shown. "
        "Nothing of yours is saved yet: please choose."
    )


def _recorded(match: rules.Match, number: int | None) -> dict[str, str]:
    if number is None or not 1 <= number <= len(match.hands):
        return {}
    return recorded(match, match.hands[number - 1])


def _words(match: rules.Match, fields: dict[str, str]) -> list[tuple[str, str]]:
    """Return bids and tricks as pairs of whose they are and how many."""
    words = []
    for name, value in fields.items():
        kind, _sep, place = name.partition("_")
        index = whole_number(place)
        names = match.sides if kind == "side" else match.players
        if index is None or index >= len(names):
            continue
        title = labels.side_name(names[index]) if kind == "side" else names[index]
        if kind == "bid":
            words.append((_("%(name)s’s bid", name=title), _bid(value)))
        else:
            words.append((_("%(name)s’s tricks", name=title), value))
    return words


def _bid(written: str) -> str:
    number = whole_number(written)
    try:
        return labels.bid(rules.read_bid(written if number is None else number))
    except rules.BidError:
        return written


def _instead(kept: Kept, number: int | None) -> Mine | None:
    """Return how what was typed can still be recorded, or None where it cannot."""
    match, fields = kept.match, typed(request.form)
    if not fields or number is None:
        return None
    due = {"bids": rules.Step.BIDS, "tricks": rules.Step.TRICKS}
    also = {name: request.form[name] for name in ("by", "reason") if request.form.get(name)}
    if number == match.turn.hand and due.get(request.path.rpartition("/")[2]) is match.step:
        return Mine(request.path, fields | also)
    if 1 <= number <= len(match.hands) and not match.hands[number - 1].redeal:
        # The tricks of a hand count as a whole: two people may have told them in different ways.
        whole = bids_of(_recorded(match, number)) if tricks_of(fields) else _recorded(match, number)
        address = url_for("correction.save", public_id=kept.public_id, number=number)
        return Mine(address, whole | fields | also)
    return None
