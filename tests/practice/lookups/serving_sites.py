"""Serves the small sites of this folder: a folder of templates each, with a search if it has one.

`index.html` is the home page, `NAME.html` is the page /NAME, and `layout.html` is what the pages of
a site share. A site with a `found.html` searches the words of its own pages.
"""

import re
from pathlib import Path

from flask import Flask, abort, redirect, render_template, request, send_from_directory
from werkzeug import Response

FOLDER = Path(__file__).parent
PARTS = ("index", "layout", "found")  # templates that are no page of their own


def make_site(name: str) -> Flask:
    """The app of the site in the folder `name`."""
    folder = FOLDER / name
    app = Flask(__name__, template_folder=folder, static_folder=None)
    pages = {file.stem: file for file in sorted(folder.glob("*.html")) if file.stem not in PARTS}

    @app.get("/")
    def home() -> str:
        return render_template("index.html")

    @app.get("/<page>")
    def show(page: str) -> str | Response:
        if page in pages:
            return render_template(f"{page}.html")
        if not (folder / page).is_file() or page.endswith(".html"):
            abort(404)
        return send_from_directory(folder, page)

    @app.get("/search")
    def search() -> str | Response:
        """Go to the page of this title, or list the pages that have all the words."""
        if not (folder / "found.html").is_file():
            abort(404)
        query = request.args.get("q", "").strip()
        texts = {page: _read_words(file) for page, file in pages.items()}
        titles = {page: text.partition("|")[0].strip() for page, text in texts.items()}
        for page, title in titles.items():
            if title.lower() == query.lower():
                return redirect(f"/{page}")
        words = query.lower().split()
        found = [
            (page, titles[page], texts[page].partition("|")[2][:160])
            for page in pages
            if words and all(word in texts[page].lower() for word in words)
        ]
        return render_template("found.html", query=query, found=found)

    return app


def _read_words(file: Path) -> str:
    """A page's title, a bar and its words, without markup."""
    source = file.read_text("utf-8")
    title = re.search(r"{% set title = \"(.*?)\" %}", source)[1]
    body = re.sub(r"<[^>]+>|{%.*?%}|{{.*?}}", " ", source)
    return f"{title} | {' '.join(body.split())}"
