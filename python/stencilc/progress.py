"""Progress bars for runs of simulations."""
from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .simulation import Simulation

Told = Callable[[int, int], Any]


class _Line:
    """Progress bar as one line on standard error, if tqdm is not installed. Has the functions of a bar of tqdm that `bar` uses."""

    def __init__(self, total: int):
        self.total, self.n = total, 0

    def update(self, count: int) -> None:
        self.n += count
        sys.stderr.write(f"\r{self.n}/{self.total} steps ({100 * self.n // max(1, self.total)}%)")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\n")


def _new_bar(total: int) -> Any:
    """Returns a progress bar for `total` time steps: that of tqdm if it is installed, else a `_Line`."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(total)
    return tqdm(total=total, unit="step")


@contextlib.contextmanager
def bar(sim: Simulation, steps: int, callback: Told | None) -> Iterator[Told]:
    """Implements the progress bar of a run as a `with` block.

    Args:
        sim: The simulation.
        steps: Number of time steps of the run.
        callback: Function that is called with the steps done and wanted since the start or the last reset of the simulation, or None.

    Yields:
        The callback for the run, which updates the bar and then calls `callback`.
    """
    first = sim.steps_done
    shown = _new_bar(steps)

    def told(done: int, wanted: int) -> None:
        shown.update(done - first - shown.n)
        if callback:
            callback(done, wanted)

    try:
        yield told
        shown.update(sim.steps_done - first - shown.n)
    finally:
        shown.close()
