"""How close plans come to golden plans: BLEU-4 and ROUGE-L (WebExperT, Table 6).

Both are in the paper's unit, 0 to 100. BLEU is SacreBLEU's (13a tokens, cased, exponential
smoothing). ROUGE-L is the F-measure of Lin (2004), 2 L / (m + n) for two texts of m and n words
whose longest common subsequence has L words; it is computed as RapidFuzz's Indel similarity of the
words in lower case. Step numbers are left out, since every plan has the same ones. The paper does
not say how it computes the two, and its training framework, SWIFT, smooths BLEU in another way:
compare models rather than papers.
"""

import re
from collections.abc import Mapping, Sequence

import pandas

from webvoyager.lab.planning.lists import list_items
from webvoyager.lab.planning.slow import Plan

AnyPlan = Plan | str | Sequence[str]  # a plan, its text, or its steps


def plan_quality(plans: Mapping[str, AnyPlan], golden: Mapping[str, AnyPlan]) -> pandas.DataFrame:
    """One row per task: task, bleu4, rouge_l, from 0 to 100.

    Both arguments map task ids to plans. This is sentence BLEU: orders of n-grams that a short plan
    cannot have are left out. A plan without steps scores 0. Raises ValueError when the tasks are
    not the same, or when a golden plan has no steps.
    """
    from sacrebleu.metrics import BLEU  # slow to import, seldom needed

    bleu = BLEU(effective_order=True)
    rows = [
        (task, bleu.sentence_score(plan, [right]).score, _rouge_l(plan, right))
        for task, plan, right in _pair_plans(plans, golden)
    ]
    return pandas.DataFrame(rows, columns=["task", "bleu4", "rouge_l"])


def corpus_quality(
    plans: Mapping[str, AnyPlan], golden: Mapping[str, AnyPlan]
) -> dict[str, float | str]:
    """The scores of all plans together: bleu4, rouge_l (0 to 100), plans (their number), settings.

    bleu4 is corpus BLEU, from the n-grams of all plans; rouge_l is the mean over plans. `settings`
    is SacreBLEU's signature; report it with the score. Raises ValueError as `plan_quality` does.
    """
    from sacrebleu.metrics import BLEU  # slow to import, seldom needed

    bleu = BLEU()
    _, made, right = zip(*_pair_plans(plans, golden), strict=True)
    score = bleu.corpus_score(made, [right]).score
    mean = sum(map(_rouge_l, made, right)) / len(made)
    settings = str(bleu.get_signature())
    return {"bleu4": score, "rouge_l": mean, "plans": len(made), "settings": settings}


def _rouge_l(plan: str, right: str) -> float:
    """ROUGE-L of two texts, 0 to 100; 0 if one has no words."""
    from rapidfuzz.distance import Indel

    made, wanted = (re.findall(r"\w+", text.casefold()) for text in (plan, right))
    return 100 * Indel.normalized_similarity(made, wanted) if made and wanted else 0.0


def _pair_plans(
    plans: Mapping[str, AnyPlan], golden: Mapping[str, AnyPlan]
) -> list[tuple[str, str, str]]:
    """Each task with its plan and golden plan, as texts; raises ValueError if one is missing."""
    if not golden:
        raise ValueError("There are no golden plans to compare with.")
    if alone := sorted(plans.keys() ^ golden.keys()):
        place = "golden plans" if alone[0] in plans else "plans"
        raise ValueError(
            f"Each task needs a plan and a golden plan: {alone[0]} is missing from the {place}."
        )
    pairs = [(task, _flatten(plans[task]), _flatten(right)) for task, right in golden.items()]
    if empty := next((task for task, _, right in pairs if not right), ""):
        raise ValueError(f"The golden plan of {empty} has no steps.")
    return pairs


def _flatten(plan: AnyPlan) -> str:
    """The steps of a plan on one line, without their numbers and with plain quotation marks."""
    if isinstance(plan, Plan):
        steps = plan.steps
    elif isinstance(plan, str):
        steps = list_items(plan) or plan.split("\n")
    else:
        steps = plan
    plain = str.maketrans("“”‘’", "\"\"''")
    return " ".join(" ".join(steps).translate(plain).split())
