"""Compares marks with Chromium's own accessibility tree of the page, node by node."""

import re
from collections.abc import Iterator

from webvoyager import Browser, Mark

# Chromium's names for its own controls, and the ARIA roles that marks have for them.
CONTROLS = {
    "DisclosureTriangle": "button",
    "ColorWell": "button",
    "Date": "textbox",
    "DateTime": "textbox",
    "InputTime": "textbox",
}
# Roles that say nothing about what an element is for. (A label's mark is that of its field; an
# option outside a list box is a plain item to Chromium.)
PLAIN = re.compile(
    r"generic|group|listitem|image|LabelText|LayoutTable|Canvas|Video|Audio|deletion|graphics-.*"
)


def differences(browser: Browser, marks: list[Mark]) -> list[str]:
    """The marks whose role or name differs from Chromium's tree, one sentence each.

    Only the top page and its frames of the same origin are compared.

    Chromium names only elements that have a role; a mark always has its text. Chromium's names
    follow the style sheet: they are in capitals if it says so, and contain the signs (▾, ›) that
    `::before` and `::after` draw.
    """
    document = browser.cdp("DOM.getDocument", depth=-1, pierce=True)["root"]
    nodes = {}
    for frame in (None, *frames(document)):
        which = {"frameId": frame} if frame else {}
        tree = browser.cdp("Accessibility.getFullAXTree", **which)["nodes"]
        nodes |= {node["backendDOMNodeId"]: node for node in tree if "backendDOMNodeId" in node}
    different = []
    for mark in marks:
        element = element_at(document, mark.identity["path"])
        node = nodes.get(element["backendNodeId"], {"ignored": True})
        if not node["ignored"] and not PLAIN.fullmatch(role := node["role"]["value"]):
            name = " ".join(node["name"]["value"].split())
            if CONTROLS.get(role, role) != mark.role or (name and not same(mark.text, name)):
                different.append(f"{mark.line} is {role} {name!r} to Chromium")
    return different


def same(ours: str, theirs: str) -> bool:
    """Whether two names are the same apart from capitals and drawn signs.

    The middle of our longer names is cut out.
    """
    begin, _, end = (part.casefold() for part in ours.partition(" … "))
    before, common, after = theirs.casefold().partition(begin)
    if not common or re.search(r"\w", before):
        return False
    return after.endswith(end) if end else not re.search(r"\w", after)


def frames(node: dict) -> Iterator[str]:
    """The ids of the frames whose documents are part of the tree."""
    for inner in node.get("children", ()), node.get("shadowRoots", ()):
        for child in inner:
            yield from frames(child)
    if "contentDocument" in node:
        yield node["frameId"]
        yield from frames(node["contentDocument"])


def element_at(document: dict, path: list[str]) -> dict:
    """The element at a mark's path, which has a part for each document or shadow root."""
    element = document
    for depth, steps in enumerate(path):
        if depth:
            element = element.get("contentDocument") or element["shadowRoots"][-1]
        for step in steps.split("/"):
            children = [child for child in element["children"] if child["nodeType"] == 1]
            element = children[int(step)]
    return element
