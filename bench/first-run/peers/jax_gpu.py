import os

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
import jax  # noqa: E402

from start import D, STEPS, cells, say  # noqa: E402

jax.config.update("jax_enable_x64", True)


@jax.jit
def step(T):
    inner = T[1:-1, 1:-1, 1:-1]
    return T.at[1:-1, 1:-1, 1:-1].set(inner + D * (
        T[:-2, 1:-1, 1:-1] + T[2:, 1:-1, 1:-1] + T[1:-1, :-2, 1:-1] + T[1:-1, 2:, 1:-1]
        + T[1:-1, 1:-1, :-2] + T[1:-1, 1:-1, 2:] - 6.0 * inner))


T = jax.numpy.asarray(cells())
for _ in range(STEPS):
    T = step(T)
say(T)
