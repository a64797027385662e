// A rule that is the same in all steps, on a number in f32.
float u[40], v[40];

void kernel(float limit, double other) {
  for (int n = 0; n < 50; n++) {
    for (int i = 1; i < 39; i++)
      v[i] = 0.5f * (u[i - 1] + u[i + 1]) * other;
    for (int i = 1; i < 39; i++)
      u[i] = v[i];
    if (limit >= 0.1f && limit > other)
      break;
  }
}

// Compare: 40 50 "kernel(0.1f, 0.1)" --start=u=u --same=u=u --set=limit=0.10000000149011612 --set=other_value=0.1
