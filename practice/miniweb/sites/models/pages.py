"""Hatchery as a Flask app: what all its pages share."""

from flask import Flask

from ...kit.accounts import signed_in
from ...kit.formats import comma, day_format, slug
from ...kit.lists import address
from ...kit.record_addresses import name_records
from ...kit.site_app import site_app
from . import hub_pages, member_pages, model_pages, model_search
from .records import Hub, read

CONTENT = ("apps", "datasets", "lexicon", "phrases", "tasks", "terms")
SLOW = 2000  # milliseconds until a slow part arrives


def app(hub: Hub) -> Flask:
    """The site for one hub."""
    content = {name: read(f"{name}.json") for name in CONTENT}
    collections, branches = content["phrases"]["collections"], content["phrases"]["branches"]
    filters = {"day": day_format("{} %b %Y"), "comma": comma, "short": short}
    filters |= {"language": lambda code: content["terms"]["languages"].get(code, "Multilingual")}
    names = {"hub": hub, "content": content, "facets": model_search.facets, "address": address}
    names |= {"SORTS": model_search.SORTS, "signed_in": signed_in}
    names |= {"delay": SLOW if hub.world.has("slow-parts") else 0}
    shared = {"hub": hub}
    site = site_app(__name__, icon="hatchery.svg", filters=filters, names=names, shared=shared)
    kinds = {"app": hub.apps, "dataset": hub.datasets, "licence": hub.licences, "model": hub.models}
    kinds |= {"collection": {slug(title): title for title in collections}, "owner": hub.orgs}
    name_records(site, kinds | {"branch": dict(zip(branches, branches, strict=True))})
    for part in (member_pages, hub_pages, model_pages):
        site.register_blueprint(part.pages)
    return site


def short(number: int) -> str:
    """A number in short: "812", "3.4k", "1.2M"."""
    if number < 1000:
        return str(number)
    return f"{number / 1e3:.1f}k" if number < 1e6 else f"{number / 1e6:.1f}M"
