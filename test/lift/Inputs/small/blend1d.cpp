// A smoother whose helper returns a status that nobody looks at, and its result by reference.

double u[64], v[64];

int blend(double low, double high, double &sum) {
  sum = 0.25 * low + 0.75 * high;
  return 0;
}

void smooth(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < 63; i++) {
      double mean = u[i];
      blend(u[i - 1], u[i + 1], mean);
      v[i] = mean;
    }
    for (int i = 1; i < 63; i++)
      u[i] = v[i];
  }
}

// Compare: 64 3 "smooth(3)" --start=u=u --same=u=u
