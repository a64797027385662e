// Heat in a plate whose left wall is held at a temperature and whose other walls are cold, set after every step.
#define N 17
#define M 13
static double T[M][N], next[M][N];

static void walls(double a[M][N]) {
  const double hot = 100.0;
  for (int i = 0; i < M; i++) {
    a[i][0] = hot;
    a[i][N - 1] = 0.0;
  }
  for (int j = 1; j < N - 1; j++) {
    a[0][j] = 0.0;
    a[M - 1][j] = 0.0;
  }
}

void heat(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < M - 1; i++)
      for (int j = 1; j < N - 1; j++)
        next[i][j] = T[i][j] + 0.2 * (T[i - 1][j] + T[i + 1][j] + T[i][j - 1] + T[i][j + 1] - 4 * T[i][j]);
    walls(next);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
        T[i][j] = next[i][j];
  }
}

// Compare: 15,11 4 "walls(T),heat(4)" --shape=T=17,13 --origin=T=1,1 --start=T=T --same=T=T
