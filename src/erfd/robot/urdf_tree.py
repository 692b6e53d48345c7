"""What hangs on what: one root, no loops, every name once; depth first, children as in the file.

A link called "base" meets BASE, the name of our own base: as the root, that link *is* our base;
anywhere else it gets another name, and a warning says so.
"""

from __future__ import annotations

from collections.abc import Iterable

from erfd.errors import RobotError
from erfd.robot.records import BASE, Joint
from erfd.robot.urdf_values import Notes, error, name_in, nearest, quoted, short
from erfd.robot.urdf_xml import Element

Placed = tuple[Joint, Element]


def by_name(elements: list[Element], what: str) -> dict[str, Element]:
    """The elements by their names, no name twice."""
    found: dict[str, Element] = {}
    for element in elements:
        name = name_in(element, "name")
        if name in found:
            problem = f"has the name of another {what}, on line {found[name].line}"
            raise error(element, problem, f"give every {what} a name of its own")
        found[name] = element
    return found


def root_of(links: dict[str, Element], joints: list[Placed]) -> str:
    """The only link that no joint carries; links that are missing or carried twice are errors."""
    carrier: dict[str, Placed] = {}
    for joint, element in joints:
        _check_links(joint, element, links)
        if joint.child in carrier:
            other, before = carrier[joint.child]
            carried = f"{quoted([joint.child])}, which {quoted([other.name])} (line {before.line})"
            what = f"carries {carried} carries too"
            remedy = "a link hangs on one joint: cut the loop, or use <mimic>"
            raise error(element, what, remedy)
        carrier[joint.child] = (joint, element)
    roots = [name for name in links if name not in carrier]
    if not roots:
        raise _loop(carrier, next(iter(links)))
    if len(roots) > 1:
        lines = ", ".join(f"'{short(name)}' (line {links[name].line})" for name in roots[:6])
        more = f" and {len(roots) - 6} more" if len(roots) > 6 else ""
        what = f"{len(roots)} links hang on no joint: {lines}{more}"
        raise links[roots[1]].error(what, "a robot has one root: join the others to it")
    return roots[0]


def _check_links(joint: Joint, element: Element, links: dict[str, Element]) -> None:
    for end, name in (("parent", joint.parent), ("child", joint.child)):
        if name not in links:
            found = element.all(end)[0]
            raise error(found, f'link="{short(name)}" is not a link', nearest(name, links))


def depth_first(root: str, links: dict[str, Element], joints: list[Placed]) -> list[Placed]:
    """The joints outward from the root; what is not reached is a loop of its own."""
    elements = {joint.name: element for joint, element in joints}
    ordered = outward(root, [joint for joint, _ in joints])
    if len(ordered) < len(joints):
        reached = {root, *(joint.child for joint in ordered)}
        lost = next(name for name in links if name not in reached)
        raise _loop({joint.child: (joint, element) for joint, element in joints}, lost)
    return [(joint, elements[joint.name]) for joint in ordered]


def outward(root: str, joints: Iterable[Joint]) -> list[Joint]:
    """Depth first from the root, the joints of one parent in the order given."""
    children: dict[str, list[Joint]] = {}
    for joint in joints:
        children.setdefault(joint.parent, []).append(joint)
    ordered: list[Joint] = []
    waiting = children.get(root, [])[::-1]
    while waiting:
        ordered.append(waiting.pop())
        waiting += children.get(ordered[-1].child, [])[::-1]
    return ordered


def _loop(carrier: dict[str, Placed], link: str) -> RobotError:
    """Down from a link that no root carries, until one comes again."""
    chain = {link: None}
    while (link := carrier[link][0].parent) not in chain:
        chain[link] = None
    names = [*chain]
    names = names[names.index(link) :][::-1]
    shown = " -> ".join(f"'{short(name)}'" for name in [names[-1], *names][:7])
    more = " -> ..." if len(names) > 6 else ""
    _, element = carrier[link]
    what = f"the links form a loop: {shown}{more}"
    joint = f"joint '{short(carrier[link][0].name)}'"
    return element.error(what, f"remove the one that closes it, perhaps {joint}")


def our_names(root: str, links: dict[str, Element], notes: Notes) -> dict[str, str]:
    """The body's name of every link: its own, but for a link called "base" that is not the root."""
    names = {name: name for name in links}
    if BASE in links and root != BASE:
        names[BASE] = free_name("urdf_base", links)
        finding = f"'{BASE}' names the robot's base, so this link is '{names[BASE]}' here"
        notes.warn(finding, links[BASE])
    return names


def root_joint(root: str) -> str:
    """The name of the joint on which our reader stands a root that is not called "base"."""
    return f"{BASE}_to_{root}"


def free_name(wish: str, taken: Iterable[str]) -> str:
    used = set(taken)
    while wish in used:
        wish += "_"
    return wish
