"""The cookies of this program: named so that no other program and no other site writes them."""

from flask import Response, request
from werkzeug.wrappers import Response as BaseResponse

COOKIE_LIFETIME_SECONDS = 400 * 24 * 60 * 60


def own_cookie_name(name: str) -> str:
    """Return the name under which this site alone can write a cookie.

    Cookies know no ports, so other programs of this machine share them; over https, a browser
    takes a name that begins with __Host- from nobody but this very host, and for all of it.
    """
    name = f"scorekeeper_{name}"
    return f"__Host-{name}" if request.is_secure and not request.script_root else name


def read_own_cookie(name: str) -> str:
    """Return what was kept under a name, also by an earlier version or before there was https."""
    names = own_cookie_name(name), f"scorekeeper_{name}", name
    return next((request.cookies[known] for known in names if request.cookies.get(known)), "")


def set_own_cookie(response: Response | BaseResponse, name: str, value: str) -> None:
    """Let the browser keep a value under its own name, and no longer under an earlier one."""
    set_cookie(response, own_cookie_name(name), value)
    if request.cookies.get(name) == value:
        delete_cookie(response, name)


def set_cookie(response: Response | BaseResponse, name: str, value: str) -> None:
    """Let the browser keep a value for 400 days, out of reach of scripts and other sites."""
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_LIFETIME_SECONDS,
        path=_cookie_path(),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,  # over plain http a Secure cookie would be dropped
    )


def delete_cookie(response: Response | BaseResponse, name: str) -> None:
    """Let the browser forget a value."""
    for path in {"/", _cookie_path()}:
        response.delete_cookie(name, path=path)


def _cookie_path() -> str:
    return request.script_root or "/"
