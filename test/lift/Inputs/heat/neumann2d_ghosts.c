// Diffusion without flow through the walls: the ghost cells repeat the second row (mirror at the node).
void diffuse(int n, int m, double (*restrict a)[m + 2], double (*restrict b)[m + 2], double k, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j <= m; j++) {
      a[0][j] = a[2][j];
      a[n + 1][j] = a[n - 1][j];
    }
    for (int i = 1; i <= n; i++) {
      a[i][0] = a[i][2];
      a[i][m + 1] = a[i][m - 1];
    }
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= m; j++)
        b[i][j] = a[i][j] + k * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - 4.0 * a[i][j]);
    double (*c)[m + 2] = a;
    a = b;
    b = c;
  }
}

// Compare: 15,12 4 "diffuse(12,15,p,q,0.2,4)" --own=double:p --own=double:q --shape=a=17,14 --origin=a=1,1
// Compare: --start=a=p --start=a=q --same=a=p --set=k=0.2
