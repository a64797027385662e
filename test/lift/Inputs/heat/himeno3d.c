// Poisson's equation for the pressure with tables of coefficients in every cell, as Himeno's benchmark has it.
#define MI 9
#define MJ 10
#define MK 12
static float p[MI][MJ][MK], bnd[MI][MJ][MK], wrk1[MI][MJ][MK], wrk2[MI][MJ][MK];
static float a[4][MI][MJ][MK], b[3][MI][MJ][MK], c[3][MI][MJ][MK];
static float omega = 0.8;

float jacobi(int nn) {
  int i, j, k, n;
  float gosa, s0, ss;
  for (n = 0; n < nn; ++n) {
    gosa = 0.0;
    for (i = 1; i < MI - 1; ++i)
      for (j = 1; j < MJ - 1; ++j)
        for (k = 1; k < MK - 1; ++k) {
          s0 = a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] +
               a[2][i][j][k] * p[i][j][k + 1] +
               b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
               b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
               b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
               c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] + c[2][i][j][k] * p[i][j][k - 1] +
               wrk1[i][j][k];
          ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bnd[i][j][k];
          gosa = gosa + ss * ss;
          wrk2[i][j][k] = p[i][j][k] + omega * ss;
        }
    for (i = 1; i < MI - 1; ++i)
      for (j = 1; j < MJ - 1; ++j)
        for (k = 1; k < MK - 1; ++k)
          p[i][j][k] = wrk2[i][j][k];
  }
  return gosa;
}

// Compare: 12,10,9 3 "jacobi(3)" --start=p=p --start=bnd=bnd --start=wrk1=wrk1 --start=a0=a[0] --start=a1=a[1]
// Compare: --start=a2=a[2] --start=a3=a[3] --start=b0=b[0] --start=b1=b[1] --start=b2=b[2] --start=c0=c[0]
// Compare: --start=c1=c[1] --start=c2=c[2] --same=p=p
