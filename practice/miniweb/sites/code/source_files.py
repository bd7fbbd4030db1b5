"""What the files of a project may contain, before its history writes them block by block."""

from collections.abc import Iterator, Mapping
from random import Random

from ...kit.filled_texts import fill, fill_all
from ...kit.text_histories import Plan
from .code_catalogue import read
from .records import Hub, Project


def plan_files(rng: Random, hub: Hub, project: Project) -> list[Plan]:
    """The files of a project in the order of their creation; the first four come together."""
    common, style = read("common_files.json"), read("languages.json")[project.language]
    slots = vars(project) | {"pkg": project.name.replace("-", "_")}
    slots |= {"install": fill(style["install"], slots)}
    names = common["shallow"] if project.origin else list(common["files"])
    texts = [Plan(path, fill_all(common["files"][path], slots)) for path in names]
    rest = texts[3:]
    roles = rng.sample(sorted(read("roles.json")), 3 if project.origin else rng.randrange(14, 21))
    others = [one for name, one in read("languages.json").items() if name != project.language]
    other, share = rng.choice(others), rng.uniform(0.1, 0.4)
    for role in roles:  # some parts are written in another language
        rest += _plan_role(rng, other if rng.random() < share else style, slots, role)
    rng.shuffle(rest)
    needs = []
    for other in choose_needs(hub, project):
        versions = [f"{rng.randrange(1, 4)}.{rng.randrange(14)}.0" for _ in range(4)]
        needs.append((other.name, versions, fill(style["needs"], {"name": other.name})))
    manifest = Plan(style["manifest"], fill_all([style["manifest_head"]], slots), needs)
    return [*texts[:3], manifest, *rest]


def _plan_role(rng: Random, style: dict, slots: Mapping, role: str) -> Iterator[Plan]:
    """The source of a role and, often, its tests."""
    group, about, settings, functions = read("roles.json")[role]
    slots = {**slots, "group": group, "role": role, "about": about}
    verbs = [{"verb": verb, "arg": arg, "doc": doc} for verb, arg, doc in functions]
    bodies = [[fill(line, verb) for line in rng.choice(style["functions"])] for verb in verbs]
    lines = [
        (name, values, fill(style["setting"], {"name": name, "note": note}))
        for name, values, note in settings
    ]
    yield Plan(fill(style["path"], slots), fill_all([style["head"], *bodies], slots), lines)
    if rng.random() < 0.6:
        tests = [[fill(line, verb) for line in style["test_lines"]] for verb in verbs]
        blocks = fill_all([style["test_head"], *tests], slots)
        yield Plan(fill(style["test"], slots), blocks)


def choose_needs(hub: Hub, project: Project) -> list[Project]:
    """The projects that a project depends on, all in its language."""
    originals = [other for other in hub.projects.values() if not other.origin]
    known = [other for other in originals if other.language == project.language]
    rng = hub.world.random(f"code/{project.slug}/needs")
    return rng.sample([other for other in known if other.name != project.name], rng.randrange(3, 6))


def list_verbs() -> list[str]:
    """The names of all functions, as issues and release notes mention them."""
    return [verb for _, _, _, functions in read("roles.json").values() for verb, *_ in functions]
