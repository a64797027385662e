// Bilateral filter: weights fall with the distance and with the difference of the values.
#include <math.h>
#define N 20
#define R 2
static double a[N][N], b[N][N];

void bilateral(double s, double r) {
  for (int i = R; i < N - R; i++)
    for (int j = R; j < N - R; j++) {
      double total = 0.0, weights = 0.0;
      for (int di = -R; di <= R; di++)
        for (int dj = -R; dj <= R; dj++) {
          double d = a[i + di][j + dj] - a[i][j];
          double w = exp(-(di * di + dj * dj) / (2.0 * s * s) - d * d / (2.0 * r * r));
          total += w * a[i + di][j + dj];
          weights += w;
        }
      b[i][j] = total / weights;
    }
}

// Compare: 20,20 1 "bilateral(1.5,0.2)" --start=a=a --start=b=b --same=b=b --set=s=1.5 --set=r=0.2
