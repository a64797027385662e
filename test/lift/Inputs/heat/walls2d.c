// Diffusion whose rim copies its neighbours after every step (no flux), corners included.
static void walls(int n, int m, double a[n][m]) {
  for (int i = 1; i < n - 1; i++) {
    a[i][0] = a[i][1];
    a[i][m - 1] = a[i][m - 2];
  }
  for (int j = 0; j < m; j++) {
    a[0][j] = a[1][j];
    a[n - 1][j] = a[n - 2][j];
  }
}

void diffuse(int n, int m, double a[n][m], double w[n][m], double k, int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        w[i][j] = a[i][j] + k * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - 4.0 * a[i][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i][j] = w[i][j];
    walls(n, m, a);
  }
}

// Compare: 15,21 5 "walls(23,17,a),diffuse(23,17,a,w,0.2,5)" --lift=--assume-no-alias --own=double:a --own=double:w
// Compare: --shape=a=17,23 --origin=a=1,1 --start=a=a --same=a=a --set=k=0.2
