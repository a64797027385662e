/// \file Saves that are asked for by calls of a program's library.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/Types.h"

namespace stencilc::inline STENCILC_SPACE {

class Instance;

/// `what` is a field or a window of it, as "p[z = 64]"; null: all that the program's source saves,
/// with the files that it names, and the members behind it that are not 0 instead of its own.
struct SaveCall {
  const char *what = nullptr, *path = nullptr;
  Int64 every = 0;          // steps
  const char *as = nullptr; // a type, or null: as the field is stored
  int level = 0;            // of compression, 0 to 9
};

/// Adds what is asked for to what is saved from the next run on.
Status requestSave(const SaveCall &call, Instance &instance);

} // namespace stencilc::inline STENCILC_SPACE
