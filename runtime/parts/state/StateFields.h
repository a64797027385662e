/// \file Writing of the fields of a run to a checkpoint file, and reading from it.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/parts/state/RunState.h"
#include "runtime/parts/state/StateFile.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the size in bytes of the cells in a checkpoint, which has all time levels of all fields.
std::uint64_t stateBytes(const Instance &instance);

/// Writes a checkpoint with the header `head`, all time levels of all fields, and the traces
/// (values of receivers over time). Waits for earlier time steps.
Status writeState(Instance &instance, const TierState &head, const std::string &path);

/// Restores a simulation from the checkpoint `file`: all fields, traces (values of receivers over
/// time), results of reductions, and last reports. `run` has the numbers in the file's header.
Status readState(StateReader &file, const RunState &run, Instance &instance);

} // namespace stencilc::inline STENCILC_SPACE
