// Laplace's equation until the largest change is small; walls that repeat or hold their value, `fmax` for the change.
#include <math.h>
#define N 18
static double p[N][N], q[N][N];

void relax(void) {
  double change = 1.0;
  int n = 0;
  while (change > 1e-2 && n < 100) {
    change = 0.0;
    for (int i = 0; i < N; i++) {
      p[0][i] = p[1][i];
      p[N - 1][i] = 1.0;
    }
    for (int i = 0; i < N; i++) {
      p[i][0] = p[i][1];
      p[i][N - 1] = p[i][N - 2];
    }
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        q[i][j] = 0.25 * (p[i - 1][j] + p[i + 1][j] + p[i][j - 1] + p[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        change = fmax(change, fabs(q[i][j] - p[i][j]));
        p[i][j] = q[i][j];
      }
    n++;
  }
}

// Compare: 18,18 100 "relax()" --start=p=p --same=p=p
