"""Tasks that change something, judged by the visitor's state, and one that asks in vain."""

from ....kit.answer_variants import count_variants, none_variants
from ....kit.formats import count
from ....kit.steps import WAIT, choose_option, fill, link, press, radio, tick
from ....kit.tasks import SiteTask, task
from ..news_catalogue import read
from ..records import Newsroom
from ..weekly_quiz import quiz
from .newsroom_steps import REFUSE, complete_chains, describe, first_article, open_story

EMAIL = "nora.bell@example.com"
NOTE = "Thank you for staying with this story."


def letters(room: Newsroom) -> SiteTask:
    """Two newsletters ordered with a form that insists on every field."""
    first, second = (room.letters[name] for name in ("deep-water", "tight-lines"))
    ques = (
        "Sign me up for Mara Lindqvist's newsletter and the one about politics, please: "
        f"{EMAIL}, over 16, and about programmes they may write once a month at most. "
        "On which day of the week does the political one come?"
    )
    ordered = [first["slug"], second["slug"]]
    wanted = {"email": EMAIL, "often": "monthly", "letters": ordered}
    state = [{"path": f"newsletters.{key}", "equals": value} for key, value in wanted.items()]
    oracle = [link("Newsletters"), tick(first["name"]), tick(second["name"])]
    oracle += [fill("Email address", EMAIL), tick("I am 16 or over")]
    oracle += [choose_option("How often may we write about programmes?", "Once a month")]
    day = second["day"]
    rule = {"parts": [[day, f"{day}s"]], "state": state}
    return task(ques, day, rule, [*REFUSE, *oracle, press("Sign up")])


def no_letter(room: Newsroom) -> SiteTask:
    """A newsletter for a day on which none comes."""
    ques = (
        "I'd like something to read in bed on Sundays. Which of Northlight's newsletters comes out "
        "on that day?"
    )
    names = [letter["name"] for letter in room.letters.values()]
    rule = {"parts": [none_variants("newsletter")], "not": names}
    return task(ques, "None of them comes on a Sunday.", rule, REFUSE, start="/newsletters")


def one_purpose(room: Newsroom) -> SiteTask:
    """One of the purposes on the wall allowed, the others not."""
    purposes = read("choices.json")["purposes"]
    name = room.world.random("news/asked/purpose").choice(sorted(purposes))
    ques = (
        "When Northlight asks about my data, allow it to do this and nothing else: "
        f"“{purposes[name]}”. Tell me when that is stored."
    )
    wanted = {"choice": "save", "allowed": [name]}
    switch = ["Click", "switch", purposes[name]]
    oracle = [WAIT, press("Manage choices"), switch, press("Save choices")]
    rule = {"state": [{"path": "consent", "equals": wanted}]}
    return task(ques, "It is stored.", rule, oracle)


def comment(room: Newsroom) -> SiteTask:
    """A comment, which can't be taken back, under the first story of a chain."""
    chains = complete_chains(room, "species")
    chain = next(chain for chain in chains if first_article(room, chain).comments)
    ques = (
        f"Under Northlight's first report on {describe(chain)}, publish this comment as Nora Bell: "
        f"“{NOTE}” I know that it stays there for good."
    )
    written = [{"name": "Nora Bell", "text": NOTE}]
    slug = room.of_chain[chain.key][0].slug
    rule = {"state": [{"path": "comments", "equals": {slug: written}}]}
    fields = [fill("Name to show", "Nora Bell"), fill("Comment", NOTE)]
    oracle = [*open_story(room, chain, 0), link("Add a comment"), *fields, press("Publish comment")]
    return task(ques, "The comment is published.", rule, [*REFUSE, *oracle])


def smallest(room: Newsroom) -> SiteTask:
    """The quiz, played by a rule."""
    score = sum(question.right == question.options[0] for question in quiz(room))
    given = [question.options[0] for question in quiz(room)]
    ques = (
        "Play Northlight's quiz of the week for me: always take the smallest of the numbers. How "
        "many points does that give?"
    )
    rule = {"parts": [count_variants(score)], "state": [{"path": "quiz.answers", "equals": given}]}
    ticks = [radio(f"Question {n}: {number}") for n, number in enumerate(given, 1)]
    oracle = [*REFUSE, *ticks, press("Show my score")]
    return task(ques, count(score, "point"), rule, oracle, start="/quiz")
