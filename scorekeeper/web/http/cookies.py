"""Cookies, named so that no other program or site can write them."""

from flask import Response, request
from werkzeug.http import dump_cookie

COOKIE_LIFETIME_SECONDS = 400 * 24 * 60 * 60


def own_cookie_name(name: str) -> str:
    """Return the name under which only this site can write a cookie.

    Cookies ignore ports, so other programs of this machine share them. Over https, a browser
    accepts a name that begins with __Host- only from this very host, and for all its paths.
    """
    name = f"scorekeeper_{name}"
    return f"__Host-{name}" if request.is_secure and not request.script_root else name


def read_own_cookie(name: str) -> str:
    """Read a cookie, also one set by an earlier version or over plain http."""
    names = own_cookie_name(name), f"scorekeeper_{name}", name
    return next((request.cookies[known] for known in names if request.cookies.get(known)), "")


def set_own_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie under its own name, and delete the one of an earlier version."""
    set_cookie(response, own_cookie_name(name), value)
    if request.cookies.get(name) == value:
        delete_cookie(response, name)


def set_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie for 400 days that scripts and other sites cannot read."""
    cookie = dump_cookie(
        name,
        value,
        max_age=COOKIE_LIFETIME_SECONDS,
        path=request.script_root or "/",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,  # over plain http a Secure cookie would be dropped
        sync_expires=False,  # every browser reads Max-Age
    )
    response.headers.add("Set-Cookie", cookie)


def delete_cookie(response: Response, name: str) -> None:
    for path in {"/", request.script_root or "/"}:
        # Over https, the name of a cookie may require `secure`.
        response.delete_cookie(name, path=path, secure=request.is_secure)
