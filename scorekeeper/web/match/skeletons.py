"""Skeletons: the views of a match that a phone fills in while the server does not answer."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Response, get_template_attribute, render_template, request, url_for
from werkzeug.exceptions import NotFound

from scorekeeper import rules, words
from scorekeeper.book.access.grants import AccessDenied, Rights
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import EventPlace, StoredMatch, UndoPosition
from scorekeeper.rules import Bid, Fact, Hand, Match, Record, Standing, Tricks, match_file
from scorekeeper.rules.hand import Redeal
from scorekeeper.rules.house_rules import FirstHand
from scorekeeper.rules.review.story import BLIND_NILS, NILS
from scorekeeper.rules.score_tables import REASONS, score_tables
from scorekeeper.web import charts
from scorekeeper.web.forms.base import RecordingForm, initial_values
from scorekeeper.web.forms.hand import Question, bids_form, tricks_form
from scorekeeper.web.site import page_cache
from scorekeeper.web.site.db import load_recorded_match
from scorekeeper.web.site.match_page import describe_base, tag_skeletons
from scorekeeper.words.match import offline
from scorekeeper.words.review.story import list_sentences

PUBLIC_ID = secrets.token_urlsafe(16)
"""The id of the match in skeletons, which no name contains: the phone puts another in its place."""
FIRST_PLACEHOLDER = 0xE000
"""The private character in place of the first player's name."""
USUAL = '{"game": "partnership"}'
"""The house rules if none are named."""
ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
FAR = 100_000
"""Points beyond any winning score, whatever a hand scores."""


def send(public_id: str) -> Response:
    """Send the skeletons of a match to a scorer."""
    stored = load_recorded_match(public_id)
    if not stored.can_write:
        raise AccessDenied(public_id)
    return _send(stored.match, stored.event)


def send_unnamed() -> Response:
    """Send the skeletons of house rules, with a private character for each player's name."""
    try:
        house = json.loads(request.args.get("house", USUAL))
        seats = rules.GAMES[house["game"]].seats
        players = [chr(FIRST_PLACEHOLDER + seat) for seat in range(seats)]
        match = match_file.read({"format": match_file.FORMAT, "house": house, "players": players})
    except (ValueError, KeyError, TypeError, rules.RuleError) as error:
        raise NotFound from error
    return _send(match)


def _send(match: Match, event: EventPlace | None = None) -> Response:
    about = tag_skeletons(words.table.translate_names(match)), event
    response = page_cache.render_cached_page(about, about, lambda: ENCODE(_describe(match, event)))
    response.mimetype = "application/json"
    return response


def _describe(match: Match, event: EventPlace | None) -> dict[str, Any]:
    """Return the skeletons of a match's names, house rules and event, as JSON."""
    house, game = match.house, match.house.game
    file = match_file.write(replace(match, hands=()))
    written = {name: file[name] for name in ("format", "house", "players", "sides")}
    match = words.table.translate_names(match)
    # A first hand without bids would have no view for bids.
    blank = Match(
        replace(house, first_hand=FirstHand.BID),
        match.players,
        match.sides,
        first=0,
        opening=(Standing(),) * len(game.sides),
        started=now(),
    )
    begun, all_nil = (
        replace(blank, hands=(Hand(bids=(bid,) * game.seats),)) for bid in (Bid(1), rules.NIL)
    )
    first = initial_values(None, 1)
    questions = [
        question
        for one in (all_nil, begun)
        for question in tricks_form(one, by_player=False, values={}).trick_questions()
    ]
    render = partial(_render, event)
    ended = [_end(begun, side) for side in range(len(game.sides))]
    over = get_template_attribute("match/_outcome.html", "over")
    sheet_below = get_template_attribute("match/_sheet.html", "sheet_below")
    score_line = get_template_attribute("match/_score_line.html", "score_line")
    return {
        "id": PUBLIC_ID,
        "release": page_cache.view_release(),
        "tables": score_tables(house),
        "players": match.players,
        "sides": [words.table.name_side(name) for name in match.sides],
        "file": written,
        "rules": f"{words.table.name_game(game.key)} · {words.house_rules.summarize(house)}",
        "fresh": url_for("skeletons.send_unnamed", house=json.dumps(written["house"])),
        "base": describe_base(_store(blank)),
        "rotation": rules.rotate_seats(game),
        "views": {
            "bids": render(blank, "bids", bids_form(blank, values={})),
            "tricks": render(begun, "tricks", RecordingForm(**first), questions),
            "board": render(begun, "play", RecordingForm(**first)),
            "end": render(blank, "end", RecordingForm(**first)),
            "over": render(ended[0], "over", RecordingForm(**first)),
        },
        "over": [over(one, story=[]) for one in (*ended, begun.end(now()))],
        "sheet": sheet_below(_store(_play(begun)), skeleton=True),
        "line": score_line(charts.score_line(ended[0]), ended[0]),
        "chart": charts.SIZES,
        "nils": {REASONS.index(reason): counts for reason, counts in NILS.items()},
        "blindNils": [REASONS.index(reason) for reason in BLIND_NILS],
        "words": {
            **offline.list_words(blank, REASONS),
            "offline": offline.list_sentences(house),
            "story": list_sentences(),
        },
    }


def _end(begun: Match, winner: int) -> Match:
    game, [hand] = begun.house.game, begun.hands
    piles = [len(seats) for seats in game.sides]
    piles[winner] += game.tricks - sum(piles)
    opening = tuple(Standing(FAR if side == winner else 0) for side in range(len(piles)))
    played = replace(hand, tricks=Tricks((None,) * game.seats, tuple(piles)))
    return replace(begun, opening=opening, hands=(played,), ended=begun.started)


def _play(begun: Match) -> Match:
    """Return a match with each kind of row on its sheet, and a mark."""
    game, [hand] = begun.house.game, begun.hands
    piles = (game.tricks, *[0] * (len(game.sides) - 1))
    played = replace(hand, tricks=Tricks((None,) * game.seats, piles))
    return replace(begun, hands=(played, replace(hand, redeal=Redeal.MISDEAL)))


def _store(match: Match, event: EventPlace | None = None) -> StoredMatch:
    position = UndoPosition(undoes=Record(Fact.END))
    rights = Rights(can_write=True, can_delete=event is None)
    return StoredMatch(0, 0, PUBLIC_ID, 0, 0, rights, match=match, position=position, event=event)


def _render(
    event: EventPlace | None,
    match: Match,
    view: str,
    form: RecordingForm,
    questions: Sequence[Question] = (),
) -> str:
    return render_template(
        "match/show.html",
        stored=_store(match, event),
        match=match,
        form=form,
        view=view,
        skeleton=questions or True,
        carried={},
        minutes=0,
        # A message is for the next page that is shown.
        get_flashed_messages=lambda **_about: [],
    )
