"""Leave away what an installed scorekeeper never reads: `python deploy/slim.py FOLDER`."""

import sys
from pathlib import Path


def slim(folder: Path) -> int:
    """Keep of Babel's languages those that are served; return how many bytes went."""
    [ours] = folder.glob("lib/python3*/site-packages/scorekeeper/translations")
    spoken = {"root", "en", *(one.name for one in ours.iterdir() if one.is_dir())}
    [data] = folder.glob("lib/python3*/site-packages/babel/locale-data")
    gone = [file for file in data.glob("*.dat") if file.stem.partition("_")[0] not in spoken]
    size = sum(file.stat().st_size for file in gone)
    for file in gone:
        file.unlink()
    return size


if __name__ == "__main__":
    print(f"{slim(Path(sys.argv[1])) / 1e6:.0f} MB of other languages are left away.")
