"""The cell magic, what notebooks show, and controls."""
import time

import numpy as np
import pytest
import stencilc
from conftest import HEAT

pytest.importorskip("IPython")


@pytest.fixture(scope="module")
def shell():
    from IPython.core.interactiveshell import InteractiveShell
    made = InteractiveShell.instance()
    made.run_line_magic("load_ext", "stencilc")
    return made


def test_magic(shell, capsys):
    shell.run_cell_magic("stencil", "--target=cpu --size=30,20", HEAT)
    assert shell.user_ns["heat"]().size == (30, 20)
    shell.run_cell_magic("stencil", "mine --target=cpu --precision=f32", HEAT)
    assert shell.user_ns["mine"].fields["T"].type == "f32"
    assert capsys.readouterr() == ("", "")


def test_errors_have_carets_and_no_traceback(shell, capsys):
    done = shell.run_cell("%%stencil wrong\n" + HEAT.strip().replace("+ d *", "+ e *"))
    error = capsys.readouterr().err
    assert done.success and "Traceback" not in error and "wrong" not in shell.user_ns
    assert "<cell>:4:18: error: 'e' is not declared" in error and "\n                 ^\n" in error
    shell.run_cell("%%stencil --size=a\n" + HEAT)
    assert "Traceback" not in capsys.readouterr().err


def test_warnings_are_shown(shell, capsys):
    shell.run_cell_magic("stencil", "--target=cpu", HEAT.replace("d = 0.1 in 0 .. 1/4", "d = 0.4"))
    assert "warning" in capsys.readouterr().err


def test_rich_objects(shell, heat):
    sim = heat(T=np.ones((12, 20)))
    for one, kind in ((sim.picture(), "image/png"), (sim.movie(steps=2), "text/html"), (heat.explain(), "text/html")):
        assert kind in shell.display_formatter.format(one)[0]


def test_live(heat):
    pytest.importorskip("ipywidgets")
    sim = heat(T=np.ones((12, 20)))
    live = sim.live("T", every=5, steps=20, interval=0)
    first = live._image.value
    live.sliders["d"].value = 0.2
    assert sim.parameters["d"] == 0.2 and first[:4] == b"\x89PNG"
    live.start()
    until = time.monotonic() + 20
    while live._running and time.monotonic() < until:
        time.sleep(0.01)
    live.pause()
    assert sim.steps_done == 20 and live._image.value != first and live._label.value == "step 20"
    live.reset()
    assert sim.steps_done == 0 and live._run.description == "run"
    assert "application/vnd.jupyter.widget-view+json" in live._repr_mimebundle_()[0]


def test_progress_bar(heat, capsys):
    pytest.importorskip("tqdm")
    heat(size=(20, 20)).run(40, progress=True)
    assert "40/40" in capsys.readouterr().err
    with pytest.raises(stencilc.StencilError):
        stencilc.compile("nothing")
