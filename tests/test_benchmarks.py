"""The benchmarks find their way through the pages; what they measure is theirs."""

from pathlib import Path

from benchmarks.clients import steps
from benchmarks.locks import holding
from benchmarks.scorebooks import fill
from benchmarks.slow_clients import measured


def test_bids_and_tricks_are_saved_to_be_measured(tmp_path: Path) -> None:
    book = fill(tmp_path, new=1)
    with holding(book, steps(book.new, hands=1)) as (insert, save):
        assert insert() > 0
        assert [save() > 0, save() > 0] == [True, True]


def test_half_requests_stop_a_server_of_few_threads_unless_a_proxy_collects_them() -> None:
    bare_header, bare_body, *behind = measured("gunicorn, sync", patience=1.0)

    assert (bare_header, bare_body) == (None, None)
    assert None not in behind
