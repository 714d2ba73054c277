"""Downloads of the matches of a scorebook: all in one file, and a list of results.

Each file is written completely before its first byte is sent. Then a failure is still an error
page, and a slow reader holds no session of the database.
"""

from collections.abc import Callable, Iterator
from functools import partial

from flask import Response, render_template

from scorekeeper.book.db.database import Database
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.transfer.exporter import count_contents, export, export_results
from scorekeeper.web.http.responses import send_file
from scorekeeper.web.site import db
from scorekeeper.web.site.exports import new_file
from scorekeeper.words.language import get_list_separator


def show(scorebook: str) -> str:
    """Show the downloads of a scorebook and how many matches they contain."""
    with db.read() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
    return render_template(
        "scorebooks/downloads.html", book=book, contents=count_contents(db.database(), book.id)
    )


def download_all(scorebook: str) -> Response:
    return _send(scorebook, export, "spades-matches.jsonl", "application/jsonl")


def download_results(scorebook: str) -> Response:
    """Send the results of all matches as a list for a spreadsheet."""
    write = partial(export_results, separator=get_list_separator())
    return _send(scorebook, write, "spades-results.csv", "text/csv")


def _send(
    scorebook: str, write: Callable[[Database, int], Iterator[bytes]], name: str, mimetype: str
) -> Response:
    with db.read() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
    with new_file(book.id) as file:
        file.writelines(write(db.database(), book.id))
    return send_file(file, name, mimetype)
