// Head of groundwater with a conductivity in each cell, relaxed until the sum of the changes is small.
#include <math.h>
#define N 16
static double h[N][N], hn[N][N], cond[N][N], well[N][N];
static double harmonic(double a, double b) { return 2.0 * a * b / (a + b); }

int relax(double tolerance) {
  int sweeps = 0;
  double change;
  do {
    change = 0.0;
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        double n = harmonic(cond[i][j], cond[i - 1][j]), s = harmonic(cond[i][j], cond[i + 1][j]);
        double w = harmonic(cond[i][j], cond[i][j - 1]), e = harmonic(cond[i][j], cond[i][j + 1]);
        hn[i][j] = (n * h[i - 1][j] + s * h[i + 1][j] + w * h[i][j - 1] + e * h[i][j + 1] - 0.01 * well[i][j]) /
                   (n + s + w + e);
      }
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        change += fabs(hn[i][j] - h[i][j]);
        h[i][j] = hn[i][j];
      }
    sweeps++;
  } while (change > tolerance && sweeps < 500);
  return sweeps;
}

// Compare: 16,16 500 "relax(1e-3)" --start=h=h --start=cond=cond --start=well=well --same=h=h
// Compare: --set=tolerance=0.001
