// A loop that ends by its condition or by a break, each of which knows the step, and loops in both branches of a choice.
#include <math.h>
double u[16][20], v[16][20];

void kernel(double limit) {
  double most = 1.0;
  for (int t = 1; t < 40 && t * most > limit; t++) {
    most = 0.0;
    for (int j = 0; j < 16; j++) {
      if (j > 0 && j < 15)
        for (int i = 1; i < 19; i++)
          v[j][i] = 0.25 * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1]);
      else
        for (int i = 0; i < 20; i++)
          v[j][i] = u[j][i];
    }
    for (int j = 0; j < 16; j++)
      for (int i = 1; i < 19; i++) {
        most = fmax(most, fabs(v[j][i] - u[j][i]));
        u[j][i] = v[j][i];
      }
    if (t % 30 == 29 && most < 0.5)
      break;
  }
}

// Compare: 20,16 39 "kernel(0.0)" --start=u=u --start=v=v --same=u=u --same=v=v --set=limit=0.0
