// Reaction and diffusion of two substances, both of each cell at once.
#define N 22
typedef float real;
real u[2][N][N], v[2][N][N];
static inline real laplace(real (*a)[N], int i, int j) {
  return a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - 4 * a[i][j];
}

void kernel(int steps) {
  const real du = 0.16f, dv = 0.08f, feed = 0.035f, kill = 0.065f;
  int cur = 0;
  for (int t = 0; t < steps; ++t) {
    int next = 1 - cur;
    for (int i = 1; i < N - 1; ++i)
      for (int j = 1; j < N - 1; ++j) {
        real uc = u[cur][i][j], vc = v[cur][i][j];
        real uvv = uc * vc * vc;
        u[next][i][j] = uc + du * laplace(u[cur], i, j) - uvv + feed * (1.0f - uc);
        v[next][i][j] = vc + dv * laplace(v[cur], i, j) + uvv - (feed + kill) * vc;
      }
    cur = next;
  }
}

// Compare: 22,22 4 "kernel(4)" --start=u=u[0] --start=u=u[1] --start=v=v[0] --start=v=v[1] --same=u=u[0]
// Compare: --same=v=v[0]
