// One number that two loops collect, and a minimum over a part of the cells, neither from a neutral value.
#include <math.h>
double u[40], v[40];

void kernel(void) {
  double most = 0.0, least = 0.0;
  for (int n = 0; n < 900; n++) {
    most = 0.001;
    least = 2.0;
    for (int i = 1; i < 39; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    for (int i = 12; i < 25; i++)
      least = fmin(least, fabs(v[i] - 2.0 * u[i]));
    for (int i = 5; i < 20; i++)
      if (u[i] - v[i] > most)
        most = u[i] - v[i];
    for (int i = 20; i < 39; i++)
      most = v[i] - u[i] < most ? most : v[i] - u[i];
    for (int i = 1; i < 39; i++)
      u[i] = v[i];
    if (most < 0.02 && least < 0.9)
      break;
  }
}

// Compare: 40 900 "kernel()" --start=u=u --same=u=u
