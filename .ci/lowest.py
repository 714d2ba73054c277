"""Print each required library at the lowest version that pyproject.toml allows."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]

for requirement in PROJECT["dependencies"]:
    name, lowest = re.fullmatch(r"([\w-]+)>=([\w.]+)", requirement).groups()
    print(f"{name}=={lowest}")
