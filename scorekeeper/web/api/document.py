"""The OpenAPI document: what can be asked, and how it is answered."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from scorekeeper.web.api.answered import Found
from scorekeeper.web.api.asked import Parameter
from scorekeeper.web.api.schemas import SCHEMAS
from scorekeeper.web.api.shapes import ID, referred
from scorekeeper.web.site import programs

VERSION = "1.0.0"
"""The first number is that of the addresses; the second rises with what is told besides."""
ABOUT = """A scorebook of Spades as programs read it. Nothing can be written.

*Settings → Let others read it → Programs* shows the token. It ends when the link is renewed there.
"""
TOKEN = "token"
TAG = {"description": "Send it as `If-None-Match`.", "required": True, "schema": {"type": "string"}}
KEPT = {"description": "Nobody else keeps it.", "required": True, "schema": {"type": "string"}}
HEADERS = {"ETag": TAG, "Cache-Control": KEPT}
SECONDS = {
    "description": "Seconds to wait.",
    "required": True,
    "schema": {"type": "integer", "minimum": 1},
}
METHODS = {
    "description": "The methods that are taken.",
    "required": True,
    "schema": {"type": "string", "pattern": "\\bGET\\b"},
}
CHALLENGE = {
    "description": "That a token is needed; whether one was given.",
    "required": True,
    "schema": {"type": "string", "pattern": "^Bearer "},
}
HEADERS_OF_PROBLEMS = {
    401: {"WWW-Authenticate": CHALLENGE},
    405: {"Allow": METHODS},
    429: {"Retry-After": SECONDS},
    503: {"Retry-After": SECONDS},
}
TAG_SENT = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The `ETag` of an answer: where nothing is new, the next one is 304 and empty.",
    "schema": {"type": "string"},
}


@dataclass(frozen=True)
class Operation:
    """Something that can be asked: where, how it is called, with what it is answered, and how.

    `leads_to` says by operation where in the answer stands what that asks for.
    """

    path: str
    name: str
    schema: str
    description: str
    find: Callable[..., Found | None]
    parameters: tuple[Parameter, ...] = ()
    leads_to: Mapping[str, str] = field(default_factory=dict)

    @property
    def places(self) -> list[str]:
        """The names of what varies in its path."""
        return re.findall(r"\{(\w+)\}", self.path)


def write(operations: Sequence[Operation], root: str) -> dict[str, Any]:
    """Return the document of these operations, below an address."""
    paths = {one.path: {"get": _get(one)} for one in operations}
    return {
        "openapi": "3.1.0",
        "info": {"title": "scorekeeper", "version": VERSION, "description": ABOUT},
        "servers": [{"url": root or "/"}],
        "security": [{TOKEN: []}],
        "paths": {**paths, programs.DOCUMENT: {"get": _document()}},
        "components": {
            "securitySchemes": {TOKEN: {"type": "http", "scheme": "bearer"}},
            "schemas": SCHEMAS,
            "responses": {
                "default": _problem(None),
                **{str(status): _problem(status) for status in programs.PROBLEMS},
            },
        },
    }


def _get(operation: Operation) -> dict[str, Any]:
    return {
        "operationId": operation.name,
        "description": operation.description,
        "parameters": [
            *(_place(name) for name in operation.places),
            *(_parameter(one) for one in operation.parameters),
            TAG_SENT,
        ],
        "responses": _responses(referred(operation.schema), operation.leads_to),
    }


def _document() -> dict[str, Any]:
    return {
        "operationId": "document",
        "description": "This document; it takes no token.",
        "security": [],
        "parameters": [TAG_SENT],
        "responses": _responses({"type": "object", "required": ["openapi", "paths"]}, {}),
    }


def _place(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": ID}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.description,
        "schema": parameter.schema,
    }


def _responses(schema: dict[str, Any], leads_to: Mapping[str, str]) -> dict[str, Any]:
    problems = {str(status): _referred(str(status)) for status in programs.PROBLEMS}
    return {
        "200": {
            "description": "Found.",
            "headers": HEADERS,
            "content": {"application/json": {"schema": schema}},
            "links": {
                name: {"operationId": name, "parameters": {name: f"$response.body#{place}"}}
                for name, place in leads_to.items()
            },
        },
        "304": {"description": "Nothing is new.", "headers": HEADERS},
        **problems,
        "default": _referred("default"),
    }


def _referred(response: str) -> dict[str, Any]:
    return {"$ref": f"#/components/responses/{response}"}


def _problem(status: int | None) -> dict[str, Any]:
    headers = HEADERS_OF_PROBLEMS.get(status or 0)
    return {
        "description": HTTPStatus(status).phrase if status else "Another problem.",
        **({"headers": headers} if headers else {}),
        "content": {programs.PROBLEM: {"schema": referred("Problem")}},
    }
