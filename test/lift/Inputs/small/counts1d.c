// Steps counted from one, by a number that the cells use after it is counted on, and a helper with 'swap' in its name.
double u[30], w[30];

static void swap_half(double *p, double *q) {
  for (int i = 1; i < 29; i++)
    p[i] = 0.5 * (p[i] + q[i]);
}

void kernel(int k) {
  int n = 1;
  while (n <= 6) {
    n += 1;
    for (int i = 1; i < 29; i++)
      w[i] = 0.25 * u[i - 1] + 0.125 * n * u[i + 1];
    swap_half(u, w);
  }
}

// Compare: 30 6 "kernel(0)" --start=u=u --same=u=u
