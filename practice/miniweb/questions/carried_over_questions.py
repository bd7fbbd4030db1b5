"""Level 2: what one site tells is carried over to another, to look it up or to compute with it."""

from string import ascii_lowercase

from ..kit.answer_variants import count_variants
from ..kit.formats import money
from ..kit.steps import link
from ..sites.courses.records import Instructor, Partner
from ..sites.devices.configurations import configure
from ..sites.devices.records import Model as Device
from ..sites.models.model_files import files
from ..sites.models.records import Model
from .question import Question, ask
from .seeker import BACK_TO_SEARCH, Seeker
from .site_visits import ask_reckon, open_model


def copies_on_a_device(seek: Seeker) -> Question:
    """The weights of a model and the storage of a device."""
    hub, halden = seek.sites["models"], seek.sites["devices"]

    def find_size(model: Model) -> str:
        return next(file.size for file in files(hub, model, "main") if "egg" in file.name)

    def count(model: Model, storage: str) -> float:
        return int(storage.split()[0]) / float(find_size(model).split()[0])

    def fits(model: Model) -> bool:
        if (model.kind, model.bits) != ("quantised", 4) or not find_size(model).endswith("GB"):
            return False
        return count(model, most) > 9 and 0.1 < count(model, most) % 1 < 0.9

    device = seek.pick(
        [*halden.of("phones"), *halden.of("tablets")],
        lambda each: _list_storage(each)[-1].endswith("GB"),
    )
    least, *_, most = _list_storage(device)
    copy = seek.pick(hub.models.values(), fits)
    base = hub.models[copy.base]
    number = int(count(copy, most))
    alike = [one for one in hub.made_from(base) if one.kind == "quantised" and one.bits != 4]
    confused = [
        count(copy, least),
        *(count(one, most) for one in alike if find_size(one).endswith("GB")),
        number + 1,
        number * 1024**3 / 1000**3,
    ]
    return ask(
        2,
        f"If nothing else is stored there, how often does the copy with weights of 4 bits that "
        f"{hub.orgs[copy.org]['name']} made of {base.id}, a model on Hatchery, fit into the "
        f"largest storage with which Halden sells the {device.name}? A gigabyte has a billion "
        "bytes on both sites.",
        f"{number} times",
        [count_variants(number)],
        [
            *open_model(seek, base),
            link(copy.id),
            link("Files and versions"),
            BACK_TO_SEARCH,
            *seek.open(device),
            link("Tech specs"),
        ],
        facts=[find_size(copy), most],
        wrong=[f"{int(other)} times" for other in confused if int(other) != number],
    )


def _list_storage(device: Device) -> list[str]:
    """The sizes of storage that a device is sold with, the smallest first."""
    return [
        option.name for group in device.groups if group.key == "storage" for option in group.options
    ]


def motto_in_cipher(seek: Seeker) -> Question:
    """A teacher's story leads to a university, whose motto is put into a cipher."""
    lectern = seek.sites["courses"]
    partners = {partner.name: partner for partner in lectern.partners.values()}

    def find_school(person: Instructor) -> Partner:
        return partners[str(person.facts["school"])]

    person = seek.pick(
        lectern.instructors.values(), lambda one: find_school(one) is not one.partner
    )
    school, shift = find_school(person), seek.random.randrange(4, 23)
    text = school.motto.lower()
    answer = _encode(text, shift)
    return ask(
        2,
        f"Take the motto of the university at which {person.name}, who teaches on Lectern, took a "
        f"doctorate. Write it in small letters and have Reckon put it into the Caesar cipher with "
        f"a shift of {shift}. What comes out?",
        answer,
        [answer],
        [
            *seek.open(person),
            link("Partners"),
            link(school.name),
            BACK_TO_SEARCH,
            *ask_reckon(seek, f"caesar {shift} {text}", "Result"),
        ],
        facts=[school.name, school.motto, answer],
        wrong=[
            text,
            _encode(text, -shift),
            _encode(text, shift + 1),
            _encode(person.partner.motto.lower(), shift),
        ],
    )


def _encode(text: str, shift: int) -> str:
    moved = ascii_lowercase[shift:] + ascii_lowercase[:shift]
    return text.translate(str.maketrans(ascii_lowercase, moved))


def loan_or_plan(seek: Seeker) -> Question:
    """A maker's monthly rate, and that of a loan over the same price."""
    halden = seek.sites["devices"]
    device = seek.pick(halden.of("laptops"))
    plan = configure(halden, device, {}).monthly("m24")

    def pay(rate: float) -> int:
        """The cents of a month of a loan over two years."""
        month = rate / 1200
        return round(device.price * month / (1 - (1 + month) ** -24))

    rates = seek.shuffled((4.5, 6.5, 11.5, 13.5))
    rate = next(each for each in rates if abs(pay(each) - plan) > 60)
    gap, dollars = abs(pay(rate) - plan), device.price // 100
    return ask(
        2,
        f"I could pay Halden for the {device.name}, at its lowest price and without a care plan, "
        "over 24 months, or take a loan over that price for two years. Reckon computes the loan "
        f"like a mortgage; its interest is {rate}% a year. By how many dollars do the two monthly "
        "payments differ?",
        money(gap),
        [gap / 100],
        [
            *seek.open(device),
            link("Buy"),
            BACK_TO_SEARCH,
            *ask_reckon(seek, f"mortgage {dollars} at {rate}% for 2 years", "Monthly payment"),
        ],
        facts=[f"${dollars:,}", money(plan), f"{pay(rate) / 100:,.2f}"],
        wrong=[
            money(plan),
            money(pay(rate)),
            money(abs(plan - device.price // 24)),
            money(abs(pay(rate) - configure(halden, device, {}).monthly("m12"))),
        ],
    )


MAKERS = {  # each with the sites that its question leads to
    copies_on_a_device: "models devices",
    motto_in_cipher: "courses compute",
    loan_or_plan: "devices compute",
}
