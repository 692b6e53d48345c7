"""The part of JSON Schema that our schemas use: enough to say whether a document fits."""

from __future__ import annotations

from typing import Any

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
    "integer": int,
}


def misfits(schema: dict[str, Any], value: Any, root: dict[str, Any], at: str = "") -> list[str]:
    """What does not fit, with its place; a property that the schema does not know is a misfit."""
    if "$ref" in schema:
        return misfits(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, root, at)
    if "anyOf" in schema:
        tried = [misfits(option, value, root, at) for option in schema["anyOf"]]
        return [] if any(not found for found in tried) else tried[-1]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at}: {value!r} is not in the list"]
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(_is(value, name) for name in names):
        return [f"{at}: {value!r} is no {' or '.join(names)}"]
    if isinstance(value, list):
        return [
            m for k, x in enumerate(value) for m in misfits(schema["items"], x, root, f"{at}[{k}]")
        ]
    return _members(schema, value, root, at) if isinstance(value, dict) else []


def _is(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (isinstance(value, bool) == (name == "boolean"))


def _members(schema: dict[str, Any], value: Any, root: dict[str, Any], at: str) -> list[str]:
    found = [f"{at}: no {name}" for name in schema.get("required", []) if name not in value]
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    for name, member in value.items():
        rule = known.get(name, others)
        if rule is None:
            found.append(f"{at}: {name} is not in the schema")
        else:
            found += misfits(rule, member, root, f"{at}.{name}")
    return found
