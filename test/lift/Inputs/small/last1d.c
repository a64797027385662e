// Runs that end at a step with a number of its own, or never.
double u[40], v[40];

void kernel(double limit) {
  for (int n = 0; n < 50; n++) {
    for (int i = 1; i < 39; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]) + (!n ? 0.25 : 0.0);
    for (int i = 1; i < 39; i++)
      u[i] = v[i];
    if (n == 6 || (n > 3 && limit > 2.0))
      break;
  }
}

// Compare: 40 50 "kernel(0.5)" --start=u=u --same=u=u --set=limit=0.5
