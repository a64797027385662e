// A stopping rule that says something before it leaves, and a number that it notes.
#include <math.h>
#include <stdio.h>
double u[30], v[30];
int converged;

void kernel(int most) {
  for (int n = 1; n <= 900; n++) {
    double change = 0.0;
    for (int i = 1; i < 29; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    for (int i = 1; i < 29; i++) {
      change = fmax(change, fabs(v[i] - u[i]));
      u[i] = v[i];
    }
    if (change < 1e-3) {
      converged = 1;
      fprintf(stderr, "done in %d steps\n", n);
      break;
    }
  }
}

// Compare: 30 900 "kernel(0)" --start=u=u --same=u=u
