"""The parts of a JSON Schema."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

Schema = dict[str, Any]
NAMED = "/components/schemas"
"""Where in the document the schemas stand that have a name."""


def number(least: int | None = None, most: int | None = None, **about: Any) -> Schema:
    """Return what a whole number between these is like."""
    limits = {"minimum": least, "maximum": most}
    given = {name: limit for name, limit in limits.items() if limit is not None}
    return {"type": "integer", **given, **about}


def text(**about: Any) -> Schema:
    """Return what a text is like."""
    return {"type": "string", **about}


def choice(words: Iterable[str]) -> Schema:
    """Return what one of these words is like."""
    return {"type": "string", "enum": [str(word) for word in words]}


def array(items: Schema, **about: Any) -> Schema:
    """Return what a list of these is like."""
    return {"type": "array", "items": items, **about}


def closed(
    properties: Mapping[str, Schema], *, optional: Collection[str] = (), **about: Any
) -> Schema:
    """Return what an object with these properties and no others is like."""
    required = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "required": required,
        "properties": dict(properties),
        "additionalProperties": False,
        **about,
    }


def or_null(schema: Schema) -> Schema:
    """Return what is like this, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def referred(name: str) -> Schema:
    """Return what a schema is like that has a name."""
    return {"$ref": f"#{NAMED}/{name}"}


ID = text(pattern="^[A-Za-z0-9_-]{22}$")
