"""Build hook: compiles the translations. Run as a script, it does only that."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS_NEXT_TO_THE_PACKAGE = ("templates", "static")


class BuildHook(BuildHookInterface):
    """Compiles the translations, and adds templates and static files to the package in a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare a wheel; an editable install uses templates and static files in place."""
        root = Path(self.root)
        compile_catalogues(root)
        if version == "standard":
            for folder in FOLDERS_NEXT_TO_THE_PACKAGE:
                build_data["force_include"][str(root / folder)] = f"scorekeeper/{folder}"


def compile_catalogues(root: Path) -> None:
    """Compile each .po file, unless its .mo file has the same time.

    A newer release may bring a .po file that is older than the .mo file of the last install.
    """
    for written in root.glob("scorekeeper/translations/*/LC_MESSAGES/messages.po"):
        made = written.with_suffix(".mo")
        changed = written.stat().st_mtime_ns
        if made.exists() and made.stat().st_mtime_ns == changed:
            continue
        with written.open("rb") as words, made.open("wb") as compiled:
            write_mo(compiled, read_po(words, locale=written.parts[-3]))
        os.utime(made, ns=(changed, changed))


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parent)
