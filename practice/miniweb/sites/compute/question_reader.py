"""Read a question: the first phrase of the catalogue that fits says who answers it."""

import re
from dataclasses import replace
from functools import lru_cache

from mpmath.libmp import NoConvergence
from sympy import PoleError
from sympy.polys.polyerrors import BasePolynomialError

from . import formula_answers, knowledge_answers, measure_answers, operation_answers
from .pods import Asked, sentence_pod
from .records import Answer, CannotCompute, Data, Settings

MODULES = (operation_answers, formula_answers, knowledge_answers, measure_answers)
NUMBER = r"[$€£]? ?(?P<\1>-?\\d[\\d,]*(?:\\.\\d+)?)"  # what #a in a phrase stands for

FAILURES = (ArithmeticError, AttributeError, LookupError, NotImplementedError, TypeError)
FAILURES += (ValueError, NoConvergence, PoleError, BasePolynomialError)


@lru_cache(maxsize=256)
def reckon(data: Data, question: str, settings: Settings) -> Answer:
    """Answer a question. Raises CannotCompute, with a sentence for the visitor."""
    for phrase in [*data.texts["formulas"], *data.texts["phrases"]]:
        pattern = re.sub(r"#(\w)", NUMBER, phrase["like"])
        match = re.fullmatch(pattern, question, 0 if phrase.get("case") else re.IGNORECASE)
        if match and "means" in phrase:
            return reckon(data, match.expand(phrase["means"]), settings)
        if match and (found := _answer(Asked(data, settings, question, phrase), match)):
            answer = found if isinstance(found, Answer) else Answer(found)
            return replace(answer, pods=[sentence_pod("Input", question), *answer.pods])
    raise CannotCompute("Reckon can't read this.")


def _answer(asked: Asked, match: re.Match) -> object:
    name = asked.phrase.get("answer", "work_out")
    function = next(getattr(module, name) for module in MODULES if hasattr(module, name))
    named = match.groupdict("")
    try:
        return function(asked, **named) if named else function(asked, *match.groups(""))
    except CannotCompute:
        raise
    except FAILURES as error:
        raise CannotCompute(asked.phrase.get("none", "Reckon can't work this out.")) from error
