// A vibrating string; sizes, steps and coefficients come from the only caller.
#include <stdlib.h>
static void vibrate(const double *restrict u0, double *restrict older, double *restrict newer, int n, double c2,
                    int steps) {
  const double *now = u0;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      newer[i] = 2.0 * now[i] - older[i] + c2 * (now[i + 1] - 2.0 * now[i] + now[i - 1]);
    double *free_one = older;
    older = (double *)now;
    now = newer;
    newer = free_one;
  }
}

int main_program(void) {
  const int n = 70;
  double speed = 0.16;
  double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), *c = calloc(n, sizeof *c);
  vibrate(a, b, c, n, speed, 5);
  return a[0] > b[0] + c[0];
}

// Compare: 70 4 "vibrate(p,q,r,70,0.16,4)" --own=double:p --own=double:q --own=double:r --start=u0=p --start=u0=q
// Compare: --start=u0=r --same=u0=r
