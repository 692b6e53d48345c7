"""The LLVM IR that copies rows of any strides into a tile on the stack, and back."""

from __future__ import annotations

LEAST_DEPTH = 3  # dimensions of a row that the copies know; derivatives of derivatives have more


def copy(name: str, width: int, depth: int = LEAST_DEPTH) -> str:
    """pack: rows -> tile, the last row repeated; unpack: tile -> as many rows as there are."""
    pack = name == "pack"
    core = ", ".join(f"i64 %n{d}, i64 %c{d}" for d in range(depth))
    return "\n".join([
        f"define internal void @{name}(ptr %tile, ptr %base, i64 %step, i64 %rows, {core}) #2 {{",
        "entry:",
        "  %last = sub i64 %rows, 1",
        "  br label %r",
        "r:",
        "  %row = phi i64 [ 0, %entry ], [ %row1, %rend ]",
        f"  %k0 = phi i64 [ 0, %entry ], [ %k{depth}, %rend ]",
        "  %small = icmp slt i64 %row, %last",
        "  %from = select i1 %small, i64 %row, i64 %last",
        "  %off = mul i64 %from, %step",
        "  %at = getelementptr i8, ptr %base, i64 %off",
        "  br label %l0",
        *(line for d in range(depth) for line in _begin(d, depth)),
        *_move(pack),
        f"  %k{depth} = add i64 %k, 1",
        *(line for d in reversed(range(depth)) for line in _end(d, depth)),
        "rend:",
        "  %row1 = add i64 %row, 1",
        f"  %morer = icmp slt i64 %row1, {width if pack else '%rows'}",
        "  br i1 %morer, label %r, label %leave",
        "leave:",
        "  ret void",
        "}",
    ])  # fmt: skip


def _begin(d: int, depth: int) -> list[str]:
    """The head of the loop over dimension d; %k is the place in the tile."""
    inner = d == depth - 1
    before, outside = f"l{d - 1}" if d else "r", f"%at{d - 1}" if d else "%at"
    place, far = ("%k", "%far") if inner else (f"%k{d + 1}", f"%at{d}")
    again = f"l{d}" if inner else f"e{d}"
    head = [
        f"l{d}:",
        f"  %i{d} = phi i64 [ 0, %{before} ], [ %i{d}n, %{again} ]",
        f"  {place} = phi i64 [ %k{d}, %{before} ], [ %k{depth}, %{again} ]",
        f"  %off{d} = mul i64 %i{d}, %c{d}",
        f"  {far} = getelementptr i8, ptr {outside}, i64 %off{d}",
    ]
    return head if inner else [*head, f"  br label %l{d + 1}"]


def _end(d: int, depth: int) -> list[str]:
    label = [] if d == depth - 1 else [f"e{d}:"]
    return [
        *label,
        f"  %i{d}n = add i64 %i{d}, 1",
        f"  %more{d} = icmp slt i64 %i{d}n, %n{d}",
        f"  br i1 %more{d}, label %l{d}, label %{f'e{d - 1}' if d else 'rend'}",
    ]


def _move(pack: bool) -> list[str]:
    near = "  %near = getelementptr double, ptr %tile, i64 %k"
    if pack:
        return [near, "  %x = load double, ptr %far, align 1", "  store double %x, ptr %near"]
    return [near, "  %x = load double, ptr %near", "  store double %x, ptr %far, align 1"]
