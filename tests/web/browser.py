"""A browser without scripts that calls the app directly, without a network."""

from typing import Any

from flask import Flask

from tests.book.scorers import Phone
from tests.reading import Page
from tests.table import Client, Headers


class Browser(Client):
    def __init__(self, app: Flask, secret: str | None = None, **headers: str) -> None:
        self.client = app.test_client()
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if secret is not None:
            self.client.set_cookie("scorekeeper_device", secret)

    @property
    def secret(self) -> str:
        cookie = self.client.get_cookie("scorekeeper_device")
        assert cookie is not None
        return cookie.value

    @property
    def stored(self) -> Phone:
        """This phone in the scorebook."""
        return Phone(self.client.application.extensions["database"], self.secret)

    def add_phone(self, role: str, match: str | None = None, agent: str = "") -> "Browser":
        """Give another phone a role in the scorebook, or in the match at an address."""
        phone = Phone(self.stored.database)
        right = self.stored.right(role, match and match.rpartition("/")[2])
        return Browser(self.client.application, phone.gain(right, agent=agent))

    def request(
        self, method: str, path: str, fields: Any = None, headers: Headers = None, **options: Any
    ) -> Page:
        named = {**self.headers, **(headers or {})}
        if method != "GET" and not named.keys() & {"Origin", "Sec-Fetch-Site"}:
            named["Sec-Fetch-Site"] = "same-origin"
        asked = self.client.open(path, method=method, data=fields, headers=named, **options)
        with asked as answer:
            return Page(path, answer.status_code, answer.headers.items(), answer.get_data())
