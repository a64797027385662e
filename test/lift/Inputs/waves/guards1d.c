// Conditions that choose between neighbours, by position and by value: which of them is the last that is read.
double a[41], b[41];

void kernel(double *restrict a, double *restrict b, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n; i++)
      b[i] = i > 5 ? 0.75 * a[i + 1] : a[i + 1] > -i ? a[i - 1] : 1.0;
    for (int i = 1; i < n; i++)
      a[i] = b[i];
  }
}

// Compare: 41 4 "kernel(a,b,40,4)" --start=a=a --same=a=a
