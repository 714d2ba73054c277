"""`scorekeeper rebuild`."""

from pathlib import Path

from tests.servers import run


def test_it_says_how_many_matches_were_computed_anew(tmp_path: Path) -> None:
    done = run(tmp_path, "rebuild")

    assert done.stdout == "The results of 0 matches are computed anew.\n"
    assert (done.returncode, done.stderr) == (0, "")
