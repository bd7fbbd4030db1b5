"""Read a question: the first phrase of the catalogue that fits says who answers it."""

import difflib
import re
from dataclasses import replace
from functools import lru_cache

from . import (
    calculus_answers,
    equation_answers,
    knowledge_answers,
    measure_answers,
    operation_answers,
)
from .pod_writing import Asked
from .records import Answer, CannotCompute, Data, Settings

MODULES = (
    operation_answers,
    equation_answers,
    calculus_answers,
    knowledge_answers,
    measure_answers,
)
NUMBER = r"[$€£]? ?(?P<\1>-?\\d[\\d,]*(?:\\.\\d+)?)"  # what #a in a phrase stands for


@lru_cache(maxsize=256)
def reckon(data: Data, question: str, settings: Settings) -> Answer:
    """Answer a question. Raises CannotCompute, with a sentence for the visitor."""
    asked = Asked(data, settings, question, {})
    for phrase in [*data.texts["formulas"], *data.texts["phrases"]]:
        pattern = re.sub(r"#(\w)", NUMBER, phrase["like"])
        match = re.fullmatch(pattern, question, 0 if phrase.get("case") else re.IGNORECASE)
        if match and (answer := _answer(replace(asked, phrase=phrase), match)):
            return answer if isinstance(answer, Answer) else Answer(answer)
    raise CannotCompute("Reckon can't read this.")


def _answer(asked: Asked, match: re.Match) -> object:
    if "means" in asked.phrase:
        answer = reckon(asked.data, match.expand(asked.phrase["means"]), asked.settings)
        if "reading" not in asked.phrase:
            return answer
        instead = [tuple(match.expand(words) for words in asked.phrase["instead"])]
        return replace(answer, reading=match.expand(asked.phrase["reading"]), instead=instead)
    name = asked.phrase.get("answer", "work_out")
    function = next(getattr(module, name) for module in MODULES if hasattr(module, name))
    named = match.groupdict("")
    try:
        return function(asked, **named) if named else function(asked, *match.groups(""))
    except (ArithmeticError, AttributeError, NotImplementedError, TypeError) as error:
        raise CannotCompute("Reckon can't work this out.") from error


def suggest(data: Data, question: str) -> list[str]:
    """Questions of the examples that are most like one that wasn't understood."""
    known = [example for subject in data.texts["examples"].values() for example in subject["ask"]]
    return difflib.get_close_matches(question, known, n=5, cutoff=0.25) or known[:5]
