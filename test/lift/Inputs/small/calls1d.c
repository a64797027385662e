// Burgers' equation: the step is a function of its own, called with the buffers in turn; limited slopes.
#include <math.h>
#define N 90
static double minmod(double a, double b) {
  double smaller = fabs(a) < fabs(b) ? a : b;
  return a * b > 0.0 ? smaller : 0.0;
}
static void step(const double *restrict from, double *restrict to, int n, double r) {
  for (int i = 2; i < n - 2; i++) {
    double left = minmod(from[i] - from[i - 1], from[i + 1] - from[i]);
    double before = minmod(from[i - 1] - from[i - 2], from[i] - from[i - 1]);
    double out = from[i] + 0.5 * left, in = from[i - 1] + 0.5 * before;
    to[i] = from[i] - r * (0.5 * out * out - 0.5 * in * in) + 0.01 * exp(-from[i]);
  }
}
double a[N], b[N];

void burgers(int pairs) {
  for (int t = 0; t < pairs; t++) {
    step(a, b, N, 0.1);
    step(b, a, N, 0.1);
  }
}

// Compare: 90 3 "burgers(3)" --start=a=a --start=b=b --same=a=a --same=b=b
