// Shallow water in the plane: height and two momenta with Lax-Friedrichs fluxes, gravity, a mask.
#include <math.h>
#define NY 20
#define NX 26
static double h[2][NY][NX], hu[2][NY][NX], hv[2][NY][NX], land[NY][NX];

void kernel(int steps) {
  const double g = 9.81, dt = 0.001, dx = 0.1;
  const double r = dt / (2.0 * dx);
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++) {
        if (land[j][i] > 0.5) {
          h[(t + 1) & 1][j][i] = h[t & 1][j][i];
          hu[(t + 1) & 1][j][i] = 0.0;
          hv[(t + 1) & 1][j][i] = 0.0;
        } else {
          double east = h[t & 1][j][i + 1], west = h[t & 1][j][i - 1];
          double pe = 0.5 * g * east * east, pw = 0.5 * g * west * west;
          double pn = 0.5 * g * pow(h[t & 1][j + 1][i], 2), ps = 0.5 * g * pow(h[t & 1][j - 1][i], 2);
          h[(t + 1) & 1][j][i] = 0.25 * (east + west + h[t & 1][j + 1][i] + h[t & 1][j - 1][i]) -
                                 r * (hu[t & 1][j][i + 1] - hu[t & 1][j][i - 1] +
                                      hv[t & 1][j + 1][i] - hv[t & 1][j - 1][i]);
          hu[(t + 1) & 1][j][i] = 0.25 * (hu[t & 1][j][i + 1] + hu[t & 1][j][i - 1] +
                                          hu[t & 1][j + 1][i] + hu[t & 1][j - 1][i]) - r * (pe - pw);
          hv[(t + 1) & 1][j][i] = 0.25 * (hv[t & 1][j][i + 1] + hv[t & 1][j][i - 1] +
                                          hv[t & 1][j + 1][i] + hv[t & 1][j - 1][i]) - r * (pn - ps);
        }
      }
  }
}

// Compare: 26,20 3 "kernel(3)" --start=h=h[0] --start=h=h[1] --start=hu=hu[0] --start=hu=hu[1]
// Compare: --start=hv=hv[0] --start=hv=hv[1] --start=land=land --same=h=h[1] --same=hu=hu[1] --same=hv=hv[1]
