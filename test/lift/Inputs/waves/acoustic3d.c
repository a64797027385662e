// Acoustic wave in space, written into the older of two buffers, as seismic codes do.
void propagate(float *restrict prev, float *restrict next, const float *restrict vel, int n1, int n2,
               int n3, int steps) {
  const float c0 = -2.5f, c1 = 1.33333333f, c2 = -0.08333333f;
  for (int it = 0; it < steps; it++) {
    for (int iz = 2; iz < n3 - 2; iz++)
      for (int iy = 2; iy < n2 - 2; iy++)
        for (int ix = 2; ix < n1 - 2; ix++) {
          int p = iz * n1 * n2 + iy * n1 + ix;
          float value = 0.0f;
          value += prev[p] * c0 * 3;
          value += c1 * (prev[p + 1] + prev[p - 1]);
          value += c1 * (prev[p + n1] + prev[p - n1]);
          value += c1 * (prev[p + n1 * n2] + prev[p - n1 * n2]);
          value += c2 * (prev[p + 2] + prev[p - 2]);
          value += c2 * (prev[p + 2 * n1] + prev[p - 2 * n1]);
          value += c2 * (prev[p + 2 * n1 * n2] + prev[p - 2 * n1 * n2]);
          next[p] = 2.0f * prev[p] - next[p] + value * vel[p];
        }
    float *tmp = next;
    next = prev;
    prev = tmp;
  }
}

// Compare: 13,11,9 3 "propagate(p,q,c,13,11,9,3)" --own=float:p --own=float:q --own=float:c --start=prev=p
// Compare: --start=prev=q --start=vel=c --same=prev=q
