// Jacobi relaxation in the plane, two time levels chosen by an index.
#define N 33
#define M 21
double u[2][M][N];

void kernel(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < M - 1; i++)
      for (int j = 1; j < N - 1; j++)
        u[(t + 1) % 2][i][j] =
            0.25 * (u[t % 2][i][j - 1] + u[t % 2][i][j + 1] + u[t % 2][i - 1][j] + u[t % 2][i + 1][j]);
}

// Compare: 33,21 5 "kernel(5)" --start=u=u[0] --start=u=u[1] --same=u=u[1]
