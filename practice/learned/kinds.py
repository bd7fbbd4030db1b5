"""The kinds of question met in training, and the one that a question resembles most."""

from collections.abc import Iterable

from .question import Question, read_question

SAME, LIKE = 0.7, 0.6  # least shares of common words: in training, and when a kind is looked up


class Kinds:
    """Known kinds of question, each as the kind words of the first question met."""

    def __init__(self, known: Iterable[tuple[str, ...]] = ()) -> None:
        self.known = tuple(tuple(words) for words in known)
        self._sets = tuple(map(frozenset, self.known))
        self._found: dict[frozenset[str], str] = {}  # the kind of each question asked for before

    @classmethod
    def learn(cls, questions: Iterable[str]) -> "Kinds":
        """The kinds of these questions: one that resembles no earlier one begins a new kind."""
        known: list[tuple[str, ...]] = []
        for question in dict.fromkeys(questions):
            words = frozenset(read_question(question).kind_words)
            if not any(_compare(words, frozenset(kind)) >= SAME for kind in known):
                known.append(tuple(sorted(words)))
        return cls(known)

    def find(self, question: Question) -> str:
        """The words of the known kind that a question resembles most; "" if it resembles none."""
        words = question.kind_words
        if words not in self._found:
            scores = self._compare_all(question)
            best = max(range(len(scores)), key=scores.__getitem__, default=None)
            like = best is not None and scores[best] >= LIKE
            self._found[words] = " ".join(self.known[best]) if like else ""
        return self._found[words]

    def likeness(self, question: Question) -> float:
        """The similarity of a question to the nearest known kind, from 0 to 1."""
        return max(self._compare_all(question), default=0.0)

    def _compare_all(self, question: Question) -> list[float]:
        return [_compare(question.kind_words, words) for words in self._sets]


def _compare(first: frozenset[str], second: frozenset[str]) -> float:
    """The share of their words that two kinds have in common (Jaccard)."""
    return len(first & second) / len(first | second) if first | second else 1.0
