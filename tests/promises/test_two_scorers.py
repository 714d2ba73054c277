"""Two scorers never overwrite each other silently."""

from tests.clients import at_once
from tests.servers import Server

SEATS = range(4)


def test_only_one_of_eight_concurrent_hands_is_stored(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    scorers = [browser.another() for _ in range(8)]
    entries = [{f"bid_{seat}": str(entry + 1) for seat in SEATS} for entry in range(8)]
    forms = [
        scorer.open(match).form("/bids").filled(**entry)
        for scorer, entry in zip(scorers, entries, strict=True)
    ]

    answers = at_once(scorers, forms)

    assert sorted(answer.status for answer in answers) == [303] + [409] * 7
    stored = browser.hands(match)[0]["bids"]
    winner = [answer.status for answer in answers].index(303)
    assert stored == [winner + 1] * 4
    others = [place for place in range(8) if place != winner]
    assert [answers[place].entries for place in others] == [
        [[str(winner + 1)] * 4, [str(place + 1)] * 4] for place in others
    ]
