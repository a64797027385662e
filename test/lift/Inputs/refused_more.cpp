// More functions that are no stencils, or that cannot be said with the same bits.
#include <cmath>
#include <vector>
constexpr int N = 32;
static double u[N], v[N], p[N + 2][N + 2], q[N + 2][N + 2];
static int states[N];
static float f[N], g[N];

void mirrored(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      v[i] = u[N - 1 - i];
}
void newton(int steps, int inner) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < N; i++) {
      double x = u[i];
      for (int k = 0; k < inner; k++)
        x = 0.5 * (x + u[i] / x);
      v[i] = x;
    }
}
void whole_numbers(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      states[i] = states[i + 1];
}
void round_in_place(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < N; i++)
      u[i] = 0.5 * (u[i] + u[(i + 1) % N]);
}
double unknown(double);
void called(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < N; i++)
      v[i] = unknown(u[i]);
}
void every_other(int steps) {
  for (int t = 0; t < steps; t++) {
    if (t % 10 == 3)
      for (int i = 1; i < N - 1; i++)
        v[i] = u[i - 1];
  }
}
void red_black(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i += 2)
      u[i] = 0.5 * (u[i - 1] + u[i + 1]);
}
void powers(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < N; i++)
      v[i] = std::pow(u[i], 1.5);
}
void vectors(std::vector<double> &a, std::vector<double> &b, int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
}
void stale_corners(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= N; i++) {
      p[i][0] = p[i][N];
      p[0][i] = p[N][i];
    }
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N; j++)
        q[i][j] = p[i - 1][j - 1];
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N; j++)
        p[i][j] = q[i][j];
  }
}
void carried(double end) {
  double time = 0.0;
  while (time < end) {
    for (int i = 1; i < N - 1; i++)
      v[i] = u[i - 1];
    time += 0.1;
  }
}
void uniform_rounding(double dt, double dx, int steps) {
  for (int t = 0; t < steps; t++) {
    float r = dt / dx;
    for (int i = 1; i < N - 1; i++)
      g[i] = r * f[i - 1];
  }
}
void cut(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      v[i] = int(u[i] * 10.0) * 0.1;
}
int cells[2][N];
void integers(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      cells[(t + 1) % 2][i] = cells[t % 2][i - 1] + cells[t % 2][i + 1];
}
void changes_inside(int steps) {
  for (int t = 0; t < steps; t++) {
    int k = 0;
    for (int i = 1; i < N - 1; i++)
      v[i] = u[i] + (k++);
  }
}
