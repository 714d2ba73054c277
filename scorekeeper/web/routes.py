"""The addresses of all pages. Flask calls this “lazily loading views”.

The module of a page is imported when the page is first asked for, so that a server starts quickly.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from flask import Blueprint, Flask
from flask_wtf.csrf import CSRFError

from scorekeeper.web.http.api_requests import API_PREFIX

ROUTES: Mapping[str, str] = {
    "web": """
        GET  /                            home.show
        GET  /how-spades-works            help.show
        GET  /how-spades-works/<language> help.show
        GET  /matches/new                 new_match.show
        POST /matches                     new_match.start
        POST /matches/new/houses          new_match.save_house_rules
        BOTH /matches/paper               paper.show/save
        GET  /history                     history.show
        POST /history/deletion            history.delete
        POST /history/restoration         history.restore
        POST /history/place               history.set_place
        GET  /history/records             history.show_records
        GET  /book                        season_book.show_periods
        GET  /book/volumes                season_book.list_volumes
        GET  /book/<period>               season_book.show
        BOTH /settings                    settings.show/save
        BOTH /settings/clock              settings.show_clock/set_clock
        GET  /copies                      backups.show
        GET  /copies/scorebook.sqlite     backups.send_new_backup
        GET  /copies/<copy>/file          backups.send_backup
        GET  /api/v1/matches              api.show_matches
        GET  /api/v1/matches/<match>      api.show_match
        GET  /api/v1/players              api.show_players
        GET  /api/v1/players/<player>     api.show_player
        GET  /api/v1/running              api.show_running
        GET  /healthz                     health.alive
        GET  /readyz                      health.ready
    """,
    "web.match": """
        GET  /matches/<public_id>/board                        match.show_board
        GET  /board                                            match.show_running_board
        BOTH /matches/<public_id>/hands/<int:place>/correction correction.show/save_correction
        GET  /history/deleted                                  match.show_deleted
        POST /matches/<public_id>/deletion                     match.delete
        POST /matches/<public_id>/retraction                   match.undo_start
        POST /matches/<public_id>/restoration                  match.restore
        GET  /matches/<public_id>                              match.show
        GET  /matches/<public_id>/file                         match.download
        BOTH /matches/<public_id>/names                        seats.show_names/save_names
        BOTH /matches/<public_id>/note                         notes.show/save
        BOTH /matches/<public_id>/hands/<int:place>/note       notes.show/save
        POST /matches/<public_id>/outbox                       outbox.save
        POST /matches/<public_id>/comparison                   outbox.compare
        POST /outbox                                           outbox.start
        POST /matches/<public_id>/bids                         recording.save_bids
        POST /matches/<public_id>/tricks                       recording.save_tricks
        POST /matches/<public_id>/way                          recording.change_entry
        POST /matches/<public_id>/tally                        recording.save_trick
        POST /matches/<public_id>/undo                         recording.undo
        POST /matches/<public_id>/redo                         recording.redo
        POST /matches/<public_id>/misdeal                      recording.save_misdeal
        POST /matches/<public_id>/end                          recording.end_match
        POST /matches/<public_id>/dealer                       recording.set_dealer
        BOTH /matches/<public_id>/rematch                      match.follow_rematch/start_rematch
        GET  /matches/<public_id>/result.svg                   result_image.show
        GET  /matches/<public_id>/result                       result_image.show_page
        GET  /matches/<public_id>/review                       match.redirect_from_review
        GET  /matches/<public_id>/what-if                      match.show_what_if
        POST /matches/<public_id>/seat                         seats.claim
        POST /matches/<public_id>/seat/free                    seats.release
        POST /matches/<public_id>/hands/<int:place>/reply      seats.save_reply
        GET  /matches/<public_id>/share                        sharing.show
        POST /matches/<public_id>/share/code                   sharing.create_code
        POST /matches/<public_id>/share/links                  sharing.renew_links
        POST /matches/<public_id>/phones/<phone>/name          sharing.rename
        POST /matches/<public_id>/phones/<phone>/removal       sharing.remove
        GET  /matches/<public_id>/skeletons                    skeletons.send
        GET  /skeletons                                        skeletons.send_unnamed
    """,
    "web.events": """
        BOTH /events/<event>/guide                                       guide.show/choose
        GET  /events/<event>/tables                                      boards.show_tables
        GET  /events/<event>/tables/<int:table>                          guide.show_table
        POST /events/<event>/tables/<int:table>/match                    guide.start_match
        POST /events/<event>/tables/<int:table>/watch                    guide.watch_match
        GET  /events/<event>/standings                                   boards.show_standings
        GET  /events/<event>/board                                       boards.show_television
        GET  /events/<event>/print/<sheet>                               event_links.show_sheet
        BOTH /events/<event>/links                                       event_links.show/renew
        POST /events/<event>/code                                        event_links.create_code
        GET  /events/<event>/phones                                      event_links.show_phones
        POST /events/<event>/phones/<phone>/removal                      event_links.remove_phone
        BOTH /events/<event>/playoff                                     playoff.show/start
        GET  /events/<event>/bracket                                     playoff.show_bracket
        GET  /events/<event>/standings.csv                               event_links.send_standings
        GET  /events/<event>/file                                        event_links.download
        GET  /events/new                                                 event_setup.show
        POST /events                                                     event_setup.create
        GET  /events/<event>                                             event.show
        BOTH /events/<event>/setup                                       event_setup.edit/save
        POST /events/<event>/end                                         event.end
        POST /events/<event>/reopening                                   event.reopen
        POST /events/<event>/deletion                                    event.delete
        POST /events/<event>/restoration                                 event.restore
        BOTH /events/<event>/people                                      entrants.show/add
        POST /events/<event>/people/<int:number>                         entrants.change
        BOTH /events/<event>/seating                                     seating.show/rearrange
        POST /events/<event>/rounds                                      seating.start
        POST /events/<event>/rounds/<int:number>/removal                 seating.undo_round
        POST /events/<event>/rounds/<int:number>/clock                   event.change_clock
        GET  /events/<event>/results                                     results.show_round
        POST /events/<event>/results                                     results.save_round
        GET  /events/<event>/rounds/<int:number>/tables/<int:table>      results.show_table
        POST /events/<event>/rounds/<int:number>/tables/<int:table>      results.save_table
        GET  /events/<event>/rounds/<int:number>/tables/<int:table>/seat entrants.show_seat
        POST /events/<event>/rounds/<int:number>/tables/<int:table>/seat entrants.change_seat
    """,
    "web.referee": """
        GET  /matches/<public_id>/drawing            referee.show_drawing
        BOTH /matches/<public_id>/rules/change       house_change.show/save_rules
        GET  /matches/<public_id>/judge              judge.show
        GET  /matches/<public_id>/outlook            referee.show_outlook
        GET  /matches/<public_id>/referee            referee.show
        GET  /matches/<public_id>/rules              referee.show_rule_card
        BOTH /matches/<public_id>/rulings            rulings.show/apply
        POST /matches/<public_id>/rulings/withdrawal rulings.withdraw
        BOTH /matches/<public_id>/voids              voids.show/save_note judge.voids
    """,
    "web.players": """
        GET  /players/<player>/with/<other> players.show_partnership person
        GET  /players/<player>              players.show person
        POST /players/<player>/name         players.rename person
        POST /players/<player>/merge        players.merge person
        POST /players/<player>/apart        players.tell_apart person
        POST /players/<player>/parting      players.split person
        POST /players/<player>/look         players.set_appearance person
        GET  /players                       players.show_ranking ranking
        GET  /season                        players.show_season ranking
        POST /players/season                players.save_season ranking
    """,
    "web.scorebooks": """
        GET  /door                                          access.show_home_code
        GET  /scorebooks/<scorebook>/another-phone          access.show_one_time_link
        POST /scorebooks/<scorebook>/another-phone          access.create_one_time_link
        POST /scorebooks/<scorebook>/television             access.create_television_code
        GET  /scorebooks/<scorebook>/recovery               access.show_recovery_code
        POST /scorebooks/<scorebook>/recovery               access.renew_recovery_code
        GET  /scorebooks/<scorebook>                        scorebooks.show
        POST /scorebooks/<scorebook>/name                   scorebooks.rename
        POST /scorebooks/<scorebook>/departure              scorebooks.leave
        POST /scorebooks/<scorebook>/deletion               scorebooks.delete
        GET  /scorebooks/<scorebook>/phones                 access.show_devices
        POST /scorebooks/<scorebook>/phones/<phone>/name    access.rename_device
        POST /scorebooks/<scorebook>/phones/<phone>/removal access.remove_device
        GET  /scorebooks/<scorebook>/files                  scorebooks.show_downloads
        GET  /scorebooks/<scorebook>/matches.jsonl          scorebooks.download_all
        GET  /scorebooks/<scorebook>/results.csv            scorebooks.download_results
        BOTH /scorebooks/<scorebook>/import                 imports.show/receive
        BOTH /scorebooks/<scorebook>/import/<upload>        imports.follow/start
        BOTH /scorebooks                                    scorebooks.show_all/create
        POST /scorebooks/choice                             scorebooks.choose
        POST /scorebooks/<scorebook>/restoration            scorebooks.restore
        BOTH /scorebooks/<scorebook>/reading                access.show_read_link/renew_read_link
    """,
    "web.joining": """
        BOTH /in                         links.join_opened/join_typed
        GET  /<any(k,w,r,e):kind>/<text> links.open_link
        GET  /t/<text>/<int:table>       links.open_table
        BOTH /in/<text>                  links.open_code/join_once
        GET  /open/<text>                links.open_local
        GET  /i/<text>                   links.open_icon
        GET  /recover                    links.ask_recovery_code
        GET  /app.webmanifest            pwa.manifest
        GET  /worker.js                  pwa.worker
        BOTH /offline                    pwa.offline/forget
        GET  /token                      pwa.create_token
    """,
}
"""Method, path, endpoint (a module and its view) and the module if its name differs, by package.

BOTH are GET and POST, each with a view of its own.
"""


def register(app: Flask) -> None:
    """Add the pages to an app without importing them."""
    for method, path, endpoint, module in list_routes():
        app.add_url_rule(
            path,
            endpoint,
            load_lazily(module, endpoint.rpartition(".")[2]),
            methods=[method],
            # A double slash is a 404 rather than a redirect.
            merge_slashes=False if path.startswith(API_PREFIX) else None,
        )
    outbox = Blueprint("outbox", __name__)
    outbox.register_error_handler(CSRFError, load_lazily("scorekeeper.web.match.outbox", "explain"))
    app.register_blueprint(outbox)


def list_routes() -> Iterator[tuple[str, str, str, str]]:
    """Yield the method, path, endpoint and module of each page."""
    for package, routes in ROUTES.items():
        for route in routes.strip().splitlines():
            method, path, endpoint, *renamed = route.split()
            name, _dot, views = endpoint.partition(".")
            module = f"scorekeeper.{package}.{renamed[0] if renamed else name}"
            methods = ("GET", "POST") if method == "BOTH" else (method,)
            for one, view in zip(methods, views.split("/"), strict=True):
                yield one, path, f"{name}.{view}", module


def import_pages() -> None:
    """Import the modules of all pages, for servers that fork or must answer each page quickly."""
    for _method, _path, _endpoint, module in list_routes():
        import_module(module)


@cache
def load_lazily(module: str, name: str) -> Callable[..., Any]:
    """Return a view that imports its module when it is called."""

    def view(*arguments: Any, **values: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **values)

    return view
