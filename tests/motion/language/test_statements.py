"""What statements do: assignments, branches, loops, calls, bounds of a run, system variables."""

import pytest

import erfd
from erfd.errors import ProgramError
from erfd.motion.commands import Blend, Circle, Lin, Ptp, Wait
from erfd.robot.placement import Placement


def waits(body: str, declarations: str = "", routines: str = "") -> list[float]:
    """The waits that a program makes."""
    variables = f"var int: i, j, k, n = 3; real: x = 0.5; {declarations} endvar"
    text = f"program p; {variables} {routines} seq {body} endseq endprogram"
    commands = list(erfd.parse_text(text).commands())
    assert all(isinstance(x, Wait) for x in commands)
    return [x.seconds for x in commands if isinstance(x, Wait)]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("for i = 1 to n do wait i; endfor", [1, 2, 3]),
        ("for i = n to 1 by -2 do wait i; endfor", [3, 1]),
        ("for i = 2 to 1 do wait i; endfor wait 9;", [9]),
        ("for i = 1 to n do n = 1; wait n; endfor", [1, 1, 1]),
        ("for i = 1 to 2 do for j = i to 2 do wait 10 * i + j; endfor endfor", [11, 12, 22]),
        ("for i = 1 to 2 do endfor wait i;", [2]),
        ("while n > 0 do wait n; n = n - 1; endwhile", [3, 2, 1]),
        ("repeat n = n - 1; wait n; until n <= 1;", [2, 1]),
        ("if n > 3 then wait 1; elsif n = 3 then wait 2; else wait 3; endif", [2]),
        ("if n > 3 then wait 1; elsif n = 4 then wait 2; endif; wait 9;", [9]),
        ("case n of when 1: wait 1; when 2, 3: wait 2; default: wait 3; endcase", [2]),
        ("case n of when 4..9: wait 1; when -5..3: wait 2; endcase", [2]),
        ("case n of when 1: wait 1; default: wait 7; endcase wait 8;", [7, 8]),
        ('case "b" of when "a": wait 1; when "b": wait 2; endcase', [2]),
        (
            "for k = 0 to 9 do case k of when 7, 1..3: wait k; when 5: wait 50; endcase endfor",
            [1, 2, 3, 50, 7],
        ),
        (
            "for k = 0 to 3 do if k = 1 then wait 1; elsif k = 2 then wait 2; else endif endfor",
            [1, 2],
        ),
        ("case n > 1 of when true: wait 1; when false: wait 2; endcase", [1]),
        ("case n of when 1: wait 1; endcase", []),
        ("wait 1; return; wait 2;", [1]),
        ("x = n; wait x / 2 sec;", [1.5]),
    ],
)
def test_flow(body: str, wanted: list[float]) -> None:
    assert waits(body) == wanted


def test_arrays() -> None:
    declared = (
        "array[1..3] of int: a = (4, 5, 6), b; array[0..1, 1..2] of real: m = ((1, 2), (3, 4));"
        "array[1..2] of array[1..2] of int: c = ((1, 2), (3, 4));"
        "array[1..2] of robtarg: t;"
    )
    assert waits("wait a[n]; wait m[1, 2]; wait m[0][1]; wait c[2, 1];", declared) == [6, 4, 1, 3]
    assert waits("b = a; b[1] = 9; wait a[1]; wait b[1];", declared) == [4, 9]
    assert waits("m[1, 1] = 7; wait m[1, 1] + m[1, 2];", declared) == [11]
    body = "t[2] = robtarg((1, 2, 3)); t[2].pose.position.y = 8; wait t[2].pose.position.y;"
    assert waits(body, declared) == [8]
    assert waits("m[0] = m[1]; m[1, 1] = 0; wait m[0, 1];", declared) == [3]


def test_components() -> None:
    declared = "robtarg: s = robtarg((1, 2, 3)); joint: h = joint(mainjoint(1, 2));"
    body = "s.pose.orientation = (10, 20, 30); s.status = 5; wait s.status + s.pose.orientation.b;"
    assert waits(body, declared) == [25]
    assert waits("h.mainjoint.q4 = 7; wait h.mainjoint.q4 + h.mainjoint.q2;", declared) == [9]


ROUTINES = """
function int: twice(int: v); seq return 2 * v; endseq endfunction
function int: sum(int: to_); var int: s = 0, m; endvar
seq for m = 1 to to_ do s = s + m; endfor return s; endseq endfunction
function int: even(int: v); seq if v = 0 then return 1; endif return odd(v - 1); endseq endfunction
function int: odd(int: v); seq if v = 0 then return 0; endif return even(v - 1); endseq endfunction
function real: nothing(); seq return 0.25; endseq endfunction
procedure count(var int: v); seq v = v + 1; endseq endprocedure
procedure local(int: v); seq v = v + 1; wait v; endseq endprocedure
procedure fill(var array[1..3] of int: a; int: v); seq a[2] = v; count(a[2]); endseq endprocedure
procedure spoil(array[1..3] of int: a); seq a[2] = 0; endseq endprocedure
procedure down(int: v); seq if v = 0 then return; endif wait v; down(v - 1); endseq endprocedure
"""


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("wait twice(sum(4));", [20]),
        ("wait even(100) + odd(7);", [2]),
        ("wait nothing() + twice(1);", [2.25]),
        ("count(n); wait n;", [4]),
        ("local(n); wait n;", [4, 3]),
        ("a = (1, 2, 3); fill(a, 7); wait a[2];", [8]),
        ("a = (1, 2, 3); spoil(a); wait a[2];", [2]),
        ("a = (1, 2, 3); count(a[n]); wait a[3];", [4]),
        ("down(3);", [3, 2, 1]),
        ("for i = 1 to 2 do wait sum(i); endfor", [1, 3]),
    ],
)
def test_routines(body: str, wanted: list[float]) -> None:
    assert waits(body, "array[1..3] of int: a;", ROUTINES) == wanted


MOVES = """program p;
seq
  move lin (1, 2, 3);
  r_speed = 100; r_acc = 500; r_c_cp = 20; r_c_speed = 80; r_act_rob = "one"; r_blend_ori = 30;
  r_base = ((0, 0, 500), (90, 0, 0)); r_tool = ((0, 0, 100), (0, 0, 0));
  move lin (1, 2, 3) c_cp;
  move lin (4, 5, 6) speed=7 c_speed c_ori=o_con act_rob="one" r_blend_ori=0;
  move circle (4, 5, 6), (7, 8, 9) acc=2;
  r_speed_ptp = 0.5; r_acc_ptp = 0.25; r_c_ptp = 40; r_jerk_ptp = 50;
  move ptp mainjoint(1, 2) c_ptp;
  move ptp mainjoint(1, 2) speed_ptp=1 acc_ptp=1 r_jerk_ptp=10;
endseq
endprogram
"""


def test_system_variables_are_the_defaults_of_what_follows() -> None:
    bare, corner, fast, arc, soft, hard = erfd.parse_text(MOVES).commands()
    assert isinstance(bare, Lin)
    assert (bare.speed, bare.acc, bare.blend, bare.base, bare.act_rob) == (None,) * 5
    assert isinstance(corner, Lin)
    assert (corner.speed, corner.acc, corner.act_rob) == (0.1, 0.5, "one")
    assert (corner.blend, corner.r_blend_ori) == (Blend("c_cp", 0.02), 0.03)
    assert corner.base == Placement(((0, -1, 0), (1, 0, 0), (0, 0, 1)), (0, 0, 0.5))
    assert corner.tool == Placement(p=(0, 0, 0.1))
    assert isinstance(fast, Lin)
    assert (fast.speed, fast.blend, fast.c_ori) == (0.007, Blend("c_speed", 0.8), "o_con")
    assert fast.r_blend_ori == 0
    assert isinstance(arc, Circle)
    assert (arc.via, arc.acc, arc.speed) == ((0.004, 0.005, 0.006), 0.002, 0.1)
    assert isinstance(soft, Ptp)
    assert (soft.speed_ptp, soft.acc_ptp, soft.jerk) == (0.5, 0.25, 0.05)
    assert soft.blend == Blend("c_ptp", 0.4)
    assert isinstance(hard, Ptp)
    assert (hard.speed_ptp, hard.acc_ptp, hard.jerk) == (1, 1, 0.01)


def test_a_program_can_run_again() -> None:
    program = erfd.parse_text(MOVES)
    assert list(program.commands()) == list(program.commands())


def test_commands_come_one_by_one() -> None:
    text = "program p; seq while true do move ptp mainjoint(1); endwhile endseq endprogram"
    commands = erfd.parse_text(text).commands()
    assert [next(commands).move for _ in range(5)] == [1, 2, 3, 4, 5]


def test_case_of_letters_does_not_count() -> None:
    text = "PROGRAM P; VAR Real: Xx := 2; EndVar SEQ Wait XX; EndSeq ENDPROGRAM."
    (command,) = erfd.parse_text(text).commands()
    assert isinstance(command, Wait)
    assert command.seconds == 2


def test_inputs_outputs_and_conditions_are_reported() -> None:
    text = """program p;
var input bool: ready = true; output real: flow = 1; endvar
seq signal flow = 2; signal flow; wait ready; wait flow; endseq
endprogram"""
    program = erfd.parse_text(text)
    assert [(w.code, w.line) for w in program.warnings] == [
        ("W_NOT_MODELLED", 2),
        *[("W_NOT_MODELLED", 3)] * 3,
    ]
    assert [x.seconds for x in program.commands() if isinstance(x, Wait)] == [0, 2]


def test_a_blend_is_judged_by_what_comes_next_at_run_time() -> None:
    text = """program p; var int: k; endvar
seq for k = 1 to 3 do move lin (k, 0, 0) c_speed; endfor {} endseq endprogram"""
    program = erfd.parse_text(text.replace("{}", "move lin (9, 9, 9);"))
    assert len(list(program.commands())) == 4
    with pytest.raises(ProgramError, match="E_BLEND: c_speed leads to no move"):
        list(erfd.parse_text(text.replace("{}", "")).commands())
    with pytest.raises(ProgramError, match="E_BLEND: c_speed needs a lin or circle"):
        list(erfd.parse_text(text.replace("{}", "move ptp mainjoint(1);")).commands())


def test_programs_are_equal_if_they_say_the_same() -> None:
    one = erfd.parse_text("program p; seq wait 1; endseq endprogram")
    same = erfd.parse_text("PROGRAM P ;\nseq { at once } wait 1; endseq endprogram;", "other.irl")
    other = erfd.parse_text("program p; seq wait 2; endseq endprogram")
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert same.file == "other.irl"
