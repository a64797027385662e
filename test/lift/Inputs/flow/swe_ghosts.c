// Linear shallow water on a torus: ghost cells take the other side at the beginning of every step.
#define NX 18
#define NY 14
static double h[NY + 2][NX + 2], u[NY + 2][NX + 2], v[NY + 2][NX + 2];

static void wrap(double a[NY + 2][NX + 2]) {
  for (int i = 0; i < NX + 2; i++) {
    a[0][i] = a[NY][i];
    a[NY + 1][i] = a[1][i];
  }
  for (int j = 0; j < NY + 2; j++) {
    a[j][0] = a[j][NX];
    a[j][NX + 1] = a[j][1];
  }
}

void water(int steps) {
  const double g = 0.1, depth = 1.5;
  for (int t = 0; t < steps; t++) {
    wrap(h);
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++) {
        u[j][i] -= g * (h[j][i + 1] - h[j][i]);
        v[j][i] -= g * (h[j + 1][i] - h[j][i]);
      }
    wrap(u);
    wrap(v);
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++)
        h[j][i] -= depth * g * (u[j][i] - u[j][i - 1] + v[j][i] - v[j - 1][i]);
  }
}

// Compare: 18,14 5 "water(5)" --shape=h=20,16 --shape=u=20,16 --shape=v=20,16 --origin=h=1,1 --origin=u=1,1
// Compare: --origin=v=1,1 --start=h=h --start=u=u --start=v=v --same=h=h --same=u=u --same=v=v
