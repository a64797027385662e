/// \file The threads of the host that share loops: one team for the process, which sleeps between
/// loops.
///
/// Threads that wait look for work for some microseconds only, and then sleep: where others use the
/// machine too, threads that spin take the processors from those that work (libgomp's made small
/// grids up to 130 times slower).
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Does a part [begin, end) of a loop.
using LoopPart = void (*)(const void *body, std::int64_t begin, std::int64_t end);

/// Calls part(body, begin, end) for contiguous parts of equal size that together are [0, count), by
/// as many threads as hostThreads() says, but no more than `most` (0: any number). The same thread
/// has the same part each time, so that memory first touched here lies near the processor that will
/// use it; where it is late, the caller takes its part. From within a part, and while another
/// thread uses the team, the caller does all of it.
void shareLoop(std::int64_t count, int most, LoopPart part, const void *body);

/// Threads that loops are shared by.
int hostThreads();
/// The most threads that pay in a loop over so many cells, as shareLoop() takes them: who is woken
/// for fewer costs more than it does.
int worthwhileThreads(std::int64_t cells);
/// Uses `count` threads from now on; 0: as many as there are processors for this process, or
/// OMP_NUM_THREADS says, at this time.
void setHostThreads(int count);
/// Looks again at what there is now, unless a number was asked for. Runs begin with this; loops do
/// not ask the system.
void lookForHostThreads();

} // namespace stencilc::inline STENCILC_SPACE
