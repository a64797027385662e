"""Arrays of other libraries, and what they make of fields."""
import numpy as np
import pytest
import stencilc


class Foreign:
    """An array of some library: it has DLPack and nothing else."""

    def __init__(self, array):
        self._array, self.shape = array, array.shape

    def __dlpack__(self, **kwargs):
        return self._array.__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


def test_dlpack_both_ways(heat):
    T = np.random.default_rng(8).random((12, 20))
    sim = heat(T=Foreign(T))
    assert np.array_equal(sim["T"], T)
    view = np.from_dlpack(sim["T"])
    assert np.shares_memory(view, sim["T"]) and np.array_equal(view, T)
    assert np.array_equal(heat.apply(T=Foreign(T), steps=3), heat(T=T).run(3)["T"])


def test_lists_and_array_interfaces(heat):
    class Interface:
        shape = (12, 20)

        def __array__(self, dtype=None, copy=None):
            return np.full(self.shape, 3.0)

    assert heat(T=Interface())["T"].sum() == 720
    assert heat(T=np.ones((12, 20)).tolist()).size == (20, 12)


def test_numpy_functions_take_views(heat):
    T = np.random.default_rng(9).random((12, 20))
    view = heat(T=T)["T"]
    assert np.array_equal(np.gradient(view)[0], np.gradient(T)[0]) and np.array_equal(np.fft.fft2(view), np.fft.fft2(T))
    assert np.array_equal(view[::2, 3], T[::2, 3]) and np.array_equal(np.where(view > 0.5, view, 0), np.where(T > 0.5, T, 0))
    assert np.array_equal(T - view, np.zeros_like(T)) and view @ T.T is not None and np.array_equal(view.T.copy(), T.T)
    out = np.empty_like(view)
    assert type(out) is np.ndarray and np.add(view, 1, out=out) is out


def test_jax(heat):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_default_device", jax.devices("cpu")[0])
    T = jax.numpy.asarray(np.random.default_rng(10).random((12, 20)))
    expected = heat(T=np.asarray(T), d=0.2).run(25)["T"].copy()
    made = heat.apply(T=T, d=0.2, steps=25)
    assert isinstance(made, jax.Array) and np.array_equal(made, expected)
    step = heat.jax_call()
    jitted = jax.jit(lambda T: 2 * step(T, steps=25, d=0.2))
    assert np.array_equal(jitted(T), 2 * expected)
    batch = jax.numpy.stack([T, T + 1])
    both = jax.vmap(lambda T: step(T, steps=25, d=0.2))(batch)
    assert np.array_equal(both[0], expected) and np.array_equal(both[1], heat(T=np.asarray(T) + 1, d=0.2).run(25)["T"])
    with pytest.raises(TypeError, match="cells of type float64, the array float32"):
        step(T.astype("float32"), steps=1)
    with pytest.raises(Exception, match="out of its range"):
        step(T, steps=1, d=5).block_until_ready()
    with pytest.raises(TypeError, match="no field or parameter 'e'"):
        step(T, steps=1, e=5)


def test_torch(heat):
    torch = pytest.importorskip("torch")
    T = torch.rand((12, 20), dtype=torch.float64)
    expected = heat(T=T.numpy(), d=0.2).run(25)["T"].copy()
    made = heat.apply(T=T, d=0.2, steps=25)
    assert isinstance(made, torch.Tensor) and np.array_equal(made.numpy(), expected)
    assert torch.from_dlpack(heat(T=T)["T"].copy()).equal(T)
    step = heat.torch_op("stencilc_test::heat")
    assert np.array_equal(step(T, steps=25, d=0.2).numpy(), expected)
    assert torch.compile(lambda T: 2 * step(T, steps=25, d=0.2), backend="aot_eager")(T).equal(2 * made)
    both = torch.vmap(lambda T: step(T, steps=25, d=0.2))(torch.stack([T, T + 1]))
    assert both[0].equal(made)
    torch.library.opcheck(step, (T,), {"steps": 3})


def test_xarray(wave, tmp_path):
    pytest.importorskip("h5netcdf")
    xarray = pytest.importorskip("xarray")
    sim = wave(size=(16, 10), push=[1.0, 0, 0]).run(20)
    data = sim.dataset()
    assert data["u"].dims == ("y", "x") and data["k"].dims == ("y",) and float(data["x"][3]) == 1.5
    assert data.attrs["steps"] == 20 and data.attrs["time"] == pytest.approx(2) and np.array_equal(data["u"], sim["u"])
    assert isinstance(data, xarray.Dataset)
    sim.save(tmp_path / "u.h5")
    with stencilc.open(tmp_path / "u.h5") as opened:
        assert np.array_equal(opened["u"].squeeze(), sim["u"])
    for order in (data["u"], data["u"].transpose("x", "y")):  # dimensions have names
        again = wave(push=[0], u=order)
        assert again.size == (16, 10) and np.array_equal(again["u"], sim["u"])
