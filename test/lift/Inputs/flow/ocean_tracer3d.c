// A tracer in the ocean: carried by currents, mixed upwards, with a thickness for each layer and a mask of land.
#define NZ 8
#define NY 11
#define NX 13
static double T[NZ][NY][NX], Tn[NZ][NY][NX], u[NZ][NY][NX], v[NZ][NY][NX], mask[NY][NX], dz[NZ];

void tracer(int steps) {
  const double dt = 0.01, kz = 0.3;
  for (int n = 0; n < steps; n++) {
    for (int k = 1; k < NZ - 1; k++)
      for (int j = 1; j < NY - 1; j++)
        for (int i = 1; i < NX - 1; i++) {
          double fx = u[k][j][i] * (T[k][j][i + 1] - T[k][j][i - 1]) * 0.5;
          double fy = v[k][j][i] * (T[k][j + 1][i] - T[k][j - 1][i]) * 0.5;
          double up = (T[k + 1][j][i] - T[k][j][i]) / (0.5 * (dz[k] + dz[k + 1]));
          double down = (T[k][j][i] - T[k - 1][j][i]) / (0.5 * (dz[k] + dz[k - 1]));
          Tn[k][j][i] = T[k][j][i] + mask[j][i] * dt * (kz * (up - down) / dz[k] - fx - fy);
        }
    for (int k = 1; k < NZ - 1; k++)
      for (int j = 1; j < NY - 1; j++)
        for (int i = 1; i < NX - 1; i++)
          T[k][j][i] = Tn[k][j][i];
  }
}

// Compare: 13,11,8 3 "tracer(3)" --start=T=T --start=u=u --start=v=v --start=mask=mask --along=mask=xy --start=dz=dz
// Compare: --along=dz=z --same=T=T
