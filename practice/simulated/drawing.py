"""Draws by temperature, top_p, seed and number, as they mean elsewhere."""

import random
from collections.abc import Sequence

from ..offline.endpoint.protocol import Sample


def draw(weights: Sequence[float], sample: Sample, key: str) -> int:
    """Which of several is drawn: the heaviest at temperature 0, else by chance.

    A lower temperature sharpens the weights; `top_p` leaves only the heaviest, up to that share.
    `key` says what is drawn for: the same sample of another state is another draw.
    """
    order = sorted(range(len(weights)), key=lambda number: -weights[number])
    if sample.temperature == 0:
        return order[0]
    heaviest = weights[order[0]]
    sharp = {n: (weights[n] / heaviest) ** (1 / sample.temperature) for n in order}
    left, kept = sample.top_p * sum(sharp.values()), []
    for number in order:
        if left <= 0 and kept:
            break
        kept.append(number)
        left -= sharp[number]
    source = random.Random(f"{key}/{sample.seed}/{sample.index}")
    return source.choices(kept, [sharp[number] for number in kept])[0]
