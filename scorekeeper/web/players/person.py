"""The pages of a player and of two: statistics, partners, opponents, and names."""

from itertools import groupby

from flask import Response, flash, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied, find_scorebook_grant
from scorekeeper.book.players import player_names
from scorekeeper.book.players.player_names import PlayerRef
from scorekeeper.book.statistics import contracts, player_details, queries, roster
from scorekeeper.rules.review.figures import Sums
from scorekeeper.rules.review.intervals import Rate, rank_key
from scorekeeper.web.forms import base, filters, names
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import render_cached_page
from scorekeeper.web.site.rendering import redirect_to
from scorekeeper.words.errors import describe_conflict, describe_error
from scorekeeper.words.language import gettext as _
from scorekeeper.words.review.statistics import get_nil_rate, get_win_rate

NAME_FIELDS = ("name", "shown")
NAME_FORM = base.form_with_fields(base.RecordingForm, NAME_FIELDS)
MAX_CHART_MATCHES = 30
NILS_OF_A_SEAT = ("nils", "nils_made", "blinds", "blinds_made")
"""The sums that two partners don't share."""


def show(
    player: str,
    form: base.RecordingForm | None = None,
    status: int = 200,
    same: PlayerRef | None = None,
) -> Response:
    """Show a player, to be renamed or merged; `same` is another player with the typed name."""
    with db.read_with_access() as session:
        secret = current_device.read_secret()
        found = player_names.find_readable(session, secret, player)
        grant = find_scorebook_grant(session, secret, found.scorebook_id)
        book = db.load_statistics_book(session, grant)
        person = book.find_person(player)
        period = filters.find_period(book, request.args.get("period"))

        def rendered() -> str:
            everybody, (figures,) = queries.sum_for_people(session, book, [person], period.days)
            details = player_details.load_player_details(session, book, person, period.days.first)
            partners = _rank(book, figures.partners)
            return render_template(
                "players/person.html",
                player=found,
                writes=grant.role == "owner",
                person=person,
                others=[one for one in book.people.values() if one is not person],
                same=same,
                form=_name_form(found, form),
                period=period,
                periods=filters.list_periods(book),
                own=figures.own,
                bidding=contracts.sum_contracts(session, book, [person], period.days),
                everybody=everybody,
                latest=details.latest[-MAX_CHART_MATCHES:],
                runs=_find_runs(details.latest),
                match_count=len(details.latest),
                best_hand=details.best,
                worst_hand=details.worst,
                partners=partners,
                opponents=_rank(book, figures.opponents),
                best={partner.name: rate for partner, rate in partners},
            )

        if form is not None:
            return make_response(rendered(), status)
        return render_cached_page((book.revision, book.today), (grant, period.key), rendered)


def show_partnership(player: str, other: str) -> Response:
    """Show two players."""
    with db.read_with_access() as session:
        secret = current_device.read_secret()
        player_ref = player_names.find_readable(session, secret, player)
        grant = find_scorebook_grant(session, secret, player_ref.scorebook_id)
        book = db.load_statistics_book(session, grant)
        one, two = book.find_person(player), book.find_person(other)
        if one is two:
            raise AccessDenied(other)
        period = filters.find_period(book, request.args.get("period"))

        def rendered() -> str:
            everybody, (ones, twos) = queries.sum_for_people(session, book, [one, two], period.days)
            pair, other_half = ones.partners.get(two.id, Sums()), twos.partners.get(one.id, Sums())
            for name in NILS_OF_A_SEAT:
                pair = pair._replace(**{name: getattr(pair, name) + getattr(other_half, name)})
            without = [
                get_win_rate(each.with_partner).without(get_win_rate(pair)) for each in (ones, twos)
            ]
            return render_template(
                "players/partnership.html",
                one=one,
                two=two,
                pair=pair,
                apart=Rate(*map(sum, zip(*without, strict=True))),
                against=(
                    get_win_rate(ones.opponents.get(two.id, Sums())),
                    get_win_rate(twos.opponents.get(one.id, Sums())),
                ),
                nils=(get_nil_rate(ones.own), get_nil_rate(twos.own)),
                everybody=everybody,
                bidding=contracts.sum_contracts(session, book, [one, two], period.days),
                period=period,
                periods=filters.list_periods(book),
            )

        return render_cached_page((book.revision, book.today), (grant, period.key), rendered)


def rename(player: str) -> Response:
    """Rename a player in all matches."""
    form = NAME_FORM()
    name, shown = (names.clean_name(form[field].data) or "" for field in NAME_FIELDS)
    try:
        with db.write() as (session, secret):
            player_names.rename(session, secret, player, name, shown)
    except rules.SetUpError as error:
        form.add_error(describe_error(error), "name")
        return show(player, form, 422)
    except player_names.NameTaken as taken:
        return show(player, form, 422, taken.other)
    except player_names.NamesChanged as changed:
        form["shown"].data = changed.now[0]
        form.add_error(describe_conflict(changed.now[0] or ""), "name")
        return show(player, form, 409)
    flash(_("Player renamed"))
    return _redirect_to_canonical(player)


def merge(player: str) -> Response:
    """Merge a player into another."""
    form = base.RecordingForm()
    try:
        with db.write() as (session, secret):
            into = base.clean_text(request.form.get("into"))
            player_names.merge(session, secret, player, into)
    except player_names.PlayersShareMatch:
        with db.write() as (session, secret):
            player_names.tell_apart(session, secret, player)
        form.add_error(_("They played in the same match or evening, so they can’t be one person."))
        return show(player, form, 422)
    flash(_("Players merged"))
    return _redirect_to_canonical(player)


def tell_apart(player: str) -> Response:
    """Note that a player is not the person with another spelling of the name."""
    with db.write() as (session, secret):
        player_names.tell_apart(session, secret, player)
    flash(_("They stay two players"))
    return redirect_to("players.show_ranking")


def split(player: str) -> Response:
    """Undo a merge."""
    with db.write() as (session, secret):
        player_names.split(session, secret, player)
    flash(_("Players separated again"))
    return redirect_to("players.show", player=player)


def set_appearance(player: str) -> Response:
    """Set a player's colour and whether the player is a guest, who is not ranked."""
    colour = base.parse_int(request.form.get("colour"))
    with db.write() as (session, secret):
        player_ref = player_names.find_owned(session, secret, player)
        book = roster.load_roster(session, player_ref.scorebook_id)
        known = colour if colour is not None and colour < roster.COLOURS else None
        guest = request.form.get("guest") == "yes"
        roster.set_appearance(session, book, book.people[player_ref.canonical_id], guest, known)
    flash(_("Player saved"))
    return _redirect_to_canonical(player)


def _name_form(player: PlayerRef, sent: base.RecordingForm | None) -> base.RecordingForm:
    """Return the submitted name form, or a new one with the errors of another form."""
    if sent is not None and "name" in sent:
        return sent
    form = NAME_FORM(**base.initial_values(fields=dict.fromkeys(NAME_FIELDS, player.name)))
    form.form_errors = sent.form_errors if sent else []
    return form


def _rank(book: roster.Roster, sums: dict[int, Sums]) -> list[tuple[roster.Person, Rate]]:
    """Return players with the rate of matches won with or against them, the best first."""
    rates = [(book.people[id_], get_win_rate(totals)) for id_, totals in sums.items()]
    return sorted(rates, key=lambda one: (rank_key(one[1]), -one[1].tried, one[0].name))


def _find_runs(latest: list[player_details.PlayerMatch]) -> list[tuple[bool, int]]:
    decided = [one for one in latest if one.decided]
    return [(is_won, len(list(run))) for is_won, run in groupby(decided, lambda one: one.won)]


def _redirect_to_canonical(public_id: str) -> Response:
    with db.read() as (session, secret):
        player = player_names.find_readable(session, secret, public_id)
        leader = player_names.find_canonical(player, player_names.load_spellings(session, player))
    return redirect_to("players.show", player=leader.public_id)
