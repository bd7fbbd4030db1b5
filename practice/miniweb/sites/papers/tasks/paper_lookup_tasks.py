"""Look-ups on abstract pages, comparisons and sums of two papers."""

from ....kit.answer_variants import date_variants
from ....kit.steps import link
from ....kit.tasks import SiteTask, task
from ..paper_pages import citation_key
from ..records import Paper, day
from .paper_drawing import Draw, open_paper, titles

SOLD = ("CC0 1.0", "CC BY 4.0", "CC BY-SA 4.0")


def _figures(draw: Draw) -> SiteTask:
    paper = draw.paper(lambda p: len({p.pages, p.figures, p.tables}) == 3)
    ques = f'According to its comments, how many figures does the paper "{paper.title}" have?'
    return task(
        ques, f"{paper.figures} figures", {"parts": [paper.figures]}, open_paper(paper), golden=True
    )


def _last_author(draw: Draw) -> SiteTask:
    paper = draw.paper(lambda p: len(p.authors) >= 3)
    *others, last = (author.name for author in paper.authors)
    ques = f'Who is the last author of the paper "{paper.title}"? Answer with the name only.'
    return task(ques, last, {"parts": [last], "not": others}, open_paper(paper), golden=True)


def _make_comparison(better: Paper, worse: Paper, what: str) -> SiteTask:
    first, second = sorted((better, worse), key=lambda paper: paper.title)
    ques = (
        f'Which paper has more {what}: "{first.title}" or "{second.title}"? Answer with its title '
        "only."
    )
    oracle = [*open_paper(first), *open_paper(second)]
    return task(ques, better.title, {"parts": [titles(better)], "not": titles(worse)}, oracle)


def _more_pages(draw: Draw) -> SiteTask:
    paper = draw.paper()
    other = draw.paper(lambda p: p.category == paper.category and p.pages != paper.pages)
    worse, better = sorted((paper, other), key=lambda paper: paper.pages)
    return _make_comparison(better, worse, "pages, going by their comments")


def _more_versions(draw: Draw) -> SiteTask:
    better = draw.paper(lambda p: len(p.versions) >= 3)
    worse = draw.paper(lambda p: len(p.versions) == 2)
    return _make_comparison(better, worse, "versions")


def _pages_of_two(draw: Draw) -> SiteTask:
    paper, other = draw.paper(), draw.paper()
    total = paper.pages + other.pages
    ques = (
        f'I want to print the full papers "{paper.title}" and "{other.title}". How many pages are '
        "they together, going by their comments? Answer with a number."
    )
    return task(
        ques, f"{total} pages", {"parts": [total]}, [*open_paper(paper), *open_paper(other)]
    )


def _author_of_many(draw: Draw) -> SiteTask:
    paper = draw.paper(
        lambda p: len(p.authors) >= 3 and len(draw.data.by_author(p.authors[-1])) >= 3
    )
    last = paper.authors[-1]
    count = len(draw.data.by_author(last))
    ques = (
        f'Who is the last author of "{paper.title}", and how many papers does this person have on '
        "Quire in all? Answer with the name and the number."
    )
    oracle = [*open_paper(paper), link(last.name)]
    return task(ques, f"{last.name}, {count} papers", {"parts": [last.name, count]}, oracle)


def _citation_key(draw: Draw) -> SiteTask:
    paper = draw.paper()
    key = citation_key(paper)
    ques = (
        'What is the citation key (the word after "@misc{") in the BibTeX entry for '
        f'"{paper.title}"?'
    )
    oracle = [*open_paper(paper), link("BibTeX citation")]
    return task(ques, key, {"parts": [key]}, oracle, golden=True)


def _licence(draw: Draw) -> SiteTask:
    paper = draw.paper()
    sold, other = ("yes", "no") if paper.licence in SOLD else ("no", "yes")
    ques = (
        f'Under which licence is "{paper.title}" available, and does this licence allow selling '
        "copies? Answer with the name of the licence and yes or no."
    )
    oracle = [*open_paper(paper), link(paper.licence)]
    return task(
        ques, f"{paper.licence}, {sold}", {"parts": [paper.licence, sold], "not": [other]}, oracle
    )


def _withdrawn_on(draw: Draw) -> SiteTask:
    data = draw.data
    paper = next(paper for paper in data.papers if paper.withdrawn)
    when = paper.versions[-1].when.date()
    ques = (
        f'The paper "{paper.title}" has been withdrawn. On which date did its last version, the '
        "withdrawal, arrive?"
    )
    return task(ques, day(when), {"parts": [date_variants(when)]}, open_paper(paper))


MAKERS = {  # each maker with the site features its task exercises
    _figures: "full-text-search",
    _last_author: "full-text-search",
    _more_pages: "full-text-search",
    _more_versions: "full-text-search",
    _pages_of_two: "full-text-search",
    _author_of_many: "author-page",
    _citation_key: "citation-box",
    _licence: "help-page",
    _withdrawn_on: "withdrawn-record",
}
