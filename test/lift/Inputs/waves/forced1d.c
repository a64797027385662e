// A string that is plucked at one point by a force that depends on the time.
#include <math.h>
#define N 70
double y[3][N];

void string(int steps) {
  const double c2 = 0.25, omega = 0.3;
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++) {
      double force = i == 20 ? 0.01 * sin(omega * t) : 0.0;
      y[(t + 1) % 3][i] = 2.0 * y[t % 3][i] - y[(t + 2) % 3][i] +
                          c2 * (y[t % 3][i + 1] - 2.0 * y[t % 3][i] + y[t % 3][i - 1]) + force;
    }
}

// Compare: 70 5 "string(5)" --start=y=y[0] --start=y=y[1] --start=y=y[2] --same=y=y[2]
