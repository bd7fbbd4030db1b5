"""What a person sees of an episode while it is played: a line for each step."""

from ..records import Step

TO_STOP = "Each step as it comes; Ctrl-C, or the kernel's stop button, ends the episode here."


def print_step(step: Step) -> None:
    """Print a step as one line: its action, tokens, dollars and seconds."""
    if step.index == 1:
        print(TO_STOP, flush=True)
    tokens, seconds = sum(step.usage.values()), sum(step.seconds.values())
    cost = "cost unknown" if step.cost is None else f"${step.cost:.4f}"
    action = str(step.action or step.error or "no action").replace("\n", " ")
    spent = f"{tokens:,} tokens, {cost}, {seconds:.1f} s"
    print(f"{step.index:>3}. {action[:100]:<60}  {spent}", flush=True)
