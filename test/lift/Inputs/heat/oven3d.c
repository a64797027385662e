// Heat in an oven: each wall is set to its temperature at the beginning of every step.
#define NX 12
#define NY 10
#define NZ 9
static float T[NZ][NY][NX], next[NZ][NY][NX];

static void walls(void) {
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      T[k][j][0] = 1.5f, T[k][j][NX - 1] = 0.1f;
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NX; i++)
      T[k][0][i] = T[k][1][i], T[k][NY - 1][i] = T[k][NY - 2][i];
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      T[0][j][i] = 2.0f, T[NZ - 1][j][i] = 0.7f;
}

void bake(int steps) {
  for (int t = 0; t < steps; t++) {
    walls();
    for (int k = 1; k < NZ - 1; k++)
      for (int j = 1; j < NY - 1; j++)
        for (int i = 1; i < NX - 1; i++)
          next[k][j][i] = T[k][j][i] + 0.1f * (T[k][j][i - 1] + T[k][j][i + 1] + T[k][j - 1][i] + T[k][j + 1][i] +
                                               T[k - 1][j][i] + T[k + 1][j][i] - 6.0f * T[k][j][i]);
    for (int k = 1; k < NZ - 1; k++)
      for (int j = 1; j < NY - 1; j++)
        for (int i = 1; i < NX - 1; i++)
          T[k][j][i] = next[k][j][i];
  }
}

// Compare: 10,8,7 3 "bake(3)" --shape=T=12,10,9 --origin=T=1,1,1 --start=T=T --same=T=T
