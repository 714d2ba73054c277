"""URLs that other phones can open, as text and as QR codes."""

import re
import socket
from urllib.parse import urlsplit

from flask import current_app, request
from markupsafe import Markup

from scorekeeper.network import list_addresses
from scorekeeper.web.http.security import LOCAL_HOST

QR_BORDER = 4
"""Modules of white around a QR code: some readers need what its standard asks for."""


def share_url(kind: str, text: str) -> str | None:
    """Return the full URL of a link of a kind such as `w`; None if no other phone could open it."""
    start = public_base_url()
    return None if start is None else f"{start}/{kind}/{text}"


def public_base_url() -> str | None:
    """Return the base URL for other phones, or None if they cannot reach this server.

    This machine's own names are useless to them: there they mean the phone itself, or nothing.
    """
    public_url: str | None = current_app.config["PUBLIC_URL"]
    if public_url is not None:
        return public_url
    if not _is_own_name(request.host):
        return request.url_root.rstrip("/")
    if current_app.config["ONLY_HERE"] or current_app.config["IN_CONTAINER"]:
        return None
    if not (addresses := list_addresses()):
        return None
    port = urlsplit(f"//{request.host}").port
    return f"{request.scheme}://{addresses[0]}{f':{port}' if port else ''}{request.script_root}"


def qr_code(address: str) -> Markup:
    """Render a URL as a QR code: dark on light in every theme, because cameras need that."""
    import segno  # importing it takes longer than the rest of a page, and few pages need it

    drawing = segno.make(address, micro=False, error="l")
    return Markup(
        drawing.svg_inline(
            border=QR_BORDER, light="#fff", omitsize=True, lineclass=None, svgclass=None
        )
    )


def _is_own_name(host: str) -> bool:
    name = (urlsplit(f"//{host}").hostname or "").lower()
    own = socket.gethostname().lower().partition(".")[0]
    return (
        bool(LOCAL_HOST.fullmatch(host))
        or re.fullmatch(rf"{re.escape(own)}(\.local)?", name) is not None
    )
