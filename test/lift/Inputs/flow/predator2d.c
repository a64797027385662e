// Predators and prey that wander: both in one array, the time level beside the kind.
#define N 17
static double s[2][2][N][N];

void hunt(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        double lap[2];
        for (int k = 0; k < 2; k++)
          lap[k] = s[t % 2][k][i - 1][j] + s[t % 2][k][i + 1][j] + s[t % 2][k][i][j - 1] + s[t % 2][k][i][j + 1] -
                   4.0 * s[t % 2][k][i][j];
        const double met = s[t % 2][0][i][j] * s[t % 2][1][i][j];
        s[(t + 1) % 2][0][i][j] = s[t % 2][0][i][j] + 0.1 * lap[0] + 0.02 * s[t % 2][0][i][j] - 0.03 * met;
        s[(t + 1) % 2][1][i][j] = s[t % 2][1][i][j] + 0.05 * lap[1] - 0.02 * s[t % 2][1][i][j] + 0.02 * met;
      }
}

// Compare: 17,17 3 "hunt(3)" --start=s0=s[0][0] --start=s0=s[1][0] --start=s1=s[0][1] --start=s1=s[1][1]
// Compare: --same=s0=s[1][0] --same=s1=s[1][1]
