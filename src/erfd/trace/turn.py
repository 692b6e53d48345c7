"""The rounds of a loop in LLVM IR: a counter and the state in phis, one block after the other."""

from __future__ import annotations

from erfd.trace.ir import Writer


class Turn:
    """Opened before the body is written, closed after it; `rounds` is the counter as a double.

    With a `count` that is known only at run time there may be no round at all.
    """

    def __init__(self, w: Writer, kinds: list[str], starts: list[str], count: str = "") -> None:
        self.w, self.kinds, self.starts, self.perhaps = w, kinds, starts, bool(count)
        self.before, self.head, self.leave = w.block, w.fresh_label("round"), w.fresh_label("leave")
        if count:
            some = w.put(f"icmp sgt i64 {count}, 0")
            w.do(f"br i1 {some}, label %{self.head}, label %{self.leave}")
        else:
            w.do(f"br label %{self.head}")
        w.label(self.head)
        self.phis = [w.new() for _ in kinds]
        self.counter, self.place = w.new(), len(w.lines)
        self.rounds = w.spread(w.put(f"uitofp i64 {self.counter} to double"))

    def close(self, after: list[str], count: str, done: str | None = None) -> list[str]:
        """Another round while there are any and `done` does not hold; the last state."""
        w = self.w
        following = w.put(f"add i64 {self.counter}, 1")
        again = w.put(f"icmp ult i64 {following}, {count}")
        if done:
            again = w.put(f"and i1 {again}, {w.put(f'xor i1 {done}, true')}")
        latch = w.block
        heads = [f"  {self.counter} = phi i64 [ 0, %{self.before} ], [ {following}, %{latch} ]"]
        joins = list(zip(self.kinds, self.starts, after, strict=True))
        for phi, (kind, start, end) in zip(self.phis, joins, strict=True):
            heads.append(f"  {phi} = phi {kind} [ {start}, %{self.before} ], [ {end}, %{latch} ]")
        w.lines[self.place : self.place] = heads
        w.do(f"br i1 {again}, label %{self.head}, label %{self.leave}")
        w.label(self.leave)
        if not self.perhaps:
            return after
        return [
            w.put(f"phi {kind} [ {start}, %{self.before} ], [ {end}, %{latch} ]")
            for kind, start, end in joins
        ]
