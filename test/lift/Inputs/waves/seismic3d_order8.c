// Acoustic wave in space, order eight: a loop over the distance with a table of weights, OpenACC.
#define R 4
static const float w[R + 1] = {-2.847222f, 1.6f, -0.2f, 0.02539683f, -0.001785714f};

void propagate(const float *restrict now, float *restrict other, const float *restrict vel2, int nx, int ny, int nz,
               int steps) {
  const int plane = nx * ny;
  for (int t = 0; t < steps; t++) {
#pragma acc parallel loop collapse(3)
    for (int z = R; z < nz - R; z++)
      for (int y = R; y < ny - R; y++)
        for (int x = R; x < nx - R; x++) {
          const int at = x + nx * y + plane * z;
          float lap = 3.0f * w[0] * now[at];
          for (int r = 1; r <= R; r++)
            lap += w[r] * (now[at + r] + now[at - r] + now[at + r * nx] + now[at - r * nx] + now[at + r * plane] +
                           now[at - r * plane]);
          other[at] = 2.0f * now[at] - other[at] + vel2[at] * lap;
        }
    float *keep = (float *)now;
    now = other;
    other = keep;
  }
}

// Compare: 13,12,11 3 "propagate(p,q,v,13,12,11,3)" --own=float:p --own=float:q --own=float:v --start=now=p
// Compare: --start=now=q --start=vel2=v --same=now=q
