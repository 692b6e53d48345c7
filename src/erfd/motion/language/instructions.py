"""What a machine can do: instructions, functions of the machine and one argument each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from erfd.motion.language.labels import Labels
from erfd.motion.language.machine import MOST_CALLS, Machine, Reference
from erfd.motion.language.problems import Fault
from erfd.motion.language.scope import Routine, Variable
from erfd.motion.language.system_values import of_robot
from erfd.motion.language.types import Array
from erfd.motion.language.values import UNSET, blank, copied, offset, with_part


# Values
def push(machine: Machine, value: Any) -> None:
    machine.stack.append(value)


def apply(machine: Machine, argument: tuple[Callable[..., Any], int]) -> None:
    """A function of the topmost values."""
    function, count = argument
    stack = machine.stack
    stack[-count:] = (function(*stack[-count:]),)


def load(machine: Machine, variable: Variable) -> None:
    box, place = machine.box(variable)
    value = box[place]
    if value is UNSET and variable.system and machine.robot:
        value = of_robot(machine.robot, variable.name)
    if value is UNSET:
        remedy = "assign it before it is used"
        raise Fault("E_UNSET", f"'{variable.name}' has no value yet", remedy)
    machine.stack.append(value)


def store(machine: Machine, variable: Variable) -> None:
    box, place = machine.box(variable)
    box[place] = machine.stack.pop()


def clear(machine: Machine, variable: Variable) -> None:
    """A variable without a value; an array of such."""
    if isinstance(variable.type, Array):
        machine.copies += variable.type.size
    box, place = machine.box(variable)
    box[place] = blank(variable.type)


def copy(machine: Machine, size: int) -> None:
    """An array of its own instead of the topmost one."""
    machine.copies += size
    machine.stack[-1] = copied(machine.stack[-1])


def refer(machine: Machine, variable: Variable) -> None:
    """A reference to a whole variable."""
    machine.stack.append(Reference(*machine.box(variable)))


def refer_element(machine: Machine, kind: Array) -> None:
    """A reference to an element: of a list, by an index."""
    index, box = machine.stack.pop(), machine.stack.pop()
    machine.stack.append(Reference(box, offset(kind, index)))


Path = tuple[Array | int, ...]  # an array takes an index from the stack, a number is a component


def assign(machine: Machine, argument: tuple[Variable, Path]) -> None:
    """A part of a variable; below the new value the indices lie on the stack, in their order."""
    variable, path = argument
    value = machine.stack.pop()
    count = sum(isinstance(step, Array) for step in path)
    indices = machine.stack[len(machine.stack) - count :]
    del machine.stack[len(machine.stack) - count :]
    box, place = machine.box(variable)
    box[place] = _changed(variable.name, box[place], path, indices, value)


def _changed(name: str, whole: Any, path: Path, indices: list[int], value: Any) -> Any:
    """The same with one part exchanged: lists in place, records made anew."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, Array):
        place = offset(step, indices[0])
        whole[place] = _changed(name, whole[place], rest, indices[1:], value)
        return whole
    if whole is UNSET or whole is None:
        what = f"this part of '{name}' has no value yet"
        raise Fault("E_UNSET", what, "assign the whole before its components")
    old = whole[step] if step < len(whole) else None
    return with_part(whole, step, _changed(name, old, rest, indices, value))


# Jumps
def jump(machine: Machine, distance: int) -> None:
    machine.pc += distance


def jump_unless(machine: Machine, distance: int) -> None:
    if not machine.stack.pop():
        machine.pc += distance


def jump_decided(machine: Machine, argument: tuple[bool, int]) -> None:
    """`and` and `or` leave out what cannot change their value any more."""
    deciding, distance = argument
    if machine.stack[-1] is deciding:
        machine.pc += distance
    else:
        machine.stack.pop()


def choose(machine: Machine, argument: tuple[Labels, int]) -> None:
    """case: the distance of the choice that a value has."""
    labels, otherwise = argument
    distance = labels.find(machine.stack.pop())
    machine.pc += otherwise if distance is None else distance


def count(machine: Machine, variable: Variable) -> None:
    """The values that a loop's counter will take, fixed before the first pass."""
    step, last, first = (machine.stack.pop() for _ in range(3))
    if step == 0:
        raise Fault("E_RANGE", "this loop counts by 0", "give another step after 'by'")
    end = last + 1 if step > 0 else last - 1
    box, place = machine.box(variable)
    box[place] = iter(range(first, end, step))


def advance(machine: Machine, argument: tuple[Variable, Variable, int]) -> None:
    """The counter's next value, or out of the loop."""
    counter, values, distance = argument
    box, place = machine.box(values)
    following = next(box[place], None)
    if following is None:
        machine.pc += distance
        return
    box, place = machine.box(counter)
    box[place] = following


# Calls
def call(machine: Machine, routine: Routine) -> None:
    """The arguments lie on the stack and become the first values of the call."""
    if len(machine.calls) >= MOST_CALLS:
        what = f"{MOST_CALLS} calls inside each other"
        raise Fault("E_STEPS", what, "look for a routine that calls itself without an end")
    given = len(routine.parameters)
    start = len(machine.stack) - given
    frame = machine.stack[start:] + [UNSET] * (routine.size - given)
    del machine.stack[start:]
    machine.copies += routine.size
    machine.calls.append((machine.pc, machine.frame))
    machine.pc, machine.frame = routine.entry, frame


def leave(machine: Machine, _: None) -> None:
    """Back to the caller; a function's value lies on the stack. The program ends itself."""
    if machine.calls:
        machine.pc, machine.frame = machine.calls.pop()
    else:
        machine.pc = len(machine.code)


def no_value(_: Machine, name: str) -> None:
    """The end of a function that has not returned."""
    what = f"function '{name}' ends without a value"
    raise Fault("E_UNSET", what, "let every way through it end with 'return'")
