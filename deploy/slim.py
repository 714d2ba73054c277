"""Leave away what an installed scorekeeper never reads: `python deploy/slim.py FOLDER`."""

import shutil
import subprocess
import sys
from pathlib import Path


def slim(folder: Path) -> None:
    """Keep of Babel's languages those that are served, and nothing that only developers need."""
    [packages] = folder.glob("lib/python3*/site-packages")
    translations = packages / "scorekeeper" / "translations"
    spoken = {"root", "en", *(one.name for one in translations.iterdir() if one.is_dir())}
    for file in (packages / "babel" / "locale-data").glob("*.dat"):
        if file.stem.partition("_")[0] not in spoken:
            file.unlink()
    for tests in packages.glob("*/testing"):
        shutil.rmtree(tests)
    # SQLAlchemy's bring more for debuggers than for running.
    libraries = [str(file) for file in packages.glob("sqlalchemy/**/*.so")]
    if libraries and shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", *libraries], check=True)


if __name__ == "__main__":
    slim(Path(sys.argv[1]))
