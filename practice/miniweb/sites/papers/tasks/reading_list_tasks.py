"""Tasks that change something: saving papers, creating alerts; judged by the visitor's state."""

from ....kit.steps import choose_option, fill, link, press, radio
from ....kit.tasks import SiteTask, task
from ..records import Paper
from .paper_drawing import Draw, save_paper, topics


def _expect_saved(*papers: Paper) -> list[dict]:
    conditions = [{"path": "reading_list", "contains": paper.id} for paper in papers]
    return [{"path": "reading_list", "length": len(papers)}, *conditions]


def _save_newest(draw: Draw) -> SiteTask:
    firsts = {code: draw.data.listed(code)[0] for code in draw.data.subjects}
    code, paper = draw.rng.choice(
        [(code, p) for code, p in firsts.items() if p.category == code and not p.withdrawn]
    )
    subject = draw.data.subjects[code].name
    ques = (
        f"Save the newest paper in the category {subject} ({code}) to my reading list and tell me "
        "its identifier."
    )
    oracle = [link(f"{subject}: all"), link(paper.title), press("Save to reading list")]
    return task(
        ques, f"quire:{paper.id}", {"parts": [paper.id], "state": _expect_saved(paper)}, oracle
    )


def _save_all_of_author(draw: Draw) -> SiteTask:
    works = {author: draw.data.by_author(author) for author in draw.data.authors.values()}
    good = [
        a
        for a, papers in works.items()
        if len(papers) == 3 and not any(p.withdrawn for p in papers)
    ]
    author = draw.rng.choice(good)
    ques = f"Put all papers of which {author.name} is an author, and no others, on my reading list."
    oracle = [step for paper in works[author] for step in save_paper(paper)]
    ans = f"The {len(works[author])} papers by {author.name} are on the reading list."
    return task(ques, ans, {"state": _expect_saved(*works[author])}, oracle)


def _alert(draw: Draw) -> SiteTask:
    subject = draw.rng.choice(list(draw.data.subjects.values()))
    frequency = draw.rng.choice(["weekly", "monthly"])
    keyword = draw.rng.choice(
        topics(draw.paper(lambda p: p.category == subject.code and bool(topics(p))))
    )
    ques = (
        f"Create a {frequency} alert for new papers in {subject.name} ({subject.code}) with the "
        f'keyword "{keyword}".'
    )
    wanted = {"category": subject.code, "frequency": frequency, "keyword": keyword}
    oracle = [
        link("Alerts"),
        choose_option("Category", f"{subject.name} ({subject.code})"),
        radio(frequency.capitalize()),
        fill("Keyword (optional)", keyword),
    ]
    ans = f"A {frequency} alert for {subject.name} with the keyword {keyword} has been created."
    return task(ques, ans, {"state": _expect_alert(wanted)}, oracle)


def _expect_alert(wanted: dict[str, str]) -> list[dict]:
    fields = [{"path": f"alerts.0.{name}", "equals": value} for name, value in wanted.items()]
    return [{"path": "alerts", "length": 1}, *fields]


def _two_papers_and_an_alert(draw: Draw) -> SiteTask:
    paper = draw.paper()
    other = draw.paper(lambda p: p.category == paper.category)
    subject = draw.data.subjects[paper.category]
    ques = (
        f'Save "{paper.title}" and "{other.title}" to my reading list, and create a monthly alert, '
        "without a keyword, for the category that is the primary subject of both."
    )
    wanted = {"category": subject.code, "frequency": "monthly", "keyword": ""}
    oracle = [
        *save_paper(paper),
        *save_paper(other),
        link("Alerts"),
        choose_option("Category", f"{subject.name} ({subject.code})"),
        radio("Monthly"),
        press("Create alert"),
    ]
    ans = f"Both papers are saved and there is a monthly alert for {subject.name}."
    return task(
        ques, ans, {"state": [*_expect_saved(paper, other), *_expect_alert(wanted)]}, oracle
    )


MAKERS = {  # each maker with the site features its task exercises
    _save_newest: "long-list save-button",
    _save_all_of_author: "full-text-search save-button",
    _alert: "form",
    _two_papers_and_an_alert: "save-button form",
}
