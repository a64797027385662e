// Burgers' equation on a ring; two ghost cells are set by statements of their own after the update.
#define N 64
static double u[N + 2], w[N + 2];
static void ring(double *a) {
  a[0] = a[N];
  a[N + 1] = a[1];
}

void burgers(int steps) {
  const double r = 0.1, nu = 0.05;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= N; i++)
      w[i] = u[i] - r * u[i] * (u[i] - u[i - 1]) + nu * (u[i + 1] - 2.0 * u[i] + u[i - 1]);
    for (int i = 1; i <= N; i++)
      u[i] = w[i];
    ring(u);
  }
}

// Compare: 64 5 "ring(u),burgers(5)" --shape=u=66 --origin=u=1 --start=u=u --same=u=u
