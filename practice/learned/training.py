"""Training the policy on gold states: the examples of each choice, and the fit to them."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache

from practice.miniweb.kit.answer_slots import says
from webvoyager.lab.judging.answer_parts import Slot, to_slot
from webvoyager.lab.judging.answer_tokens import Token, tokens
from webvoyager.records import Episode, Task

from . import features, reading, trust, typing
from .choice import Chooser, Example, train
from .gold import GoldState, read_states
from .kinds import Kinds
from .passages import Passage
from .policy import Policy
from .predicting import find_right
from .trust import Rehearsal

BITS = {"act": 22, "type": 20, "passage": 22, "span": 20}  # log2 of the number of weights
EPOCHS = {"act": 5, "type": 6, "passage": 6, "span": 6}
TEST_SEED = 42  # the world that agents are compared in: never trained on
MOST_RULES = 8  # alternative answers of a task that are tried

Examples = dict[str, list[Example]]


def fit(episodes: Sequence[Episode], seed: int = 0, rehearsal: Rehearsal | None = None) -> Policy:
    """Fit a policy to gold trajectories; the same trajectories give the same policy.

    It learns to heed advice in a `rehearsal`, which is made here if none is given. Raises
    ValueError if a trajectory is from the world that agents are tested in.
    """
    seeds = _list_seeds(episodes)
    with ProcessPoolExecutor(2) as pool:
        acting = pool.submit(_fit_choosers, episodes, seed, ("act", "type"))
        answering = pool.submit(_fit_choosers, episodes, seed, ("passage", "span"))
        heeding = trust.learn_to_heed(rehearsal or rehearse(episodes, seed))
    choosers = {**acting.result(), **answering.result(), "heed": heeding}
    steps = sum(len(episode.steps) for episode in episodes)
    about = {"worlds": seeds, "trajectories": len(episodes), "steps": steps}
    return Policy(_learn_kinds(episodes), choosers, about)


def rehearse(episodes: Sequence[Episode], seed: int = 0) -> Rehearsal:
    """Train a smaller policy on some of the trajectories, and find where it fails on others."""
    _list_seeds(episodes)
    known, shown = trust.split_trajectories(episodes)
    smaller = Policy(_learn_kinds(known), _fit_choosers(known, seed, ("act", "type")))
    return trust.make_rehearsal(smaller, known, shown)


def _list_seeds(episodes: Sequence[Episode]) -> list[int]:
    """The seeds of the trajectories' worlds. Raises ValueError if one is the test world."""
    seeds = sorted({episode.task.extra.get("web_seed") for episode in episodes})
    if TEST_SEED in seeds:
        raise ValueError(
            f"World {TEST_SEED} is the test world: leave it out of the training seeds."
        )
    return seeds


def _learn_kinds(episodes: Sequence[Episode]) -> Kinds:
    return Kinds.learn(episode.task.question for episode in episodes)


def _fit_choosers(
    episodes: Sequence[Episode], seed: int, parts: Sequence[str]
) -> dict[str, Chooser]:
    """A chooser for each part, fitted to these trajectories."""
    kinds = _learn_kinds(episodes)
    found: Examples = {part: [] for part in parts}
    for episode in episodes:
        for part, examples in make_examples(kinds, parts, episode).items():
            found[part] += examples
    return {part: train(found[part], BITS[part], EPOCHS[part], seed=seed) for part in parts}


def make_examples(kinds: Kinds, parts: Sequence[str], episode: Episode) -> Examples:
    """The training examples of a trajectory for these parts, by the kind of choice."""
    found: Examples = {part: [] for part in parts}
    for gold in read_states(episode):
        for part, example in _list_choices(kinds, parts, episode.task, gold):
            if part in found:
                found[part].append(example)
    return found


def _list_choices(
    kinds: Kinds, parts: Sequence[str], task: Task, gold: GoldState
) -> Iterator[tuple[str, Example]]:
    """The choices of a step, each with its part: those of the wanted parts, and perhaps others.

    An answer is a chain of passages and their words, so its two parts are made together.
    """
    kind = kinds.find(gold.state.question)
    if "act" in parts:
        candidates = features.list_candidates(gold.state)
        if right := find_right(gold, candidates):
            yield "act", Example(features.describe(gold.state, kind, candidates), right)
    if "type" in parts and gold.action.name == "Type":
        for example in _choose_text(gold, kind):
            yield "type", example
    if {"passage", "span"} & set(parts) and gold.action.name == "ANSWER":
        yield from _choose_answer(gold, kind, task)


@lru_cache(200_000)
def read_tokens(text: str) -> list[Token]:
    """The words and numbers of a text, as they are compared when answers are checked."""
    return tokens(text)


def _choose_text(gold: GoldState, kind: str) -> Iterator[Example]:
    """The text that was typed, among all that could have been."""
    element = next(e for e in gold.state.page.elements if e.label == gold.action.label)
    texts = typing.list_texts(gold.state, element)
    right = [n for n, text in enumerate(texts) if text.text == gold.action.text]
    folded = gold.action.text.lower()
    right = right or [n for n, text in enumerate(texts) if text.text.lower() == folded]
    if right:
        described = typing.describe_texts(gold.state, kind, element, texts)
        yield Example(described, frozenset(right))


def _choose_answer(gold: GoldState, kind: str, task: Task) -> Iterator[tuple[str, Example]]:
    """The choices of a passage and its words for each part of the answer, then of its end."""
    passages = reading.list_sources(gold.state)
    found = find_parts(task, passages)
    if found is None:
        return
    chosen: tuple[Passage, ...] = ()
    for part, (wanted, places) in enumerate(found):
        described = reading.describe_passages(gold.state, kind, passages, chosen)
        yield "passage", Example(described, frozenset(place + 1 for place in places))
        likely = sorted(places, key=lambda n: (passages[n].page, len(passages[n].text)))
        for place in likely[:3]:
            spans, right = _find_spans(passages[place], wanted)
            if right and len(spans) > 1:
                shown = reading.describe_spans(gold.state, kind, part, passages[place], spans)
                yield "span", Example(shown, right)
        chosen = (*chosen, passages[likely[0]])
    described = reading.describe_passages(gold.state, kind, passages, chosen)
    yield "passage", Example(described, frozenset([0]))


def find_parts(task: Task, passages: Sequence[Passage]) -> list[tuple[Slot, list[int]]] | None:
    """Each part of the right answer with the passages that say it; None if a part has none."""
    read = [read_tokens(passage.text) for passage in passages]
    rule = task.answer["rule"]
    for alternative in (rule.get("any") or [rule])[:MOST_RULES]:
        slots = map(to_slot, alternative.get("parts", ()))
        found = [
            (slot, [place for place, words in enumerate(read) if says(words, slot)])
            for slot in slots
        ]
        if all(places for _, places in found):
            return found
    return None


def _find_spans(passage: Passage, slot: Slot) -> tuple[list[reading.Span], frozenset[int]]:
    """The runs of words in a passage, and which of them say the slot most briefly."""
    spans = reading.list_spans(passage)
    read = [read_tokens(span.text) for span in spans]
    saying = [place for place, words in enumerate(read) if says(words, slot)]
    least = min((len(read[place]) for place in saying), default=0)
    return spans, frozenset(place for place in saying if len(read[place]) == least)
