"""The cells that every program begins with, and what it says at its end."""
import numpy as np

N, STEPS, D = 64, 10, 0.1


def cells():
    z, y, x = np.meshgrid(*3 * [np.arange(N, dtype=np.float64)], indexing="ij")
    return 0.001 * x * x * y


def say(T):
    print(f"total {float(np.asarray(T, dtype=np.float64).sum()):.6f}")
