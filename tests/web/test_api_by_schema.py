"""What programs are told is what the document says, whatever they ask (Schemathesis)."""

import threading
from collections.abc import Iterator

import pytest
import schemathesis
import schemathesis.engine
from schemathesis.engine.events import NonFatalError, ScenarioFinished
from werkzeug.serving import make_server

from tests.databases import Shelf
from tests.effort import tries
from tests.web.reading import DOCUMENT, Readable

EXAMPLES = tries(15)
"""By operation and phase; the coverage phase besides asks all that the document can mean."""
CHECKED = {
    *("status_code_conformance", "content_type_conformance", "response_schema_conformance"),
    *("response_headers_conformance", "positive_data_acceptance", "negative_data_rejection"),
    *("unsupported_method", "allow_header_conformance", "ignored_auth", "not_a_server_error"),
}
"""The others are on, too, and find nothing to do: no header has to be there, nothing is made."""


@pytest.fixture(scope="module")
def readable(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Readable]:
    place = Readable(shelf, tmp_path_factory.mktemp("readable"))
    yield place
    place.database.close()


@pytest.fixture(scope="module")
def served(readable: Readable) -> Iterator[str]:
    """The address of a server: without one, nothing is asked without a token."""
    server = make_server("127.0.0.1", 0, readable.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_whatever_is_asked_is_answered_as_documented(served: str, readable: Readable) -> None:
    """Every check is on: nothing here says otherwise, and no settings lie about."""
    config = schemathesis.Config.from_dict(
        {
            "auth": {"openapi": {"token": {"bearer": readable.token}}},
            "generation": {"max-examples": EXAMPLES, "deterministic": True},
            "phases": {"coverage": {"generate-duplicate-query-parameters": True}},
        }
    )
    # By name: the address of the document itself would be left out.
    document = schemathesis.openapi.from_url(f"{served}{DOCUMENT}", config=config)
    document = document.include(path_regex="^/api/")
    # The engine of its command: the fixtures for pytest know no pytest 9.2 yet.
    events = list(schemathesis.engine.from_schema(document).execute())

    errors = [str(event.value) for event in events if isinstance(event, NonFatalError)]
    recorders = [event.recorder for event in events if isinstance(event, ScenarioFinished)]
    checks = [check for one in recorders for found in one.checks.values() for check in found]
    answers = [asked.response for one in recorders for asked in one.interactions.values()]

    assert errors == []
    assert {f"GET {path}" for path in document} - {one.label for one in recorders} == set()
    assert [str(check.failure_info.failure) for check in checks if check.failure_info] == []
    assert {check.name for check in checks} >= CHECKED
    assert {answer.status_code for answer in answers if answer} >= {200, 304, 401, 404, 405, 422}
