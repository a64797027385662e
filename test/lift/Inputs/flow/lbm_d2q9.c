// Lattice Boltzmann, nine velocities in the plane, on a torus: pulled, collided, exchanged.
#define NX 16
#define NY 12
#define Q 9
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[Q] = {4.0 / 9.0,  1.0 / 9.0,  1.0 / 9.0,  1.0 / 9.0, 1.0 / 9.0,
                                 1.0 / 36.0, 1.0 / 36.0, 1.0 / 36.0, 1.0 / 36.0};
double f[Q][NY][NX], g[Q][NY][NX];

void flow(int steps) {
  const double omega = 1.2;
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        double in[Q], rho = 0.0, ux = 0.0, uy = 0.0;
        for (int k = 0; k < Q; k++) {
          in[k] = f[k][(y - cy[k] + NY) % NY][(x - cx[k] + NX) % NX];
          rho += in[k];
          ux += cx[k] * in[k];
          uy += cy[k] * in[k];
        }
        ux /= rho;
        uy /= rho;
        for (int k = 0; k < Q; k++) {
          double cu = 3.0 * (cx[k] * ux + cy[k] * uy);
          double even = weight[k] * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
          g[k][y][x] = in[k] + omega * (even - in[k]);
        }
      }
    for (int k = 0; k < Q; k++)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
          f[k][y][x] = g[k][y][x];
  }
}

// Compare: 16,12 2 "flow(2)" --start=f0=f[0] --start=f1=f[1] --start=f2=f[2] --start=f3=f[3] --start=f4=f[4]
// Compare: --start=f5=f[5] --start=f6=f[6] --start=f7=f[7] --start=f8=f[8]
// Compare: --same=f0=f[0] --same=f1=f[1] --same=f2=f[2] --same=f5=f[5] --same=f8=f[8]
