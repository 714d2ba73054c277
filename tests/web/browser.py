"""A browser without scripts that calls the app directly, without a network."""

from typing import Any

from flask import Flask

from tests.reading import Form, Page


class Browser:
    """Opens pages and sends their forms; knows only what is on them."""

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

    def open(self, path: str, **options: Any) -> Page:
        return self.request("GET", path, **options)

    def post(self, path: str, fields: Any = None, **options: Any) -> Page:
        return self.request("POST", path, data=fields, **options)

    def send(self, form: Form, **changes: Any) -> Page:
        return self.post(form.action, form.filled(**changes).fields)

    def request(self, method: str, path: str, **options: Any) -> Page:
        headers = self.headers | options.pop("headers", {})
        with self.client.open(path, method=method, headers=headers, **options) as answer:
            return Page(path, answer.status_code, answer.headers.items(), answer.get_data())
