"""Why episodes fail: the categories of the paper's section 5.5 and others, in our words."""

PAPER_CATEGORIES = {  # section 5.5: what each means, and its typical causes
    "Navigation Stuck": (
        "The agent does not get to where the answer is, and stops because its steps are used up or "
        "it gives up.",
        (
            "searches that are too vague or too narrow, tried again",
            "scrolling about without aim, or in the wrong area",
            "not knowing whether to go on or back",
            "going round in circles",
        ),
    ),
    "Visual Grounding Issue": (
        "The agent misreads the picture, or points at something else than it means.",
        (
            "the number of a neighbour",
            "digits or words misread",
            "numbers of a calendar taken for those of elements",
            "two screenshots that differ a little taken for the same",
        ),
    ),
    "Hallucination": (
        "The answer sounds right, but is not what the pages say or not all that was asked for.",
        (
            "a condition of the task is passed over",
            "the first fitting thing is taken for the best",
            "something is answered that was on no page",
            "a wrong entry in a form that goes unnoticed",
        ),
    ),
    "Prompt Misalignment": (
        "The agent does not follow its instructions.",
        (
            "a reply without an action that can be read",
            "an answer before the task is done",
            "a thought that says one thing and an action that does another",
        ),
    ),
}
OTHER_CATEGORIES = {  # not in the paper; counted separately
    "Blocked": ("The site keeps the agent out: a login, a captcha, an error page.", ()),
    "Impossible Task": ("The site cannot answer the task, today or at all.", ()),
    "Ambiguous Task": (
        "The task can be read in several ways, and the agent chose another than the reference.",
        (),
    ),
    "Infrastructure": ("The browser, the network or the model's endpoint failed; no result.", ()),
}
CATEGORIES = PAPER_CATEGORIES | OTHER_CATEGORIES
NO_LABELS = (
    "No failure is labelled yet: label some with viewer.label, or ask a model with"
    " failures.categorise."
)
