// Compare: 20,17 5 "sweep(7,22,20,5,a,b)" --own=double:a --own=double:b --shape=a=20,24 --origin=a=0,7
// Compare: --start=a=a --start=a=b --same=a=a --set=lo=7
// Rows from lo to hi of an array that begins elsewhere.
void sweep(int lo, int hi, int n, int steps, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int j = lo; j <= hi; j++)
      for (int i = 1; i < n - 1; i++)
        b[j * n + i] = j > lo + 2 ? 0.25 * (a[(j - 1) * n + i] + a[(j + 1) * n + i - 1]) + 0.125 * j : a[j * n + i] + 0.5 * (j - lo);
    for (int j = lo; j <= hi; j++)
      for (int i = 1; i < n - 1; i++)
        a[j * n + i] = b[j * n + i];
  }
}
