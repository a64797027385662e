/// \file Order of work on CUDA streams. The CUDA driver is loaded at run time. Without it the
/// module works, and these functions raise RuntimeError. Streams are given as handles: 1 is the
/// legacy default stream, 2 is the default stream of the thread.
#pragma once

#include <cstdint>

namespace stencilc::python {

/// Returns the number of the GPU in whose memory `address` is. Raises RuntimeError if `address` is
/// not in GPU memory, or if there is no CUDA driver.
int deviceOf(const void *address);

/// Makes work that is enqueued later on the CUDA stream `later` begin after all work that is
/// already enqueued on the CUDA stream `earlier`. Returns without waiting. `address` is in memory
/// of the GPU of both streams. Does nothing if both streams are the same. Raises RuntimeError on
/// failure.
void orderStreams(std::uintptr_t earlier, std::uintptr_t later, std::uintptr_t address);

/// Waits for all work that is enqueued on the CUDA stream `stream`, without the interpreter lock.
/// `address` is in memory of the GPU of the stream. Raises RuntimeError on failure.
void waitForStream(std::uintptr_t stream, std::uintptr_t address);

} // namespace stencilc::python
