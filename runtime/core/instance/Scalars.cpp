/// \file Computes the scalars of a run (numbers that are the same for all cells) with functions of
/// the emitted program.
#include "runtime/core/instance/Scalars.h"
#include "runtime/core/instance/ProgramLookup.h"
#include <cstring>
#include <new>

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
  if (program.uniforms)
    program.uniforms(parameters, grid, ofRun.get());
  static_assert(sizeof(ProfilePlace) == sizeof(View<const double>));
  if (profiles && !profiles->empty())
    std::memcpy(ofRun.get(), profiles->data(), profiles->size() * sizeof(ProfilePlace));
  if (points && !points->empty())
    std::memcpy(reinterpret_cast<unsigned char *>(ofRun.get()) +
                    (profiles ? profiles->size() * sizeof(ProfilePlace) : 0),
                points->data(), points->size());
  return {};
}

LaunchScalars Scalars::at(std::int64_t before, int steps) const {
  if (program.stepUniformBytes == 0)
    return {ofRun.get(), nullptr, steps, 0};
  const int count = program.stepsBefore + steps + program.stepsAfter;
  ofSteps.resize(units(program.stepUniformBytes * static_cast<std::size_t>(count)));
  auto *next = reinterpret_cast<unsigned char *>(ofSteps.data());
  for (int i = 0; i < count; ++i, next += program.stepUniformBytes)
    program.stepUniforms(parameters, grid, moment(before + i - program.stepsBefore), next);
  return {ofRun.get(), ofSteps.data(), steps, count};
}

void Scalars::beginStep(std::int64_t before) {
  const bool isFirst = !hasBegun();
  for (int i = 0; i < program.keptCount; ++i)
    found()[i] = isFirst ? program.keptAtFirst(i, parameters, grid, moment(before), reduced.data())
                         : left()[i];
}

void Scalars::endStep(std::int64_t before) {
  for (int i = 0; i < program.keptCount; ++i)
    left()[i] = program.keptValue(i, parameters, grid, moment(before), reduced.data());
  if (program.keptCount)
    reduced.back() = 1;
}

Status Scalars::setSeries(const char *name, const double *values, std::int64_t count) {
  const int which = name ? findNamed(program.series, program.seriesCount, name) : -1;
  if (which < 0)
    return Status::invalid(unknownSeries(program, name));
  if (count < 0 || (count > 0 && !values))
    return Status::invalid(
        "no numbers for the series: the pointer is null, or their number is negative");
  const auto place = static_cast<std::size_t>(which);
  numbers[place].assign(values, values + count);
  series[place] = {numbers[place].data(), count};
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
