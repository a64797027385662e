// Advection, upwind by the sign of the speed, on std::vector.
#include <utility>
#include <vector>

void advect(std::vector<double> &q, std::vector<double> &next, const std::vector<double> &speed,
            int n, double dt, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      double slope;
      if (speed[i] > 0)
        slope = q[i] - q[i - 1];
      else
        slope = q[i + 1] - q[i];
      next[i] = q[i] - dt * speed[i] * slope;
    }
    std::swap(q, next);
  }
}

// Compare: 150 4 "advect(q,next,speed,150,0.3,4)" --own=vector:q --own=vector:next
// Compare: --own=vector:speed "--start=q=q.data()" "--start=q=next.data()"
// Compare: "--start=speed=speed.data()" "--same=q=q.data()" --set=dt=0.3
// Compare: --lift=--assume-no-alias
