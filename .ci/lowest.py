"""Print each library that the program needs at the lowest version that pyproject.toml admits."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]

for needed in PROJECT["dependencies"]:
    name, lowest = re.fullmatch(r"([\w-]+)>=([\w.]+)", needed).groups()
    print(f"{name}=={lowest}")
