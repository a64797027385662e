// Flow in a channel: the walls turn the sign of the velocity, the ends repeat it; the rim is read afterwards.
#define NX 20
#define NY 14
static double v[NY][NX], w[NY][NX], seen[NY][NX];

void channel(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        w[j][i] = v[j][i] + 0.1 * (v[j - 1][i] + v[j + 1][i] + v[j][i - 1] + v[j][i + 1] - 4.0 * v[j][i]) + 0.01;
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        v[j][i] = w[j][i];
    for (int i = 1; i < NX - 1; i++) {
      v[0][i] = -v[1][i];
      v[NY - 1][i] = -v[NY - 2][i];
    }
    for (int j = 0; j < NY; j++) {
      v[j][0] = v[j][1];
      v[j][NX - 1] = v[j][NX - 2];
    }
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        seen[j][i] += v[j][i] * v[j][i];
  }
}

// Compare: 20,14 4 "channel(4)" --start=v=v --start=seen=seen --same=v=v --same=seen=seen
