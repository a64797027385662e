// Functions that are no stencils, one for each reason.
#define N 32
double u[N][N], v[N][N];
int order[N];
void gauss_seidel(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}
void data_index(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        v[i][j] = u[order[i]][j] + u[i][j - 1];
}
double w[N];

void triangle(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < i; j++)
        v[i][j] = u[i - 1][j];
}


void alias(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
}


void leaves(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        if (u[i][j] > 2.0) break;
        v[i][j] = u[i - 1][j];
      }
}
void coarse(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N / 2 - 1; i++)
      for (int j = 1; j < N / 2 - 1; j++)
        v[2 * i][2 * j] = u[2 * i + 1][2 * j];
}

double big[2 * N][N];
void sizes(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        big[i][j] = u[i - 1][j];
}
#ifdef BROKEN
#include "no_such_header.h"
#endif
