"""What visitors keep: the notebook, favourites, history and settings; and signing in."""

from flask import Flask, Response, g, redirect, render_template, request

from ...kit.accounts import sign_in, sign_out
from ...kit.forms import field_errors, read_fields, toggle, way_back
from ...kit.lists import address
from ...kit.site_app import toast
from .records import Data

SECTIONS = ("Schoolwork", "Money", "Travel", "Laboratory", "Other")
FIELDS = ("question", "title", "section", "note")


def add(site: Flask, data: Data) -> None:
    """Add these pages to the site."""
    site.jinja_env.globals["SECTIONS"] = SECTIONS

    @site.route("/notebook/new", methods=["GET", "POST"])
    def new_entry() -> str | Response:
        entered, errors = read_fields(request.values, FIELDS, 240), {}
        if request.method == "POST":
            titles = {"title": (".{3,60}", "Give the entry a title of 3 to 60 characters.")}
            errors = field_errors(entered, titles, {"section": (SECTIONS, "Choose a section.")})
        if request.method == "GET" or errors:
            return render_template("new_entry.html", entered=entered, errors=errors)
        g.state.setdefault("notebook", []).append(entered)
        toast("Saved to your notebook.")
        return redirect("/notebook", 303)

    @site.post("/favourites")
    def favour() -> Response:
        question = request.form.get("question", "")[:240]
        added = toggle("favourites", question)
        toast(f"{'Added to' if added else 'Removed from'} your favourites.")
        return redirect(address("/answer", [("i", question)]), 303)

    @site.post("/settings")
    def save_settings() -> Response:
        choices = site.jinja_env.globals["CHOICES"]
        given = {name: request.form.get(name) for name in choices}
        g.state["settings"] = {n: v for n, v in given.items() if v in choices[n]}
        toast("Your settings are saved.")
        return redirect("/settings", 303)

    _add_account(site, data)


def _add_account(site: Flask, data: Data) -> None:
    @site.route("/login", methods=["GET", "POST"])
    def login() -> str | Response:
        error = sign_in(request.form, data.passwords) if request.method == "POST" else ""
        back = way_back(request.values.get("next", ""), "/plus")
        if request.method == "GET" or error:
            return render_template("login.html", error=error, back=back)
        toast("You are signed in to Reckon Plus.")
        return redirect(back, 303)

    @site.post("/logout")
    def logout() -> Response:
        sign_out()
        return redirect("/", 303)
