"""What a build does beyond collecting the package."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BESIDE_THE_PACKAGE = ("templates", "static")


class BuildHook(BuildHookInterface):
    """Compiles the catalogues, and puts what lies beside the package inside it in a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare a wheel; an editable one finds templates and static files where they are."""
        root = Path(self.root)
        for catalogue in root.glob("scorekeeper/translations/*/LC_MESSAGES/messages.po"):
            with catalogue.open("rb") as written, catalogue.with_suffix(".mo").open("wb") as made:
                write_mo(made, read_po(written, locale=catalogue.parts[-3]))
        if version == "standard":
            for folder in BESIDE_THE_PACKAGE:
                build_data["force_include"][str(root / folder)] = f"scorekeeper/{folder}"
