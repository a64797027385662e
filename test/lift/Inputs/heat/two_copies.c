// A benchmark with an annotated and a plain copy of its nest, on memory cast to an array.
#define TIME 4
#define S 21
void star(double *grid, int isAnnotated) {
  double (*A)[S][S][S] = (double (*)[S][S][S])grid;
  if (isAnnotated) {
#pragma scop
    for (int t = 0; t < TIME; t++)
      for (int i = 1; i < S - 1; i++)
        for (int j = 1; j < S - 1; j++)
          for (int k = 1; k < S - 1; k++)
            A[(t + 1) % 2][i][j][k] =
                0.2 * A[t % 2][i][j][k] + 0.1 * A[t % 2][i - 1][j][k] + 0.15 * A[t % 2][i + 1][j][k] +
                0.12 * A[t % 2][i][j - 1][k] + 0.13 * A[t % 2][i][j + 1][k] +
                0.14 * A[t % 2][i][j][k - 1] + 0.16 * A[t % 2][i][j][k + 1];
#pragma endscop
  } else {
    for (int t = 0; t < TIME; t++)
#pragma omp parallel for
      for (int i = 1; i < S - 1; i++)
        for (int j = 1; j < S - 1; j++)
          for (int k = 1; k < S - 1; k++)
            A[(t + 1) % 2][i][j][k] = 0.2 * A[t % 2][i][j][k];
  }
}

// Compare: 21,21,21 4 "star(g,1)" --own=double:g[2] --start=A=g[0] --start=A=g[1] --same=A=g[0]
