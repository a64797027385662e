/// \file Thread pool of the host, which executes loops. There is one pool per process.
///
/// Waiting threads poll for some microseconds only, then sleep. Spinning threads would take
/// processors from working ones if other processes use the machine, too. With libgomp, small grids
/// then took up to 130 times as long.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Function that executes iterations [begin, end) of a loop. `body` is the pointer that was passed
/// to shareLoop().
using LoopPart = void (*)(const void *body, std::int64_t begin, std::int64_t end);

/// Divides [0, count) into contiguous parts of nearly equal size and calls part(body, begin, end)
/// for each, on at most `most` threads (0: hostThreads()). In every call part i belongs to the same
/// thread, so that memory stays near the core that first touched it. If that thread begins too
/// late, the calling thread executes its part. Nested or concurrent loops run on the calling thread
/// only.
void shareLoop(std::int64_t count, int most, LoopPart part, const void *body);

/// Returns the number of host threads among which a loop is divided, the calling thread included.
int hostThreads();
/// Returns the largest number of threads that speeds up a loop over `cells` cells, or 0 for no
/// limit. It is an argument for shareLoop().
int worthwhileThreads(std::int64_t cells);
/// Sets the number of threads for loops. With `count` 0, uses OMP_NUM_THREADS or the number of
/// processors that this process may use.
void setHostThreads(int count);
/// Sets the default number of threads for loops again, to OMP_NUM_THREADS or the number of usable
/// processors. Does nothing if the user has set the number with setHostThreads(). It is called when
/// a run begins, not for every loop.
void lookForHostThreads();

} // namespace stencilc::inline STENCILC_SPACE
