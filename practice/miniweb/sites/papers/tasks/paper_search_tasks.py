"""Searches with conditions, sorting, long listings."""

from collections import Counter

from ....kit.steps import SCROLL_DOWN, choose_option, fill, link, press, radio, search_for
from ....kit.tasks import SiteTask, task
from ..paper_index import Index, Query
from ..records import GROUPS, Data, Paper, day
from .paper_drawing import Draw, titles, topics


def _by_two_conditions(draw: Draw) -> SiteTask:
    """A word of several papers in a category, only one of them from the past twelve months."""
    index = Index(draw.data)
    found = {
        (code, word): paper
        for code in draw.data.subjects
        for word, paper in _find_distinctive_words(draw.data, index, code)
    }
    code, word = draw.rng.choice(sorted(found))
    paper = found[code, word]
    subject = draw.data.subjects[code].name
    ques = (
        f"Use the advanced search to find the paper in the category {subject} ({code}) from the "
        "past 12 months "
        f'that mentions the word "{word}". What is its title?'
    )
    oracle = [
        link("Advanced search"),
        radio("Past 12 months"),
        choose_option("Category", f"{subject} ({code})"),
        fill("First search term", word),
    ]
    return task(ques, paper.title, {"parts": [titles(paper)]}, oracle)


def _find_distinctive_words(data: Data, index: Index, code: str) -> list[tuple[str, Paper]]:
    """Words of several papers in a category, only one of which is less than a year old.

    No paper's age is within five days of a year.
    """
    found = []
    for word in sorted({word for paper in data.papers for word in topics(paper)}):
        here = index.find(Query(((word, "all"),), code))
        ages = [(data.today - paper.submitted).days for paper in here]
        lately = [paper for paper, age in zip(here, ages, strict=True) if age <= 365]
        clear = all(abs(age - 365) > 5 for age in ages)
        if len(here) >= 2 and clear and len(lately) == 1 and not lately[0].withdrawn:
            found.append((word, lately[0]))
    return found


def _count_of_year(draw: Draw) -> SiteTask:
    year = draw.data.today.year - 1
    counts = {
        code: sum(p.submitted.year == year for p in draw.data.listed(code))
        for code in draw.data.subjects
    }
    code = draw.rng.choice([code for code, count in counts.items() if count >= 3])
    subject = draw.data.subjects[code].name
    ques = (
        f"How many papers does the advanced search find in the category {subject} ({code}), "
        f"cross-lists included, that were first submitted in {year}?"
    )
    category = choose_option("Category", f"{subject} ({code})")
    oracle = [link("Advanced search"), category, fill("Year", str(year))]
    return task(ques, f"{counts[code]} papers", {"parts": [counts[code]]}, oracle)


def _oldest_match(draw: Draw) -> SiteTask:
    """A word whose oldest match isn't among the first three by relevance."""
    index = Index(draw.data)
    subjects = sorted({word for paper in draw.data.papers for word in topics(paper)})
    matches = {word: index.find(Query(((word, "all"),))) for word in subjects}
    word = draw.rng.choice(
        [
            w
            for w, found in matches.items()
            if len(found) > 4 and _find_oldest(found) not in found[:3]
        ]
    )
    paper = _find_oldest(matches[word])
    ques = (
        f'Search Quire for the word "{word}". Which of the papers found was submitted first? '
        "Answer with its title."
    )
    oracle = [
        search_for("Search papers", word),
        choose_option("Sort by", "Submission date, oldest first"),
        press("Apply"),
    ]
    return task(ques, paper.title, {"parts": [titles(paper)]}, oracle)


def _find_oldest(papers: list[Paper]) -> Paper:
    return min(papers, key=lambda paper: paper.versions[0].when)


def _end_of_long_list(draw: Draw) -> SiteTask:
    data = draw.data
    papers = data.listed("comp")
    assert 25 < len(papers) <= 50
    ques = f"What is the title of the oldest paper in the list of all {GROUPS['comp']} submissions?"
    oracle = [link(GROUPS["comp"]), link(f"26-{len(papers)}"), *[SCROLL_DOWN] * 2]
    return task(ques, papers[-1].title, {"parts": [titles(papers[-1])]}, oracle)


def _count_of_day(draw: Draw) -> SiteTask:
    """The busiest recent day whose papers are all on the first page of recent submissions."""
    counts = Counter(paper.submitted for paper in draw.data.papers)
    first_page = Counter(
        p.submitted for p in draw.data.papers[:25] if (draw.data.today - p.submitted).days <= 14
    )
    whole = {when: count for when, count in first_page.items() if count == counts[when]}
    when = max(whole, key=lambda when: (whole[when], when))
    ques = f"How many papers were submitted to Quire, in all subjects together, on {day(when)}?"
    oracle = [link("All recent papers"), SCROLL_DOWN]
    return task(ques, f"{counts[when]} papers", {"parts": [counts[when]]}, oracle)


MAKERS = {  # each maker with the site features its task exercises
    _by_two_conditions: "advanced-form",
    _count_of_year: "advanced-form",
    _oldest_match: "full-text-search sorting",
    _end_of_long_list: "long-list pagination",
    _count_of_day: "long-list",
}
