// A rule that is looked at every ten steps, in two ways, and cells that know the number of the step.
#include <math.h>
double u[40], v[40];

void kernel(void) {
  for (int step = 2; step < 902; step++) {
    double change = 0.0;
    for (int i = 1; i < 39; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]) + (step % 7 == 3 ? 0.001 * (step % 4) : 0.0);
    for (int i = 1; i < 39; i++) {
      change = fmax(change, fabs(v[i] - u[i]));
      u[i] = v[i];
    }
    if ((step - 1) % 10 == 0 && change < 0.02)
      break;
  }
}

// Compare: 40 900 "kernel()" --start=u=u --same=u=u
