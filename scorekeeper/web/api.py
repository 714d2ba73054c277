"""The read-only JSON API, documented in docs/api.md."""

import hashlib
import json
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, NoReturn

from flask import Response, abort, request
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied, MatchRef
from scorekeeper.book.db.ids import now
from scorekeeper.book.history import history
from scorekeeper.book.history.history_entries import HistoryEntry, load_entries
from scorekeeper.book.history.search import Position
from scorekeeper.book.joining import links
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.book.statistics import player_details, queries, roster
from scorekeeper.rules import match_file
from scorekeeper.rules.match.names import list_given_names
from scorekeeper.rules.match_file.fields import write_time
from scorekeeper.rules.review.figures import Sums
from scorekeeper.web.forms.filters import (
    EPOCH,
    PERIODS,
    Period,
    find_period,
    format_position,
    parse_position,
)
from scorekeeper.web.http import api_requests, current_device, rate_limits
from scorekeeper.web.http.assets import release_digest
from scorekeeper.web.http.security import log_security_event
from scorekeeper.web.site.db import database, load_statistics_book, load_stored
from scorekeeper.words.language import N_, gettext as _

REALM = 'Bearer realm="scorekeeper"'
MAX_NAME_LENGTH = 100
"""Characters of an unknown parameter name that the error repeats."""
MAX_LIMIT, DEFAULT_LIMIT = 100, 20
"""Largest and default number of items on a page."""


@dataclass(frozen=True)
class Parameter:
    """A query parameter: `read` parses it, and returns None if it is invalid."""

    name: str
    default: Any
    read: Callable[[str], Any]
    refusal: str


def require_scorebook(reading: Session) -> int:
    """Return the id of the scorebook that the token may view; respond with 401 without one."""
    credentials = request.authorization
    if credentials is None or credentials.type != "bearer" or not credentials.token:
        _refuse_token(REALM)
    right = links.find_right(reading, current_device.secret_key(), "r", credentials.token)
    if right is None:
        # Unknown and revoked tokens are treated alike, and attempts are rate-limited.
        log_security_event("code", "invalid token")
        # Apart from typed codes: an overlay that polls with a revoked token must not block them.
        rate_limits.count("codes", f"API {rate_limits.client_address()}")
        _refuse_token(f'{REALM}, error="invalid_token"')
    return right.scorebook_id


def _refuse_token(challenge: str) -> NoReturn:
    """Respond with 401; the challenge is its WWW-Authenticate header (RFC 6750)."""
    text = _(
        "This needs the token from Settings → More → Share read-only. If the link was renewed, "
        "use the new token."
    )
    response = api_requests.problem_response(401, _("No access"), text)
    response.headers["WWW-Authenticate"] = challenge
    abort(response)


def read_parameters(known: Sequence[Parameter]) -> dict[str, Any]:
    """Return the value of each known parameter; respond with 422 to any other."""
    read = {parameter.name: parameter.default for parameter in known}
    for name in request.args:
        if name not in read:
            cut = name[:MAX_NAME_LENGTH]
            _refuse(cut, _("Unknown parameter “%(name)s”.", name=cut))
    for parameter in known:
        if values := request.args.getlist(parameter.name):
            value = parameter.read(values[0]) if len(values) == 1 else None
            if value is None:
                refusal = _(parameter.refusal, name=parameter.name, most=MAX_LIMIT)
                _refuse(parameter.name, refusal)
            read[parameter.name] = value
    return read


def _refuse(parameter: str, sentence: str) -> NoReturn:
    title = _("We couldn’t read that")
    abort(api_requests.problem_response(422, title, sentence, parameter=parameter))


def _read_limit(text: str) -> int | None:
    is_number = re.fullmatch("0*[1-9][0-9]{0,2}", text)
    return int(text) if is_number and int(text) <= MAX_LIMIT else None


LIMIT = Parameter(
    "limit",
    DEFAULT_LIMIT,
    _read_limit,
    N_("“%(name)s” must be given once, as a whole number from 1 to %(most)s."),
)
PAGE_CURSOR = Parameter(
    "cursor",
    None,
    parse_position,
    N_("“%(name)s” must be given once, exactly as “next” returned it."),
)
PERIOD = Parameter(
    "period",
    None,
    lambda text: text if text in PERIODS else None,
    N_("“%(name)s” must be given once, as one of: season, month, year, all."),
)
PAGED = (LIMIT, PAGE_CURSOR)


class CachedBody(NamedTuple):
    """A response body and its key: equal keys mean equal bodies, so the key makes the ETag."""

    key: Hashable
    build: Callable[[], dict[str, Any]]


def respond(body: CachedBody) -> Response:
    """Return the body as JSON with an ETag, or 304 if the client has it already."""
    key = request.endpoint, body.key, release_digest()
    tag = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        text = json.dumps(body.build(), ensure_ascii=False, separators=(",", ":"))
        response = Response(text, mimetype="application/json")
    # Weak, because the body may be compressed.
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Authorization")
    return response


def matches(session: Session, scorebook_id: int, limit: int, cursor: Position | None) -> CachedBody:
    """Return a page of the matches, newest first."""
    page = history.load_page_in(session, scorebook_id, cursor, limit)

    def build() -> dict[str, Any]:
        return {
            "matches": [_serialize_summary(entry) for entry in load_entries(session, page.rows)],
            "next": page.older and format_position(page.older),
        }

    return CachedBody((scorebook_id, page.shown, page.older), build)


def match(session: Session, scorebook_id: int, match: str) -> CachedBody | None:
    """Return a match with its recorded hands and its score; None if there is none."""
    ref = history.find_match_in(session, scorebook_id, match)
    if ref is None:
        return None
    return CachedBody((ref.key, ref.revision), partial(_serialize_match, session, ref))


def running(session: Session, scorebook_id: int) -> CachedBody:
    """Return the board of the running match."""
    ref = history.find_running_in(session, scorebook_id)
    if ref is None:
        return CachedBody(scorebook_id, lambda: {"match": None})
    match = load_stored(session, ref).match
    time_is_up = match.is_time_up(match.minutes_at(now()))
    build = partial(_serialize_board, match, ref.public_id, time_is_up)
    return CachedBody((ref.key, ref.revision, time_is_up), lambda: {"match": build()})


def _serialize_match(session: Session, ref: MatchRef) -> dict[str, Any]:
    [stored] = load_matches(session, [ref])
    return {
        "match": match_file.write(stored.match, ref.public_id),
        "score": match_file.report(stored.match),
    }


def _serialize_summary(entry: HistoryEntry) -> dict[str, Any]:
    outcome = {"winner": entry.winner, "ending": entry.ending} if entry.ending else None
    return {
        "id": entry.public_id,
        "game": entry.game.key,
        "players": list(list_given_names(entry.players)),
        "sides": list(entry.sides),
        "points": entry.points and list(entry.points),
        "outcome": outcome,
        "started": write_time(entry.started, entry.utc_offset),
        "ended": write_time(entry.ended, entry.utc_offset),
        "place": entry.place,
    }


def _serialize_board(match: rules.Match, public_id: str, time_is_up: bool) -> dict[str, Any]:
    bids = match.due_bids
    return {
        "id": public_id,
        "game": match.house.game.key,
        "players": list(list_given_names(match.players)),
        "target": match.house.target,
        "bag_limit": match.house.bag_limit,
        "time_is_up": time_is_up,
        "turn": match_file.report(match)["turn"],
        "bids": [bid.notation for bid in bids] if bids else None,
        "sides": [_serialize_side(match, side) for side in range(len(match.sides))],
    }


def _serialize_side(match: rules.Match, side: int) -> dict[str, Any]:
    game, bids = match.house.game, match.due_bids
    is_tallied = match.current_hand is not None and bool(match.current_hand.tally)
    return {
        "name": match.sides[side],
        "seats": list(game.sides[side]),
        **match.standings[side]._asdict(),
        "to_go": match.points_to_target(side),
        "contract": rules.get_contract(game, bids, side) if bids else None,
        "tricks": match.tally.sides[side].taken if is_tallied else None,
    }


def players(
    session: Session, scorebook_id: int, period: str | None, limit: int, cursor: Position | None
) -> CachedBody:
    """Return a page of the players, newest first."""
    book = load_statistics_book(session, scorebook_id)
    span = find_period(book, period)
    standing = queries.sum_by_player(session, book, span.days)
    rest = [one for one in book.people.values() if cursor is None or one.id < cursor.id]
    rest.sort(key=lambda one: one.id, reverse=True)
    people = rest[:limit]
    older = Position(EPOCH, people[-1].id) if len(rest) > limit else None
    return _build_body(
        span,
        standing.everybody,
        players=[_serialize_player(one, standing.people.get(one.id, Sums())) for one in people],
        next=older and format_position(older),
    )


def player(
    session: Session, scorebook_id: int, player: str, period: str | None
) -> CachedBody | None:
    """Return a player by the id of any of their names; None if there is none."""
    book = load_statistics_book(session, scorebook_id)
    try:
        person = book.find_person(player)
    except AccessDenied:
        return None
    span = find_period(book, period)
    everybody, (figures,) = queries.sum_for_people(session, book, [person], span.days)
    details = player_details.load_player_details(session, book, person, span.days.first)
    return _build_body(
        span,
        everybody,
        player=_serialize_player(person, figures.own),
        best_hand=details.best and details.best._asdict(),
        worst_hand=details.worst and details.worst._asdict(),
        partners=_serialize_players(book, figures.partners),
        opponents=_serialize_players(book, figures.opponents),
    )


def _build_body(period: Period, everybody: Sums, **values: Any) -> CachedBody:
    body = {
        "period": period.key,
        "since": period.since_day,
        "everybody": everybody._asdict(),
        **values,
    }
    return CachedBody(repr(body), lambda: body)


def _serialize_players(book: roster.Roster, sums: Mapping[int, Sums]) -> list[dict[str, Any]]:
    people = sorted((book.people[id_] for id_ in sums), key=lambda one: one.name)
    return [_serialize_player(one, sums[one.id]) for one in people]


def _serialize_player(person: roster.Person, sums: Sums) -> dict[str, Any]:
    return {
        "id": person.public_id,
        "name": person.name,
        "guest": person.guest,
        "figures": sums._asdict(),
    }


def _view(
    find: Callable[..., CachedBody | None], known: Sequence[Parameter] = ()
) -> Callable[..., Response]:
    """Return a view that responds with the result of `find` for the token's scorebook."""

    def view(**where: str) -> Response:
        with database().read() as reading:
            scorebook_id = require_scorebook(reading)
            read = read_parameters(known)
            return respond(find(reading, scorebook_id, **where, **read) or abort(404))

    return view


show_matches = _view(matches, PAGED)
show_match = _view(match)
show_players = _view(players, (PERIOD, *PAGED))
show_player = _view(player, (PERIOD,))
show_running = _view(running)
