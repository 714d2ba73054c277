"""The app as another WSGI server takes it."""

import subprocess
import sys
from pathlib import Path

from tests.servers import environment

ASK = """
from scorekeeper.wsgi import app
answer = app.test_client().get("/readyz")
print(answer.status_code, answer.text, end="")
app.extensions["database"].close()
"""


def asked(data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Import the app in a process of its own and ask it whether all is well."""
    return subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment(data, **settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_it_prepares_a_scorebook_and_answers(tmp_path: Path) -> None:
    answered = asked(tmp_path / "data")

    assert (answered.stdout, answered.stderr) == ("200 All is well.\n", "")
    assert (tmp_path / "data" / "scorebook.sqlite").stat().st_mode & 0o777 == 0o600


def test_settings_that_cannot_be_used_end_it_with_a_sentence(tmp_path: Path) -> None:
    ended = asked(tmp_path, SCOREKEEPER_PROXIES="many")

    assert ended.returncode == 1
    assert ended.stderr.startswith("Error: SCOREKEEPER_PROXIES is 'many'")
    assert ended.stderr.count("\n") == 1
