/// \file Checks whether two compiled programs compute the same fields, so that a run of one can
/// continue with the kernels of the other.
#pragma once

#include "runtime/core/fields/FieldMemory.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

/// Returns true if two programs have the same fields, local fields and profiles (values along some
/// axes only).
inline bool hasFieldsOf(const ProgramDescription &mine, const ProgramDescription &its) {
  bool same = mine.rank == its.rank && mine.fieldCount == its.fieldCount &&
              mine.localCount == its.localCount && mine.profileCount == its.profileCount &&
              mine.wider == its.wider;
  for (int i = 0; same && i < mine.namedCount(); ++i) {
    const FieldDescription &field = mine.fields[i], &other = its.fields[i];
    same = std::strcmp(field.name, other.name) == 0 && field.storage == other.storage &&
           field.levels == other.levels && field.buffers == other.buffers &&
           field.updated == other.updated && field.lacks == other.lacks &&
           field.shorter == other.shorter;
  }
  for (int i = 0; same && i < mine.localCount; ++i)
    same = mine.locals[i].storage == its.locals[i].storage &&
           mine.locals[i].field == its.locals[i].field &&
           mine.locals[i].level == its.locals[i].level;
  return same;
}

/// Returns true if two programs have the same parameters, kernel argument sizes and number of
/// series (inputs with one number per time step).
inline bool hasParametersOf(const ProgramDescription &mine, const ProgramDescription &its) {
  bool same = mine.parameterCount == its.parameterCount && mine.uniformBytes == its.uniformBytes &&
              mine.stepUniformBytes == its.stepUniformBytes && mine.seriesCount == its.seriesCount;
  for (int i = 0; same && i < mine.parameterCount; ++i)
    same = std::strcmp(mine.parameters[i].name, its.parameters[i].name) == 0;
  return same;
}

/// Sets `same` to true if two programs use the same memory layout for their fields on a grid of
/// `extents` cells. `rowPitch` is in bytes (0: the default). Fails if a layout is too large.
inline Status compareLayouts(const ProgramDescription &mine, const ProgramDescription &its,
                             const std::int64_t (&extents)[3], std::uint64_t rowPitch, bool &same) {
  std::vector<FieldMemory> fields, others;
  std::uint64_t bytes = 0, otherBytes = 0;
  Status status = planFields(mine, extents, fields, bytes, rowPitch);
  if (status)
    status = planFields(its, extents, others, otherBytes, rowPitch);
  same = status && bytes == otherBytes;
  for (std::size_t i = 0; same && i < fields.size(); ++i)
    same = fields[i].layout.rowPitch == others[i].layout.rowPitch &&
           fields[i].layout.planePitch == others[i].layout.planePitch;
  return status;
}

/// Fails unless a run of `program` can continue with the kernels of `other`: fields, parameters and
/// pitches must agree on a grid of `extents` cells. `rowPitch` is in bytes (0: the default).
inline Status checkGoesOver(const ProgramDescription &program, const ProgramDescription &other,
                            const std::int64_t (&extents)[3], std::uint64_t rowPitch) {
  const auto refuse = [](const char *what) {
    return Status::invalid(std::string("the new kernels were compiled for other ") + what);
  };
  if (program.world != other.world || program.stream || other.stream ||
      std::strcmp(program.name, other.name) != 0)
    return refuse("programs");
  if (!hasFieldsOf(program, other))
    return refuse("fields");
  if (!hasParametersOf(program, other))
    return refuse("parameters");
  bool same = false;
  if (Status status = compareLayouts(program, other, extents, rowPitch, same); !status)
    return status;
  return same ? Status() : refuse("pitches");
}

} // namespace stencilc::inline STENCILC_SPACE
