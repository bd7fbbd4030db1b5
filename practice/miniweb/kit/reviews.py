"""Ratings by readers and buyers: means and shares of stars."""

from collections.abc import Sequence

STARS = (5, 4, 3, 2, 1)


def mean_stars(counts: Sequence[int]) -> float:
    """The mean rating to one decimal; `counts` has the numbers of ratings, five stars first."""
    return round(
        sum(stars * number for stars, number in zip(STARS, counts, strict=True)) / sum(counts), 1
    )


def star_shares(counts: Sequence[int]) -> tuple[int, ...]:
    """Shares in whole percent from five stars down to one, summing to 100 (largest remainders)."""
    exact = [100 * number / sum(counts) for number in counts]
    whole = [int(share) for share in exact]
    for at in sorted(range(len(counts)), key=lambda i: whole[i] - exact[i])[: 100 - sum(whole)]:
        whole[at] += 1
    return tuple(whole)
