"""Self-instruct: what a model writes is read, or kept with the reason why it can't be.

Proposals that are too alike are refused, and people decide about the others.
"""

import json
import warnings
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import date
from multiprocessing import get_context
from pathlib import Path

import pytest

from practice.offline import Offline
from webvoyager import Model, Task, models, tasks
from webvoyager.lab.proposing import checks, pool, selfinstruct, similarity
from webvoyager.lab.proposing.pool import Proposal

TODAY = date(2026, 3, 14)
SEEDS = [
    Task(
        id="shop--0",
        site="shop",
        url="http://shop.mini/",
        question="How many watts does the Brightpot Twin Air Fryer draw?",
    ),
    Task(
        id="shop--1",
        site="shop",
        url="http://shop.mini/",
        question="Which kettle in the Kitchen department is the cheapest?",
    ),
    Task(
        id="Booking--0",
        site="Booking",
        url="https://www.booking.com/",
        question="Find a hotel in Rome with a pool.",
    ),
]
SHOP = selfinstruct.Site("shop", "http://shop.mini/")
NEW = [
    "Which lamp weighs the least, and how much?",
    "What does delivery to Alaska cost for a garden chair?",
]


@pytest.fixture
def file(tmp_path):
    pool.begin(tmp_path / "tasks" / "pool.jsonl", SEEDS)
    return tmp_path / "tasks" / "pool.jsonl"


@pytest.fixture(autouse=True)
def ignore_missing_embeddings():
    """Ignore the warning that the scripted endpoint has no embeddings."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="No embeddings")
        yield


def write_tasks(*questions: str) -> str:
    return "\n".join(f"Task: {question}" for question in questions)


# --- what a model may reply ---


@pytest.mark.parametrize(
    "reply",
    [
        write_tasks(*NEW),
        "Here are two:\n\n" + write_tasks(*NEW) + "\n\nI hope they help!",
        f"1. {NEW[0]}\n2) {NEW[1]}",
        f"**Task 1:** {NEW[0]}\n**Task 2:** {NEW[1]}",
        f"- {NEW[0]}\n- {NEW[1]}",
        json.dumps(NEW),
        (
            f'```json\n[ // two of them\n {{"question": "{NEW[0]}"}},\n {{"ques": "{NEW[1]}", "id":'
            " 2,},\n]\n```"
        ),
    ],
)
def test_tasks_are_read_in_whatever_form_they_come(reply):
    assert [(words, why) for words, _, why in selfinstruct.parse(reply)] == [
        (question, "") for question in NEW
    ]


@pytest.mark.parametrize(
    ("reply", "reasons"),
    [
        ("I cannot write tasks for this site, sorry about that.", ["The reply holds no task."]),
        ("", ["The reply is empty."]),
        ("Task: Kettles?", ["It has fewer than 3 words."]),
        ('[{"answer": 7}]', ["No question can be read."]),
        (write_tasks(NEW[0], ""), ["", "No question can be read."]),
    ],
)
def test_an_invalid_task_is_kept_with_the_reason(reply, reasons):
    assert [why for _, _, why in selfinstruct.parse(reply)] == reasons


@pytest.mark.parametrize(
    ("reply", "statuses"),
    [
        ("[" * 100_000 + "]" * 100_000, ["malformed"]),
        ("[" + "9" * 5000 + "]", ["malformed"]),
        (f'["{NEW[0]}", "Which of the \\ud83d lamps weighs most"]', ["open", "open"]),
        ("Task: " + "How much is a lamp, " * 5000, ["malformed"]),
        (f"Task: How much is a lamp on May {'9' * 900}, {'9' * 900}?", ["open"]),
    ],
    ids=range(5),
)
def test_a_round_survives_any_reply(file, endpoint, model, reply, statuses):
    endpoint.replies = [reply]
    made = [*selfinstruct.steps(file, SHOP, model, today=TODAY, threshold=1.1)]
    assert [row.status for row in made] == statuses
    assert [row.status for row in pool.load(file)][len(SEEDS) :] == statuses
    assert all(len(row.reply) <= selfinstruct.LONGEST for row in made)


# --- a round ---


def sells_lamps_only(row: Proposal) -> dict:
    return {"check": "lamps", "passed": "lamp" in row.ques, "reason": "The shop sells lamps."}


def knows_the_price(row: Proposal) -> dict:
    answer = {"type": "possible", "ans": "$12"}
    return {"check": "price", "passed": True, "reason": "It is $12.", "answer": answer}


def test_every_proposal_has_a_row_with_its_status(file, endpoint, model):
    bad = [
        "Find a hotel on booking.com in Rome with three stars and a garden.",
        SEEDS[1].question,
        "Lamps?",
    ]
    endpoint.replies = [
        write_tasks(*NEW, *bad),
    ]
    made = [*selfinstruct.steps(file, SHOP, model, today=TODAY, checks=[sells_lamps_only])]
    found = pool.table(file).set_index("question").status
    assert found[NEW[0]] == "open" and found[NEW[1]] == "unfit"
    assert list(found[bad[:1]]) == ["unfit"] and found["Lamps?"] == "malformed"
    assert sorted(row.status for row in made) == [
        "duplicate",
        "malformed",
        "open",
        "unfit",
        "unfit",
    ]
    funnel = pool.funnel(file).loc["all"]
    assert list(funnel) == [5, 4, 3, 1, 0]
    first = next(row for row in pool.load(file) if row.status == "open")
    assert set(first.parents) == {seed.id for seed in SEEDS}
    assert (first.round, first.model, first.nearest["by"]) == (1, "m", similarity.FALLBACK)
    assert first.prompt.startswith("propose ") and len(first.checks) == 4


def test_the_model_is_shown_examples_and_the_site(file, endpoint, model):
    endpoint.replies = [write_tasks(NEW[0])]
    selfinstruct.run(file, SHOP, model, shots=2, count=3, among="shop", today=TODAY)
    system, asked = (message["content"] for message in endpoint.asked[0]["messages"])
    assert "14 March 2026" in system and "Write 3 new tasks for shop" in asked
    assert all(seed.question in asked for seed in SEEDS[:2]) and SEEDS[2].question not in asked


def test_a_prompt_of_ones_own_is_sent_and_named_in_its_proposals(file, endpoint, model):
    endpoint.replies = [write_tasks(NEW[0])]
    own = {"propose": "Invent tasks. Today is {{ today }}."}
    selfinstruct.run(file, SHOP, model, count=1, today=TODAY, prompts=own)
    assert endpoint.asked[0]["messages"][0]["content"] == "Invent tasks. Today is 14 March 2026."
    [kits] = models.prompt_hashes("propose").values()
    made = [row for row in pool.load(file) if row.model == "m"]
    assert made and not any(kits in row.prompt for row in made)


def test_an_interrupted_round_is_resumed(file, endpoint, model):
    endpoint.replies = [write_tasks(*NEW)]
    rows = selfinstruct.steps(file, SHOP, model, today=TODAY)
    first = next(rows)
    rows.close()
    assert [row.status for row in pool.load(file)][-2:] == ["open", "proposed"]
    rest = [*selfinstruct.steps(file, SHOP, model, rounds=0, today=TODAY)]
    assert [row.ques for row in (first, *rest)] == NEW
    assert sum("Write" in json.dumps(asked) for asked in endpoint.asked) == 1, (
        "tasks are proposed again"
    )


def test_a_decision_during_a_round_is_kept(file, endpoint, model):
    endpoint.replies = [write_tasks(*NEW)]
    rows = selfinstruct.steps(file, SHOP, model, today=TODAY)
    next(rows)
    pool.decide(file, "shop--new-2", "reject", "The site has no chairs.", reviewer="bob")
    assert next(rows).status == "open"
    last = pool.load(file)[-1]
    assert (last.status, last.reason) == ("rejected", "The site has no chairs.")
    assert [*rows] == []


def test_the_second_phase_accepts_directly_and_draws_examples_from_all_accepted_tasks(
    file, endpoint, model
):
    second = {"review": False, "today": TODAY, "checks": [knows_the_price]}
    endpoint.replies = [write_tasks(*NEW)]
    table = selfinstruct.run(file, SHOP, model, **second)
    assert list(table.status[-2:]) == ["accepted"] * 2
    assert list(table.reason[-2:]) == ["added directly"] * 2
    endpoint.replies = ["nothing"]
    selfinstruct.run(file, SHOP, model, shots=9, **second)
    assert all(question in endpoint.asked[-1]["messages"][-1]["content"] for question in NEW)
    assert {task.question for task in tasks.load(file)} == {
        *NEW,
        *(seed.question for seed in SEEDS),
    }


def test_the_second_phase_accepts_nothing_without_a_check_that_found_an_answer(
    file, endpoint, model
):
    """A check of only a proposal's words does not show whether the site can answer it."""
    before = file.read_bytes()
    with pytest.raises(ValueError, match="nobody looks at a proposal, so give a check"):
        selfinstruct.run(file, SHOP, model, review=False, today=TODAY)
    assert file.read_bytes() == before
    endpoint.replies = [write_tasks(*NEW)]
    table = selfinstruct.run(
        file, SHOP, model, review=False, today=TODAY, checks=[sells_lamps_only]
    )
    assert list(table.status[-2:]) == ["open", "unfit"]
    assert table.reason.iloc[-2] == "no check has an answer to it"
    assert len(tasks.load(file)) == len(SEEDS)


def test_a_threshold_decides_which_similarity_is_too_high(file, endpoint, model):
    near = "Which kettle in the Kitchen department is the dearest?"
    statuses = {}
    for threshold in (0.5, 0.99):
        endpoint.replies = [write_tasks(near)]
        site = selfinstruct.Site(f"shop {threshold}", "http://shop.mini/")
        [row] = selfinstruct.steps(file, site, model, threshold=threshold, today=TODAY)
        statuses[threshold] = row.status
        pool.update(
            file, lambda rows: {id: row for id, row in rows.items() if row.status == "seed"}
        )
    assert statuses == {0.5: "duplicate", 0.99: "open"}


@pytest.mark.parametrize(
    ("question", "check"),
    [
        ("How much is a kettle? Which lamp is best?", "one thing"),
        ("How much is a kettle? Also tell me the weather in Rome.", "one thing"),
        ("Book a flight to Rome that departs on January 5, 2026.", "still ahead"),
        ("Compare the kettle's price with the one on https://other.test/kettle.", "one site"),
        ("Find the hotel that Booking likes best in Rome.", "one site"),
    ],
)
def test_each_check_refuses_its_example(file, endpoint, model, question, check):
    endpoint.replies = [write_tasks(question)]
    [row] = selfinstruct.steps(file, SHOP, model, today=TODAY, threshold=1.1)
    assert row.status == "unfit" and row.checks[-1]["check"] == check, row


def test_a_pool_without_examples_is_refused(tmp_path, model):
    pool.begin(tmp_path / "p.jsonl", [])
    with pytest.raises(ValueError, match="no example"):
        selfinstruct.run(tmp_path / "p.jsonl", SHOP, model)
    with pytest.raises(ValueError, match="There is no pool"):
        selfinstruct.run(tmp_path / "q.jsonl", SHOP, model)


# --- the pool as a file ---


def test_a_person_edits_accepts_and_rejects(file, endpoint, model):
    endpoint.replies = [write_tasks(*NEW)]
    selfinstruct.run(file, SHOP, model, today=TODAY)
    pool.decide(file, "shop--new-1", "edit", reviewer="ann", question="Which lamp weighs least?")
    pool.decide(file, "shop--new-1", "accept", reviewer="ann")
    pool.decide(file, "shop--new-2", "reject", "The site has no chairs.", reviewer="bob")
    pool.annotate(file, "shop--new-1", "possible", "The Nodewell, 240 g", kind="time-bound")
    rows = pool.table(file).set_index("id")
    assert list(rows.loc["shop--new-1", ["status", "question", "reviewer"]]) == [
        "accepted",
        "Which lamp weighs least?",
        "ann",
    ]
    assert list(rows.loc["shop--new-2", ["status", "reason"]]) == [
        "rejected",
        "The site has no chairs.",
    ]
    kept = next(row for row in pool.load(file) if row.id == "shop--new-1")
    assert [review["decision"] for review in kept.reviews] == ["edit", "accept"]
    assert kept.reviews[0]["question"] == NEW[0], "the earlier words must be kept"
    [task] = [task for task in tasks.load(file) if task.id == "shop--new-1"]
    assert (task.reference, task.answer["kind"]) == ("The Nodewell, 240 g", "time-bound")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("shop--new-9", "accept"), "no row 'shop--new-9'"),
        (("shop--0", "perhaps"), "'perhaps' isn't a decision"),
        (("shop--0", "reject"), "needs a reason"),
        (("shop--0", "edit"), "needs the new question"),
    ],
)
def test_an_invalid_decision_is_refused_and_changes_nothing(file, arguments, sentence):
    before = file.read_bytes()
    with pytest.raises(ValueError, match=sentence):
        pool.decide(file, *arguments)
    assert file.read_bytes() == before


def test_a_truncated_pool_loses_one_line_whose_text_is_kept_aside(file):
    data = file.read_bytes()
    file.write_bytes(data[: len(data) - 40])
    with pytest.warns(UserWarning, match="1 of its lines cannot be read"):
        assert len(pool.load(file)) == 2
    with pytest.warns(UserWarning, match="cannot be read"):
        pool.decide(file, "shop--0", "accept")
    assert len(pool.load(file)) == 2, "the pool must be whole again"
    assert '"Booking--0"' in file.with_name("pool.jsonl.damaged").read_text()


def test_tasks_are_read_from_a_pool_while_proposals_come(file):
    known = [task.id for task in tasks.load(file)]
    proposed = pool.Proposal("lamp--0", "lamp", "http://x/", "Which lamp?")
    pool.add(file, proposed)
    assert [task.id for task in tasks.load(file)] == known
    pool.add(file, replace(proposed, status="accepted"))
    assert [task.id for task in tasks.load(file)] == [*known, "lamp--0"]
    pool.decide(file, "lamp--0", "reject", "Which one?")
    pool.add(file, replace(proposed, status="accepted"))
    assert [task.id for task in tasks.load(file)] == known


def accept_every_other(file: Path, first: int) -> None:
    for number in range(first, 40, 2):
        pool.decide(file, f"x--{number}", "accept", reviewer=str(first))


def test_two_reviewers_of_one_file_lose_no_decision(file):
    waiting = {f"x--{n}": Proposal(f"x--{n}", "x", "http://x.test/", "Why?") for n in range(40)}
    pool.update(file, lambda rows: rows | waiting)
    with ProcessPoolExecutor(2, get_context("fork")) as people:
        [*people.map(accept_every_other, [file] * 2, [0, 1])]
    rows = [row for row in pool.load(file) if row.web_name == "x"]
    assert [row.reviews[0]["reviewer"] for row in rows] == ["0", "1"] * 20


# --- how alike ---


def test_an_endpoint_without_embeddings_warns_and_words_are_compared(model):
    with pytest.warns(UserWarning, match="No embeddings, so questions are compared by TF-IDF"):
        rows, by = similarity.vectors(["one lamp", "two lamps"], model)
    assert by == similarity.FALLBACK and len(rows) == 2


def test_spread_chooses_dissimilar_texts():
    rows, _ = similarity.vectors(
        ["red lamp", "red lamps shine", "who won the game", "red lamp shines"]
    )
    assert set(similarity.spread(rows, 2)) == {0, 2}


# --- the offline model, for real ---


def test_the_offline_model_proposes_from_pages_and_examples(env, tmp_path):
    """The model also proposes from examples of another site.

    The pages that it is shown contain none of the names in these examples.
    """
    pages = selfinstruct.look_around(env, "http://shop.mini/", 4)
    assert len({page.url for page in pages}) == 4
    with Offline() as served:
        model = Model(
            "offline-rules", served.base_url, "none", page_text=True, embedding="offline-rules"
        )
        for among in ("shop", "recipes"):
            file = tmp_path / f"{among}.jsonl"
            pool.begin(file, [task for task in tasks.load() if task.site == among][:12])
            site = selfinstruct.Site("shop", "http://shop.mini/", pages)
            table = selfinstruct.run(file, site, model, among=among, today=TODAY)
            made = table[table.status != "seed"]
            assert (
                len(made) > 2
                and set(made.model) == {"offline-rules"}
                and not made.question.str.contains("Plateful").all()
            )
            again = tmp_path / f"{among}-again.jsonl"
            pool.begin(again, [task for task in tasks.load() if task.site == among][:12])
            assert list(
                selfinstruct.run(again, site, model, among=among, today=TODAY).question
            ) == list(table.question)


# --- checks that go to the site ---

GIVES_UP = ["", "Done.", "I could not find this out.", "N/A", "There is no answer."]


def answer_in_turn(endpoint, *answers: str) -> None:
    endpoint.replies = [f"Thought: I see it.\nAction: ANSWER; {answer}" for answer in answers]


def test_the_answer_of_two_agents_that_agree_is_the_proposed_reference(env, pages, endpoint, model):
    row = Proposal("pages--new-1", "pages", f"{pages}/start.html", "What is the code word?")
    answer_in_turn(endpoint, "It is Larkspur.", "Larkspur")
    done = checks.run_checks(row, [checks.tried(env, (model, model))])
    assert (done.status, done.checks[0]["passed"]) == ("open", True)
    assert done.answer == {"type": "possible", "ans": "It is Larkspur.", "by": "m and m"}
    answer_in_turn(endpoint, "It is Larkspur.", "It is Foxglove.")
    done = checks.run_checks(row, [checks.tried(env, (model, model))])
    assert (done.status, done.answer, done.checks[0]["passed"]) == ("open", None, None)
    endpoint.replies = ["Thought: I wait.\nAction: Wait"]
    done = checks.run_checks(row, [checks.tried(env, (model, model), max_steps=1)])
    assert (done.status, done.answer, done.checks[0]["passed"]) == ("open", None, None)


def test_one_attempt_is_refused_and_an_act_is_not_checked_by_its_answer(
    env, pages, endpoint, model
):
    with pytest.raises(ValueError, match="One attempt proves nothing"):
        checks.tried(env, [model])
    row = Proposal("pages--new-1", "pages", f"{pages}/start.html", "Save the code word to a list.")
    outcome = checks.tried(env, (model, model))(row)
    assert outcome["passed"] is None and not endpoint.asked


@pytest.mark.parametrize("answer", GIVES_UP)
def test_no_check_turns_an_answer_that_gives_up_into_a_reference(answer):
    outcome = {"check": "mine", "passed": True, "reason": "", "answer": {"ans": answer}}
    row = Proposal("x--new-1", "x", "http://x.test/", "What is the code word?")
    assert checks.run_checks(row, [lambda row: outcome]).answer is None


def test_the_stored_proposals_have_no_reference_that_gives_up():
    rows = [row for row in pool.load(tasks.FOLDER / "proposed.jsonl") if row.status != "seed"]
    for row in rows:
        assert not (row.answer and checks.gives_up(row.answer["ans"])), row.id
        for check in row.checks:
            answer = check.get("answer", {}).get("ans", "something")
            assert check["passed"] is not True or not checks.gives_up(answer), row.id
        assert row.status != "accepted" or row.answer, row.id


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Alpaero, $73", "It costs $73 with Alpaero.", True),
        ("$73", "$74", False),
        ("7", "7 of 12", False),
        ("Larkspur", "Foxglove", False),
    ],
)
def test_answers_agree_by_their_numbers_and_the_words_of_the_shorter(first, second, same):
    assert checks.agree(first, second) is checks.agree(second, first) is same


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ('Save "Silky Hummus" to my list.', ["Silky Hummus"]),
        ("How tall is the Nodewell Arc Lamp by Nodewell?", ["Nodewell Arc Lamp"]),
        ("Which flight leaves on Sunday, 5 April 2026?", []),
        ("Search Lantern for “battery”.", []),
        ("Put Villa Tamarisk and Driftwood Hostel on it.", ["Villa Tamarisk", "Driftwood Hostel"]),
    ],
)
def test_the_names_in_a_question_are_quoted_titles_and_capitalised_words(question, names):
    assert checks.find_names(question) == names


def test_names_are_looked_up_by_the_search_engine_on_the_tasks_own_site(env):
    """A name on another site is not found, except on the search site, which searches all sites."""
    question = 'How long does "Silky Hummus" take in total?'
    sites = {"recipes": True, "shop": False, "search": True}
    check = checks.named(env)
    for site, found in sites.items():
        row = Proposal(f"{site}--new-1", site, f"http://{site}.mini/", question)
        assert check(row)["passed"] is found, site
    nothing = Proposal("shop--new-1", "shop", "http://shop.mini/", "Which kettle is cheapest?")
    assert check(nothing)["passed"] is None
