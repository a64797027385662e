"""Controls for a running simulation in a notebook: a picture, buttons and sliders. The module needs ipywidgets."""
from __future__ import annotations

import base64
import threading
import time
from typing import TYPE_CHECKING, Any

from .checks import check_interval
from .pictures import draw

if TYPE_CHECKING:
    from .simulation import Simulation


class Live:
    """Controls for a simulation in a notebook: a picture of a field, buttons, and a slider for each parameter that has a range.

    The button "run" starts the simulation in a background thread, and then pauses it. The button "reset" sets the initial values.
    Pause the simulation before other cells of the notebook use it.

    Args:
        sim: The simulation.
        field: Name of the field to draw. Default: the first updated field.
        every: Number of time steps from one picture to the next, at least 1.
        steps: Number of time steps since the start or the last reset, after which the run pauses. Default: no limit.
        interval: Shortest time from one picture to the next, in seconds.
        **look: Options of `stencilc.pictures.draw`, such as range, map and size.

    Attributes:
        widget: The controls as one widget of ipywidgets.
        sliders: Sliders by the names of their parameters.

    Raises:
        ImportError: ipywidgets is not installed.
        ValueError: `every` is less than 1.
        KeyError: There is no such field.
    """

    def __init__(self, sim: Simulation, field: str | None = None, *, every: int = 10, steps: int | None = None, interval: float = 0.05,
                 **look: Any):
        try:
            import ipywidgets as widgets
        except ImportError as error:
            raise ImportError("live() needs ipywidgets: pip install 'stencilc[notebook]'") from error
        check_interval(every)
        self._sim, self._field, self._every, self._steps, self._interval, self._look = sim, field, every, steps, interval, look
        self._lock, self._running = threading.Lock(), False
        self._thread: threading.Thread | None = None
        self._changed: dict[str, float] = {}
        self._image, self._label = widgets.Image(format="png"), widgets.Label()
        self._run, self._reset = widgets.Button(description="run"), widgets.Button(description="reset")
        self._run.on_click(lambda _: self.pause() if self._running else self.start())
        self._reset.on_click(lambda _: self.reset())
        self.sliders = {name: self._slider(widgets, name) for name, one in sim.program.parameters.items() if one.low is not None}
        buttons = widgets.HBox([self._run, self._reset, self._label])
        self.widget = widgets.VBox([self._image, buttons, *self.sliders.values()])
        self.draw()

    def _slider(self, widgets: Any, name: str) -> Any:
        one = self._sim.program.parameters[name]
        assert one.low is not None and one.high is not None
        slider = widgets.FloatSlider(value=self._sim.parameters[name], min=one.low, max=one.high, step=(one.high - one.low) / 100,
                                     description=name, continuous_update=True, readout_format=".3g")
        slider.observe(lambda change: self._set(name, change["new"]), names="value")
        return slider

    def _set(self, name: str, value: float) -> None:
        self._changed[name] = value
        if not self._running:
            self._take_changes()

    def _take_changes(self) -> None:
        changed, self._changed = self._changed, {}
        if changed:
            self._sim.set(**changed)

    def draw(self) -> None:
        """Replaces the picture by one of the current field."""
        self._image.value = draw(self._sim, self._field, **self._look).png
        self._label.value = f"step {self._sim.steps_done}"

    def start(self) -> Live:
        """Starts the simulation in a background thread, unless it is running. Returns these controls."""
        with self._lock:
            if not self._running:
                self._running = True
                self._run.description = "pause"
                self._thread = threading.Thread(target=self._loop, daemon=True)
                self._thread.start()
        return self

    def pause(self) -> Live:
        """Pauses the simulation at the next picture, and waits until then. Returns these controls."""
        self._running = False
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join()
        return self

    def reset(self) -> Live:
        """Pauses the simulation and sets its fields to their initial values. Parameters keep their values. Returns these controls."""
        self.pause()
        self._take_changes()
        self._sim.reset()
        self.draw()
        return self

    def _loop(self) -> None:
        """Runs and draws until the controls pause the simulation, or it ends. The label shows the text of an exception."""
        try:
            while self._running and not self._sim.stopped and (self._steps is None or self._sim.steps_done < self._steps):
                begun = time.monotonic()
                self._take_changes()
                self._sim.run(self._every)
                self.draw()
                time.sleep(max(0.0, self._interval - (time.monotonic() - begun)))
        except Exception as error: # an exception of a background thread would not be seen
            self._label.value = f"{type(error).__name__}: {error}"
        finally:
            self._running = False
            self._run.description = "run"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Returns the controls by MIME type for IPython, and also the picture as a PNG for pages that cannot show controls."""
        shown = self.widget._repr_mimebundle_(**kwargs)
        data, metadata = shown if isinstance(shown, tuple) else (shown, {})
        return {**data, "image/png": base64.b64encode(self._image.value).decode()}, metadata
