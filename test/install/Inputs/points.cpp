// The same as points.f90, by the C++ header.
#include "shots.hpp"
#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  shots_stencil::Simulation simulation;
  const double places[] = {2, 3, 3.25, 4, 9.5, 5};
  double numbers[18];
  for (int i = 0; i < 18; ++i)
    numbers[i] = 0.25 * (i + 1);
  simulation.setPoints("line", places, 2);
  simulation.setPoints("sparks", places, 3);
  simulation.setSeries("wavelets", numbers, 18);
  simulation.run(8);
  std::int64_t points = 0;
  const std::vector<double> values = simulation.traces("line", points);
  std::printf("%3d%3d\n", int(points), int(values.size() / points));
  for (double value : values)
    std::printf("%24.16E\n", value);
}
