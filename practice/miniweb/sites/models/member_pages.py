"""What people with an account do: sign in, like, ask for access, start discussions."""

from flask import Blueprint, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.accounts import needs_account, sign_in, sign_out, signed_in
from ...kit.forms import field_errors, read_fields, toggle, way_back
from ...kit.site_app import toast
from .records import Model, read

LOGIN = "/sign-in"
pages = Blueprint("members", __name__)


@pages.route(LOGIN, methods=["GET", "POST"])
def _sign_in() -> str | Response:
    back = way_back(request.values.get("next", ""), "/")
    posted, passwords = request.method == "POST", read("members.json")["accounts"]
    error = sign_in(request.form, passwords) if posted else ""
    if error or not posted:
        return render_template("sign_in.html", back=back, error=error)
    toast(f"Welcome back, {signed_in()}.")
    return redirect(back, 303)


@pages.post("/sign-out")
def _sign_out() -> Response:
    sign_out()
    return redirect("/", 303)


@pages.post("/like/<any(models, datasets, apps):kind>/<path:name>")
def _like(kind: str, name: str) -> Response:
    page = f"/{name}" if kind == "models" else f"/{kind}/{name}"
    if name not in getattr(g.hub, kind):
        abort(404)
    if not signed_in():
        return redirect(f"{LOGIN}?next={page}", 303)
    toast(f"You {'like' if toggle('likes', name) else 'no longer like'} {name}.")
    return redirect(page, 303)


@pages.get("/likes")
@needs_account(LOGIN)
def _show_likes() -> str:
    return render_template("likes.html", kept=g.state.get("likes", []))


@pages.route("/<model:model>/access", methods=["GET", "POST"])
@needs_account(LOGIN)
def _request_access(model: Model) -> str | Response:
    requests, members = g.state.setdefault("requests", {}), read("members.json")
    entered, errors = _check_form(members["access"], members["choices"])
    if not model.gated:
        abort(404)
    if request.method == "POST" and not errors and model.id not in requests:
        requests[model.id] = entered
        toast("Your request has been sent. It can't be withdrawn.")
        return redirect(f"/{model.id}/access", 303)
    shown = {"entered": entered, "errors": errors, "sent": requests.get(model.id)}
    return render_template("access.html", model=model, members=members, **shown)


@pages.route("/<model:model>/discussions/new", methods=["GET", "POST"])
@needs_account(LOGIN)
def _start_thread(model: Model) -> str | Response:
    entered, errors = _check_form(read("members.json")["thread"], {})
    if request.method == "POST" and not errors:
        g.state.setdefault("threads", []).append({"model": model.id, **entered})
        toast("Your discussion is open.")
        return redirect(f"/{model.id}/discussions", 303)
    return render_template("new_thread.html", model=model, entered=entered, errors=errors)


def _check_form(patterns: dict, choices: dict) -> tuple[dict[str, str], dict[str, str]]:
    """What the form sent, and its errors; without errors if it wasn't sent yet."""
    entered = read_fields(request.form, (*patterns, *choices), 300)
    sent = request.method == "POST"
    return entered, field_errors(entered, patterns, choices) if sent else {}
