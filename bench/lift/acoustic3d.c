/* Acoustic waves in space, order 8, f32, linear indices, written into the older of two buffers as
   seismic codes do. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef N
#define N 512
#endif
#ifndef STEPS
#define STEPS 100
#endif

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void propagate(float *restrict p, float *restrict q, const float *restrict vel, int nx,
                      int ny, int nz, int steps) {
  const float c0 = -2.84722222f, c1 = 1.6f, c2 = -0.2f, c3 = 0.02539683f, c4 = -0.00178571f;
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int z = 4; z < nz - 4; z++)
      for (int y = 4; y < ny - 4; y++)
        for (int x = 4; x < nx - 4; x++) {
          int i = (z * ny + y) * nx + x;
          float sum = p[i] * c0 * 3.0f;
          sum +=
              c1 * (p[i + 1] + p[i - 1] + p[i + nx] + p[i - nx] + p[i + nx * ny] + p[i - nx * ny]);
          sum += c2 * (p[i + 2] + p[i - 2] + p[i + 2 * nx] + p[i - 2 * nx] + p[i + 2 * nx * ny] +
                       p[i - 2 * nx * ny]);
          sum += c3 * (p[i + 3] + p[i - 3] + p[i + 3 * nx] + p[i - 3 * nx] + p[i + 3 * nx * ny] +
                       p[i - 3 * nx * ny]);
          sum += c4 * (p[i + 4] + p[i - 4] + p[i + 4 * nx] + p[i - 4 * nx] + p[i + 4 * nx * ny] +
                       p[i - 4 * nx * ny]);
          q[i] = 2.0f * p[i] - q[i] + vel[i] * sum;
        }
    float *older = q;
    q = p;
    p = older;
  }
}

int main(int count, char **words) {
  const size_t cells = (size_t)N * N * N;
  float *p = malloc(4 * cells), *q = malloc(4 * cells), *vel = malloc(4 * cells);
  if (!p || !q || !vel)
    return 1;
#pragma omp parallel for
  for (size_t i = 0; i < cells; i++) {
    int x = (int)(i % N), y = (int)(i / N % N), z = (int)(i / N / N), c = N / 2;
    int r = (x - c) * (x - c) + (y - c) * (y - c) + (z - c) * (z - c);
    p[i] = q[i] = r < 64 ? 1.0f / (1 + r) : 0.0f;
    vel[i] = z > c ? 0.08f : 0.05f;
  }
  double start = seconds();
  propagate(p, q, vel, N, N, N, STEPS);
  printf("loop %.6f\n", seconds() - start);
  FILE *file = fopen(count > 1 ? words[1] : "acoustic3d.out", "wb");
  return !file || fwrite(p, 4, cells, file) != cells || fwrite(q, 4, cells, file) != cells ||
         fclose(file);
}
