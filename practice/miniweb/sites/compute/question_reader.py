"""Read a question: the first phrase of the catalogue that fits says who answers it."""

import difflib
import re
from functools import lru_cache

from mpmath.libmp import NoConvergence
from sympy import PoleError

from . import equation_answers, knowledge_answers, measure_answers, operation_answers
from .pods import Asked
from .records import Answer, CannotCompute, Data, Settings

MODULES = (operation_answers, equation_answers, knowledge_answers, measure_answers)
NUMBER = r"[$€£]? ?(?P<\1>-?\\d[\\d,]*(?:\\.\\d+)?)"  # what #a in a phrase stands for

FAILURES = (ArithmeticError, AttributeError, NotImplementedError, TypeError, ValueError)
FAILURES += (NoConvergence, PoleError)


@lru_cache(maxsize=256)
def reckon(data: Data, question: str, settings: Settings) -> Answer:
    """Answer a question. Raises CannotCompute, with a sentence for the visitor."""
    for phrase in [*data.texts["formulas"], *data.texts["phrases"]]:
        pattern = re.sub(r"#(\w)", NUMBER, phrase["like"])
        match = re.fullmatch(pattern, question, 0 if phrase.get("case") else re.IGNORECASE)
        if match and (answer := _answer(Asked(data, settings, question, phrase), match)):
            return answer if isinstance(answer, Answer) else Answer(answer)
    raise CannotCompute("Reckon can't read this.")


def _answer(asked: Asked, match: re.Match) -> object:
    phrase = asked.phrase
    if "means" in phrase:
        return reckon(asked.data, match.expand(phrase["means"]), asked.settings)
    name = phrase.get("answer", "work_out")
    function = next(getattr(module, name) for module in MODULES if hasattr(module, name))
    named = match.groupdict("")
    try:
        return function(asked, **named) if named else function(asked, *match.groups(""))
    except CannotCompute:
        raise
    except FAILURES as error:
        raise CannotCompute(phrase.get("none", "Reckon can't work this out.")) from error


def suggest(data: Data, question: str) -> list[str]:
    """Questions of the examples that are most like one that wasn't understood."""
    known = [example for subject in data.texts["examples"].values() for example in subject["ask"]]
    return difflib.get_close_matches(question, known, n=5, cutoff=0.25) or known[:5]
