/// \file The yardstick of the CPU target: the seven-point stencil as anyone would write it, a plain
/// OpenMP loop over planes and rows with a vectorised inner loop.
///
/// usage: plain NX NY NZ STEPS f64|f32        prints MLUPS
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

template <class T> static double run(int nx, int ny, int nz, int steps) {
  std::vector<T> a(std::size_t(nx) * ny * nz, T(1)), b(a);
  const std::size_t row = nx, plane = std::size_t(nx) * ny;
  T *in = a.data(), *out = b.data();
  const T c0 = T(0.4), c1 = T(0.1);
  const auto begin = std::chrono::steady_clock::now();
  for (int step = 0; step < steps; ++step) {
#pragma omp parallel for collapse(2) schedule(static)
    for (int z = 1; z < nz - 1; ++z)
      for (int y = 1; y < ny - 1; ++y) {
        const T *u = in + z * plane + y * row;
        T *v = out + z * plane + y * row;
#pragma omp simd
        for (int x = 1; x < nx - 1; ++x)
          v[x] = c0 * u[x] +
                 c1 * (u[x - 1] + u[x + 1] + u[x - row] + u[x + row] + u[x - plane] + u[x + plane]);
      }
    std::swap(in, out);
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return double(nx) * ny * nz * steps / seconds / 1e6;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: plain NX NY NZ STEPS f64|f32\n");
    return 1;
  }
  const int nx = std::atoi(argv[1]), ny = std::atoi(argv[2]), nz = std::atoi(argv[3]);
  const int steps = std::atoi(argv[4]);
  const bool f32 = std::strcmp(argv[5], "f32") == 0;
  std::printf("%.1f\n", f32 ? run<float>(nx, ny, nz, steps) : run<double>(nx, ny, nz, steps));
}
