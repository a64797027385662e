// Heun's method for a reaction front: two stages with arrays of their own, visible functions.
#define N 18
typedef double plane[N][N];
static plane c, k1, mid, k2;
static double rate(plane a, int i, int j) {
  const double lap = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - 4.0 * a[i][j];
  return 0.2 * lap + a[i][j] * (1.0 - a[i][j]);
}

void front(int steps, double dt) {
  for (int s = 0; s < steps; s++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        k1[i][j] = rate(c, i, j);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        mid[i][j] = c[i][j] + dt * k1[i][j];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        k2[i][j] = rate(mid, i, j);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        c[i][j] += 0.5 * dt * (k1[i][j] + k2[i][j]);
  }
}

// Compare: 18,18 3 "front(3,0.1)" --start=c=c --start=k1=k1 --start=k2=k2 --same=c=c --same=mid=mid --set=dt=0.1
