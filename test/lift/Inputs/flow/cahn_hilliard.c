// Cahn and Hilliard's equation on a torus: the chemical potential first, then the concentration.
#define NX 20
#define NY 18
static double c[NY][NX], mu[NY][NX];

static double laplacian(double a[NY][NX], int i, int j) {
  const int up = i == NY - 1 ? 0 : i + 1, down = i == 0 ? NY - 1 : i - 1;
  const int right = (j + 1) % NX, left = (j + NX - 1) % NX;
  return a[up][j] + a[down][j] + a[i][right] + a[i][left] - 4.0 * a[i][j];
}

void separate(int steps) {
  const double kappa = 0.5, mobility = 0.01;
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 0; i < NY; i++)
      for (int j = 0; j < NX; j++)
        mu[i][j] = c[i][j] * c[i][j] * c[i][j] - c[i][j] - kappa * laplacian(c, i, j);
#pragma omp parallel for
    for (int i = 0; i < NY; i++)
      for (int j = 0; j < NX; j++)
        c[i][j] += mobility * laplacian(mu, i, j);
  }
}

// Compare: 20,18 5 "separate(5)" --start=c=c --same=c=c --same=mu=mu
