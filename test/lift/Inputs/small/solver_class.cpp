// A solver class: restrict pointers as members, a method for the step, one for the loop over time.
#include <cmath>

class Solver {
public:
  Solver(int nx, int ny, double *now, double *next, double *speed)
      : nx(nx), ny(ny), now(now), next(next), speed(speed) {}
  void run(int steps) {
    for (int s = 0; s < steps; ++s) {
      step();
      double *old = now;
      now = next;
      next = old;
    }
  }

private:
  int cell(int i, int j) const { return j * nx + i; }
  void step() {
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1; i < nx - 1; ++i) {
        const double c = speed[cell(i, j)];
        const double dx =
            c > 1.0 ? now[cell(i, j)] - now[cell(i - 1, j)] : now[cell(i + 1, j)] - now[cell(i, j)];
        const double dy = now[cell(i, j)] - now[cell(i, j - 1)];
        next[cell(i, j)] = now[cell(i, j)] - 0.1 * (c * dx + std::sqrt(std::fabs(c)) * dy);
      }
  }
  int nx, ny;
  double *__restrict now, *__restrict next, *__restrict speed;
};

// Compare: 17,13 3 "Solver(17,14,p,q,c).run(3)" --own=double:p --own=double:q --own=double:c
// Compare: --start=now=p --start=now=q --start=speed=c --same=now=q
