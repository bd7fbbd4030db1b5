"""Fast and slow planning with experience (WebExperT, Luo et al. 2025).

Begin with `slow`, which plans in three prompts, and `follow`, which gives a plan to the agent
(`agent.run(…, advise=follow(slow(model)))`). `fast` plans in one call, `adaptive` switches between
the two. `Pool` keeps failures, `Memory` finds those most like the present situation, and `reflect`
turns them into lessons. `gold_steps`, `mind2web` and `metrics` are for predicting single steps;
`finetuning` writes training sets for language models; `reflection_scores` rates reflections.
"""

from . import finetuning, gold_steps, metrics, mind2web, reflection_scores
from .advising import adaptive, follow
from .experience import Memory, leaks, lessons_only
from .failure_pool import Pool
from .fast import familiarity, fast
from .golden_plans import golden_plan
from .reflections import Reflection, fill_pool, reflect
from .slow import Plan, slow
from .training_examples import executor_examples, planner_examples
from .trials import Failure, from_episodes, from_predictions

__all__ = [
    "Failure",
    "Memory",
    "Plan",
    "Pool",
    "Reflection",
    "adaptive",
    "executor_examples",
    "familiarity",
    "fast",
    "fill_pool",
    "finetuning",
    "follow",
    "from_episodes",
    "from_predictions",
    "gold_steps",
    "golden_plan",
    "leaks",
    "lessons_only",
    "metrics",
    "mind2web",
    "planner_examples",
    "reflect",
    "reflection_scores",
    "slow",
]
