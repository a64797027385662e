// A user in C++: the class of NAME.hpp, moved, with callbacks that throw.
#include "convergence3d.hpp"
#include "heat3d.hpp"
#include <cstdint>
#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
  heat3d_stencil::Simulation first(40, 30, 20);
  std::vector<double> T(40 * 30 * 20);
  T[(9 * 30 + 14) * 40 + 19] = 1000;
  first.copyIn("T", T.data());
  first.setParameter("d", 0.15);
  int calls = 0;
  first.onProgress([&](std::int64_t, std::int64_t) { return ++calls, true; }, 0);
  heat3d_stencil::Simulation simulation = std::move(first); // the callback goes with it
  simulation.run(100);
  simulation.copyOut("T", T.data());
  const heat3d_stencil::View view = simulation.view("T");
  const bool isSame = view.at<double>(19, 14, 9) == T[(9 * 30 + 14) * 40 + 19];
  std::FILE *file = std::fopen(argc > 1 ? argv[1] : "T.raw", "wb");
  std::fwrite(T.data(), sizeof(double), T.size(), file);
  std::fclose(file);
  try {
    simulation.setParameter("d", 1);
  } catch (const std::runtime_error &error) {
    std::puts(error.what());
  }
  simulation.onProgress([](std::int64_t, std::int64_t) -> bool { throw 7; }, 0);
  try {
    simulation.run(100);
  } catch (int thrown) {
    std::printf("thrown %d\n", thrown);
  }

  convergence3d_stencil::Simulation converging(16, 16, 16);
  int reports = 0;
  converging.onReport([&](std::int64_t, const std::string &, double) { ++reports; });
  converging.run(10000);
  std::printf("%d %d, ended by %s, %d reports, last at %d\n", isSame, calls > 0,
              converging.stopped().c_str(), reports > 1,
              converging.report("change").step == converging.stepsDone());
}
