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
  bool same = program.rank == other.rank && program.fieldCount == other.fieldCount &&
              program.profileCount == other.profileCount && program.wider == other.wider;
  for (int i = 0; same && i < program.namedCount(); ++i) {
    const FieldDescription &mine = program.fields[i], &its = other.fields[i];
    same = std::strcmp(mine.name, its.name) == 0 && mine.storage == its.storage &&
           mine.levels == its.levels && mine.buffers == its.buffers &&
           mine.updated == its.updated && mine.lacks == its.lacks && mine.shorter == its.shorter;
  }
  same = same && program.localCount == other.localCount;
  for (int i = 0; same && i < program.localCount; ++i)
    same = program.locals[i].storage == other.locals[i].storage &&
           program.locals[i].field == other.locals[i].field &&
           program.locals[i].level == other.locals[i].level;
  if (!same)
    return refuse("fields");
  same = program.parameterCount == other.parameterCount &&
         program.uniformBytes == other.uniformBytes &&
         program.stepUniformBytes == other.stepUniformBytes &&
         program.seriesCount == other.seriesCount;
  for (int i = 0; same && i < program.parameterCount; ++i)
    same = std::strcmp(program.parameters[i].name, other.parameters[i].name) == 0;
  if (!same)
    return refuse("parameters");
  std::vector<FieldMemory> fields, others;
  std::uint64_t bytes = 0, otherBytes = 0;
  Status status = planFields(program, extents, fields, bytes, rowPitch);
  if (status)
    status = planFields(other, extents, others, otherBytes, rowPitch);
  if (!status)
    return status;
  same = bytes == otherBytes;
  for (std::size_t i = 0; same && i < fields.size(); ++i)
    same = fields[i].layout.rowPitch == others[i].layout.rowPitch &&
           fields[i].layout.planePitch == others[i].layout.planePitch;
  return same ? Status() : refuse("pitches");
}

} // namespace stencilc::inline STENCILC_SPACE
