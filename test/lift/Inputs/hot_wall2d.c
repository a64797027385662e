// Heat in a plate whose left wall is held at a temperature and whose other walls are cold, set after every step.
#define N 17
#define M 13
static double T[M][N], next[M][N];

void heat(int steps) {
  const double hot = 100.0;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < M - 1; i++)
      for (int j = 1; j < N - 1; j++)
        next[i][j] = T[i][j] + 0.2 * (T[i - 1][j] + T[i + 1][j] + T[i][j - 1] + T[i][j + 1] - 4 * T[i][j]);
    for (int i = 0; i < M; i++) {
      next[i][0] = hot;
      next[i][N - 1] = 0.0;
    }
    for (int j = 1; j < N - 1; j++) {
      next[0][j] = 0.0;
      next[M - 1][j] = 0.0;
    }
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
        T[i][j] = next[i][j];
  }
}

// Compare: 17,13 4 "heat(4)" --start=T=T --same=T=T
