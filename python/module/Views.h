/// \file Arrays that refer to the memory of a simulation without a copy.
#pragma once

#include "Simulation.h"

namespace stencilc::python {

/// Returns a read-only NumPy array with the memory of `field` at time level `level`. `shape` is the
/// shape of the field, (ny, nx). `kind` and `bits` are the cell type, as in CellType. The array
/// keeps `owner`, a Simulation, alive. Raises ValueError if the field is in GPU memory, or is not
/// contiguous because it is out of core or several GPUs share it.
nanobind::object hostView(nanobind::handle owner, const std::string &field, int level,
                          const std::vector<std::size_t> &shape, int kind, int bits);

/// Returns an object with DLPack functions and the memory of `field` at time level `level`, in host
/// memory or GPU memory. Arguments are those of hostView(). The object keeps `owner` alive. Raises
/// ValueError if the field is not contiguous, and RuntimeError if the CUDA driver fails.
nanobind::object anyView(nanobind::handle owner, const std::string &field, int level,
                         const std::vector<std::size_t> &shape, int kind, int bits);

/// Returns the address of the first cell of `field` at time level `level`, and true if the address
/// is in GPU memory. Raises ValueError if the field is not contiguous.
std::pair<std::uintptr_t, bool> address(Simulation &simulation, const std::string &field,
                                        int level);

} // namespace stencilc::python
