import cupy

from start import D, N, STEPS, cells, say

step = cupy.RawKernel(r"""
extern "C" __global__ void step(const double *T, double *after, int n, double d) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z, at = (z * n + y) * n + x;
  if (0 < z && z < n - 1 && 0 < y && y < n - 1 && 0 < x && x < n - 1)
    after[at] = T[at] + d * (T[at - n * n] + T[at + n * n] + T[at - n] + T[at + n] + T[at - 1] + T[at + 1] - 6.0 * T[at]);
}""", "step")

T = cupy.asarray(cells())
after = T.copy()
for _ in range(STEPS):
    step((N // 32, N // 4, N // 2), (32, 4, 2), (T, after, cupy.int32(N), cupy.float64(D)))
    T, after = after, T
say(T.get())
