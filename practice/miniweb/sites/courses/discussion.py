"""The forum of a course: threads of learners, some with a reply by the staff that tells a fact."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ...kit.formats import capitalised
from ...kit.people import draw_names
from ...world import World
from .course_texts import read, slots
from .records import Course


@dataclass(frozen=True)
class Thread:
    """A thread; `posts` are (author, text, whether staff), `told` is the number in its fact."""

    number: int
    title: str
    posts: tuple[tuple[str, str, bool], ...]
    fact: str
    told: int


@lru_cache(maxsize=64)
def list_threads(world: World, course: Course) -> tuple[Thread, ...]:
    """The threads of a course's forum, in the order shown; their titles all differ."""
    rng, voices = world.random(f"courses/{course.slug}/forum"), read("forum.json")
    drafts = [*voices["fact_threads"], *({"title": title} for title in voices["titles"])]
    mixed = enumerate(rng.sample(drafts, len(drafts)), 1)
    return tuple(_write_thread(rng, course, *pair) for pair in mixed)


def _write_thread(rng: Random, course: Course, number: int, draft: dict) -> Thread:
    voices, told = read("forum.json"), 0
    texts = [draft.get("post") or rng.choice(voices["posts"])]
    texts += rng.sample(voices["replies"], rng.randrange(1, 4))
    week = rng.randrange(1, len(course.hours) + 1)
    fill = slots(course.topic, rng.choice(course.concepts[: len(course.hours)]), week=week)
    texts = [capitalised(text.format(**fill)) for text in texts]
    posts = [(*pair, False) for pair in zip(draw_names(rng, len(texts)), texts, strict=True)]
    if "reply" in draft:
        told = rng.randrange(*draft["range"])
        posts.append((course.instructors[0].name, draft["reply"].format(n=told), True))
    return Thread(number, draft["title"].format(**fill), tuple(posts), draft.get("key", ""), told)
