"""Tasks that change something; judged by the visitor's state."""

from ....kit.steps import fill, link, press, radio, tab
from ....kit.tasks import SiteTask, task
from ..records import TOPICS, Data, Entry
from ..word_list_pages import LONGEST_NAME, tally_with
from .word_steps import LATER, find, look_up, pick

MY_LISTS, ADD = link("My lists (0)"), press("Add to list")


def _name_list(name: str) -> list[str]:
    return fill("Name of the new list", name)


def _expect_list(slug: str, *entries: Entry) -> list[dict]:
    path = f"lists.{slug}.words"
    conditions = [{"path": path, "contains": entry.word} for entry in entries]
    return [*conditions, {"path": path, "length": len(entries)}, {"path": "lists", "length": 1}]


def two_words(data: Data) -> SiteTask:
    """A list of two words."""
    entry = pick(data, lambda entry: entry.topic == "travel", 2)
    other = pick(data, lambda entry: entry.topic == "mind", 2)
    return task(
        "Make a word list called “Winter reading” on Verbarium and put exactly two words on it: "
        f"“{entry.word}” and “{other.word}”.",
        f"The list “Winter reading” holds {entry.word} and {other.word}.",
        {"state": _expect_list("winter-reading", entry, other)},
        [
            MY_LISTS,
            _name_list("Winter reading"),
            look_up(entry.word),
            ADD,
            look_up(other.word),
            ADD,
        ],
    )


def three_most_wanted(data: Data) -> SiteTask:
    """A list of the first three of a filtered and sorted list; an offer gets in the way."""
    topic = pick(data, lambda entry: entry.topic in ("mind", "home", "people"), 1).topic
    first, second, third = [entry for entry in data.ranking if entry.topic == topic][:3]
    return task(
        "Make a word list called “Exam” on Verbarium and put on it the three words of the topic "
        f"“{TOPICS[topic]}” that are looked up most this week, and nothing else. Answer with the "
        "three words.",
        f"{first.word}, {second.word}, {third.word}",
        {
            "parts": [first.word, second.word, third.word],
            "state": _expect_list("exam", first, second, third),
        },
        [
            MY_LISTS,
            _name_list("Exam"),
            *find(topic=TOPICS[topic], order="Most looked up"),
            link(first.word),
            ADD,
            look_up(second.word),
            ADD,
            look_up(third.word),
            LATER,
            ADD,
        ],
    )


def name_too_long(data: Data) -> SiteTask:
    """A limit that only the error message states."""
    return task(
        "How many characters may the name of a word list on Verbarium have at most?",
        f"{LONGEST_NAME} characters",
        {"parts": [LONGEST_NAME], "not": [len(data.entries)]},
        [MY_LISTS, _name_list("Words that I would like to remember for the journey to the north")],
        golden=True,
    )


def quiz(data: Data) -> SiteTask:
    """A quiz with all five answers right."""
    chosen = data.quizzes[0]
    answers = [
        step for each in chosen.questions for step in (radio(each.right), press("Check answer"))
    ]
    all_right = {"path": f"quizzes.{chosen.slug}.score", "equals": 5}
    return task(
        f"Take Verbarium's quiz “{chosen.title}” and get all five questions right. What is the "
        "average score of this week's readers in this quiz?",
        f"{chosen.average / 10:.1f}",
        {"parts": [chosen.average / 10], "not": [len(data.entries)], "state": all_right},
        [link("Quizzes"), link(chosen.title), *answers],
    )


def vote(data: Data) -> SiteTask:
    """A vote, and the result shown after it."""
    chosen = data.newcomers[1 + data.entries[2].lookups % 3]
    counts = tally_with(chosen, "wait")
    voted = [{"path": f"votes.{chosen.slug}", "equals": "wait"}, {"path": "votes", "length": 1}]
    share = round(100 * counts["yes"] / sum(counts.values()))
    return task(
        "On Verbarium's page of new words, vote “Not yet” on the word that means "
        f"“{chosen.definition}”. What percentage of all votes does “Yes, add it” have then?",
        f"{share}%",
        {"parts": [share], "state": voted},
        [link("New words"), radio(f"{chosen.word}: Not yet"), press(f"Vote on {chosen.word}")],
    )


def listen(data: Data) -> SiteTask:
    """The pronunciation of a word as its second part of speech."""
    entry = pick(data, lambda entry: entry.parts[-1].name == "verb" and len(entry.parts) == 2, 1)
    part = entry.parts[1]
    return task(
        f"Play the US pronunciation of the verb “{entry.word}” (not of the noun) on Verbarium, and "
        "tell me the level of the verb.",
        part.level,
        {"parts": [part.level], "state": {"path": "played", "contains": f"{entry.word} verb US"}},
        [look_up(entry.word), tab("Verb"), press(f"Play US pronunciation of {entry.word} (verb)")],
    )


def cookies(data: Data) -> SiteTask:
    """The fewest cookies that the banner allows, then a fact from a page that it covered."""
    entry = pick(data, lambda entry: len(entry.parts) == 1, 3)
    return task(
        "Allow Verbarium only the cookies that it needs. Then look up "
        f"“{entry.word}”: which level does its entry give the word?",
        entry.level,
        {"parts": [entry.level], "state": {"path": "cookies", "equals": "needed"}},
        [press("Only what is needed"), look_up(entry.word)],
    )


MAKERS = {  # each maker with the site features its task exercises
    two_words: "word-lists toast",
    three_most_wanted: "word-lists popup filters sorting",
    name_too_long: "validation-error",
    quiz: "quiz",
    vote: "poll",
    listen: "tabs audio-button",
    cookies: "cookie-banner",
}
