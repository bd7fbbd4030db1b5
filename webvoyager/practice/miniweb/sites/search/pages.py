"""The pages of the search site."""

from urllib.parse import urlencode

from flask import Flask, Response, abort, g, redirect, render_template, request

from .answer_box import answer
from .data import Data
from .page_index import Query, words

DEFAULTS = {"per_page": 10, "new_tab": False, "suggest": True}
SIZES = (10, 20, 50)


def preferences() -> dict:
    """What this visitor has chosen on the preferences page."""
    return DEFAULTS | g.state.get("preferences", {})


def app(data: Data) -> Flask:
    """The site; the other sites are crawled when its first page is first asked for."""
    site = Flask(__name__)
    site.jinja_env.trim_blocks = site.jinja_env.lstrip_blocks = True
    site.context_processor(lambda: {"today": data.world.today, "preferences": preferences()})
    site.register_error_handler(404, lambda _: (render_template("missing.html"), 404))

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
        return _results(data, text, asked, request.args.get("page", 1, int))

    @site.get("/suggest")
    def suggest() -> list[str]:
        return suggestions(data, request.args.get("q", ""))

    @site.get("/ads/stays")
    def frame() -> str:
        """What other sites show in a frame."""
        return render_template("frame.html", place=data.paying)

    @site.get("/help")
    def help() -> str:
        return render_template("help.html")

    @site.get("/sites")
    def directory() -> str:
        homes = [page for page in data.index.pages if page.path == "/"]
        sizes = {page.site: sum(other.site == page.site for other in data.index.pages) for page in homes}
        return render_template("sites.html", homes=homes, sizes=sizes)

    site.add_url_rule("/preferences", "preferences", _choose, methods=["GET", "POST"])
    return site


def _choose() -> str | Response:
    """The preferences page, and keeping what was chosen there."""
    if request.method == "GET":
        return render_template("preferences.html", sizes=SIZES)
    size = request.form.get("per_page", 10, int)
    g.state["preferences"] = {
        "per_page": size if size in SIZES else abort(400),
        "new_tab": "new_tab" in request.form,
        "suggest": "suggest" in request.form,
    }
    return redirect("/preferences?saved=1")


def _results(data: Data, text: str, asked: Query, number: int) -> str:
    """One page of results. The counts by site are those without the site filter."""
    index, size = data.index, preferences()["per_page"]
    everywhere = index.search(Query(asked.words, asked.phrases, asked.without, asked.title))
    hits = index.search(asked) if asked.site else everywhere
    last = max(1, -(-len(hits) // size))
    number = min(max(number, 1), last)

    def link(**change: object) -> str:
        given = {"q": text, "site": request.args.get("site", ""), "page": 1} | change
        return "/search?" + urlencode({key: value for key, value in given.items() if value not in ("", 1)})

    return render_template(
        "results.html",
        text=text,
        asked=asked,
        hits=hits[(number - 1) * size : number * size],
        total=len(hits),
        counts={name: sum(page.site == name for page in everywhere) for name in data.sites},
        everywhere=len(everywhere),
        answer=answer(text, index) if number == 1 else None,
        ad=data.advertisement(asked) if number == 1 and not asked.site else None,
        snippet=index.snippet,
        mended=index.correct(text),
        number=number,
        last=last,
        link=link,
    )


def suggestions(data: Data, text: str, most: int = 7) -> list[str]:
    """Titles of pages that have every word typed so far, the last one perhaps unfinished."""
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
    return sorted(found, key=lambda title: (not title.lower().startswith(begins), len(title), title))[:most]
