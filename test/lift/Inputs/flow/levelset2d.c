// A level set moves with speed along its normal: one-sided differences after Godunov.
#include <math.h>
#define N 21
double phi[2][N][N], speed[N][N];
static double sq(double v) { return v * v; }

void advance(int steps, double dt) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        const double here = phi[t % 2][i][j];
        double xm = here - phi[t % 2][i][j - 1], xp = phi[t % 2][i][j + 1] - here;
        double ym = here - phi[t % 2][i - 1][j], yp = phi[t % 2][i + 1][j] - here;
        double grad;
        if (speed[i][j] > 0.0)
          grad = sqrt(sq(fmax(xm, 0.0)) + sq(fmin(xp, 0.0)) + sq(fmax(ym, 0.0)) + sq(fmin(yp, 0.0)));
        else
          grad = sqrt(sq(fmin(xm, 0.0)) + sq(fmax(xp, 0.0)) + sq(fmin(ym, 0.0)) + sq(fmax(yp, 0.0)));
        phi[(t + 1) % 2][i][j] = here - dt * speed[i][j] * grad;
      }
}

// Compare: 21,21 4 "advance(4,0.1)" --start=phi=phi[0] --start=phi=phi[1] --start=speed=speed --same=phi=phi[0]
// Compare: --set=dt=0.1
