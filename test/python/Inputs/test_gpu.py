"""A GPU: arrays of CuPy, PyTorch and JAX without a copy, streams, operators. Without a GPU these tests skip themselves.

On a machine with a GPU, install the wheel and run `python -m pytest test/python/Inputs`.
"""
import ctypes
import os

import numpy as np
import pytest
import stencilc
from conftest import HEAT, WAVE


def has_gpu():
    if os.environ.get("STENCILC_CUDA_DRIVER") == "":  # the test suite uses none
        return False
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    return driver.cuInit(0) == 0


pytestmark = pytest.mark.skipif(not has_gpu(), reason="there is no GPU")


@pytest.fixture(scope="session")
def gpu():
    return stencilc.compile(HEAT, target="cuda")


@pytest.fixture(scope="session")
def start():
    return np.random.default_rng(1).random((400, 600))


@pytest.fixture(scope="session")
def expected(heat, start):
    """The field after 100 steps on the CPU. The bytes are the same on a GPU."""
    return heat(T=start, d=0.2).run(100)["T"].copy()


def test_auto_takes_the_gpu():
    assert stencilc.compile(HEAT).target == "cuda"


def test_the_bytes_of_the_cpu(gpu, start, expected):
    sim = gpu(T=start, d=0.2).run(100)
    assert sim["T"].tobytes() == expected.tobytes()
    assert not sim["T"].flags.writeable and list(sim.reports["top"])[-1] == (100, expected.max())


def test_waves_on_both(wave):
    push = np.sin(np.arange(50))
    on_gpu = stencilc.compile(WAVE, target="cuda")(size=(160, 90), push=push).run(50)
    on_cpu = wave(size=(160, 90), push=push).run(50)
    for field, level in (("u", 0), ("u", -1)):
        assert on_gpu[field, level].tobytes() == on_cpu[field, level].tobytes()
    assert np.asarray(on_gpu.traces["line"]).tobytes() == np.asarray(on_cpu.traces["line"]).tobytes()
    assert on_gpu.picture().png == on_cpu.picture().png


def test_cupy(gpu, heat, start, expected):
    cupy = pytest.importorskip("cupy")
    sim = gpu(T=cupy.asarray(start), d=0.2).run(100)
    view = sim.view("T")
    taken = cupy.from_dlpack(view)
    assert taken.data.ptr == view.pointer and taken.shape == (400, 600) and taken.get().tobytes() == expected.tobytes()
    made = gpu.apply(T=cupy.asarray(start), d=0.2, steps=100)
    assert heat.apply(T=cupy.asarray(start), d=0.2, steps=100).get().tobytes() == expected.tobytes()  # by the host
    assert isinstance(made, cupy.ndarray) and made.get().tobytes() == expected.tobytes()
    sim["T"] = taken * 0 + 3  # computed on CuPy's stream
    assert np.all(sim["T"] == 3)
    with pytest.raises(stencilc.StaleViewError):
        cupy.from_dlpack(view)
    with pytest.raises(TypeError, match="cells of type float64, the array on the GPU float32"):
        sim["T"] = cupy.ones((400, 600), "f4")


def test_torch(gpu, heat, start, expected):
    torch = pytest.importorskip("torch")
    tensor = torch.from_numpy(start).cuda()
    sim = gpu(T=tensor, d=0.2).run(100)
    view = sim.view("T")
    taken = torch.from_dlpack(view)
    assert taken.data_ptr() == view.pointer and taken.is_cuda and taken.cpu().numpy().tobytes() == expected.tobytes()
    made = gpu.apply(T=tensor, d=0.2, steps=100)
    assert made.is_cuda and made.equal(taken)
    assert heat.apply(T=tensor, d=0.2, steps=100).equal(made)  # by the host
    assert torch.from_numpy(np.array(sim.view("T"))).equal(made.cpu())  # a copy, by NumPy


def test_torch_operator(gpu, start, expected):
    torch = pytest.importorskip("torch")
    tensor = torch.from_numpy(start).cuda()
    step = gpu.torch_op("stencilc_gpu_test::heat")
    assert step(tensor, steps=100, d=0.2).cpu().numpy().tobytes() == expected.tobytes()
    compiled = torch.compile(lambda T: step(T * 0.5, steps=10, d=0.2) * 2)  # without rounding
    assert compiled(tensor).equal(step(tensor * 0.5, steps=10, d=0.2) * 2)
    both = torch.vmap(lambda T: step(T, steps=100, d=0.2))(torch.stack([tensor, tensor]))
    assert both[1].cpu().numpy().tobytes() == expected.tobytes()
    torch.library.opcheck(step, (tensor,), {"steps": 3})


def test_jax(gpu, heat, start, expected):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_default_device", None)
    if jax.default_backend() != "gpu":
        pytest.skip("JAX sees no GPU")
    array = jax.numpy.asarray(start)
    sim = stencilc.compile(HEAT, target="cuda", pitch="packed")(T=array, d=0.2).run(100)  # JAX takes contiguous rows only
    view = sim.view("T")
    taken = jax.dlpack.from_dlpack(view)
    assert taken.unsafe_buffer_pointer() == view.pointer and np.asarray(taken).tobytes() == expected.tobytes()
    step = gpu.jax_call()
    jitted = jax.jit(lambda T: step(T * 1.0, steps=100, d=0.2))
    made = jitted(array)
    assert made.devices() == array.devices() and np.asarray(made).tobytes() == expected.tobytes()
    both = jax.jit(jax.vmap(lambda T: step(T, steps=100, d=0.2)))(jax.numpy.stack([array, array]))
    assert np.asarray(both[1]).tobytes() == expected.tobytes()
    assert np.asarray(gpu.apply(T=array, d=0.2, steps=100)).tobytes() == expected.tobytes()
    with pytest.raises(Exception, match="the program is compiled for the CPU"):
        heat.jax_call()(array, steps=1).block_until_ready()
    assert np.asarray(heat.apply(T=array, d=0.2, steps=100)).tobytes() == expected.tobytes()  # by the host
    with pytest.raises(Exception, match="out of its range"):
        step(array, steps=1, d=5).block_until_ready()


def test_memory_of_the_caller(gpu, start, expected):
    torch = pytest.importorskip("torch")
    block = torch.zeros(gpu.bytes_needed(size=(600, 400)), dtype=torch.uint8, device="cuda")
    sim = gpu(T=start, d=0.2, memory=block).run(100)
    inside = sim.view("T").pointer - block.data_ptr()
    assert 0 <= inside < block.numel() and sim["T"].tobytes() == expected.tobytes()
    with pytest.raises(stencilc.OutOfMemoryError, match="bytes"):
        gpu(size=(600, 400), memory=block[:1000])


@pytest.fixture(scope="session")
def quiet():
    """The program without its report, for which a run would wait."""
    return stencilc.compile("\n".join(line for line in HEAT.split("\n") if "report" not in line), target="cuda")


def overlapped(torch, sim, start, steps):
    """Enqueues many steps on one stream, and copies the field on another, as a consumer of DLPack does. Returns the copy."""
    sim["T"] = start
    torch.cuda.synchronize()
    one, other = torch.cuda.Stream(), torch.cuda.Stream()
    with torch.cuda.stream(one):
        torch.cuda._sleep(200_000_000)  # the steps begin later
    sim.run(steps, stream=one)
    with torch.cuda.stream(other):
        copy = torch.from_dlpack(sim.view("T")).clone()
    torch.cuda.synchronize()
    return copy.cpu().numpy()


def test_streams_are_ordered(quiet, start, expected):
    torch = pytest.importorskip("torch")
    sim = quiet(size=(600, 400), d=0.2)
    assert overlapped(torch, sim, start, 100).tobytes() == expected.tobytes()
    sim.synchronize()
    assert sim.steps_done == 100


def test_streams_would_race_without_the_event(quiet, start, expected, monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(stencilc._core, "order_streams", lambda *arguments: None)
    sim = quiet(size=(600, 400), d=0.2)
    assert overlapped(torch, sim, start, 100).tobytes() != expected.tobytes()


def test_a_tensor_of_a_side_stream_is_waited_for(gpu, start):
    torch = pytest.importorskip("torch")
    sim = gpu(size=(600, 400))
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        torch.cuda._sleep(200_000_000)
        tensor = torch.full((400, 600), 7.0, dtype=torch.float64, device="cuda")
        sim["T"] = tensor
    assert np.all(sim["T"] == 7)


def test_out_of_core_fields_are_copied():
    size = (64, 64, 512)
    sim = stencilc.load("heat/heat3d", target="cuda", device_mem="24MiB", schedule="stream")(size=size).run(20)
    assert sim["T"].tobytes() == stencilc.load("heat/heat3d", target="cpu")(size=size).run(20)["T"].tobytes()
    with pytest.raises(ValueError):
        sim.view("T")


def test_narrow_types():
    torch = pytest.importorskip("torch")
    for precision, dtype in (("f32", torch.float32), ("f16:f32", torch.float16), ("bf16:f32", torch.bfloat16)):
        program = stencilc.compile(HEAT, target="cuda", precision=precision)
        sim = program(T=torch.ones((64, 64), dtype=dtype, device="cuda")).run(5)
        assert torch.from_dlpack(sim.view("T")).dtype == dtype
        on_cpu = stencilc.compile(HEAT, target="cpu", precision=precision)(T=np.ones((64, 64))).run(5)
        assert sim["T"].tobytes() == on_cpu["T"].tobytes()
