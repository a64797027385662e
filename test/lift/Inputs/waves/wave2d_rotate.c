// The wave equation with three buffers in rotation and a velocity model.
#define NY 24
#define NX 29

void wave(double (*restrict before)[NX], double (*restrict now)[NX], double (*restrict after)[NX],
          double (*restrict c)[NX], double dt, int steps) {
  for (int n = 0; n < steps; n++) {
    for (int j = 2; j < NY - 2; j++)
      for (int i = 2; i < NX - 2; i++) {
        double lap = -5.0 * now[j][i] +
                     4.0 / 3.0 * (now[j][i - 1] + now[j][i + 1] + now[j - 1][i] + now[j + 1][i]) -
                     1.0 / 12.0 * (now[j][i - 2] + now[j][i + 2] + now[j - 2][i] + now[j + 2][i]);
        double s = c[j][i] * dt;
        after[j][i] = 2 * now[j][i] - before[j][i] + s * s * lap;
      }
    double(*oldest)[NX] = before;
    before = now;
    now = after;
    after = oldest;
  }
}

// Compare: 29,24 3 "wave(p,q,r,c,0.3,3)" --own=double:p --own=double:q --own=double:r --own=double:c
// Compare: --start=now=q --start=now=r --start=now=p --start=c=c --same=now=q --set=dt=0.3
