/// \file Completes the description of a program with the parts of the runtime (such as its engine)
/// that are linked into this process.
#pragma once

#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns a copy of `program` with pointers to the parts of the runtime that it needs: its engine,
/// and the code for sources and receivers. The pointers are null in a module for `stencilc run`,
/// because the process that loads the module has all parts.
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
