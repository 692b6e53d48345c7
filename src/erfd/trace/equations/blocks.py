"""What may be derived, in closed form: the recursions run on letters, their results collected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from erfd.dynamics import newton_euler, quantities
from erfd.dynamics.kinematics import steps
from erfd.errors import ErfdError
from erfd.trace.equations.collect import Collector
from erfd.trace.equations.expression import Expression, names
from erfd.trace.equations.model import Model
from erfd.trace.equations.sheet import Block, Step


class What(NamedTuple):
    """Name of the exported function, title, LaTeX symbol, inputs, shape (n coordinates, m bodies).

    `method` is the algorithm of the quantity that is run.
    """

    function: str
    title: str
    symbol: str
    inputs: tuple[str, ...]
    shape: tuple[Any, ...]
    quantity: str
    method: str = ""
    symmetric: bool = False


N = ("n",)
WHATS: dict[str, What] = {
    "M": What(
        "mass_matrix", "Mass matrix", "M", ("q",), ("n", "n"),
        "mass_matrix", "composite_body", True,
    ),
    "Cqd": What(
        "velocity_terms", r"Coriolis and centrifugal terms, C qd", "h", ("q", "qd"), N,
        "bias", "newton_euler",
    ),
    "C": What(
        "coriolis_matrix", "Coriolis matrix", "C", ("q", "qd"), ("n", "n"), "coriolis_matrix",
    ),
    "g": What("gravity", "Gravity", "g", ("q",), N, "bias", "newton_euler"),
    "bias": What(
        "bias", "Bias: Coriolis, centrifugal and gravity terms", "b", ("q", "qd"), N,
        "bias", "newton_euler",
    ),
    "tau": What(
        "inverse_dynamics", "Joint torques of a motion", r"\tau", ("q", "qd", "qdd"), N,
        "inverse_dynamics", "newton_euler",
    ),
    "fk": What("forward_kinematics", "Pose of the tool", "T", ("q",), (4, 4), "forward_kinematics"),
    "jacobian": What("jacobian", "Jacobian of the tool", "J", ("q",), (6, "n"), "frame_jacobian"),
    "reactions": What(
        "joint_reactions", "Joint reactions", "R", ("q", "qd", "qdd"), ("m", 6), "joint_reactions",
    ),
    "press": What(
        "pressing", "Forces across the joints' axes", "F", ("q", "qd", "qdd"), ("m", 2), "press",
    ),
}  # fmt: skip


def press(tree: Any, *state: Any) -> list[tuple[Any, Any]]:
    """Of every body, the two components of the force at its joint across the axis."""
    loads = newton_euler.reactions(tree, steps(tree, state[0]), *state[1:])
    return [(load.f[0], load.f[1]) for load in loads]


TEXTS: dict[str, Callable[..., Any]] = {
    "mass_matrix": quantities.mass_matrix,
    "bias": quantities.bias,
    "coriolis_matrix": quantities.coriolis_matrix,
    "inverse_dynamics": quantities.inverse_dynamics,
    "forward_kinematics": quantities.forward_kinematics,
    "frame_jacobian": quantities.frame_jacobian,
    "joint_reactions": quantities.joint_reactions,
    "press": press,
}
LOADED = ("bias", "tau", "reactions", "press")


class Asked(NamedTuple):
    """Choices that all blocks share."""

    coriolis: str = "christoffel"
    wrench: bool = False
    level: int = 1
    base: bool = False


def evaluated(what: str, tree: Any, state: dict[str, Any], asked: Asked) -> list[Any]:
    """The quantity over any scalar, flat; `state` has q, qd, qdd and the wrench."""
    kind = WHATS[what]
    arguments = [state[name] for name in kind.inputs]
    if what == "g":
        arguments.append([0] * len(state["q"]))
    if kind.quantity in ("forward_kinematics", "frame_jacobian"):
        arguments.append(tree.tool)
    if asked.wrench and what in LOADED:
        arguments.append(state["wrench"])
    method = asked.coriolis if what == "C" else kind.method
    options = {"method": method} if method else {}
    if what == "Cqd":
        return velocity_terms(tree, *arguments)
    return flat(TEXTS[kind.quantity](tree, *arguments, **options))


def velocity_terms(tree: Any, q: Sequence[Any], qd: Sequence[Any]) -> list[Any]:
    """The bias of a robot that weighs nothing."""
    import dataclasses

    weightless = dataclasses.replace(tree, gravity=(0, 0, 0))
    return quantities.bias(weightless, q, qd, None, "newton_euler")


def flat(x: Any) -> list[Any]:
    return [y for part in x for y in flat(part)] if isinstance(x, (list, tuple)) else [x]


def inputs(what: str, asked: Asked) -> tuple[str, ...]:
    own = WHATS[what].inputs
    return (*own, "wrench") if asked.wrench and what in LOADED else own


def note(what: str, asked: Asked) -> str:
    """What has to be said of a quantity."""
    if what == "C":
        chosen = {
            "christoffel": "of Christoffel's symbols: dM/dt - 2C is skew",
            "denoc": "of the natural orthogonal complement, (9.16)",
        }
        return chosen[asked.coriolis]
    if what == "jacobian":
        return "linear rows, then angular; base axes, at the tool point"
    if what == "reactions":
        return (
            "a row for each body: force, then moment, on it by its parent, base axes, joint origin"
        )
    if asked.wrench and what in LOADED:
        return "f, n: force and moment by the environment on the tool, base axes, tool point"
    return ""


def shape(what: str, n: int, m: int) -> tuple[int, ...]:
    sizes = {"n": n, "m": m}
    return tuple(sizes[d] if isinstance(d, str) else d for d in WHATS[what].shape)


def closed(model: Model, what: str, asked: Asked) -> tuple[Block, dict[str, str]]:
    """The block in closed form, and how LaTeX writes its sines and cosines."""
    state: dict[str, Any] = {"q": model.q()}
    state |= {rate: model.rates(rate) for rate in ("qd", "qdd")}
    state["wrench"] = model.wrench() if asked.wrench else None
    results = evaluated(what, model.tree, state, asked)
    return block_of(model, what, results, asked)


def block_of(
    model: Model, what: str, results: Sequence[Any], asked: Asked
) -> tuple[Block, dict[str, str]]:
    collector = Collector(model.ring, outer_names(model), asked.level)
    _refuse_quotients(model, results)
    entries = tuple(collector.expression(x) for x in results)
    kind = WHATS[what]
    made = Block(
        what=what,
        function=kind.function,
        title=kind.title,
        symbol=kind.symbol,
        inputs=inputs(what, asked),
        shape=shape(what, model.n, model.tree.n),
        entries=entries,
        steps=angle_steps(collector, entries),
        symmetric=kind.symmetric,
        note=note(what, asked),
    )
    return made, {name: collector.angles.latex(name) for name in collector.angles.multiples}


def outer_names(model: Model) -> set[str]:
    loads = {f"{f}{axis}_tool" for f in "fn" for axis in "xyz"}
    return loads | {f"{r}{i}" for r in ("qd", "qdd") for i in range(1, model.n + 1)}


def angle_steps(collector: Collector, entries: Sequence[Expression]) -> tuple[Step, ...]:
    """The sines and cosines that the entries use, each angle's cosine first."""
    used = set().union(*(names(x) for x in entries))
    angles = collector.angles
    found = [name for name in angles.multiples if name in used]
    found.sort(key=lambda x: (len(x), x[1:], x[0]))
    return tuple(Step(x, angles.latex(x), angles.definition(x)) for x in found)


def _refuse_quotients(model: Model, results: Sequence[Any]) -> None:
    for x in results:
        for packed, _ in getattr(x, "terms", ()):
            for name, _ in model.ring.powers(packed):
                if name.startswith("1/"):
                    raise ErfdError(
                        "this quantity has a denominator with letters in it", "use form cse"
                    )
