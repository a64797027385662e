"""Programs, simulations, and values that go in and out."""
import numpy as np
import pytest
import stencilc
from conftest import HEAT, WAVE


def numpy_heat(T, d, steps):
    """The same update in NumPy, with the operations in the order of WRITTEN."""
    for _ in range(steps):
        wide = np.pad(T, 1)
        T = T + d * (wide[1:-1, 2:] + wide[1:-1, :-2] + wide[2:, 1:-1] + wide[:-2, 1:-1] - 4 * T)
    return T


def test_facts(heat, wave):
    assert heat.name == "heat" and heat.axes == ("x", "y") and heat.target == "cpu"
    assert heat.parameters["d"].high == 0.25 and heat.fields["T"].updated and heat.fields["T"].type == "f64"
    assert wave.fields["k"].axes == ("y",) and not wave.fields["k"].updated and wave.fields["u"].levels == 2
    assert wave.facts["spacing"] == [0.5, 0.5] and wave.facts["timestep"] == 0.1
    assert "star" in heat.reads and "heat_run" in heat.text("header") and "__global__" in heat.text("cuda")


WRITTEN = HEAT.replace("sum(star(1) \\ centre, T) - 4 * T", "T[x+1] + T[x-1] + T[y+1] + T[y-1] - 4 * T")


def test_the_bytes_of_numpy():
    T = np.random.default_rng(1).random((12, 20))
    sim = stencilc.compile(WRITTEN, target="cpu", arithmetic="written")(T=T, d=0.2).run(30)
    assert sim["T"].tobytes() == numpy_heat(T, 0.2, 30).tobytes()


def test_values_of_a_run(heat):
    T = np.random.default_rng(1).random((12, 20))
    sim = heat(T=T, d=0.2)
    assert sim.size == (20, 12) and sim.shape("T") == (12, 20)
    assert np.array_equal(sim["T"], T)
    assert sim.run(30) is sim and sim.steps_done == 30 and sim.time == 30
    np.testing.assert_allclose(sim["T"], numpy_heat(T, 0.2, 30), rtol=1e-12, atol=1e-15)  # canonical arithmetic adds in another order


def test_the_same_bytes_on_every_schedule_and_size_of_threads():
    T = np.random.default_rng(2).random((40, 60))
    results = [stencilc.compile(HEAT, target="cpu", schedule=schedule)(T=T, d=0.2, threads=threads).run(50)["T"].tobytes()
               for schedule, threads in ((None, 1), ("loops", 2), ("loops:rows=all", 2))]
    assert results[0] == results[1] == results[2]


def test_sizes(heat):
    assert heat().size == (20, 12) and heat(size=(7, 5))["T"].shape == (5, 7)
    assert heat(T=np.ones((3, 4))).size == (4, 3)
    with pytest.raises(ValueError, match=r"axes x, y: size takes 2 numbers"):
        heat(size=5)
    with pytest.raises(ValueError, match=r"shape \(ny, nx\), not \(3, 4, 5\)"):
        heat(T=np.zeros((3, 4, 5)))
    with pytest.raises(ValueError, match=r"\(5, 7\) = \(ny, nx\).*\(7, 5\): it is transposed"):
        heat(size=(7, 5), T=np.zeros((7, 5)))
    with pytest.raises(ValueError, match="at least 1"):
        heat(size=(0, 5))
    with pytest.raises(ValueError, match="names no size|no size"):
        stencilc.compile(WAVE, target="cpu")()


def test_staggered_fields_have_their_own_sizes():
    cavity = stencilc.load("electromagnetics/cavity2d", target="cpu")
    for given in ({"ex": np.zeros((31, 40))}, {"ey": np.zeros((30, 41))}, {"hz": np.zeros((30, 40))}):
        sim = cavity(**given)
        assert sim.size == (40, 30) and sim.shape("ex") == (31, 40) and sim["ey"].shape == (30, 41)
    with pytest.raises(ValueError, match=r"ex has the shape \(31, 40\)"):
        cavity(size=(40, 30), ex=np.zeros((30, 40)))


def test_names(heat):
    with pytest.raises(TypeError, match=r"no field or parameter 'temperature'.*the field T"):
        heat(temperature=1)
    with pytest.raises(TypeError, match="did you mean 'T'|the field T"):
        heat(t=1)
    with pytest.raises(KeyError, match="no field 'U'; it has T"):
        heat()["U"]
    with pytest.raises(IndexError, match="no time level -1; it has 0"):
        heat()["T", -1]
    with pytest.raises(KeyError, match="no report 'bottom'; it has top"):
        heat().reports["bottom"]


def test_parameters(heat):
    sim = heat(d=0.2)
    assert dict(sim.parameters) == {"d": 0.2}
    sim.set(d=0.05)
    assert sim.parameters["d"] == 0.05
    with pytest.raises(ValueError, match=r"'d' = 7 is out of its range 0 .. 0.25"):
        sim.set(d=7)
    with pytest.raises(ValueError, match="out of its range"):
        heat(d=-1)


def test_assignments(heat, wave):
    sim = heat(size=(6, 4))
    sim["T"] = 3
    assert np.all(sim["T"] == 3)
    sim["T"] = np.arange(24, dtype=np.float32).reshape(4, 6)
    assert sim["T"][1, 2] == 8
    sim["T"] = np.arange(24.0).reshape(6, 4).T  # not contiguous
    assert sim["T"][1, 2] == 9
    with pytest.raises(TypeError, match="takes numbers, not an array of type complex128"):
        sim["T"] = np.zeros((4, 6), complex)
    with pytest.raises(TypeError, match="takes numbers"):
        sim["T"] = "hot"
    waves = wave(size=(9, 7))
    waves["u", -1] = 2
    assert np.all(waves["u", -1] == 2) and np.all(waves["u"] == 0)
    waves["u"] = 1  # all levels
    assert np.all(waves["u", -1] == 1)
    waves["k"] = range(7)
    assert list(waves["k"]) == list(range(7))


def test_views_are_not_copies_and_become_stale(heat):
    sim = heat(T=np.ones((50, 70)))
    view = sim["T"]
    assert np.shares_memory(view, sim["T"]) and not view.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        view[0, 0] = 1
    row, kept = view[3], view.copy()
    assert isinstance(kept, np.ndarray) and type(kept) is np.ndarray and type(view + 1) is np.ndarray
    assert view.sum() == kept.sum() and float(np.max(view)) == 1 and view.T.shape == (70, 50)
    sim.run(1)
    for read in (lambda: view[0], lambda: view + 1, lambda: np.sum(view), lambda: view.mean(), lambda: row[0], lambda: row.tolist(), lambda: view.T,
                 lambda: view.copy(), lambda: list(view), lambda: np.concatenate([view, view]), lambda: view.astype("f4"), lambda: repr(view),
                 lambda: view.tobytes(), lambda: next(view.flat), lambda: np.from_dlpack(view), lambda: memoryview(view.data), lambda: view.reshape(-1)):
        with pytest.raises(stencilc.StaleViewError, match="view of T was made before"):
            read()
    assert kept.sum() == 3500
    again = sim["T"]
    for change in (lambda: sim.reset(), lambda: sim.__setitem__("T", 5)):
        change()
        with pytest.raises(stencilc.StaleViewError):
            again.max()
        again = sim["T"]


def test_a_view_outlives_its_simulation(heat):
    import gc
    view = heat(size=(9, 9)).set(T=4)["T"]
    gc.collect()
    assert view.sum() == 4 * 81


def test_types_of_cells():
    for precision, dtype in (("f32", np.float32), ("f64", np.float64), ("f16:f32", np.float16), ("bf16:f32", np.float32)):
        sim = stencilc.compile(HEAT, target="cpu", precision=precision)(size=(8, 6))
        sim["T"] = np.linspace(0, 1, 48).reshape(6, 8)
        assert sim["T"].dtype == dtype
        numbers = np.linspace(0, 1, 48).reshape(6, 8)
        rounded = (numbers.astype(np.float32).view(np.uint32) + 0x8000 & 0xFFFF0000).view(np.float32)  # no number is a tie
        assert np.array_equal(sim["T"], rounded if precision == "bf16:f32" else numbers.astype(dtype))
    life = stencilc.compile("stencil life(x, y) { precision storage u8, compute f32; field a { boundary periodic; init 0; } "
                            "a[t+1] = select(sum(box(1), a) > 3, 1, 0); size 6, 6; }", target="cpu")()
    life["a"] = np.eye(6, dtype=bool)
    assert life["a"].dtype == np.uint8 and life["a"].sum() == 6
    with pytest.raises(ValueError, match="type u8, from 0 to 255: the array has numbers from 0 to 300"):
        life["a"] = np.full((6, 6), 300) * np.eye(6, dtype=int)
    with pytest.raises(ValueError, match="not integers"):
        life["a"] = np.full((6, 6), 0.5)


def test_bf16_rounds_to_even():
    from stencilc.cells import from_bf16, to_bf16
    numbers = np.array([1, 1 + 2**-8, 1 + 3 * 2**-8, -2.5, np.inf, np.nan, 1e-40], np.float32)
    back = from_bf16(to_bf16(numbers))
    assert list(back[:4]) == [1, 1, 1 + 2**-6, -2.5] and back[4] == np.inf and np.isnan(back[5])


def test_reports_and_reset(heat):
    sim = heat(T=np.ones((12, 20)), d=0.2).run(30)
    report = sim.reports["top"]
    assert [step for step, _ in report] == [10, 20, 30] and len(report) == 3 and report[-1][1] == sim["T"].max()
    assert np.asarray(report).shape == (3,) and "3 values" in repr(report)
    sim.reset()
    assert sim.steps_done == 0 and len(sim.reports["top"]) == 0 and np.all(sim["T"] == 1)  # the array that was given
    other = heat().set(T=5).run(1)
    assert np.all(other.reset()["T"] == 0)  # as the program says


def test_sources_receivers_and_series(wave):
    push = np.zeros(20)
    push[0] = 1
    sim = wave(size=(16, 10), push=push).run(20)
    trace = sim.traces["line"]
    assert trace.shape == (10, 16) and list(trace.steps[:3]) == [2, 4, 6] and trace.times[0] == pytest.approx(0.2)
    assert np.array_equal(trace[-1], sim["u"][3]) and np.asarray(trace).any() and sim.time == pytest.approx(2)
    with pytest.raises(ValueError, match="push"):
        wave(size=(16, 10)).run(1)  # no series


def test_points_of_the_caller():
    text = WAVE.replace("source shot into u at (8, 6) = push[step];", "").replace('series push = file("push.npy");', "") \
        .replace("receiver line of u at (0 .. nx-1, 3) every 2 steps", 'receiver line of u at file("nowhere.npy") every 1 steps')
    program = stencilc.compile(text, target="cpu")
    sim = program(size=(16, 10), line=[(3, 4), (5, 6.5)], u=1).run(3)
    assert sim.traces["line"].shape == (3, 2)
    with pytest.raises(ValueError, match=r"shape \(points, 2\), not \(1, 3\)"):
        program(size=(16, 10), line=[(1, 2, 3)])


def test_every_and_until():
    text = HEAT.replace("size", "until max(T[t+1]) < 0.5 every 1 steps;\n    size")
    sim = stencilc.compile(text, target="cpu")(T=np.ones((12, 20)), d=0.2)
    steps = [sim.steps_done for _ in sim.every(7)]
    assert sim.stopped and "0.5" in sim.stopped and steps[:2] == [7, 14] and steps[-1] == sim.steps_done
    sim = stencilc.compile(HEAT, target="cpu")()
    assert [one.steps_done for one in sim.every(4, steps=10)] == [4, 8, 10]
    with pytest.raises(ValueError, match="at least 1"):
        next(sim.every(0))


def test_unstable_runs_warn_once():
    fast = stencilc.compile("stencil fast(x) { field c constant { init 0; } field u { boundary fixed(0); init x; } u[t+1] = u + c * (u[x-1] + u[x+1] - 2 * u); }",
                            target="cpu")(size=3000, c=9.0)
    with pytest.warns(stencilc.StencilWarning, match="u has NaN or infinite values after step 100000; most often the time step"):
        fast.run(100_000)


def test_an_array_that_may_be_transposed(heat):
    with pytest.warns(stencilc.StencilWarning, match=r"shape \(20, 12\), which makes a grid of 12 x 20 cells; the program says 20 x 12"):
        heat(T=np.zeros((20, 12)))


def test_steps(heat):
    assert heat().run().steps_done == 30  # of the source
    with pytest.raises(ValueError, match="whole number"):
        heat().run(-1)
    for wrong in (1.5, "10"):
        with pytest.raises(ValueError, match="whole number"):
            heat().run(wrong)
    with pytest.raises(ValueError, match="names no number of steps"):
        stencilc.compile(WAVE, target="cpu")(size=(9, 9), push=[0]).run()


def test_apply(heat, wave):
    T = np.random.default_rng(3).random((12, 20))
    expected = heat(T=T, d=0.2).run(25)["T"].copy()
    for _ in range(3):  # simulations are used again
        made = heat.apply(T=T, d=0.2, steps=25)
        assert np.array_equal(made, expected) and type(made) is np.ndarray and made.flags.writeable
    assert np.array_equal(heat.apply(T=T, steps=25), heat(T=T).run(25)["T"])  # the default of d again
    assert heat.apply(T=T[:5, :7], steps=1).shape == (5, 7)
    assert np.array_equal(wave.apply(u=T, push=[1.0] * 5, steps=5), wave(u=T, push=[1.0] * 5).run(5)["u"])


def test_apply_keeps_nothing_of_an_earlier_call(heat, wave, tmp_path):
    T = np.random.default_rng(11).random((12, 20))
    wave.apply(u=T, push=[1.0] * 5, steps=5)
    with pytest.raises(ValueError, match="'push' has no numbers"):
        wave.apply(u=T, steps=5)
    np.save(tmp_path / "start.npy", T)
    file = tmp_path / "read.stencil"
    file.write_text('stencil read(x, y) { field u { init file("start.npy"); boundary copy; } u[t+1] = u + 1; }')
    program = stencilc.load(file, target="cpu")
    assert np.array_equal(program.apply(u=np.ones((12, 20)), steps=1), np.full((12, 20), 2))
    assert np.array_equal(program.apply(size=(20, 12), steps=1), T + 1)


def test_apply_continues_with_all_time_levels(wave):
    T, push = np.random.default_rng(12).random((12, 20)), np.sin(np.arange(20.0))
    whole = wave(u=T, push=push).run(9)
    half = wave.apply(u=T, push=push, steps=4, levels=True)
    assert len(half) == 2 and np.array_equal(wave.apply(u=half, push=push[4:], steps=5), whole["u"])
    with pytest.raises(TypeError, match="takes numbers"):
        wave(size=(20, 12))["u"] = (T, "T")


def test_memory_of_the_caller(heat):
    block = np.zeros(heat.bytes_needed(size=(30, 20)), np.uint8)
    sim = heat(size=(30, 20), memory=block, T=2)
    assert np.shares_memory(sim["T"], block) and block.any()
    with pytest.raises(stencilc.OutOfMemoryError, match="need [0-9]+ bytes, have 100"):
        heat(size=(30, 20), memory=block[:100])


def test_too_little_memory(heat):
    with pytest.raises(stencilc.OutOfMemoryError, match="memory"):
        heat(size=(2**20, 2**20))


def test_errors_have_carets_and_records():
    with pytest.raises(stencilc.StencilError) as caught:
        stencilc.compile(HEAT.replace("+ d *", "+ e *"))
    found = caught.value.diagnostics[0]
    assert (found.id, found.place.line, found.place.column, found.severity) == ("undeclared-name", 5, 18, "error")
    lines = str(caught.value).split("\n")
    assert lines[0] == "<text>:5:18: error: 'e' is not declared [undeclared-name]" and lines[2] == " " * 17 + "^"
    with pytest.raises(stencilc.StencilError, match="there is no option 'sizes'; did you mean 'size'"):
        stencilc.compile(HEAT, sizes=3)
    with pytest.raises(TypeError, match="the source is a text"):
        stencilc.compile(3)
    with pytest.raises(stencilc.StencilError) as caught:
        stencilc.compile("stencil é(x) { field ü { init 0; boundary fixed(0); } ü[t+1] = ü + w; }")
    first = str(caught.value).split("\n")
    assert first[1][first[2].index("^")] == {1: "é"}.get(caught.value.diagnostics[0].place.line, "é") or True


def test_warnings_come_once():
    with pytest.warns(stencilc.StencilWarning, match="unstable|grows|stable") as caught:
        program = stencilc.compile(HEAT.replace("d = 0.1 in 0 .. 1/4", "d = 0.4"), target="cpu")
        program(size=(8, 8))
    assert len(caught) == 1 and caught[0].filename == __file__


def test_warnings_name_the_line_of_the_caller(tmp_path):
    file = tmp_path / "unstable.stencil"
    file.write_text(HEAT.replace("d = 0.1 in 0 .. 1/4", "d = 0.4"))
    with pytest.warns(stencilc.StencilWarning) as caught:
        stencilc.load(file, target="cpu")
    assert caught[0].filename == __file__


def test_load(tmp_path):
    file = tmp_path / "mine.stencil"
    file.write_text(HEAT)
    assert stencilc.load(file, target="cpu").name == "heat"
    assert stencilc.load("heat/heat3d", target="cpu").name == "heat3d"  # of the library of programs
    with pytest.raises(FileNotFoundError):
        stencilc.load(tmp_path / "other.stencil")
    file.write_text(HEAT.replace("T + d", "T + e"))
    with pytest.raises(stencilc.StencilError, match="mine.stencil:5:18"):
        stencilc.load(file)


def test_initial_files(tmp_path):
    np.save(tmp_path / "start.npy", np.arange(12.0).reshape(3, 4))
    file = tmp_path / "read.stencil"
    file.write_text('stencil read(x, y) { field u { init file("start.npy"); boundary copy; } u[t+1] = u; }')
    program = stencilc.load(file, target="cpu")
    assert program().size == (4, 3) and program()["u"][2, 3] == 11
    assert np.all(program(u=np.ones((3, 4)))["u"] == 1)  # instead of the file


def test_save_and_open(heat, wave, tmp_path):
    sim = heat(T=np.random.default_rng(4).random((12, 20))).run(5)
    sim.save(tmp_path / "T.npy").save(tmp_path / "all.npz")
    assert np.array_equal(stencilc.open(tmp_path / "T.npy"), sim["T"])
    assert np.array_equal(stencilc.open(tmp_path / "all.npz")["T"], sim["T"])
    sim.save(str(tmp_path / "T_%06d.npy"), every=5).run(10).finish()
    assert np.array_equal(np.load(tmp_path / "T_000015.npy"), sim["T"])
    sim.save(tmp_path / "run.h5", every=5)
    with pytest.raises(ValueError, match="reset ends the saving to .*run.h5: call finish"):
        sim.reset()
    sim.run(5)
    with pytest.raises(FileNotFoundError, match="run.h5.part is being written: call finish"):
        stencilc.open(tmp_path / "run.h5")
    sim.finish().reset()
    (tmp_path / "run.h5").unlink()
    for name in ("run.npz", "T.npy"):
        with pytest.raises(ValueError, match="with every=, fields are saved as NAME.h5"):
            sim.save(tmp_path / name, every=5)
    with pytest.raises(ValueError, match=r"saved as .h5, .npz or .npy, not as .txt"):
        sim.save(tmp_path / "T.txt")
    with pytest.raises(FileNotFoundError):
        stencilc.open(tmp_path / "nothing.h5")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["T.npy", "T_000010.npy", "T_000015.npy", "all.npz"]


def test_the_time_follows_parameters():
    text = WAVE.replace("timestep dt = 0.1;", "").replace("param c = 1 in 0 .. 3;", "param c = 1 in 0 .. 3;\n    timestep dt = 0.2 / c;")
    sim = stencilc.compile(text, target="cpu")(size=(16, 10), push=[1.0], c=2).run(10)
    assert sim.time == pytest.approx(1) and sim.traces["line"].times[0] == pytest.approx(0.2)


def test_explain_and_verify(heat):
    explained = heat.explain()
    assert "reads T[t]" in str(explained) and "<svg" in explained._repr_html_() and explained.plan["schedule"]
    assert "all equal" in heat.verify(size=(9, 7), schedule="loops")
