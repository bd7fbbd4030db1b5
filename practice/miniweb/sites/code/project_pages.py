"""The pages of a project: files, commits, releases, figures, and what one can do with it."""

from flask import Blueprint, Response, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response as Reply

from ...kit.accounts import needs_account
from ...kit.filled_texts import fill
from ...kit.forms import toggle
from ...kit.lists import page_of
from ...kit.site_app import picture, toast
from ...kit.text_histories import History
from .code_catalogue import read
from .project_history import history
from .project_releases import releases

FILE_VIEWS = {"blob": "Code", "blame": "Blame", "history": "History"}
WIKI_VALUES = {"memory": range(96, 1000, 32), "days": range(5, 60), "minutes": range(2, 40)}
DONE = {
    "stars": ("Starred", "No longer starred"),
    "watches": ("Watching", "No longer watching"),
    "forks": ("Forked", "Fork deleted"),
}
pages = Blueprint("project", __name__, url_prefix="/<owner>/<name>")


@pages.before_request
def find_project() -> None:
    """Put the project of the address on `flask.g`; every page of a project begins with this."""
    slug = f"{request.view_args.pop('owner')}/{request.view_args.pop('name')}"
    g.project = g.hub.projects.get(slug) or abort(404)


@pages.get("/", defaults={"view": "tree", "ref": "main", "path": ""}, strict_slashes=False)
@pages.get("/<any(tree, blob, raw, blame, history):view>/<ref>/", defaults={"path": ""})
@pages.get("/<any(tree, blob, raw, blame, history):view>/<ref>/<path:path>")
def _show_files(view: str, ref: str, path: str) -> str | Response:
    past = history(g.hub, g.project)
    last = _find_commit(past, ref)
    tree = past.tree(last)
    folder = f"{path}/" if path and path not in tree else ""
    entries = past.folder(last, folder)
    if not entries or (view in ("blob", "raw", "blame") and path not in tree):
        abort(404)
    if view == "raw":
        return Response("\n".join(line for line, _ in tree[path]) + "\n", mimetype="text/plain")
    shown = {"view": view, "ref": ref, "path": path, "entries": entries, "tree": tree}
    return render_template(
        f"{view}.html", past=past, page=page_of(past.touching(last, path), 25), **shown
    )


def _find_commit(past: History, ref: str) -> int:
    """The number of the last commit of a branch, a tag such as "v1.9.2", or the commit's id."""
    tags = {f"v{release.version}": release.commit for release in releases(g.hub, g.project)}
    ids = {commit.id: commit.number for commit in past.commits}
    known = {**ids, **tags, **past.branches}
    return known[ref] if ref in known else abort(404)


@pages.get("/commit/<commit_id>")
def _show_commit(commit_id: str) -> str:
    past = history(g.hub, g.project)
    return render_template("commit.html", commit=past.commits[_find_commit(past, commit_id)])


@pages.get("/<any(releases, branches, insights, security, dependencies):page>")
def _show_about(page: str) -> str:
    return render_template(f"{page}.html", past=history(g.hub, g.project))


@pages.get("/insights/<any(languages, commits, installations):chart>.svg")
def _show_chart(chart: str) -> Response:
    return picture(render_template(f"{chart}.svg"))


@pages.get("/wiki/", defaults={"title": "Home"})
@pages.get("/wiki/<title>")
def _show_wiki(title: str) -> str:
    rng, texts = g.hub.world.random(f"code/{g.project.slug}/wiki"), read("wiki.json")
    slots = {key: rng.choice(values) for key, values in WIKI_VALUES.items()}
    paragraphs = [fill(text, vars(g.project) | slots) for text in texts.get(title) or abort(404)]
    return render_template("wiki.html", title=title, titles=texts, paragraphs=paragraphs)


@pages.route("/<any(stars, watches, forks):key>", methods=["GET", "POST"])
@needs_account("/login")
def _keep(key: str) -> Reply:
    if request.method == "POST":  # people who had to sign in first come back with GET
        toast(f"{DONE[key][not toggle(key, g.project.slug)]}: {g.project.slug}.")
    return redirect(f"/{g.project.slug}", 303)
