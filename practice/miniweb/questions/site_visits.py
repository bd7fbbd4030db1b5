"""Steps on sites of which a search finds only some pages: open the home page, then search there."""

from collections import Counter

from ..kit.steps import WAIT, Step, choose_option, link, press, search_for
from ..sites.code.records import Project
from ..sites.maps.records import Place
from ..sites.models.records import Model
from .seeker import Seeker

HOMES = {  # the words to search for the home page of a site with
    "code": "Cairn invented projects",
    "compute": "Reckon computing engine",
    "maps": "Compasso map of Velmora",
    "models": "Hatchery models datasets apps",
    "news": "Northlight news front page",
}


def visit(seek: Seeker, site: str) -> list[Step]:
    """Search for a site and open its home page."""
    return seek.open_page(HOMES[site], site, "/")


def ask_reckon(seek: Seeker, question: str, result: str) -> list[Step]:
    """Ask Reckon, whose results are pictures, and open the plain text of one."""
    asked = [search_for("Ask Reckon", question), WAIT, press(f"Plain text of {result}")]
    return [*visit(seek, "compute"), *asked]


def open_project(seek: Seeker, project: Project) -> list[Step]:
    """Search Cairn for a project and open its page."""
    found = [search_for("Search Cairn", project.name), link(project.slug)]
    return [*visit(seek, "code"), *found]


def open_model(seek: Seeker, model: Model) -> list[Step]:
    """Search Hatchery for a model and open its card."""
    found = [choose_option("Search Hatchery", model.id), link(model.id)]
    return [*visit(seek, "models"), *found]


def open_place(seek: Seeker, place: Place) -> list[Step]:
    """Search Compasso for the name of a place, which opens its page."""
    return [*visit(seek, "maps"), search_for("Search Compasso", place.name)]


def list_places(seek: Seeker, kind: str) -> list[Place]:
    """The places of a kind whose names no other place has."""
    places = seek.sites["maps"].places
    counts = Counter(place.name for place in places)
    return [place for place in places if place.kind == kind and counts[place.name] == 1]
