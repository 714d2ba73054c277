"""The referee: links to all tools, the drawing guide of two players, outlook and rule card."""

from flask import Response, abort, make_response, render_template, request, session

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.undo_tree import load_log
from scorekeeper.rules.games import count_drawing_turns, count_held_cards, find_drawer
from scorekeeper.rules.outlook.distributions import compute_outlook
from scorekeeper.rules.outlook.least_bid import find_least_bids
from scorekeeper.rules.outlook.needs import condense, find_aim
from scorekeeper.rules.outlook.tables import build_tables
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.site import db, page_cache
from scorekeeper.words.referee import outlook as words
from scorekeeper.words.referee.rule_card import list_entries

CHOICES = ("keep", "discard")


def show(public_id: str) -> Response:
    return page_cache.render_cached_match_page(db.load_match(public_id), _render_overview)


def show_outlook(public_id: str) -> Response:
    """Show the lowest winning bids, and after the bids the possible results of the hand."""
    return page_cache.render_cached_match_page(db.load_match(public_id), _render_outlook)


def show_rule_card(public_id: str) -> Response:
    """Show all house rules of a match in plain sentences, fit for print."""
    return page_cache.render_cached_match_page(db.load_match(public_id), _render_rule_card)


def show_drawing(public_id: str) -> Response:
    """Show a turn of the drawing, or the page after the last; by default the last turn seen."""
    stored = db.load_match(public_id)
    game, first = stored.match.house.game, stored.match.turn.first
    turns = count_drawing_turns(game)
    turn, did = parse_int(request.args.get("turn", "1")), request.args.get("did")
    # A misdeal adds a hand.
    hand = [public_id, len(stored.match.hands)]
    match session.get("drawing"):
        case [*seen, int(last), choice] if seen == hand and "turn" not in request.args:
            turn, did = last, choice
    if not turns or turn is None or not 1 <= turn <= turns + 1:
        abort(404)
    did = did if turn > 1 and did in CHOICES else None
    session["drawing"] = [*hand, turn, did]
    page = render_template(
        "referee/drawing.html",
        stored=stored,
        turn=turn,
        turns=turns,
        drawing=find_drawer(game, first, turn),
        before=find_drawer(game, first, turn - 1),
        did=did,
        held=count_held_cards(game, first, turn - 1),
    )
    return make_response(page)


def _render_overview(stored: StoredMatch) -> str:
    match = stored.match
    # The tools that apply to the match now, most used first.
    if match.step is rules.Step.OVER:
        pages = ["rulings", "judge"]
    elif match.step is rules.Step.BIDS:
        drawing = ["drawing"] if match.house.game.role is rules.Role.DRAWS else []
        pages = [*drawing, "outlook", "rulings", "judge"]
    else:
        pages = ["judge", "rulings", "outlook", *(["tally"] if stored.can_write else [])]
    return render_template(
        "referee/show.html", stored=stored, match=match, pages=[*pages, "rule_card"]
    )


def _render_outlook(stored: StoredMatch) -> str:
    match, minutes = stored.match, stored.match.minutes_at(now())
    views = compute_outlook(match, minutes)
    aims, needs = [*map(find_aim, views)], condense(views)
    return render_template(
        "referee/outlook.html",
        stored=stored,
        match=match,
        clock=words.describe_clock(match, minutes),
        aims=aims,
        needs=[words.describe_aim(match, aim, needs, views) for aim in aims],
        views=views,
        tables=build_tables(match.house.game, views),
        least=[] if views else find_least_bids(match, minutes),
    )


def _render_rule_card(stored: StoredMatch) -> str:
    with db.database().read() as session:
        changes = [one for one in load_log(session, stored) if one.change.changed_rules]
    return render_template(
        "referee/rule_card.html",
        stored=stored,
        entries=list_entries(stored.match.house),
        changes=changes,
    )
