"""Issues and pull requests: the list, a conversation, a new issue, closing and reopening."""

from collections.abc import Iterator
from dataclasses import replace

from flask import Blueprint, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.accounts import needs_account, signed_in
from ...kit.forms import field_errors, toggle
from ...kit.lists import address, choice, page_of
from ...kit.qualifiers import parse_query
from ...kit.site_app import toast
from .code_catalogue import read
from .hub_search import fits, order
from .issue_threads import threads
from .project_pages import find_project
from .records import Issue

PER_PAGE = 20
RULES = {
    "title": (r".{5,120}", "Give the issue a title of at least five letters."),
    "body": (r"[^…]{10,4000}", "Replace each … by your own words."),
    "version": (r"\S+", "Choose the version you use."),
}
DEFAULTS = {"issues": "is:open is:issue", "pulls": "is:open is:pr"}
pages = Blueprint("issues", __name__, url_prefix="/<owner>/<name>")
pages.before_request(find_project)


def list_threads() -> Iterator[Issue]:
    """The issues of the project as the visitor has left them."""
    project, known = g.project, threads(g.hub, g.project)
    own = [entry for entry in g.state.get("issues", []) if entry["repo"] == project.slug]
    for entry in reversed(own):
        today, labels = g.hub.world.today, [entry["template"]] if entry["template"] else []
        yield Issue(project.slug, entry["number"], entry["title"], entry["author"], today, today,
                    ("open", "issue"), labels, "", "", 0, entry)  # fmt: skip
    for issue in known:
        is_changed = f"{project.slug}#{issue.number}" in g.state.get("flipped", [])
        other = "open" if "closed" in issue.states else "closed"
        yield replace(issue, states=(other, issue.states[1])) if is_changed else issue


@pages.get("/<any(issues, pulls):kind>")
def _list_issues(kind: str) -> str:
    sorts = read("sorts.json")["issues"]
    sort = choice(request.args, "sort", sorts, "Newest")
    text = request.args.get("q", DEFAULTS[kind])
    every, query = list(list_threads()), parse_query(text)
    found = [one for one in every if fits(query, "issues", one, one.title)]
    kept = "" if g.hub.world.has("filters-reset") else request.args.get("q", "")
    orders = {name: address(request.path, [("q", kept), ("sort", name)]) for name in sorts}
    names = {"kind": kind, "text": text, "sort": sort, "orders": orders, "every": every}
    page = page_of(order(found, "issues", sort), PER_PAGE)
    return render_template("issues.html", page=page, **names)


@pages.get("/<any(issues, pull):kind>/<int:number>")
def _show_thread(kind: str, number: int) -> str:
    issue = next((one for one in list_threads() if one.number == number), None)
    if issue is None or (kind == "pull") != bool(issue.checks):
        abort(404)
    key = f"{g.project.slug}#{number}"
    said = [entry for entry in g.state.get("comments", []) if entry["issue"] == key]
    return render_template("issue.html", issue=issue, said=said)


@pages.post("/issues/<int:number>")
@needs_account("/login")
def _answer(number: int) -> Response:
    key, text = f"{g.project.slug}#{number}", request.form.get("comment", "").strip()
    if text:
        said = {"issue": key, "who": signed_in(), "text": text[:2000]}
        g.state.setdefault("comments", []).append(said)
    if request.form.get("flip"):
        toggle("flipped", key)
        toast(f"Issue #{number} was changed.")
    return redirect(f"/{g.project.slug}/issues/{number}", 303)


@pages.route("/issues/new", methods=["GET", "POST"])
@needs_account("/login")
def _open_issue() -> str | Response:
    kind = choice(request.values, "template", read("issues.json")["template"])
    entered = {name: request.form.get(name, "").strip() for name in RULES}
    posted = request.method == "POST"
    errors = field_errors(entered, RULES) if posted else {}
    if errors or not posted:
        return render_template("new_issue.html", kind=kind, entered=entered, errors=errors)
    entry = entered | {"repo": g.project.slug, "template": kind, "author": signed_in()}
    entry |= {"number": max(issue.number for issue in list_threads()) + 1}
    g.state.setdefault("issues", []).append(entry)
    return redirect(f"/{g.project.slug}/issues/{entry['number']}", 303)
