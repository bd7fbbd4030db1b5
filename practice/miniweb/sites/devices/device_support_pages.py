"""Pages that need little: first page, families, help, coverage by serial number, education."""

from flask import Blueprint, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.catalogue import find
from ...kit.lists import choice
from ...kit.site_app import toast
from .records import read

pages = Blueprint("device_support_pages", __name__)


@pages.get("/", defaults={"topic": "home"})
@pages.get("/<any(support, education, stores, reservations):topic>")
@pages.get("/support/<any(delivery, financing, care, battery):topic>")
def show(topic: str) -> str:
    """A page that needs nothing but its template."""
    return render_template(f"{topic}.html")


@pages.get("/<any(phones, tablets, laptops, watches, earphones, speakers):kind>")
def family(kind: str) -> str:
    """The models of a family: those sold, with prices, and earlier ones."""
    found = next(family for family in read("families.json") if family["slug"] == kind)
    return render_template("family.html", family=found)


@pages.get("/support/coverage")
def coverage() -> str:
    """Whether a device is still covered, by its serial number."""
    serial = request.args.get("serial", "").strip().upper()
    device = find(g.halden.devices, serial)
    return render_template("coverage.html", serial=serial, device=device)


@pages.post("/education")
def shop_for_school() -> Response:
    """Switch education prices on for people who qualify, or off."""
    g.state["education"] = choice(request.form, "role", read("support.json")["roles"])
    now = "education" if g.state["education"] else "regular"
    toast(f"You now see {now} prices.")
    return redirect("/education", 303)
