"""The page of two players: results together, against each other, and apart."""

from flask import Response, render_template, request

from scorekeeper.book.access.grants import AccessDenied, find_scorebook_grant
from scorekeeper.book.players import player_names
from scorekeeper.book.statistics import queries
from scorekeeper.rules.review.intervals import Rate
from scorekeeper.rules.review.player_figures import Sums
from scorekeeper.web.forms.periods import find_period, list_periods
from scorekeeper.web.http import current_device
from scorekeeper.web.site.db import load_statistics_book, read_with_access
from scorekeeper.web.site.page_cache import render_cached_page
from scorekeeper.words.review.statistics import get_nil_rate, get_win_rate


def show_partnership(player: str, other: str) -> Response:
    """Show two players."""
    with read_with_access() as session:
        secret = current_device.read_secret()
        player_ref = player_names.find_readable(session, secret, player)
        grant = find_scorebook_grant(session, secret, player_ref.scorebook_id)
        book = load_statistics_book(session, grant)
        one, two = book.find_person(player), book.find_person(other)
        if one is two:
            raise AccessDenied(other)
        period = find_period(book, request.args.get("period"))

        def rendered() -> str:
            everybody, (ones, twos) = queries.sum_for_people(session, book, [one, two], period.days)
            pair = ones.partners.get(two.id, Sums())
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
                period=period,
                periods=list_periods(book),
            )

        return render_cached_page((book.revision, book.today), (grant, period.key), rendered)
