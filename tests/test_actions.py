"""The action language: the parser understands a reply as a person would."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from webvoyager import Action, actions
from webvoyager.action_forms import unwrap
from webvoyager.records import ActionError

UNDERSTOOD = {
    "Thought: I see it.\nAction: Click [3]": Action("Click", 3),
    "Thought: I see it. Action: Click [3]": Action("Click", 3),
    "**Thought:** look\n**Action:** **Click [3]**": Action("Click", 3),
    "Thought: x\n\n**Action: Click [12]**": Action("Click", 12),
    "thought: x\naction: click 3": Action("Click", 3),
    "Action: Click on the button [7]": Action("Click", 7),
    "Action: Click [7]\n\nObservation: the page opens": Action("Click", 7),
    "Click [4]": Action("Click", 4),
    "I will go on.\nClick [4]": Action("Click", 4),
    "Action: Type [2]; lemon tart": Action("Type", 2, "lemon tart"),
    "Action: Type [2]; [lemon tart]": Action("Type", 2, "lemon tart"),
    "Action: Type [2]; a[0]; b; c]": Action("Type", 2, "a[0]; b; c]"),
    "Action: type 2; 10:30": Action("Type", 2, "10:30"),
    "Action: Type [2] 5 apples": Action("Type", 2, "5 apples"),
    "Action: Type [2]; lemon\nThis searches for lemon.": Action("Type", 2, "lemon"),
    "Action: Type [2]; Dear team,\n\nit is Friday.\nAnn": Action(
        "Type", 2, "Dear team,\n\nit is Friday.\nAnn"
    ),
    "Action: Type [2]; one\ntwo\n\nObservation: both are typed\nI see it": Action(
        "Type", 2, "one\ntwo"
    ),
    "Action: Scroll [4]; right": Action("Scroll", 4, "right"),
    "Action: Scroll [4]; the left panel down": Action("Scroll", 4, "down"),
    "Action: Scroll [WINDOW]; [down]": Action("Scroll", "WINDOW", "down"),
    "Action: Scroll WINDOW; up": Action("Scroll", "WINDOW", "up"),
    "Action: Scroll down": Action("Scroll", "WINDOW", "down"),
    "Action: Scroll [5]; down": Action("Scroll", 5, "down"),
    "Action: `Wait`": Action("Wait"),
    "Action: Wait.": Action("Wait"),
    "Action: GoBack": Action("GoBack"),
    "Action: go back": Action("GoBack"),
    "Action:\nGoogle": Action("Google"),
    "Action: ANSWER; 42": Action("ANSWER", None, "42"),
    "Action: ANSWER: 42 [3] minutes; in all": Action("ANSWER", None, "42 [3] minutes; in all"),
    "Action: Answer 42": Action("ANSWER", None, "42"),
    "Action: ANSWER; [the tart]": Action("ANSWER", None, "the tart"),
    "Action: ANSWER; Click 5 to see more": Action("ANSWER", None, "Click 5 to see more"),
    "Action: ANSWER; first\nAction: second line": Action(
        "ANSWER", None, "first\nAction: second line"
    ),
    "Action: ANSWER\n1. flour\n2. eggs": Action("ANSWER", None, "1. flour\n2. eggs"),
    "Thought: done\nAction: **ANSWER**; **bold** words": Action("ANSWER", None, "**bold** words"),
    "ANSWER; it is 7": Action("ANSWER", None, "it is 7"),
    "Action: ```\nClick [3]\n```": Action("Click", 3),
    "Action: Type [3]; 日本語 «été»": Action("Type", 3, "日本語 «été»"),
    # full-width signs
    "Action：Type【3】；北京天气": Action("Type", 3, "北京天气"),
    "Action: Type [3]：【北京】": Action("Type", 3, "北京"),
    "Action: Type [3]，a；b：c": Action("Type", 3, "a；b：c"),
    "Action: ANSWER；「42 元」": Action("ANSWER", None, "42 元"),
    "Action: Click（１２）": Action("Click", 12),
    # control tokens
    "<|begin_of_box|>Thought: a\nAction: ANSWER; 42<|end_of_box|>": Action("ANSWER", None, "42"),
    "Action: Type [3]; red<|im_end|>": Action("Type", 3, "red"),
    "<s>Action: ANSWER; 42</s>": Action("ANSWER", None, "42"),
    "Action: ANSWER; 42<｜end▁of▁sentence｜>": Action("ANSWER", None, "42"),
    # code fences, quotation marks, escapes
    "Thought: a\n```\nAction: Type [3]; red\n```\nDone.": Action("Type", 3, "red"),
    "```\nClick [3]\n```": Action("Click", 3),
    "Action: ```ANSWER; 42```": Action("ANSWER", None, "42"),
    "Action: **Type [3]**; **red**": Action("Type", 3, "red"),
    "Action: ANSWER; Run:\n```\nls\n```": Action("ANSWER", None, "Run:\n```\nls\n```"),
    'Action: Type [3]; "red shoes".': Action("Type", 3, "red shoes"),
    'Action: Type [3]; "red" or "blue"': Action("Type", 3, '"red" or "blue"'),
    'Thought: I need the exact phrase.\nAction: Type [3]; "red"': Action("Type", 3, '"red"'),
    "Action: Type [3]; the '90s": Action("Type", 3, "the '90s"),
    'Action: ANSWER; He said "no".': Action("ANSWER", None, 'He said "no".'),
    "Action: Type \\[3\\]; first\\_name": Action("Type", 3, "first_name"),
    "Action: Type [3]; C:\\new": Action("Type", 3, "C:\\new"),
    "Action: ANSWER; \\boxed{42}": Action("ANSWER", None, "42"),
    # what is made up
    "Action: ANSWER; 42\n\nObservation: done.\nThought: stop": Action("ANSWER", None, "42"),
    "Action: ANSWER; 42\n**Thought 2:** easy": Action("ANSWER", None, "42"),
    "Action: ANSWER; Observation deck: 80 m\nThought leaders: 2": Action(
        "ANSWER", None, "Observation deck: 80 m\nThought leaders: 2"
    ),
    "Action: Click [1]\nObservation: it opens\nAction: ANSWER; 42": Action("Click", 1),
    # one action with a remark
    "Action: Click [12].": Action("Click", 12),
    "Action: Click [12]; the link below [13]": Action("Click", 12),
    "Action: Wait; 5 seconds": Action("Wait"),
    "Action: Google search": Action("Google"),
    "Action: Type [3]; 5 or 6": Action("Type", 3, "5 or 6"),
    # other forms
    **dict.fromkeys(
        [
            *("Action: Click \\[12\\]", "Action: Click [#12]", 'Action: Click ["12"]'),
            *("Action: Click(12)", "Action: Click(label=12)", "Action 1: Click [12]"),
            *("I look.\nClick(12)", "<thought>a</thought>\n<action>Click [12]</action>"),
            '{"thought": "a", "action": "Click [12]"}',
            '{"thought": "a", "action": "Click", "label": 12}',
            '{"action": {"name": "click", "arguments": {"element": "12"}}}',
            '{"name": "Click", "arguments": "{\\"index\\": 12}"}',
            '{"Click": {"label": 12}}',
            'Thought: a\nAction:\n```json\n{"action": "Click", "label": 12}\n```',
        ],
        Action("Click", 12),
    ),
    'Action: Type(3, "red (dark), new")': Action("Type", 3, "red (dark), new"),
    "Action: Type(3); red (dark)": Action("Type", 3, "red (dark)"),
    '{"action": "Type", "label": 3, "text": "2024"}': Action("Type", 3, "2024"),
    '{"action": "scroll", "direction": "down"}': Action("Scroll", "WINDOW", "down"),
    'Action: Type [3]; {"a": "b"}': Action("Type", 3, '{"a": "b"}'),
    **dict.fromkeys(
        [
            *("Final Answer: 42", "**Final Answer:** 42", "<answer>42</answer>", '{"answer": 42}'),
            *("Action: Final Answer: 42", 'Action: ANSWER("42")'),
        ],
        Action("ANSWER", None, "42"),
    ),
    "I compared both.\n\nAnswer; Pad B\nGoogle says so": Action(
        "ANSWER", None, "Pad B\nGoogle says so"
    ),
}

REFUSED = {
    "": "no action",
    "Thought: I am not sure.": "no action",
    "Action: Jump [3]": "not an action",
    "Action: Click": "needs the number",
    "Action: Type [3];": "needs a text",
    "Action: Scroll [3]; sideways": "needs up, down, left or right",
    "Action: ANSWER;": "needs a text",
    "Action: Click [1]\nAction: Click [2]": "more than one action",
    "I cannot help with that.": "no action",
    "Wait, I need to think.": "no action",
    '{"action": "Type", "label": 3}': "needs a text",
    '{"action": "Click", "x": 3, "y": 4}': "not an action|no action",
    "Action: Google; red shoes": "Google takes no text",
    'Action: Google("red shoes")': "Google takes no text",
    **dict.fromkeys(
        [
            *("Action: Click [12] or [13]", "Action: Click [12], [13]", "Action: Click 12 or 13"),
            *("Action: Click on [12] and [13]", "Action: Type [3] or [4]; red"),
            *("Action: Click [12] then Type [13]; red", "Action: Type [3]; red, then Click [4]"),
            *("Action: Click [12] or Wait", "Action: Scroll [WINDOW]; up or down"),
            *("Action: Type(3, red) and Click(4)", "Action 1: Wait\nAction 2: GoBack"),
            *("Action: Click [1]\nAction: ANSWER; 42", "Answer: 42\nClick [4]"),
        ],
        "more than one action",
    ),
}


@pytest.mark.parametrize("reply", UNDERSTOOD)
def test_a_reply_in_the_format_is_understood(reply):
    assert actions.parse(reply)[1] == UNDERSTOOD[reply]


EXTENDED = {
    "Action: Click [3]": Action("Click", 3),
    "Action: Click [3]; 40,25": Action("Click", 3, "40,25"),
    "Action: Click [3]; to open it": Action("Click", 3),
    "Action: Click on the button [7]": Action("Click", 7),
    "Action: Click [WINDOW]; 5, 700": Action("Click", "WINDOW", "5, 700"),
    "Action: Scroll [3]; end": Action("Scroll", 3, "end"),
    "Action: Scroll [WINDOW]; top": Action("Scroll", "WINDOW", "top"),
    "Action: DoubleClick [3]": Action("DoubleClick", 3),
    "Action: double-click on the cell [3]": Action("DoubleClick", 3),
    "Action: Right click [WINDOW]; 5, 700": Action("RightClick", "WINDOW", "5, 700"),
    "Action: Drag [3]; 120,0": Action("Drag", 3, "120,0"),
    "Action: Drag [3]; 40,0 40,40 0,40": Action("Drag", 3, "40,0 40,40 0,40"),
    "Action: Hover [3]": Action("Hover", 3),
    "Action: Hover [3]; 40,25": Action("Hover", 3, "40,25"),
    "Action: Hover [3]; to open the menu": Action("Hover", 3),
    "Action: Hover [WINDOW]; 5, 700": Action("Hover", "WINDOW", "5, 700"),
    "Action: Hover over the row [7]": Action("Hover", 7),
    "Action: Drag [WINDOW]; 10,20,120,0": Action("Drag", "WINDOW", "10,20,120,0"),
}


@pytest.mark.parametrize("reply", EXTENDED)
def test_the_extended_actions_are_understood(reply):
    assert actions.parse(reply, actions.EXTENDED)[1] == EXTENDED[reply]


def test_the_papers_actions_stay_as_they_are():
    assert "Click [n]: click" in actions.prompt()
    assert "Click [n] or Click [n or WINDOW]; x,y: click" in actions.prompt(actions.EXTENDED)
    assert actions.parse("Action: Click [3]; 40,25")[1] == Action("Click", 3)
    for reply in ("Action: Scroll [3]; end", "Action: Click"):
        with pytest.raises(ActionError, match="needs"):
            actions.parse(reply)
    with pytest.raises(ActionError, match="needs the number of an element"):
        actions.parse("Action: Click", actions.EXTENDED)


@pytest.mark.parametrize("reply", REFUSED)
def test_a_malformed_reply_is_refused_in_one_sentence_for_the_model(reply):
    with pytest.raises(ActionError, match=REFUSED[reply]):
        actions.parse(reply)


def test_the_thought_comes_without_its_markers():
    assert actions.parse("**Thought:** I look.\nAgain.\nAction: Wait")[0] == "I look.\nAgain."


def test_an_action_that_is_not_allowed_is_refused_with_a_list_of_those_that_are():
    with pytest.raises(ActionError, match=r"Click \[n\], ANSWER; text"):
        actions.parse("Action: Google", allowed=("Click", "ANSWER"))


def test_the_prompt_lists_exactly_the_chosen_actions():
    assert actions.prompt(("Wait", "GoBack")).splitlines() == [
        "- Wait: wait for the page to change or to finish loading.",
        "- GoBack: go back to the previous page.",
    ]


PLAIN = some.text(some.characters(exclude_categories=["C", "Z"]), min_size=1).filter(
    lambda text: (
        (not text.startswith(("[", "*", "`", ";", ":", ",")) and not text.endswith(("*", "`", "_")))
        and unwrap(text) == text
    )
)


@given(some.integers(0, 999), PLAIN)
def test_an_action_written_in_the_format_is_read_back(label, text):
    for action in (
        Action("Click", label),
        Action("Type", label, text),
        Action("ANSWER", None, text),
    ):
        assert actions.parse(f"Thought: so\nAction: {action}")[1] == action


@given(some.text())
def test_any_reply_is_either_an_action_or_a_sentence(reply):
    try:
        assert actions.parse(reply)[1].name in actions.TABLE
    except ActionError as error:
        assert str(error).endswith(".") and len(str(error)) > 20


@pytest.mark.parametrize("part", ["\n", "* ", "Action:\n", "```\n", '{"a":', "or "])
def test_an_endless_reply_is_read_quickly(part):
    for begin in ("I look.", "Action: Click [1]", "Action: ANSWER; 42"):
        began = time.perf_counter()
        with suppress(ActionError):
            actions.parse(begin + part * 20_000 + "end")
        assert time.perf_counter() - began < 5
