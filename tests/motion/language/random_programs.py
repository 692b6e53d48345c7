"""Random programs that are right in every type; what they compute may still be out of range."""

from __future__ import annotations

import random

COMPARE = ("=", "<>", "<", "<=", ">", ">=")
RECORDS = {
    "position": ("({w.numbers})", "position({w.numbers})"),
    "orientation": ("({w.numbers})", "orizyx({w.numbers})"),
    "pose": ("({w.placed})", "pose({w.placed})"),
    "robtarg": tuple(f"robtarg({{w.pose}}{end})" for end in ("", ", 4", ", 8, 0", ", 5, (0, 1)")),
    "joint": ("joint(mainjoint({w.joints}))", "mainjoint({w.joints})"),
}
WORDS = ("alpha", "Beta_2", "c3", "s8_a", "LAST")


class Writer:
    """Writes one program; `rng` decides everything."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names: dict[str, list[str]] = {}

    def program(self) -> str:
        parts = [f"program {self.pick(WORDS)};", self.gap()]
        parts += [self.block() for _ in range(self.rng.randint(0, 2))]
        routines = [self.routine(k) for k in range(self.rng.randint(0, 2))]
        body = self.statements(2, "")
        calls = [f"do_{k}({self.real(1)});" for k in range(len(routines))]
        parts += [*routines, "seq", *body, *calls, "endseq", self.pick(("", ";")), "endprogram"]
        return self.pick((" ", "\n")).join(parts) + self.pick(("", ";", ".", "\n"))

    def pick(self, options: tuple[str, ...]) -> str:
        return self.rng.choice(options)

    def gap(self) -> str:
        return self.pick(("", "", "{ a comment }", "{ of two\n lines }", "\n\n"))

    def name(self, kind: str) -> str:
        """A new name of a type."""
        count = sum(map(len, self.names.values()))
        name = f"{kind[0]}{count}{self.pick(('', '_x', 'Y'))}"
        self.names.setdefault(kind, []).append(name)
        return self.pick((name, name.upper()))

    # Declarations
    def block(self) -> str:
        if self.rng.random() < 0.3:
            kinds = ("int", "real", "position")
            kept, self.names = self.names, {}  # a constant is not made of variables
            values = [self.literal(kind) for kind in kinds]
            self.names = kept
            lines = [f"{k}: {self.name(k)} = {v};" for k, v in zip(kinds, values, strict=True)]
            return " ".join(["const", *lines, "endconst", self.pick(("", ";"))])
        return " ".join(["var", *(self.declaration() for _ in range(4)), "endvar"])

    def declaration(self) -> str:
        kind = self.pick(
            ("int", "real", "bool", "string", "position", "orientation", "pose", "robtarg", "joint")
        )
        value = self.value(kind, 2)
        return f"{kind}: {self.name(kind)} {self.pick(('=', ':='))} {value}; {self.gap()}"

    def routine(self, k: int) -> str:
        kept, self.names = self.names, {}
        parameter = self.name("real")
        body = self.statements(1, "real")
        self.names = kept
        inside = " ".join(body)
        return f"procedure do_{k}(real: {parameter}); seq {inside} endseq endprocedure"

    # Values
    def literal(self, kind: str) -> str:
        number = round(self.rng.uniform(-300, 900), self.rng.randint(0, 3))
        match kind:
            case "int":
                return str(self.rng.randint(-5, 9))
            case "real":
                return self.pick((str(number), f"{abs(number)}e-1", "2.", str(int(number))))
            case "bool":
                return self.pick(("true", "False"))
            case "string":
                return self.pick(('"lola_15"', '""', '"{ no comment }"'))
        return self.value(kind, 0)

    def value(self, kind: str, depth: int) -> str:
        """An expression of a type."""
        if self.names.get(kind) and self.rng.random() < 0.4:
            return self.rng.choice(self.names[kind])
        if kind in RECORDS:
            return self.pick(RECORDS[kind]).format(w=self)
        if depth == 0 or kind == "string":
            return self.literal(kind)
        if kind == "int":
            return self.pick((self.literal(kind), f"({self.whole(depth)})"))
        return self.real(depth) if kind == "real" else self.truth(depth)

    @property
    def numbers(self) -> str:
        return ", ".join(self.real(0) for _ in range(3))

    @property
    def joints(self) -> str:
        return ", ".join(self.real(0) for _ in range(self.rng.randint(1, 6)))

    @property
    def placed(self) -> str:
        return f"{self.value('position', 0)}, {self.value('orientation', 0)}"

    @property
    def pose(self) -> str:
        return self.value("pose", 0)

    def whole(self, depth: int) -> str:
        left, right = self.value("int", depth - 1), self.value("int", depth - 1)
        return f"{left} {self.pick(('+', '-', '*', 'div', 'mod'))} {right}"

    def real(self, depth: int) -> str:
        if depth == 0:
            return self.literal("real")
        left, right = self.value("real", depth - 1), self.value("int", depth - 1)
        return self.pick(
            (
                self.literal("real"),
                f"({left} {self.pick(('+', '-', '*', '/'))} {right})",
                f"{self.pick(('sin', 'cos', 'abs', 'sqrt'))}({left})",
                f"-{self.pick(('1', '(2 + 3)'))}",
                f"atan2({left}, {right})",
            )
        )

    def truth(self, depth: int) -> str:
        compared = f"{self.real(depth - 1)} {self.pick(COMPARE)} {self.real(depth - 1)}"
        other = self.value("bool", depth - 1)
        return self.pick(
            (compared, f"({compared}) {self.pick(('and', 'or'))} {other}", f"(not ({compared}))")
        )

    # Statements
    def statements(self, depth: int, fixed: str) -> list[str]:
        return [self.statement(depth, fixed) for _ in range(self.rng.randint(0, 4))]

    def statement(self, depth: int, fixed: str) -> str:
        kinds = ["move"] * 4 + ["wait", "assign"] + ["if", "while", "case"] * (depth > 0)
        inside = " ".join(self.statements(depth - 1, fixed)) if depth else ""
        match self.rng.choice(kinds):
            case "move":
                return self.move()
            case "wait":
                return f"wait {abs(self.rng.randint(0, 3))}{self.pick(('', ' sec'))}; {self.gap()}"
            case "assign":
                return f"r_speed = {self.rng.randint(1, 500)};"
            case "if":
                other = self.pick(("", f"else {self.move()}", f"elsif true then {self.move()}"))
                return f"if {self.truth(1)} then {inside} {other} endif{self.pick(('', ';'))}"
            case "while":
                return f"while false do {inside} endwhile repeat {inside} until true;"
        return f"case {self.rng.randint(0, 3)} of when 0, 2..3: {inside} default: wait 1; endcase"

    def move(self) -> str:
        target = self.value("robtarg", 1)
        options = self.options(("speed=100", "acc := 1000", "c_ori=o_pco", 'act_rob="lola_15"'))
        match self.rng.randrange(3):
            case 0:
                options = self.options(("speed_ptp=0.5", "acc_ptp=1", "r_jerk_ptp=10"))
                return f"move ptp {target} {options};"
            case 1:
                return f"Move LIN {target} {options}; {self.gap()}"
        return f"move circle {self.value('position', 0)}, {target} {options};"

    def options(self, known: tuple[str, ...]) -> str:
        return " ".join(self.rng.sample(known, self.rng.randint(0, len(known))))
