"""How programs are laid out, and `erfd fmt`."""

import io
from pathlib import Path

import pytest

import erfd
from erfd.cli.main import BAD_INPUT, NO, YES, run
from erfd.motion.language.layout import formatted
from erfd.motion.language.layout_lines import WIDTH

MESSY = """{ head }  PROGRAM  Mess ;
VAR   Int:k:=1,n=- 2 ;  { two }   Real:x ;


  { own line }
  array [1..3] of array[0..1] of real: a;   input bool : b=not(1>2)AND TRUE;
EndVar;
procedure go( robtarg:t ;var real :y );
var int:z; endvar seq move lin t Speed := 3*-y c_ori=O_VAR ; endseq; endprocedure
SEQ
move  circle(1,2,3) , t @ pose((0,0,1),(0,0,0)) speed=n+1 acc = a[ 1 ] [0] c_speed ;{ quick }
If k=1 Then wait 1 sec; { inside }
Elsif(k<>2)Then go(t,x) ; Else { nothing } Endif ;
case k of when 1,2..4: wait 1; { many
  lines } when 9:default: return; endcase
for k=1 to 3 by-1 do repeat k=k-1; until k<0; while f(k)>0 do endwhile endfor
t.pose.position.z=-(a[1,0]+2.)mod 3 {why}*2;

ENDSEQ;  { the end }
ENDPROGRAM .
"""
NEAT = """{ head }
program Mess;

var
  int: k = 1, n = -2;  { two }
  real: x;

  { own line }
  array[1..3] of array[0..1] of real: a;
  input bool: b = not (1 > 2) and true;
endvar;

procedure go(robtarg: t; var real: y);
  var
    int: z;
  endvar
  seq
    move lin t speed=3 * -y c_ori=o_var;
  endseq;
endprocedure

seq
  move circle (1, 2, 3), t @ pose((0, 0, 1), (0, 0, 0)) speed=n + 1 acc=a[1][0] c_speed;  { quick }
  if k = 1 then
    wait 1 sec;  { inside }
  elsif (k <> 2) then
    go(t, x);
  else  { nothing }
  endif;
  case k of
    when 1, 2..4:
      wait 1;  { many
  lines }
    when 9:
    default:
      return;
  endcase
  for k = 1 to 3 by -1 do
    repeat
      k = k - 1;
    until k < 0;
    while f(k) > 0 do
    endwhile
  endfor
  t.pose.position.z = -(a[1, 0] + 2.0) mod 3 {why} * 2;
endseq;  { the end }
endprogram.
"""


def test_a_mess_becomes_neat() -> None:
    assert formatted(MESSY) == NEAT
    assert formatted(NEAT) == NEAT


def test_long_lines_go_on_below() -> None:
    numbers = ", ".join(str(1000 + k) for k in range(60))
    text = f"program p; var array[1..60] of int: a = ({numbers}); endvar seq endseq endprogram"
    once = formatted(text)
    assert all(len(line) <= WIDTH for line in once.splitlines())
    assert formatted(once) == once
    assert erfd.parse_text(once) == erfd.parse_text(text)


def test_windows_line_ends_become_plain() -> None:
    assert "\r" not in formatted("program p;\r\nseq { a\r\n b }\r\nendseq endprogram\r\n")


def test_what_is_laid_out_already_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.irl"
    path.write_text("program p;\n\nseq\n  wait 1;\nendseq\nendprogram\n", "utf-8")
    before = path.stat()
    assert run(["fmt", str(path), "--write"]) == YES
    assert run(["fmt", str(path), "--check"]) == YES
    assert "1 program laid out already" in capsys.readouterr().out
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_fmt_prints_checks_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.irl"
    text = "program p; seq wait 1; endseq endprogram"
    path.write_text(text, "utf-8")
    assert run(["fmt", str(path)]) == YES
    assert capsys.readouterr().out == formatted(text)
    assert run(["fmt", str(path), "--check"]) == NO
    assert path.read_text("utf-8") == text
    assert run(["fmt", str(path), "--write"]) == YES
    assert path.read_text("utf-8") == formatted(text)


def test_a_broken_program_is_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.irl"
    path.write_text("program p; seq wait; endseq endprogram", "utf-8")
    assert run(["fmt", str(path), "--write"]) == BAD_INPUT
    assert path.read_text("utf-8") == "program p; seq wait; endseq endprogram"
    assert f"{path}:1:20: E_SYNTAX: ';' does not fit here" in capsys.readouterr().err


@pytest.mark.parametrize("options", [["--check", "--write"], ["other.irl"]])
def test_options_that_exclude_each_other(tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "p.irl"
    path.write_text("program p; seq endseq endprogram", "utf-8")
    assert run(["fmt", str(path), *options]) == BAD_INPUT


def test_every_broken_program_is_named_and_none_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = (
        "program p; seq wait; wait; endseq endprogram",
        "program p; seq endseq endprogram",
        "x",
    )
    paths = [tmp_path / f"{k}.irl" for k in range(3)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    assert run(["fmt", "--write", *map(str, paths)]) == BAD_INPUT
    said = capsys.readouterr().err
    assert [said.count(f"{path}:1:") for path in paths] == [2, 0, 1]
    assert [path.read_text("utf-8") for path in paths] == list(texts)


def test_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = "program p; seq wait 1; endseq endprogram"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(["fmt", "-"]) == YES
    assert capsys.readouterr().out == formatted(text)
    assert run(["fmt", "-", "--write"]) == BAD_INPUT
    assert "what comes in on a pipe cannot be written back" in capsys.readouterr().err
