// Maxwell's equations on Yee's staggered grid: each component has as many nodes as it needs.
#define NX 18
#define NY 14
static double ex[NY + 1][NX], ey[NY][NX + 1], hz[NY][NX];

void yee(int steps) {
  const double s = 0.5;
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < NY; j++)
      for (int i = 0; i < NX; i++)
        ex[j][i] += s * (hz[j][i] - hz[j - 1][i]);
    for (int j = 0; j < NY; j++)
      for (int i = 1; i < NX; i++)
        ey[j][i] -= s * (hz[j][i] - hz[j][i - 1]);
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        hz[j][i] += s * (ex[j + 1][i] - ex[j][i] - ey[j][i + 1] + ey[j][i]);
  }
}

// Compare: 19,15 4 "yee(4)" --shape=ex=18,15 --shape=ey=19,14 --shape=hz=18,14
// Compare: --start=ex=ex --start=ey=ey --start=hz=hz --same=ex=ex --same=ey=ey --same=hz=hz
