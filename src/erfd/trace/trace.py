"""From a robot's tree and a quantity to a tape: the algorithm's text, run on traced scalars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from erfd.dynamics import quantities
from erfd.dynamics.reduced import coordinates
from erfd.dynamics.tree import Place, Tree
from erfd.trace.base_parameters import READERS, base_parameters
from erfd.trace.cost import cost
from erfd.trace.felt import refuse_singular
from erfd.trace.parallel import has_sums, summed
from erfd.trace.parameters import Parameters
from erfd.trace.reframe import reframed
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape


class Quantity(NamedTuple):
    """Inputs and outputs by name and shape ("n" is the number of coordinates), and the text.

    `inertial` says that the result depends on the bodies only through the joint torques, so that
    frames may be moved and inertial parameters regrouped.
    """

    inputs: dict[str, tuple[Any, ...]]
    outputs: dict[str, tuple[Any, ...]]
    text: Callable[..., Any]
    inertial: bool = False
    wrench: bool = False
    frame: bool = False


def _equations_of_motion(tree: Tree, q: Any, qd: Any, wrench: Any = None, *, method: str) -> Any:
    """H and the bias; by composite bodies where nothing else is asked for."""
    if method != "composite_body":
        return quantities.equations_of_motion(tree, q, qd, wrench, method=method)
    H = quantities.mass_matrix(tree, q, method=method)
    return H, quantities.bias(tree, q, qd, wrench)


def chosen(tree: Tree, quantity: str, method: str | None = None) -> str:
    """The algorithm's name; by default the cheapest for this robot; "" where there is none."""
    if quantity not in METHODICAL:
        return method or ""
    if quantity == "equations_of_motion" and method in (None, "auto", "composite_body"):
        return "composite_body"
    if quantity == "forward_dynamics" and method in (None, "auto"):
        return _cheapest(tree)
    return quantities.resolve(tree, quantity, method or "auto")


def _cheapest(tree: Tree) -> str:
    """By formula where that is clear, else by the cost of the two tapes themselves."""
    if tree.follows is not None or not 0.72 < quantities.matrix_share(tree) < 1.4:
        return quantities.resolve(tree, "forward_dynamics")
    names = ("composite_body", "articulated_body")
    return min(names, key=lambda name: cost(trace(tree, "forward_dynamics", name)))


N = ("n",)
QUANTITIES: dict[str, Quantity] = {
    "inverse_dynamics": Quantity(
        {"q": N, "qd": N, "qdd": N}, {"tau": N}, quantities.inverse_dynamics, True, True
    ),
    "forward_dynamics": Quantity(
        {"q": N, "qd": N, "tau": N}, {"qdd": N}, quantities.forward_dynamics, True, True
    ),
    "mass_matrix": Quantity({"q": N}, {"H": ("n", "n")}, quantities.mass_matrix, True),
    "bias": Quantity({"q": N, "qd": N}, {"bias": N}, quantities.bias, True, True),
    "gravity": Quantity({"q": N}, {"gravity": N}, quantities.gravity, True),
    "equations_of_motion": Quantity(
        {"q": N, "qd": N},
        {"H": ("n", "n"), "bias": N},
        _equations_of_motion,
        True,
        True,
    ),
    "coriolis_matrix": Quantity(
        {"q": N, "qd": N}, {"C": ("n", "n")}, quantities.coriolis_matrix, True
    ),
    "forward_kinematics": Quantity(
        {"q": N}, {"T": (4, 4)}, quantities.forward_kinematics, frame=True
    ),
    "jacobian": Quantity({"q": N}, {"J": (6, "n")}, quantities.frame_jacobian, frame=True),
    "jacobian_rate": Quantity(
        {"q": N, "qd": N}, {"Jd": (6, "n")}, quantities.frame_jacobian_rate, frame=True
    ),
    "joint_reactions": Quantity(
        {"q": N, "qd": N, "qdd": N}, {"R": ("m", 6)}, quantities.joint_reactions, wrench=True
    ),
    "energy": Quantity({"q": N, "qd": N}, {"T": (), "V": ()}, quantities.energies),
}
SUMMABLE = {
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "bias",
    "gravity",
    "equations_of_motion",
    "forward_kinematics",
    "jacobian",
}
METHODICAL = {
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "bias",
    "equations_of_motion",
}


class Setting(NamedTuple):
    """A quantity about to be traced: the tape with its inputs, and what the text is called with."""

    tape: Tape
    tree: Tree
    arguments: list[Any]
    options: dict[str, str]
    sizes: dict[str, int]
    sums: bool = False

    def run(self, text: Callable[..., Any]) -> Any:
        """A joint without inertia that no parameter gives any is named."""
        try:
            return text(self.tree, *self.arguments, **self.options)
        except ZeroDivisionError:
            refuse_singular(self.tree, quantities.mass_matrix(self.tree, self.arguments[0]))
            raise


def trace(
    tree: Tree,
    quantity: str,
    method: str | None = None,
    *,
    wrench: bool = False,
    place: Place | None = None,
    parameters: Parameters | None = None,
) -> Tape:
    """The tape of one quantity of one robot; `wrench` adds the tool's load as an input.

    With `parameters` the tree is that of `parameters.bare`; their inputs stand last. Angles of
    parallel axes are added first where that saves work.
    """
    what, tapes = QUANTITIES[quantity], []
    for sums in (False, True):
        setting = prepare(
            tree,
            quantity,
            method,
            wrench=wrench,
            place=place,
            parameters=parameters,
            sums=sums,
        )
        if not sums or setting.sums:
            _outputs(setting.tape, what, setting.run(what.text), setting.sizes)
            tapes.append(setting.tape.compact())
    return min(tapes, key=cost) if len(tapes) > 1 else tapes[0]


def prepare(
    tree: Tree,
    quantity: str,
    method: str | None = None,
    *,
    wrench: bool = False,
    place: Place | None = None,
    parameters: Parameters | None = None,
    sums: bool = False,
) -> Setting:
    """The tape with the inputs on it, frames and inertial parameters chosen.

    `sums` adds the angles of parallel axes; then nothing may be differentiated by an angle.
    """
    what = QUANTITIES[quantity]
    name = chosen(tree, quantity, method)
    offsets: tuple[float, ...] = (0.0,) * tree.n
    readable = what.inertial and name in (*READERS, "christoffel", "")
    if readable:
        fixed = wrench or (parameters is not None and parameters.gravity)
        tree, offsets = reframed(tree, base=not fixed)
        tree = base_parameters(tree)
    sizes = {"n": coordinates(tree), "m": tree.n}
    tape = Tape()
    arguments: list[Any] = [
        symbols(tape, word, _shape(shape, sizes)) for word, shape in what.inputs.items()
    ]
    if wrench:
        arguments.append(symbols(tape, "wrench", (6,)))
    if parameters is not None:
        values = {x.name: symbols(tape, x.name, x.shape) for x in parameters.inputs}
        tree = parameters.applied(tree, values)
    sums = sums and quantity in SUMMABLE and name in (*READERS, "") and has_sums(tree)
    if sums:
        tree, arguments[0] = summed(tree, arguments[0], offsets)
    elif tree.follows is None:
        arguments[0] = [x + d for x, d in zip(arguments[0], offsets, strict=True)]
    if what.frame:
        arguments.append(place or tree.tool)
    return Setting(tape, tree, arguments, {"method": name} if name else {}, sizes, sums)


def _shape(shape: tuple[Any, ...], sizes: dict[str, int]) -> tuple[int, ...]:
    return tuple(sizes[d] if isinstance(d, str) else d for d in shape)


def _outputs(tape: Tape, what: Quantity, results: Any, sizes: dict[str, int]) -> None:
    groups = results if len(what.outputs) > 1 else (results,)
    for (name, shape), group in zip(what.outputs.items(), groups, strict=True):
        output(tape, name, _shape(shape, sizes), _flat(group))


def _flat(x: Any) -> Sequence[Any]:
    if isinstance(x, (list, tuple)):
        return [y for part in x for y in _flat(part)]
    return [x]
