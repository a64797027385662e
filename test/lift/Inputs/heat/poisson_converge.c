// Poisson's equation, relaxed until the largest change is small.
#include <math.h>
#define N 18
double p[N][N], q[N][N], b[N][N];

void kernel(double eps, int most) {
  double change = 1.0;
  int n = 0;
  while (change > eps && n < 2000) {
    change = 0.0;
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        q[i][j] = 0.25 * (p[i - 1][j] + p[i + 1][j] + p[i][j - 1] + p[i][j + 1] - b[i][j]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        double d = fabs(q[i][j] - p[i][j]);
        if (d > change)
          change = d;
        p[i][j] = q[i][j];
      }
    n++;
  }
}

// Compare: 18,18 2000 "kernel(1e-3,0)" --start=p=p --start=b=b --same=p=p --set=eps=0.001
