"""The LLVM IR that copies rows of any strides into a tile on the stack, and back."""

from __future__ import annotations


def copy(name: str, width: int) -> str:
    """pack: rows -> tile, the last row repeated; unpack: tile -> as many rows as there are."""
    pack = name == "pack"
    rows = str(width) if pack else "%rows"
    move = ["%x = load double, ptr %far, align 1", "store double %x, ptr %near"]
    if not pack:
        move = ["%x = load double, ptr %near", "store double %x, ptr %far, align 1"]
    core = ", ".join(f"i64 %n{d}, i64 %c{d}" for d in range(3))
    return "\n".join([
        f"define internal void @{name}(ptr %tile, ptr %base, i64 %step, i64 %rows, {core}) #2 {{",
        "entry:",
        "  %last = sub i64 %rows, 1",
        "  br label %r",
        "r:",
        "  %row = phi i64 [ 0, %entry ], [ %row1, %rend ]",
        "  %k0 = phi i64 [ 0, %entry ], [ %k3, %rend ]",
        "  %small = icmp slt i64 %row, %last",
        "  %from = select i1 %small, i64 %row, i64 %last",
        "  %off = mul i64 %from, %step",
        "  %at = getelementptr i8, ptr %base, i64 %off",
        "  br label %a",
        "a:",
        "  %i0 = phi i64 [ 0, %r ], [ %i0n, %aend ]",
        "  %k1 = phi i64 [ %k0, %r ], [ %k3, %aend ]",
        "  %off0 = mul i64 %i0, %c0",
        "  %at0 = getelementptr i8, ptr %at, i64 %off0",
        "  br label %b",
        "b:",
        "  %i1 = phi i64 [ 0, %a ], [ %i1n, %bend ]",
        "  %k2 = phi i64 [ %k1, %a ], [ %k3, %bend ]",
        "  %off1 = mul i64 %i1, %c1",
        "  %at1 = getelementptr i8, ptr %at0, i64 %off1",
        "  br label %c",
        "c:",
        "  %i2 = phi i64 [ 0, %b ], [ %i2n, %c ]",
        "  %k = phi i64 [ %k2, %b ], [ %k3, %c ]",
        "  %off2 = mul i64 %i2, %c2",
        "  %far = getelementptr i8, ptr %at1, i64 %off2",
        "  %near = getelementptr double, ptr %tile, i64 %k",
        *(f"  {line}" for line in move),
        "  %k3 = add i64 %k, 1",
        "  %i2n = add i64 %i2, 1",
        "  %more2 = icmp slt i64 %i2n, %n2",
        "  br i1 %more2, label %c, label %bend",
        "bend:",
        "  %i1n = add i64 %i1, 1",
        "  %more1 = icmp slt i64 %i1n, %n1",
        "  br i1 %more1, label %b, label %aend",
        "aend:",
        "  %i0n = add i64 %i0, 1",
        "  %more0 = icmp slt i64 %i0n, %n0",
        "  br i1 %more0, label %a, label %rend",
        "rend:",
        "  %row1 = add i64 %row, 1",
        f"  %morer = icmp slt i64 %row1, {rows}",
        "  br i1 %morer, label %r, label %leave",
        "leave:",
        "  ret void",
        "}",
    ])  # fmt: skip
