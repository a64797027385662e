/// \file The parts of the runtime that are linked into this process.
#pragma once

#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns `program` with the parts of the runtime that it needs and does not name. A module for
/// `stencilc run` names none, because the process that loads it has all of them.
inline ProgramDescription withLinkedParts(const ProgramDescription &program) {
  ProgramDescription whole = program;
  if (!whole.engine && whole.stream)
    whole.engine = &STENCILC_SYMBOL(stream_engine);
  if (!whole.engine && whole.slabs)
    whole.engine = &STENCILC_SYMBOL(slab_engine);
  if (whole.pointsCount)
    whole.pointsPart = &STENCILC_SYMBOL(points);
  return whole;
}

} // namespace stencilc::inline STENCILC_SPACE
