/* Heat conduction in space, 7 points, f32: the loops as an OpenMP programmer writes them. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef N
#define N 512
#endif
#ifndef STEPS
#define STEPS 200
#endif

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int count, char **words) {
  float (*T)[N][N] = malloc(sizeof(float[N][N][N])), (*next)[N][N] = malloc(sizeof(float[N][N][N]));
  const float d = 0.125f;
  if (!T || !next)
    return 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        T[i][j][k] = next[i][j][k] = (float)((i * 7 + j * 13 + k * 29) % 101) / 101.0f;
  double start = seconds();
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        for (int k = 1; k < N - 1; k++)
          next[i][j][k] =
              T[i][j][k] + d * (T[i - 1][j][k] + T[i + 1][j][k] + T[i][j - 1][k] + T[i][j + 1][k] +
                                T[i][j][k - 1] + T[i][j][k + 1] - 6.0f * T[i][j][k]);
    float (*old)[N][N] = T;
    T = next;
    next = old;
  }
  printf("loop %.6f\n", seconds() - start);
  FILE *file = fopen(count > 1 ? words[1] : "heat3d.out", "wb");
  if (!file || fwrite(T, sizeof(float[N][N]), N, file) != N ||
      fwrite(next, sizeof(float[N][N]), N, file) != N || fclose(file))
    return 1;
  free(T);
  free(next);
  return 0;
}
