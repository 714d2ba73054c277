import json
import logging
import re
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper.book.access.grants import find_owned_scorebooks
from scorekeeper.book.joining import links
from scorekeeper.book.matches import deletion, matches
from scorekeeper.book.players import player_names
from scorekeeper.book.statistics import queries, roster
from scorekeeper.book.statistics.queries import ALL_TIME
from scorekeeper.book.statistics.roster import set_season
from scorekeeper.rules import Bid, Taker, match_file
from scorekeeper.rules.review.figures import Sums
from tests.book.scorers import Scorer
from tests.databases import Storage, recorded, written_down
from tests.web.api_reader import V1, Readable
from tests.web.conftest import SECRET_KEY

ROOT = Path(__file__).parents[2]
PROBLEM = "application/problem+json"
LISTS = ["/matches", "/players"]
MOST_STATEMENTS = 6


@pytest.fixture(scope="module")
def readable(storage: Storage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Readable]:
    with closing(Readable(storage, tmp_path_factory.mktemp("readable"))) as readable:
        yield readable


@pytest.fixture
def own(storage: Storage, tmp_path: Path) -> Iterator[Readable]:
    with closing(Readable(storage, tmp_path)) as readable:
        yield readable


def ids(answer: TestResponse) -> list[str]:
    assert answer.json is not None
    [found] = [told for told in answer.json.values() if isinstance(told, list)]
    return [one["id"] for one in found]


def read_problem(answer: TestResponse, status: int) -> dict[str, Any]:
    assert (answer.status_code, answer.mimetype) == (status, PROBLEM)
    assert answer.json is not None
    assert answer.json["status"] == status
    assert answer.json["title"]
    assert answer.json["detail"]
    assert answer.json["type"] == "about:blank"
    assert answer.json["instance"].startswith("/api")
    return answer.json


def print_of(readable: Readable) -> str:
    return sha256(written_down(readable.url).encode()).hexdigest()


def fields(told: Any) -> set[str]:
    if isinstance(told, list):
        return set().union(*map(fields, told))
    if not isinstance(told, dict):
        return set()
    return told.keys() | fields([value for name, value in told.items() if name != "match"])


def test_every_field_is_documented_and_the_documented_requests_are_answered(
    readable: Readable,
) -> None:
    told = [readable.get(filled(readable, path)).json for path in PATHS]
    wholes = [readable.get(f"/matches/{one}").json["score"] for one in readable.matches]
    board = readable.get("/running").json["match"]
    documented = set(re.findall(r"`(\w+)`", (ROOT / "docs/api.md").read_text("utf-8")))
    assert fields([*told, *wholes, board]) - documented == set()
    page = (ROOT / "docs/api.md").read_text("utf-8")
    (problem,) = re.findall(r"```json\n(.+?)\n```", page, re.DOTALL)
    assert readable.get("/matches?limit=many").json == json.loads(problem)
    assert re.findall(r"^curl .+? https://scores.example(\S+)$", page, re.M) == [f"{V1}/matches"]


def test_a_match_has_its_file_and_its_score(readable: Readable) -> None:
    for public_id in readable.matches:
        stored = readable.scorer.load(public_id)
        answer = readable.get(f"/matches/{public_id}").json
        assert answer == {
            "match": match_file.write(stored.match, public_id),
            "score": json.loads(json.dumps(match_file.report(stored.match))),
        }


@pytest.mark.parametrize("path", LISTS)
def test_a_list_is_paginated(readable: Readable, path: str) -> None:
    whole = readable.get(path)
    walked, cursor = [], ""
    while cursor is not None:
        page = readable.get(f"{path}?limit=1{cursor and f'&cursor={cursor}'}")
        walked += ids(page)
        cursor = page.json["next"]
    assert walked == ids(whole)
    assert len(set(walked)) == len(walked) >= 3


def test_matches_are_listed_by_their_start_and_the_running_one_with_its_board(
    readable: Readable,
) -> None:
    playing = readable.get("/running").json["match"]
    assert playing["id"] == readable.matches[-1]
    assert playing["turn"] == {"hand": 1, "step": "tricks", "deals": 3, "bids": 0, "leads": 0}
    assert playing["bids"] == [4, 3, 3, 2]
    assert [side["contract"] for side in playing["sides"]] == [7, 5]
    first_recorded, second, third = readable.matches
    assert ids(readable.get("/matches")) == [first_recorded, third, second]
    over, running, _ = readable.get("/matches").json["matches"]
    assert over["points"] == [592, 172]
    assert over["outcome"] == {"winner": 0, "ending": "target"}
    assert over["started"] == "2026-11-20T16:00:00+01:00"
    assert over["players"] == ["Ann", "Ben", "Cleo", None]
    assert (running["points"], running["outcome"], running["ended"]) == (None, None, None)


def test_nothing_is_running_in_an_empty_scorebook(own: Readable) -> None:
    with own.database.write() as session:
        for public_id in own.matches:
            deletion.soft_delete(session, own.scorer.secret, public_id)
    assert own.get("/running").json == {"match": None}
    assert ids(own.get("/matches")) == []
    assert own.get(f"/matches/{own.matches[0]}").status_code == 404


def figured(readable: Readable, period: int = ALL_TIME) -> dict[str, dict[str, int]]:
    with readable.database.read() as session:
        book = roster.load_roster(
            session, find_owned_scorebooks(session, readable.scorer.secret)[0]
        )
        standing = queries.sum_by_player(session, book, period)
    sums = {one.name: standing.people.get(one.id, Sums()) for one in book.people.values()}
    return {name: theirs._asdict() for name, theirs in sums.items()}


def test_players_have_the_figures_of_their_pages_with_partners_and_opponents(
    readable: Readable,
) -> None:
    told = readable.get("/players").json
    figures = {one["name"]: one["figures"] for one in told["players"]}
    assert figures == figured(readable)
    assert [figures[name]["matches"] for name in ("Ann", "Cleo", "Dan")] == [1, 1, 0]
    assert told["everybody"]["hands"] == 4
    assert (told["period"], told["since"]) == ("all", None)
    people = {one["name"]: one["id"] for one in readable.get("/players").json["players"]}
    cleo = readable.get(f"/players/{people['Cleo']}").json
    assert cleo["player"]["figures"] == figured(readable)["Cleo"]
    assert (cleo["player"]["figures"]["nils"], cleo["player"]["figures"]["nils_made"]) == (1, 1)
    assert [one["name"] for one in cleo["partners"]] == ["Ann"]
    assert [(one["name"], one["figures"]["won"]) for one in cleo["opponents"]] == [("Ben", 1)]
    best = {"points": 142, "place": 1, "match": readable.matches[0]}
    assert (cleo["best_hand"], cleo["worst_hand"]) == (best, best)
    dan = readable.get(f"/players/{people['Dan']}").json
    assert (dan["best_hand"], dan["worst_hand"], dan["partners"]) == (None, None, [])


def test_a_guest_is_marked_a_merged_spelling_leads_to_its_player_and_a_season_counts(
    own: Readable,
) -> None:
    dan = next(one for one in own.get("/players").json["players"] if one["name"] == "Dan")
    with own.database.write() as session:
        book = roster.load_roster(session, find_owned_scorebooks(session, own.scorer.secret)[0])
        roster.set_appearance(session, book, book.find_person(dan["id"]), guest=True, colour=None)
    assert own.get(f"/players/{dan['id']}").json["player"] == {**dan, "guest": True}
    people = {one["name"]: one["id"] for one in own.get("/players").json["players"]}
    with own.database.write() as session:
        player_names.merge(session, own.scorer.secret, people["Zoë"], people["Dan"])
    merged = own.get(f"/players/{people['Zoë']}").json
    assert (merged["player"]["id"], merged["player"]["name"]) == (people["Dan"], "Dan")
    assert merged["player"] in own.get("/players").json["players"]
    assert people["Zoë"] not in ids(own.get("/players"))
    with own.database.write() as session:
        set_season(session, find_owned_scorebooks(session, own.scorer.secret)[0], 20261121)
    season, whole = own.get("/players").json, own.get("/players?period=all").json
    assert (season["period"], season["since"]) == ("season", "2026-11-21")
    assert {one["figures"]["matches"] for one in season["players"]} == {0}
    assert (whole["period"], whole["since"]) == ("all", None)
    assert max(one["figures"]["matches"] for one in whole["players"]) == 1


PATHS = ["/matches", "/matches/MATCH", "/players", "/players/PLAYER", "/running"]


def filled(readable: Readable, path: str) -> str:
    path = path.replace("MATCH", readable.matches[-1])
    return path.replace("PLAYER", ids(readable.get("/players"))[0]) if "PLAYER" in path else path


@pytest.mark.parametrize("path", ["/matches", "/matches/MATCH", "/running"])
def test_a_new_record_changes_the_etag(own: Readable, path: str) -> None:
    path = filled(own, path)
    tag = own.get(path).headers["ETag"]
    own.scorer.record(own.matches[-1], lambda match: match.record_tricks([4, 3, 3, 3]))
    assert own.get(path, If_None_Match=tag).status_code == 200


@pytest.mark.parametrize("path", ["/matches", "/matches/MATCH", "/players", "/running"])
def test_a_new_name_changes_the_etag(own: Readable, path: str) -> None:
    path = filled(own, path)
    before = own.get(path)
    dan = next(one["id"] for one in own.get("/players").json["players"] if one["name"] == "Dan")
    with own.database.write() as session:
        player_names.rename(session, own.scorer.secret, dan, "Daniel")
    after = own.get(path, If_None_Match=before.headers["ETag"])
    assert after.status_code == 200
    assert "Daniel" in after.text


@pytest.mark.parametrize("path", PATHS)
def test_every_request_takes_few_statements(own: Readable, path: str) -> None:
    path = filled(own, path)
    with recorded(own.database) as statements:
        own.get(path)
    assert 2 <= len(statements) <= MOST_STATEMENTS


@pytest.mark.parametrize("path", PATHS)
def test_a_token_is_required_and_an_unchanged_answer_not_sent_again(
    readable: Readable, path: str
) -> None:
    path = filled(readable, path)
    answer = readable.app.test_client().get(f"{V1}{path}")
    read_problem(answer, 401)
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="scorekeeper"'
    tag = readable.get(path).headers["ETag"]
    again = readable.get(path, If_None_Match=tag)
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in again.headers["Vary"]
    path, client = f"{V1}{filled(readable, path)}", readable.app.test_client()
    shown = {"Authorization": f"Bearer {readable.token}"}
    head, options = client.head(path, headers=shown), client.options(path)
    assert (head.status_code, head.data) == (200, b"")
    assert dict(head.headers) == dict(client.get(path, headers=shown).headers)
    assert (options.status_code, options.data) == (200, b"")
    assert sorted(options.headers["Allow"].split(", ")) == ["GET", "HEAD", "OPTIONS"]


def test_all_invalid_tokens_get_the_same_answer(own: Readable) -> None:
    with own.database.write() as session:
        seen = matches.find_match(session, own.scorer.secret, own.matches[0])
        watching = links.create_match_link(session, SECRET_KEY, "spectator", seen)
        links.end_scorebook_links(session, own.scorer.secret, own.book)
    tokens = [own.token, watching, "nothing", "A" * 22 + "." + "A" * 22, "ü", "a b", "." * 9000]
    answers = [own.get("/matches", token=token) for token in tokens]

    assert {answer.text for answer in answers} == {answers[0].text}
    assert {answer.headers["WWW-Authenticate"] for answer in answers} == {
        'Bearer realm="scorekeeper", error="invalid_token"'
    }
    read_problem(answers[0], 401)
    assert own.get("/matches", token=own.link()).status_code == 200


@pytest.mark.parametrize("shown", ["Basic QWxhZGRpbjpvcGVu", "Bearer", "Bearer ", "", "Bearer a=b"])
def test_a_malformed_token_is_refused(readable: Readable, shown: str) -> None:
    client = readable.app.test_client()
    read_problem(client.get(f"{V1}/matches", headers={"Authorization": shown}), 401)


def test_a_token_reads_only_its_scorebook(own: Readable) -> None:
    other = Scorer(own.database)
    theirs = other.start(["Eve", "Mallory"])
    read_problem(own.get(f"/matches/{theirs}"), 404)
    assert "Eve" not in own.get("/players").text
    assert theirs not in ids(own.get("/matches"))


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        *((f"/matches?limit={limit}", "limit") for limit in ("0", "101", "", "²", "1&limit=1")),
        *(("/matches/MATCH?limit=1", "limit"), ("/players?name=Ann", "name")),
        *(("/matches?cursor=x", "cursor"), ("/players?cursor=0.0%0A", "cursor")),
        *((f"/players?period={period}", "period") for period in ("week", "all&period=all")),
        *(("/matches?period=all", "period"), ("/running?token=secret", "token")),
        (f"/matches?{'x' * 5000}=1", "x" * 100),
    ],
)
def test_an_invalid_parameter_is_named(readable: Readable, asked: str, named: str) -> None:
    problem = read_problem(readable.get(filled(readable, asked)), 422)
    assert problem["parameter"] == named
    assert f"“{named}”" in problem["detail"]
    assert "secret" not in json.dumps(problem)


@pytest.mark.parametrize(
    "cursor", ["0.0", "-62135596800000000.0", "253402300799999999.8999999999999999999"]
)
@pytest.mark.parametrize("path", LISTS)
def test_every_cursor_can_be_followed(readable: Readable, path: str, cursor: str) -> None:
    assert readable.get(f"{path}?cursor={cursor}").status_code == 200


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/v2", f"{V1}/", f"{V1}/matches/", f"{V1}//matches", f"{V1}/x%FF"]
)
def test_an_unknown_address_is_a_problem(readable: Readable, path: str) -> None:
    read_problem(readable.app.test_client().get(path), 404)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"])
def test_other_methods_are_refused(readable: Readable, path: str, method: str) -> None:
    answer = readable.app.test_client().open(f"{V1}{filled(readable, path)}", method=method)
    read_problem(answer, 405)
    assert sorted(answer.headers["Allow"].split(", ")) == ["GET", "HEAD", "OPTIONS"]


NAMELESS = b"--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param({"data": {"note": "x" * 1_100_000}}, 413, id="a large form"),
        ({"data": NAMELESS, "content_type": "multipart/form-data; boundary=x"}, 400),
        ({"headers": {"Origin": "https://evil.example"}}, 403),
        *(
            ({"environ_overrides": {"HTTP_HOST": name}}, 400)
            for name in ("evil.example", "[", "..")
        ),
    ],
)
def test_a_refused_form_or_host_is_a_problem(
    readable: Readable, sent: dict[str, Any], status: int
) -> None:
    read_problem(readable.app.test_client().post(f"{V1}/matches", **sent), status)


def test_problems_below_a_prefix_name_it_unless_it_is_invalid(readable: Readable) -> None:
    client = readable.app.test_client()
    answer = client.get(f"{V1}/matches", environ_overrides={"SCRIPT_NAME": "/a//evil.example"})
    assert (answer.status_code, answer.mimetype) == (400, PROBLEM)
    problem = client.get(f"{V1}/x", environ_overrides={"SCRIPT_NAME": "/spades"}).json
    assert problem["instance"] == f"/spades{V1}/x"


@pytest.mark.parametrize("lang", ["de", "fil"])
def test_a_problem_is_translated(readable: Readable, lang: str) -> None:
    english = read_problem(readable.get("/nothing"), 404)
    answer = readable.get("/nothing", Accept_Language=lang)
    assert read_problem(answer, 404)["detail"] != english["detail"]
    assert answer.headers["Content-Language"] == lang
    assert "Accept-Language" in answer.headers["Vary"]


def test_too_many_requests_are_a_problem(storage: Storage, tmp_path: Path) -> None:
    with closing(Readable(storage, tmp_path, rate_limits={"requests": 2})) as readable:
        answers = [readable.get("/matches") for _ in range(3)]
        read_problem(answers[-1], 429)
        assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60


def test_guessing_tokens_is_limited(storage: Storage, tmp_path: Path) -> None:
    with closing(Readable(storage, tmp_path, rate_limits={"codes": 3})) as readable:
        answers = [readable.get("/matches", token="nothing") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
        assert int(answers[-1].headers["Retry-After"]) > 0
        assert readable.get("/matches").status_code == 200
        typing = readable.app.test_client()
        typing.get("/in/ABCD2345")
        assert typing.get("/in").status_code == 404


def test_a_missing_scorebook_is_a_problem(storage: Storage, own: Readable) -> None:
    own.database.close()
    storage.remove(own.url)
    answer = own.get("/matches")
    read_problem(answer, 503)
    assert int(answer.headers["Retry-After"]) > 0


def test_an_internal_error_is_a_problem_without_its_cause(
    readable: Readable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(readable.app, "testing", False)
    monkeypatch.setattr("scorekeeper.web.api.load_entries", None)
    assert "NoneType" not in json.dumps(read_problem(readable.get("/matches"), 500))
    assert "NoneType" in caplog.text


def test_cookies_are_neither_read_nor_set(readable: Readable) -> None:
    client = readable.app.test_client()
    client.set_cookie("scorekeeper_device", readable.scorer.secret)
    client.set_cookie("scorekeeper_session", "nonsense")
    client.set_cookie("language", "de")
    shown = {"Authorization": f"Bearer {readable.token}"}
    for path in [*map(V1.__add__, ["/matches", "/nothing", "/players?x", "/openapi.json"])]:
        for headers in ({}, shown):
            answer = client.get(path, headers=headers)
            assert "Set-Cookie" not in answer.headers
            assert "Cookie" not in answer.headers["Vary"]
            assert answer.headers.get("Content-Language", "en") == "en"
    read_problem(client.get(f"{V1}/matches"), 401)


def test_the_api_writes_nothing(readable: Readable) -> None:
    before = print_of(readable)
    for path in [*PATHS, "/nothing", "/matches?x"]:
        for token in (readable.token, "nothing"):
            readable.get(filled(readable, path), token=token)
    assert print_of(readable) == before


def test_the_token_is_not_logged(
    readable: Readable, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    readable.get("/matches", token="a-secret-token")
    readable.get("/matches?a-secret-token=1", token="a-secret-token")
    monkeypatch.setattr(readable.app, "testing", False)
    monkeypatch.setattr("scorekeeper.web.api.load_entries", None)
    readable.get("/matches")
    assert "invalid token" in caplog.text
    assert "a-secret-token" not in caplog.text
    assert readable.token not in caplog.text


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "https://overlay.example"])
def test_other_origins_cannot_read_by_default(readable: Readable, origin: str) -> None:
    answer = readable.get("/matches", Origin=origin)
    assert [name for name, _ in answer.headers if name.startswith("Access-Control")] == []


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://overlay.example", True),
        ("null", True),
        ("https://overlay.example:8443", False),
        ("http://overlay.example", False),
        ("https://evil.example", False),
        ("", False),
    ],
)
def test_configured_origins_can_read(
    storage: Storage, tmp_path: Path, origin: str, allowed: bool
) -> None:
    origins = ("https://overlay.example", "null")
    with closing(Readable(storage, tmp_path, cors_origins=origins)) as readable:
        client, headers = readable.app.test_client(), {"Origin": origin}
        asked = {**headers, "Access-Control-Request-Method": "GET"}
        answers = [
            client.options(f"{V1}/matches", headers=asked),
            readable.get("/matches", Origin=origin),
            client.get(f"{V1}/matches", headers=headers),
        ]

        for answer in answers:
            assert "Origin" in answer.headers["Vary"]
            expected = origin if allowed else None
            assert answer.headers.get("Access-Control-Allow-Origin") == expected
            assert "Access-Control-Allow-Credentials" not in answer.headers
        if allowed:
            assert "Authorization" in answers[0].headers["Access-Control-Allow-Headers"]
        assert "Access-Control-Allow-Origin" not in client.get("/", headers=headers).headers


def test_the_api_needs_the_token_not_the_home_code(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "house-code").write_text("HASE2345\n")
    with closing(Readable(storage, tmp_path, hosted=False)) as readable:
        read_problem(readable.app.test_client().get(f"{V1}/matches"), 401)
        read_problem(readable.app.test_client().get("/api/nothing"), 404)
        assert readable.get("/matches").status_code == 200


def test_a_tallied_hand_lists_its_tricks(own: Readable) -> None:
    played = own.scorer.start(["Fay", "Gus"])
    own.scorer.record(played, lambda match: match.bid([Bid(4), Bid(3)]))
    own.scorer.record(played, lambda match: match.note_trick(Taker(0, 0)))
    board = own.get("/running").json["match"]["sides"]
    assert [side["tricks"] for side in board] == [1, 0]
