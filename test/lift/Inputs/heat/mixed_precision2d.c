// Diffusion in float with coefficients in double, rounded to float in variables on the way.
#define N 19
static float a[N][N], b[N][N];

void mixed(double alpha, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        float lap = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) - a[i][j];
        float change = lap * alpha;
        b[i][j] = a[i][j] + change * 0.5f;
      }
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j];
  }
}

// Compare: 19,19 4 "mixed(0.3,4)" --start=a=a --same=a=a --set=alpha_value=0.3
