"""The rules' values as sentences in the reader's language.

Functions are verbs: `name_…` and `label_…` return a few words, `format_…` numbers and times,
`describe_…` sentences. Pages and command use the same words; `words.language.speak` sets the
language once. Sentences that the first page doesn't use are imported when they are used.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from scorekeeper.words import dates, errors, house_rules, language, table

_FOLDERS = {path.stem: path.parent.name for path in Path(__file__).parent.glob("*/[!_]*.py")}


def __getattr__(name: str) -> Any:
    """Import a module when it is first used."""
    if name not in _FOLDERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = globals()[name] = import_module(f"{__name__}.{_FOLDERS[name]}.{name}")
    return module
