"""Accounts: signing in with a name and a password that the task gives, and being signed out."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from flask import g, redirect, request
from werkzeug.wrappers import Response

from .lists import address

View = Callable[..., Any]


def sign_in(given: Mapping[str, str], passwords: Mapping[str, str]) -> str:
    """Sign the visitor in with the form's `user` and `password`; the error to show, "" if none."""
    user, password = given.get("user", "").strip().lower(), given.get("password", "")
    if user not in passwords:
        return "No account has this user name."
    if passwords[user] != password:
        return "The password is wrong."
    g.state["user"] = user
    g.state.pop("pages", None)
    return ""


def sign_out() -> None:
    """Sign the visitor out."""
    g.state.pop("user", None)


def signed_in() -> str:
    """The user name of the visitor, "" if nobody is signed in."""
    return g.state.get("user", "")


def needs_account(login: str, pages: int = 0) -> Callable[[View], View]:
    """Show a page only to people who are signed in; others go to `login`, and back from there.

    A visit ends after `pages` such pages, if `pages` isn't 0: the obstacle "session-timeout". Then
    `login` is opened with `ended=1`.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def show(*args: object, **names: object) -> Any:
            ended = _count_page() > pages > 0
            if ended:
                sign_out()
            return _send_to(login, ended) if not signed_in() else view(*args, **names)

        return show

    return guard


def _count_page() -> int:
    if not signed_in():
        return 0
    g.state["pages"] = g.state.get("pages", 0) + 1
    return g.state["pages"]


def _send_to(login: str, ended: bool) -> Response:
    back = request.full_path.rstrip("?") if request.method == "GET" else request.path
    return redirect(address(login, [("next", back), ("ended", "1" * ended)]), 303)
