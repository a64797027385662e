#include <algorithm>
double u[64], v[64];

double list_of_three(double a, double b, double c) { return std::max({a, b, c}); }
void list(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < 63; i++)
      v[i] = list_of_three(u[i - 1], u[i], u[i + 1]);
}

double limited(double a) { return a > 1.0 ? 1.0 : a; }
double nothing(double a) { limited(a); }
void without_value(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < 63; i++)
      v[i] = u[i - 1] + nothing(u[i]);
}

void down(double *p, int n) {
  if (n > 0) {
    p[n] = 0;
    down(p, n - 1);
  }
}
void calls_itself(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < 63; i++)
      down(v, i);
}
