"""Random draws by temperature, top_p, seed and sample number, in their usual meaning."""

import random
from collections.abc import Sequence

from ..offline.endpoint.protocol import Sample


def draw(weights: Sequence[float], sample: Sample, key: str) -> int:
    """The index of the weight that is drawn: the largest at temperature 0, else by chance.

    A lower temperature sharpens the weights; `top_p` keeps only the largest, up to that share.
    `key` says what the draw is for: in another state, the same sample is an independent draw.
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
