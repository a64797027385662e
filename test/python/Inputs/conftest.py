"""What the tests of the Python package share. They run with an installed wheel, without the sources and with an empty PATH."""
import pytest
import stencilc

HEAT = r"""
stencil heat(x, y) {
    param d = 0.1 in 0 .. 1/4;
    field T { boundary fixed(0); init 0; }
    T[t+1] = T + d * (sum(star(1) \ centre, T) - 4 * T);
    report top = max(T[t+1]) every 10 steps;
    size 20, 12;
    steps 30;
}
"""

WAVE = """
stencil wave(x, y) {
    spacing h = 0.5;
    timestep dt = 0.1;
    param c = 1 in 0 .. 3;
    series push = file("push.npy");
    field u levels 2 { boundary fixed(0); init 0; }
    field k(y) { init 1; }
    u[t+1] = 2 * u - u[t-1] + k * c^2 * dt^2 * laplacian(u);
    source shot into u at (8, 6) = push[step];
    receiver line of u at (0 .. nx-1, 3) every 2 steps;
}
"""


@pytest.fixture(scope="session")
def heat():
    return stencilc.compile(HEAT, target="cpu")


@pytest.fixture(scope="session")
def wave():
    return stencilc.compile(WAVE, target="cpu")
