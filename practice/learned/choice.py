"""Choosing one of several candidates: a softmax over hashed features, trained by gradient descent.

A candidate is an array of feature ids. Its score is the sum of their weights, and its probability
the softmax of the scores (a conditional logit). The learned agent uses no other kind of model.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

import numpy

INITIAL_SQUARES = 0.1  # the initial sum of squares, which dampens the first updates of a weight
Candidates = Sequence[numpy.ndarray]  # the ids of each candidate's features, uint32


@lru_cache(1_000_000)
def hash_text(feature: str) -> int:
    """A 32-bit id for a feature in words."""
    return zlib.crc32(feature.encode())


def ids(features: Sequence[str]) -> numpy.ndarray:
    """The ids of several features."""
    return numpy.fromiter(map(hash_text, features), numpy.uint64, len(features))


def pair(first: numpy.ndarray, second: numpy.ndarray) -> numpy.ndarray:
    """The id of each feature of the first together with that of the second in its place."""
    mixed = first * numpy.uint64(0x9E3779B97F4A7C15) ^ second * numpy.uint64(0xC2B2AE3D27D4EB4F)
    mixed >>= numpy.uint64(29)
    return mixed.astype(numpy.uint32)


def cross(first: numpy.ndarray, second: numpy.ndarray) -> numpy.ndarray:
    """The ids of all pairs of a feature of the first and a feature of the second."""
    return pair(first[:, None], second).ravel()


def cross_each(context: numpy.ndarray, candidates: Sequence[Sequence[str]]) -> Candidates:
    """The ids of all pairs of a feature of the context and a feature of each candidate."""
    crossed = pair(context[:, None], ids([name for names in candidates for name in names]))
    ends = accumulate(map(len, candidates), initial=0)
    return [crossed[:, start:end].ravel() for start, end in pairwise(ends)]


@dataclass(frozen=True)
class Example:
    """One choice that was made: the candidates, and which of them were right."""

    candidates: Candidates
    right: frozenset[int]
    known: numpy.ndarray | None = None  # fixed scores, to which the learned ones are added


class Chooser:
    """Weights of features, and the probabilities that they give to candidates."""

    def __init__(self, weights: numpy.ndarray) -> None:
        self.weights = weights

    @property
    def size(self) -> int:
        """The number of weights: a power of two."""
        return len(self.weights)

    def weigh(self, features: numpy.ndarray) -> numpy.ndarray:
        """The weight of each feature; their sum is a candidate's score."""
        return self.weights[features & numpy.uint32(self.size - 1)]

    def scores(self, candidates: Candidates) -> numpy.ndarray:
        """One score per candidate."""
        lengths = [len(features) for features in candidates]
        flat = numpy.concatenate(candidates) & numpy.uint32(self.size - 1)
        starts = numpy.cumsum([0, *lengths[:-1]])
        return numpy.add.reduceat(self.weights[flat], starts)

    def probabilities(self, candidates: Candidates) -> numpy.ndarray:
        """One probability per candidate; together they are 1."""
        return softmax(self.scores(candidates))


def softmax(scores: numpy.ndarray) -> numpy.ndarray:
    """Probabilities from scores."""
    powers = numpy.exp(scores - scores.max())
    return powers / powers.sum()


def train(
    examples: Sequence[Example],
    bits: int = 20,
    epochs: int = 5,
    rate: float = 0.05,
    seed: int = 0,
) -> Chooser:
    """Fit weights to the examples by AdaGrad; the same examples give the same weights.

    If several candidates are right, the sum of their probabilities counts. The weights are the mean
    over the last half of the epochs.
    """
    weights = numpy.zeros(1 << bits, numpy.float32)
    squares = numpy.full(1 << bits, INITIAL_SQUARES, numpy.float32)
    total, counted = numpy.zeros(1 << bits, numpy.float32), 0
    packed = [_pack(example.candidates, bits) for example in examples]
    draw = numpy.random.default_rng(seed)
    for epoch in range(epochs):
        for place in draw.permutation(len(examples)):
            example, (used, where, lengths) = examples[place], packed[place]
            starts = numpy.cumsum(lengths) - lengths
            before = weights[used]
            scores = numpy.add.reduceat(before[where], starts)
            if example.known is not None:
                scores = scores + example.known
            errors = _find_gradient(scores, example.right)
            if numpy.abs(errors).max() < 1e-4:
                continue
            gradient = numpy.bincount(where, numpy.repeat(errors, lengths), len(used))
            gradient = gradient.astype(numpy.float32)
            summed = squares[used] + gradient * gradient
            squares[used] = summed
            weights[used] = before - rate * gradient / numpy.sqrt(summed)
        if 2 * epoch >= epochs - 1:
            total += weights
            counted += 1
    return Chooser(total / max(counted, 1))


def _pack(candidates: Candidates, bits: int) -> tuple[numpy.ndarray, ...]:
    """The weights that the candidates use, each feature's place among them, and their lengths."""
    flat = numpy.concatenate(candidates) & numpy.uint32((1 << bits) - 1)
    used, where = numpy.unique(flat, return_inverse=True)
    return used, where.astype(numpy.int32), numpy.array([len(each) for each in candidates])


def _find_gradient(scores: numpy.ndarray, right: frozenset[int]) -> numpy.ndarray:
    """The derivative of the negative log-likelihood by each candidate's score."""
    chance = softmax(scores)
    share = numpy.zeros_like(chance)
    places = sorted(right)  # sums depend on the order
    known = chance[places]
    share[places] = known / known.sum() if known.sum() > 0 else 1 / len(places)
    return chance - share
