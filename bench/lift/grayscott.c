/* Gray and Scott's reaction and diffusion of two substances in the plane, f64, levels by t % 2. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef N
#define N 4096
#endif
#ifndef STEPS
#define STEPS 400
#endif

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void react(double (*restrict u)[N][N], double (*restrict v)[N][N], int steps) {
  const double du = 0.16, dv = 0.08, feed = 0.035, kill = 0.065;
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        double uc = u[t % 2][i][j], vc = v[t % 2][i][j], uvv = uc * vc * vc;
        double lu = u[t % 2][i - 1][j] + u[t % 2][i + 1][j] + u[t % 2][i][j - 1] +
                    u[t % 2][i][j + 1] - 4.0 * uc;
        double lv = v[t % 2][i - 1][j] + v[t % 2][i + 1][j] + v[t % 2][i][j - 1] +
                    v[t % 2][i][j + 1] - 4.0 * vc;
        u[(t + 1) % 2][i][j] = uc + du * lu - uvv + feed * (1.0 - uc);
        v[(t + 1) % 2][i][j] = vc + dv * lv + uvv - (feed + kill) * vc;
      }
  }
}

int main(int count, char **words) {
  const size_t bytes = 2 * sizeof(double[N][N]);
  double (*u)[N][N] = malloc(bytes), (*v)[N][N] = malloc(bytes);
  if (!u || !v)
    return 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int isSeed = (i / 64 + j / 64) % 5 == 0;
      u[0][i][j] = u[1][i][j] = isSeed ? 0.5 : 1.0;
      v[0][i][j] = v[1][i][j] = isSeed ? 0.25 + 0.001 * ((i * 7 + j * 3) % 11) : 0.0;
    }
  double start = seconds();
  react(u, v, STEPS);
  printf("loop %.6f\n", seconds() - start);
  FILE *file = fopen(count > 1 ? words[1] : "grayscott.out", "wb");
  return !file || fwrite(u, bytes, 1, file) != 1 || fwrite(v, bytes, 1, file) != 1 || fclose(file);
}
