"""The pages of the search site."""

from flask import Flask, Response, abort, g, redirect, render_template, request

from ...kit.lists import address, page_of
from ...kit.site_app import site_app
from .answer_box import answer
from .data import Data
from .page_index import Query, words

DEFAULTS = {"per_page": 10, "new_tab": False, "suggest": True}
SIZES = (10, 20, 50)


def preferences() -> dict:
    """The visitor's choices on the preferences page, completed by the defaults."""
    return DEFAULTS | g.state.get("preferences", {})


def app(data: Data) -> Flask:
    """The site as a Flask app; it crawls the other sites when the index is first needed."""
    site = site_app(__name__, icon="lantern.svg", names={"today": data.world.today})
    site.context_processor(lambda: {"preferences": preferences()})

    @site.get("/")
    def home() -> str:
        data.build()
        return render_template("home.html")

    @site.get("/search")
    def search() -> str | Response:
        text = " ".join(request.args.get("q", "").split())
        if not text:
            return redirect("/")
        asked = Query.read(text, request.args.get("site", ""))
        if "go" in request.args and (found := data.index.search(asked)):
            return redirect(found[0].address)
        return _show_results(data, text, asked)

    @site.get("/suggest")
    def suggest() -> list[str]:
        return suggestions(data, request.args.get("q", ""))

    @site.get("/ads/stays")
    def frame() -> str:
        """The advertisement that other sites show in a frame."""
        return render_template("frame.html", place=data.paying)

    @site.get("/help")
    def help() -> str:
        return render_template("help.html")

    @site.get("/sites")
    def directory() -> str:
        homes = [page for page in data.index.pages if page.path == "/"]
        sizes = {
            page.site: sum(other.site == page.site for other in data.index.pages) for page in homes
        }
        return render_template("sites.html", homes=homes, sizes=sizes)

    site.add_url_rule("/preferences", "preferences", _choose_preferences, methods=["GET", "POST"])
    return site


def _choose_preferences() -> str | Response:
    """Show the preferences page, and store the choices made there."""
    if request.method == "GET":
        return render_template("preferences.html", sizes=SIZES)
    size = request.form.get("per_page", 10, int)
    g.state["preferences"] = {
        "per_page": size if size in SIZES else abort(400),
        "new_tab": "new_tab" in request.form,
        "suggest": "suggest" in request.form,
    }
    return redirect("/preferences?saved=1")


def _show_results(data: Data, text: str, asked: Query) -> str:
    """Show one page of results; the counts by site ignore the site filter."""
    index, size = data.index, preferences()["per_page"]
    everywhere = index.search(Query(asked.words, asked.phrases, asked.without, asked.title))
    page = page_of(index.search(asked) if asked.site else everywhere, size)

    def link(**change: object) -> str:
        given = {"q": text, "site": request.args.get("site", "")} | change
        return address("/search", [pair for pair in given.items() if pair != ("page", 1)])

    return render_template(
        "results.html",
        text=text,
        asked=asked,
        page=page,
        counts={name: sum(page.site == name for page in everywhere) for name in data.sites},
        everywhere=len(everywhere),
        answer=answer(text, index) if page.at == 1 else None,
        ad=data.advertisement(asked) if page.at == 1 and not asked.site else None,
        snippet=index.snippet,
        corrected=index.correct(text),
        link=link,
    )


def suggestions(data: Data, text: str, most: int = 7) -> list[str]:
    """Titles of pages that contain every typed word; the last one may be unfinished."""
    typed = words(text)
    if not typed:
        return []
    found = set()
    for page in data.index.pages:
        title = page.title.split(" | ")[0]
        have = words(title)
        if set(typed[:-1]) <= set(have) and any(word.startswith(typed[-1]) for word in have):
            found.add(title)
    begins = text.lower()
    return sorted(
        found, key=lambda title: (not title.lower().startswith(begins), len(title), title)
    )[:most]
