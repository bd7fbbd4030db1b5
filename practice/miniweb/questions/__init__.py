"""Questions across sites, modelled on GAIA: they start at the search engine and have two levels.

Questions of level 1 ask for facts from a page or two. Those of level 2 compare, count, compute or
follow a clue, half of them over several sites. A few come with a picture or a table.
"""

from ..kit.tasks import make_tasks
from ..sites import make_data
from ..world import World
from . import (
    carried_over_questions,
    chart_questions,
    clue_questions,
    comparison_questions,
    contradiction_questions,
    day_chain_questions,
    money_questions,
    one_page_questions,
    picture_questions,
    table_questions,
    two_page_questions,
)
from .question import NAME, Question
from .seeker import Seeker

__all__ = ["NAME", "Question", "make"]

PARTS = (
    one_page_questions,
    two_page_questions,
    table_questions,
    picture_questions,
    money_questions,
    comparison_questions,
    clue_questions,
    day_chain_questions,
    carried_over_questions,
    chart_questions,
    contradiction_questions,
)


def make(world: World) -> list[Question]:
    """All questions of a world, level 1 first; a question's number is its place in the list."""
    makers = {maker: sites for part in PARTS for maker, sites in part.MAKERS.items()}
    questions = make_tasks(makers, Seeker(make_data("search", world)))
    return sorted(questions, key=lambda question: question["extra"]["Level"])
