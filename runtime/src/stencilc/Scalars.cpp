/// \file Numbers that are the same for all cells, computed by the functions of a program.
#include "stencilc/Scalars.h"
#include <new>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

static std::size_t units(std::size_t bytes) {
  return (bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
}

Status Scalars::compute(const double *values, const Grid &extents) {
  parameters = values;
  grid = extents;
  if (program.uniformBytes == 0)
    return {};
  if (!ofRun)
    ofRun.reset(new (std::nothrow) std::max_align_t[units(program.uniformBytes)]);
  if (!ofRun)
    return Status::outOfMemory("no host memory is left");
  program.uniforms(parameters, grid, ofRun.get());
  return {};
}

LaunchScalars Scalars::at(std::int64_t before, int steps) const {
  if (program.stepUniformBytes == 0)
    return {ofRun.get(), nullptr};
  const int count = program.stepsBefore + steps + program.stepsAfter;
  ofSteps.resize(units(program.stepUniformBytes * static_cast<std::size_t>(count)));
  auto *next = reinterpret_cast<unsigned char *>(ofSteps.data());
  for (int i = 0; i < count; ++i, next += program.stepUniformBytes)
    program.stepUniforms(parameters, grid, moment(before + i - program.stepsBefore), next);
  return {ofRun.get(), ofSteps.data()};
}

void Scalars::setSeries(int which, std::vector<double> values) {
  const auto place = static_cast<std::size_t>(which);
  numbers[place] = std::move(values);
  series[place] = {numbers[place].data(), static_cast<Int64>(numbers[place].size())};
}

} // namespace stencilc::inline STENCILC_SPACE
