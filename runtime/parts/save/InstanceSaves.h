/// \file Requests to save fields that come through the C interface of a program's library.
#pragma once

#include "runtime/core/support/Status.h"
#include "stencilc/Types.h"

namespace stencilc::inline STENCILC_SPACE {

class Instance;

/// Arguments of one call that requests a save. `what` is a field, or a window (part) of a field
/// such as "p[z = 64]", and `path` is the file. If `what` is null, all `save` statements of the
/// program are requested. Members other than 0 and null then replace the interval, type or
/// compression in these statements.
struct SaveCall {
  const char *what = nullptr, *path = nullptr;
  Int64 every = 0;          // interval in time steps
  const char *as = nullptr; // "f32" or "f64", or null: as the field is stored
  int level = 0;            // compression level, 0 (none) to 9
};

/// Adds the request `call` to what the next run saves. Fails if the request is invalid or if saving
/// has started.
Status requestSave(const SaveCall &call, Instance &instance);

/// Writes the current state of `instance` as one snapshot to the file `call.path`, and waits until
/// it is complete. `call.what` may name several fields or windows, separated by commas. If it is
/// null, all fields that time steps change are saved. The name of a .npy file needs no place for
/// the step number. `call.every` is ignored. Files that runs save to do not change.
Status saveNow(const SaveCall &call, Instance &instance);

} // namespace stencilc::inline STENCILC_SPACE
