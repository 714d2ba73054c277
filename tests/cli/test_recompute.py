from pathlib import Path

from tests.servers import run


def test_recompute_prints_the_number_of_matches(tmp_path: Path) -> None:
    run(tmp_path, "upgrade")
    done = run(tmp_path, "recompute")

    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "Recomputed 0 results.\n",
        "",
    )
