"""The command line: which verbs there are, and what a run's exit code says.

0 yes; 1 it ran and the answer is no; 2 not verified; 3 bad input, usage errors included;
4 an internal error; 130 interrupted; 141 nobody read on (`| head`).
"""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from typing import Annotated, Any

import numpy as np
import typer
from typer.exceptions import TyperException

from erfd import __version__
from erfd.cli.bench import bench
from erfd.cli.check import check
from erfd.cli.count import count
from erfd.cli.demo import demo
from erfd.cli.derive import derive
from erfd.cli.export import export
from erfd.cli.fmt import fmt
from erfd.cli.output import NobodyReadsError, harmless, say
from erfd.cli.plan import plan
from erfd.cli.pose import pose
from erfd.cli.retime import retime
from erfd.cli.robots import robots
from erfd.cli.show import show
from erfd.cli.simulate import simulate
from erfd.cli.torque import torque
from erfd.cli.usage import refuse_empty, usage_error
from erfd.cli.verify import verify
from erfd.errors import ErfdError
from erfd.text_table import fit

YES, NO, BAD_INPUT, INTERNAL, INTERRUPTED, CLOSED_PIPE = 0, 1, 3, 4, 130, 141

app = typer.Typer(
    name="erfd",
    help="The dynamics of a robot by every published method, checked against each other. "
    "Lengths in m, angles in rad, unless a unit is given: 90deg, 120mm. "
    "ROBOT is a library name (erfd robots) or a .toml or .urdf file.",
    invoke_without_command=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def version(
    number: Annotated[bool, typer.Option("--version", is_eager=True, help="say which")] = False,
) -> None:
    if number:
        say(f"erfd {__version__}")
        raise typer.Exit


VERBS = (
    *(robots, show, check, pose, torque, plan, verify, retime, simulate),
    *(count, derive, export, fmt, bench, demo),
)
for verb in VERBS:
    app.command()(verb)


def run(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    command: Any = typer.main.get_command(app)
    try:
        refuse_empty(arguments)
        with np.errstate(all="ignore"):  # what is not finite is named by the verb, in words
            given = arguments or ["--help"]
            result = command.main(given, prog_name="erfd", standalone_mode=False)
        return result if isinstance(result, int) else YES
    except ErfdError as error:
        _complain(str(error))
    except TyperException as error:
        _complain(usage_error(error.format_message(), arguments, list(command.commands)))
    except (KeyboardInterrupt, typer.Abort):
        _complain("interrupted")
        return INTERRUPTED
    except NobodyReadsError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except Exception as error:
        return _internal(error)
    return BAD_INPUT


def _internal(error: Exception) -> int:
    """A fault of ours: say so in a line; the traceback only on request."""
    if os.environ.get("ERFD_TRACEBACK"):
        raise error
    _complain(
        f"internal error ({type(error).__name__}: {error}); please report it with the output "
        "of the same command run with ERFD_TRACEBACK=1"
    )
    return INTERNAL


def _complain(text: str) -> None:
    print(f"erfd: {harmless(text)}", file=sys.stderr)


def _warned(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning as a line, without the place in our code."""
    _complain(f"warning: {message}")


def entry() -> None:
    warnings.showwarning = _warned
    warnings.filterwarnings("ignore", ".* encountered in ", RuntimeWarning)  # NumPy's
    warnings.filterwarnings("ignore", "(Mean of|Degrees of freedom|invalid value)", RuntimeWarning)
    if sys.stdout.isatty():
        fit(shutil.get_terminal_size().columns)
    sys.exit(run(sys.argv[1:]))
