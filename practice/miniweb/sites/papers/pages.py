"""The site as a Flask app: what all its pages share. The pages themselves are in *_pages.py."""

from datetime import datetime

from flask import Flask, g

from ...kit.formats import comma, day_format
from ...kit.site_app import site_app
from . import paper_pages, paper_search_pages, reading_list_pages
from .paper_index import FIELDS, Index
from .records import GROUPS, Data, day

weekday = day_format("%a, {} %b %Y")


def app(data: Data) -> Flask:
    """The preprint server as a Flask app."""
    filters = {"day": day, "weekday": weekday, "stamp": stamp, "comma": comma}
    names = {
        "data": data,
        "groups": GROUPS,
        "fields": FIELDS,
        "code_name": lambda code: code_name(data, code),
    }
    site = site_app(__name__, icon="favicon.svg", filters=filters, names=names)
    site.context_processor(lambda: {"reading_list": g.state.get("reading_list", [])})
    index = Index(data)
    for part in (paper_pages, paper_search_pages, reading_list_pages):
        part.add(site, data, index)
    return site


def stamp(when: datetime) -> str:
    """`Tue, 3 Mar 2026 14:22:05 UTC`."""
    return f"{weekday(when)} {when:%H:%M:%S} UTC"


def code_name(data: Data, code: str) -> str:
    """The name of a category or a group; "All subjects" for any other code."""
    if code in data.subjects:
        return data.subjects[code].name
    return GROUPS.get(code, "All subjects")
