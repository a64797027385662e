// Gas in a tube (Euler's equations), three conserved quantities, fluxes of the neighbours, Lax and Friedrichs.
#include <math.h>
#define N 80
static double U[3][N], V[3][N];
static double pressure(double rho, double m, double e) { return 0.4 * (e - 0.5 * m * m / rho); }

void tube(int steps) {
  const double r = 0.1;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++) {
      double left[3], right[3];
      const double pl = pressure(U[0][i - 1], U[1][i - 1], U[2][i - 1] + 3.0);
      const double pr = pressure(U[0][i + 1], U[1][i + 1], U[2][i + 1] + 3.0);
      left[0] = U[1][i - 1];
      left[1] = U[1][i - 1] * U[1][i - 1] / U[0][i - 1] + pl;
      left[2] = (U[2][i - 1] + pl) * U[1][i - 1] / U[0][i - 1];
      right[0] = U[1][i + 1];
      right[1] = U[1][i + 1] * U[1][i + 1] / U[0][i + 1] + pr;
      right[2] = (U[2][i + 1] + pr) * U[1][i + 1] / U[0][i + 1];
      for (int q = 0; q < 3; q++)
        V[q][i] = 0.5 * (U[q][i - 1] + U[q][i + 1]) - 0.5 * r * (right[q] - left[q]);
    }
    for (int q = 0; q < 3; q++)
      for (int i = 1; i < N - 1; i++)
        U[q][i] = V[q][i];
  }
}

// Compare: 80 3 "tube(3)" --start=U0=U[0] --start=U1=U[1] --start=U2=U[2] --same=U0=U[0] --same=U1=U[1] --same=U2=U[2]
