"""Chromium's own accessibility tree of a page, node by node, to compare with what the marks say."""

import re
from collections.abc import Iterator

from webvoyager import Browser, Mark

# Chromium's names for its own controls, and the roles of ARIA that the marks have for them.
CONTROLS = {
    "DisclosureTriangle": "button",
    "ColorWell": "button",
    "Date": "textbox",
    "DateTime": "textbox",
    "InputTime": "textbox",
}
# What says nothing of what can be done with it. (A label's mark stands for its field; an option
# outside of a list box is a mere item to Chromium.)
PLAIN = re.compile(
    r"generic|group|listitem|image|LabelText|LayoutTable|Canvas|Video|Audio|deletion|graphics-.*"
)


def differences(browser: Browser, marks: list[Mark]) -> list[str]:
    """Each mark of the top page and its frames of the same origin whose role or name Chromium tells
    otherwise.

    Chromium names only what has a role, where a mark has its words; it writes names as the style
    sheet turns them to capitals, and with the signs (▾, ›) that `::before` and `::after` draw.
    """
    document = browser.cdp("DOM.getDocument", depth=-1, pierce=True)["root"]
    nodes = {}
    for frame in (None, *frames(document)):
        found = browser.cdp("Accessibility.getFullAXTree", **({"frameId": frame} if frame else {}))[
            "nodes"
        ]
        nodes |= {node["backendDOMNodeId"]: node for node in found if "backendDOMNodeId" in node}
    told = []
    for mark in marks:
        node = nodes.get(
            element_at(document, mark.identity["path"])["backendNodeId"], {"ignored": True}
        )
        if not node["ignored"] and not PLAIN.fullmatch(role := node["role"]["value"]):
            name = " ".join(node["name"]["value"].split())
            if CONTROLS.get(role, role) != mark.role or (name and not same(mark.text, name)):
                told.append(f"{mark.line} is {role} {name!r} to Chromium")
    return told


def same(ours: str, theirs: str) -> bool:
    """Whether two names are the same but for capitals and drawn signs; a long one of ours is cut in
    its middle.
    """
    begin, _, end = (part.casefold() for part in ours.partition(" … "))
    before, found, after = theirs.casefold().partition(begin)
    return (
        bool(found)
        and not re.search(r"\w", before)
        and (after.endswith(end) if end else not re.search(r"\w", after))
    )


def frames(node: dict) -> Iterator[str]:
    """The ids of the frames whose documents are part of the tree."""
    for inner in node.get("children", ()), node.get("shadowRoots", ()):
        for child in inner:
            yield from frames(child)
    if "contentDocument" in node:
        yield node["frameId"]
        yield from frames(node["contentDocument"])


def element_at(document: dict, path: list[str]) -> dict:
    """The element that a mark's way leads to: child by child, from root to root."""
    root, element = document, {}
    for steps in path:
        if element:
            root = (
                element["shadowRoots"][-1]
                if "shadowRoots" in element
                else element["contentDocument"]
            )
        element = root
        for step in steps.split("/"):
            element = [child for child in element["children"] if child["nodeType"] == 1][int(step)]
    return element
