"""What mends what `check --url` finds before the program: a setting, or a line for each proxy."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.app import LARGEST_FORM
from scorekeeper.web.site.proxies import HOST

Advice = str | Mapping[str, str]
"""A sentence, or lines by proxies."""

PREFIX = {
    "nginx": 'proxy_set_header X-Forwarded-Prefix "{folder}";',
    "Caddy": 'header_up X-Forwarded-Prefix "{folder}"',
    "Apache": 'RequestHeader set X-Forwarded-Prefix "{folder}"',
    "Traefik": "stripPrefix: prefixes: [{folder}]",
}
UPLOAD = {
    "nginx": f"client_max_body_size {LARGEST_FORM // 1_000_000 + 1}m;",
    "Caddy": f"request_body {{ max_size {LARGEST_FORM // 1_000_000 + 1}MB }}",
    "Apache": f"LimitRequestBody {LARGEST_FORM}",
    "Traefik": f"buffering: maxRequestBodyBytes: {LARGEST_FORM}",
}
ETAG = {"nginx": "gzip off;", "Caddy": "no `encode` before it", "Apache": "SetEnv no-gzip 1"}


@dataclass(frozen=True)
class Finding:
    """What was looked at, what is wrong with it, and what mends it."""

    about: str
    wrong: str = ""
    mend: Advice = ""

    def __str__(self) -> str:
        if not self.wrong:
            return f"{self.about}: as it should be."
        lines = {"": self.mend} if isinstance(self.mend, str) else self.mend
        mends = [f"    {proxy + ': ' if proxy else ''}{line}" for proxy, line in lines.items()]
        return "\n".join([f"{self.about}: {self.wrong}", *(mends if self.mend else [])])


def no_answer(status: int, leads_to: str, title: str) -> tuple[str, Advice]:
    """Return what is wrong, and what mends it, where an answer is not the program's."""
    if 300 <= status < 400:
        return f"it leads on to {leads_to}.", "Check that address."
    if status == 404:
        return (
            "there is no scorekeeper, or it has another secret key than this command.",
            "Run it with the settings of the server, and give the address with its folder.",
        )
    if status == 400:
        hint = "SCOREKEEPER_TRUSTED_HOSTS with the name in the address; a proxy that changes it:"
        return "the name in the address is not answered to.", {hint: "", **HOST}
    if status in (502, 503, 504):
        return f"it answers {status}: the program behind it is not ready.", "See its log."
    return f"it answers {status}, and not as this program does.", title


def prefix(folder: str) -> Advice:
    """Return how a proxy says in which folder it lays the program."""
    return {proxy: line.format(folder=folder) for proxy, line in PREFIX.items()}


def count(proxies: int) -> Advice:
    """Return the setting that says how many proxies there are."""
    return {"setting": f"SCOREKEEPER_PROXIES={proxies}"}
