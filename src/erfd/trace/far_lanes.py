"""The reduction of far angles, lane by lane of a tile in memory: a rare call, not worth vectors."""

from __future__ import annotations

FAR = "{ double, double, i64 }"  # r, its low part, the quarter turns

LANES = [
    "define internal void @reduce_lanes(ptr %tile, i64 %angles, i64 %width) #1 {",
    "entry:",
    "  br label %angle",
    "angle:",
    "  %k = phi i64 [ 0, %entry ], [ %k1, %on ]",
    "  %first = mul i64 %k, 4",
    "  br label %lane",
    "lane:",
    "  %j = phi i64 [ 0, %angle ], [ %j1, %lane ]",
    *(
        line
        for part, kind in enumerate(("double", "double", "double", "i64"))
        for line in (
            f"  %row{part} = add i64 %first, {part}",
            f"  %skip{part} = mul i64 %row{part}, %width",
            f"  %place{part} = add i64 %skip{part}, %j",
            f"  %at{part} = getelementptr double, ptr %tile, i64 %place{part}",
            f"  %v{part} = load {kind}, ptr %at{part}",
        )
    ),
    f"  %far = call {FAR} @reduce_far(double %v0, double %v1, double %v2, i64 %v3)",
    *(
        line
        for part, kind in enumerate(("double", "double", "i64"))
        for line in (
            f"  %new{part} = extractvalue {FAR} %far, {part}",
            f"  store {kind} %new{part}, ptr %at{part + 1}",
        )
    ),
    "  %j1 = add i64 %j, 1",
    "  %morej = icmp slt i64 %j1, %width",
    "  br i1 %morej, label %lane, label %on",
    "on:",
    "  %k1 = add i64 %k, 1",
    "  %morek = icmp slt i64 %k1, %angles",
    "  br i1 %morek, label %angle, label %leave",
    "leave:",
    "  ret void",
    "}",
]
