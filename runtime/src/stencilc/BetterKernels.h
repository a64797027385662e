/// \file Kernels that come while a run is under way: it begins with single steps, which compile in
/// a fraction of the time, and goes over to all kernels between two steps. All give the same bits.
#pragma once

#include "stencilc/FieldMemory.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

/// Who brings them: the runtime knows neither files of modules nor compilers.
struct BetterKernels {
  enum class Answer : std::uint8_t { NotYet, Here, Never };
  /// Looks whether they have come, and opens them; not called again after another answer than
  /// NotYet. Steps may be under way. What `program` is set to outlives the run.
  Answer (*look)(void *user, const ProgramDescription *&program) = nullptr;
  void *user = nullptr;
};

inline bool hasFieldsOf(const ProgramDescription &mine, const ProgramDescription &its) {
  bool same = mine.rank == its.rank && mine.fieldCount == its.fieldCount &&
              mine.localCount == its.localCount;
  for (int i = 0; same && i < mine.fieldCount; ++i) {
    const FieldDescription &field = mine.fields[i], &other = its.fields[i];
    same = std::strcmp(field.name, other.name) == 0 && field.storage == other.storage &&
           field.levels == other.levels && field.buffers == other.buffers &&
           field.updated == other.updated;
  }
  for (int i = 0; same && i < mine.localCount; ++i)
    same = mine.locals[i].storage == its.locals[i].storage &&
           mine.locals[i].field == its.locals[i].field &&
           mine.locals[i].level == its.locals[i].level;
  return same;
}

inline bool hasParametersOf(const ProgramDescription &mine, const ProgramDescription &its) {
  bool same = mine.parameterCount == its.parameterCount && mine.uniformBytes == its.uniformBytes &&
              mine.stepUniformBytes == its.stepUniformBytes && mine.seriesCount == its.seriesCount;
  for (int i = 0; same && i < mine.parameterCount; ++i)
    same = std::strcmp(mine.parameters[i].name, its.parameters[i].name) == 0;
  return same;
}

/// Whether both lay their fields out alike on a grid of `extents`.
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

/// Whether steps of a run of `program` can be done by the kernels of `other`: what is set up for
/// one is what the other would set up, on a grid of `extents`.
inline Status checkGoesOver(const ProgramDescription &program, const ProgramDescription &other,
                            const std::int64_t (&extents)[3], std::uint64_t rowPitch) {
  const auto refuse = [](const char *what) {
    return Status::invalid(std::string("the kernels that came were made for other ") + what);
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
