"""Pages reached by following links: home, listings, papers, authors, statistics, help."""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import groupby

from flask import Flask, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from .paper_index import STOP, Index
from .records import GROUPS, Data, Paper, Version

RECENT_DAYS = 14
PAGE_SIZES = (25, 50, 100)
HELP = {
    "submit": "How to submit",
    "limits": "File formats and size limits",
    "moderation": "Moderation and announcement times",
    "withdraw": "Withdrawing a paper",
    "licences": "Licences",
    "identifiers": "Identifiers and versions",
    "digests": "PDF digests",
    "search": "Searching Quire",
    "alerts": "Reading lists and alerts",
    "about": "About Quire",
}
WITHDRAWN = (
    "This paper has been withdrawn, so its last version has no PDF. Earlier versions remain "
    "available."
)


@dataclass(frozen=True)
class Window:
    """The part of a listing that a page shows."""

    total: int
    skip: int
    show: int

    @property
    def first(self) -> int:
        return min(self.skip + 1, self.total)

    @property
    def last(self) -> int:
        return min(self.skip + self.show, self.total)

    @property
    def ranges(self) -> list[tuple[int, str]]:
        """The start of each page and its label, such as `26-50`."""
        return [
            (at, f"{at + 1}-{min(at + self.show, self.total)}")
            for at in range(0, self.total, self.show)
        ]


def window(total: int, sizes: tuple[int, ...] = PAGE_SIZES) -> Window:
    """The window that the request's `skip` and `show` ask for, clamped to the listing."""
    show = request.args.get("show", sizes[0], type=int)
    show = show if show in sizes else sizes[0]
    skip = max(0, request.args.get("skip", 0, type=int))
    return Window(total, min(skip, max(0, total - 1)) // show * show, show)


def add(site: Flask, data: Data, index: Index) -> None:
    """Add the pages to the site."""
    _add_lists(site, data)
    _add_papers(site, data, index)
    _add_rest(site, data)


def _add_lists(site: Flask, data: Data) -> None:
    @site.get("/")
    def home() -> str:
        by_group = {
            group: [s for s in data.subjects.values() if s.group == group] for group in GROUPS
        }
        codes = [(paper.category, data.group_of(paper)) for paper in data.papers]
        sizes = Counter(code for pair in codes for code in pair)
        lately = sum(paper.submitted >= data.today - timedelta(days=7) for paper in data.papers)
        return render_template(
            "home.html", by_group=by_group, sizes=sizes, lately=lately, days=_date_notices(data)
        )

    @site.get("/list/<code>")
    def list_default(code: str) -> Response:
        return redirect(url_for("listing", code=code, period="recent"))

    @site.get("/list/<code>/new")
    def new(code: str) -> str:
        papers = _find_listed(data, code)
        latest = [paper for paper in papers if paper.submitted == papers[0].submitted]
        primary = [
            paper for paper in latest if code in (paper.category, data.group_of(paper), "all")
        ]
        crossed = [paper for paper in latest if paper not in primary]
        replaced = [paper for paper in papers if _was_replaced_on(paper, papers[0].submitted)]
        parts = {"New submissions": primary, "Cross-lists": crossed, "Replacements": replaced}
        return render_template(
            "new.html", code=code, parts=parts, when=papers[0].submitted, years=_list_years(papers)
        )

    @site.get("/list/<code>/<period>")
    def listing(code: str, period: str) -> str:
        papers = [paper for paper in _find_listed(data, code) if _is_within(data, paper, period)]
        part = window(len(papers))
        shown = list(enumerate(papers, start=1))[part.skip : part.skip + part.show]
        by_day = groupby(shown, key=lambda pair: pair[1].submitted)
        days = [(when, list(found)) for when, found in by_day]
        years = _list_years(_find_listed(data, code))
        return render_template(
            "list.html",
            code=code,
            period=period,
            part=part,
            days=days,
            years=years,
            sizes=PAGE_SIZES,
        )


def _find_listed(data: Data, code: str) -> list[Paper]:
    papers = data.listed(code)
    return papers if papers else abort(404, f"There is no category {code!r} on Quire.")


def _list_years(papers: list[Paper]) -> list[int]:
    return sorted({paper.submitted.year for paper in papers}, reverse=True)


def _is_within(data: Data, paper: Paper, period: str) -> bool:
    if period == "recent":
        return paper.submitted >= data.today - timedelta(days=RECENT_DAYS)
    if not re.fullmatch(r"all|\d{4}(-\d{2})?", period):
        abort(404, "A listing is new, recent, all, a year or a month such as 2026-02.")
    return period == "all" or paper.submitted.isoformat().startswith(period)


def _was_replaced_on(paper: Paper, when: date) -> bool:
    return any(version.when.date() == when for version in paper.versions[1:])


def _date_notices(data: Data) -> dict[str, object]:
    """The dated notices of the home page, relative to today."""
    back = {"limits": 6, "digests": 23, "maintenance": -5}
    return {name: data.today - timedelta(days=days) for name, days in back.items()}


def _add_papers(site: Flask, data: Data, index: Index) -> None:
    @cache
    def digest(paper_id: str, number: int) -> bytes:
        from .paper_pdf import pdf  # fpdf takes half a second to import, and few visits need a PDF

        paper = data.by_id[paper_id]
        return pdf(data, paper, paper.versions[number - 1], index.related(paper))

    @site.get("/abs/<reference>")
    def abstract(reference: str) -> str:
        paper, version = _find_version(data, reference)
        neighbours = _find_neighbours(data.listed(paper.category), paper)
        related = index.related(paper)
        return render_template(
            "abs.html",
            paper=paper,
            version=version,
            neighbours=neighbours,
            related=related,
            old="v" in reference,
        )

    @site.get("/pdf/<reference>")
    def paper_pdf(reference: str) -> Response:
        paper, version = _find_version(data, reference)
        if paper.withdrawn and version == paper.versions[-1]:
            abort(404, WITHDRAWN)
        answer = Response(digest(paper.id, version.number), mimetype="application/pdf")
        name = f"{paper.id}v{version.number}.pdf"
        answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
        return answer

    @site.get("/bibtex/<reference>")
    def bibtex(reference: str) -> str:
        paper, _ = _find_version(data, reference)
        return render_template("bibtex.html", paper=paper, entry=_write_bibtex(paper))

    @site.get("/a/<slug>")
    def author(slug: str) -> str:
        person = data.authors.get(slug) or abort(404, "Quire has no author page at this address.")
        papers = data.by_author(person)
        together = Counter(other for paper in papers for other in paper.authors if other != person)
        return render_template(
            "author.html", person=person, papers=papers, together=together.most_common()
        )


def _find_version(data: Data, reference: str) -> tuple[Paper, Version]:
    """Find a paper and its version by `2603.00412` (the last version) or `2603.00412v2`."""
    paper_id, _, number = reference.removeprefix("quire:").partition("v")
    paper = data.by_id.get(paper_id) or abort(
        404, f"Quire has no paper with the identifier {paper_id!r}."
    )
    if number and not (number.isdigit() and 1 <= int(number) <= len(paper.versions)):
        abort(404, f"Paper {paper_id} has {len(paper.versions)} version(s).")
    return paper, paper.versions[int(number or 0) - 1]


def _find_neighbours(papers: list[Paper], paper: Paper) -> dict[str, Paper | None]:
    at = papers.index(paper)
    return {
        "newer": papers[at - 1] if at else None,
        "older": papers[at + 1] if at + 1 < len(papers) else None,
    }


def _write_bibtex(paper: Paper) -> str:
    names = " and ".join(
        f"{author.name.split()[-1]}, {author.name.split()[0]}" for author in paper.authors
    )
    fields = {
        "title": paper.title,
        "author": names,
        "year": paper.submitted.year,
        "eprint": paper.id,
        "archivePrefix": "Quire",
        "primaryClass": paper.category,
        "url": f"http://papers.mini/abs/{paper.id}",
    } | ({"note": paper.journal} if paper.journal else {})
    lines = ",\n".join(f"  {key:<13} = {{{value}}}" for key, value in fields.items())
    return f"@misc{{{citation_key(paper)},\n{lines}\n}}"


def citation_key(paper: Paper) -> str:
    """The paper's BibTeX key, such as `valdemar2024counting`."""
    last = paper.authors[0].name.split()[-1].replace("-", "").lower()
    word = next(word for word in re.findall(r"[a-z]+", paper.title.lower()) if word not in STOP)
    return f"{last}{paper.submitted.year}{word}"


def _add_rest(site: Flask, data: Data) -> None:
    @site.get("/stats")
    def stats() -> str:
        by_year = groupby(data.months, key=lambda month: month.first.year)
        years = [(year, list(months)) for year, months in by_year]
        most = max(month.total for month in data.months)
        return render_template("stats.html", years=years, most=most)

    @site.get("/help")
    def help_index() -> str:
        return render_template("help/index.html", topics=HELP)

    @site.get("/help/<topic>")
    def help_page(topic: str) -> str:
        title = HELP.get(topic) or abort(404, "There is no help page at this address.")
        return render_template(
            f"help/{topic}.html", title=title, topic=topic, topics=HELP, policy=data.policy
        )
