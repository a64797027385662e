// Maxwell's equations in the plane (FDTD, transverse electric): three arrays, three nests a step.
#define NX 23
#define NY 31
double ex[NX][NY], ey[NX][NY], hz[NX][NY];

void kernel(int steps) {
  int t, i, j;
#pragma scop
  for (t = 0; t < steps; t++) {
    for (i = 1; i < NX; i++)
      for (j = 0; j < NY; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (i = 0; i < NX; i++)
      for (j = 1; j < NY; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (i = 0; i < NX - 1; i++)
      for (j = 0; j < NY - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
#pragma endscop
}

// Compare: 31,23 4 "kernel(4)" --start=ex=ex --start=ey=ey --start=hz=hz --same=ex=ex --same=ey=ey
// Compare: --same=hz=hz
