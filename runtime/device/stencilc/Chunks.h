/// \file Division of the swept axis into chunks, ranges of planes that one block sweeps, such that
/// all multiprocessors finish at about the same time.
///
/// Each chunk of a column of tiles takes some more steps of the sweep than it has planes. Chunks of
/// one length run in waves, and the last wave is rarely full. So a column may be cut into long
/// chunks, which all run first, and a few short ones. The short ones fill the multiprocessors that
/// the last wave of long chunks leaves idle (longest processing time first: Graham 1969).
#pragma once

#include "stencilc/Platform.h"
#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Division of an axis into chunks, ranges of planes that one block sweeps each: first `longs`
/// chunks of `length` planes, then `shorts` chunks that share the remaining planes evenly.
struct Chunks {
  int planes = 0, longs = 0, length = 0, shorts = 1;

  STENCILC_HD constexpr int count() const { return longs + shorts; }
  /// Returns the index of the first plane of chunk number `chunk`, a range of planes that one block
  /// sweeps. For chunk number count(), one beyond the last, returns the number of planes.
  STENCILC_HD constexpr int begin(int chunk) const {
    const int rest = planes - longs * length;
    return chunk <= longs ? chunk * length
                          : longs * length + chunkBegin(rest, chunk - longs, shorts);
  }
};

/// Order in which blocks sweep the chunks (ranges of planes) of a column of tiles, if all chunks
/// have one length. First, `1 << shift` blocks sweep chunks that are `each` chunks apart. The next
/// blocks sweep the chunks that follow these. Two consecutive chunks both read the planes at their
/// common end, which are then still in the L2 cache.
struct ChunkOrder {
  // 1 << shift chunks run side by side; a shift, because a division takes registers.
  int shift = 0, each = 1;

  STENCILC_HD constexpr int blocks() const { return each << shift; }
  /// Returns the number of the chunk (range of planes) that block `block` sweeps. If the number is
  /// not below the number of chunks, the block has no work.
  STENCILC_HD constexpr int chunk(int block) const {
    return (block & ((1 << shift) - 1)) * each + (block >> shift);
  }
};

/// Returns the order in which blocks sweep chunks (ranges of planes). `tiles` columns of tiles are
/// cut into `chunks` chunks each, and `blocksAtOnce` blocks run at a time.
constexpr ChunkOrder orderChunks(int tiles, int blocksAtOnce, int chunks) {
  int shift = 0;
  while (tiles > 0 && tiles <= blocksAtOnce >> (shift + 1) && 2 << shift <= chunks)
    ++shift;
  return {shift, ceilDiv(chunks, 1 << shift)};
}

#if STENCILC_HAS_HOST

/// Columns of tiles, and the processors that sweep them in chunks of planes. Planes of the `outer`
/// columns, which are at faces and start first, take `cost` times as long as those of the `inner`
/// ones. `atOnce` chunks run at a time. A chunk of n planes takes n + `extra` steps of the sweep.
/// Blocks that are no longer at the same plane take `drift` percent longer, because they find fewer
/// planes of their neighbours in L2 (bench/log/reasons/2026-11-26-drift.md).
struct SweptColumns {
  int inner, outer, atOnce, extra;
  double cost = kFaceTileCost;
  int drift = 0;

  /// Returns the time that a block needs to sweep `steps` planes without a pause. The unit is the
  /// time of a plane while all blocks are at about the same plane. Blocks that drift apart get
  /// slower, because they no longer find their neighbours' planes in L2.
  constexpr double timeOf(double steps) const {
    constexpr double kApart = 110; // steps after which half of the neighbours' cells have left L2
    const double apart = steps * steps / (steps * steps + kApart * kApart);
    return drift ? steps * (1 + drift * 0.01 * apart) : steps;
  }

  /// Returns a copy of these columns of tiles with `drift` 0. Predictions then assume that all
  /// blocks are always at about the same plane, so that none slows down its neighbours.
  constexpr SweptColumns inStep() const {
    SweptColumns all = *this;
    all.drift = 0;
    return all;
  }

  friend constexpr bool operator==(const SweptColumns &a, const SweptColumns &b) {
    return a.inner == b.inner && a.outer == b.outer && a.atOnce == b.atOnce && a.extra == b.extra &&
           a.cost == b.cost && a.drift == b.drift;
  }
};

namespace detail {

/// Simulation of processors that execute tasks in a given order. Each task goes to the processor
/// that becomes free first. Processors that become free at the same time share one entry.
class Places {
public:
  explicit Places(double count) { levels[size++] = {0, count}; }

  /// Adds `tasks` tasks of length `length`, in order.
  void add(double tasks, double length) {
    if (length > 0 && tasks > kRounds * places())
      tasks -= addAtOnce(tasks, length);
    while (tasks > 0) {
      int first = 0;
      for (int i = 1; i < size; ++i)
        if (levels[i].time < levels[first].time)
          first = i;
      const double here = tasks < levels[first].places ? tasks : levels[first].places,
                   time = levels[first].time + length;
      tasks -= here;
      if ((levels[first].places -= here) == 0)
        levels[first] = levels[--size];
      end = time > end ? time : end;
      int same = 0;
      while (same < size && levels[same].time != time)
        ++same;
      if (same == size)
        levels[size++] = {time, 0};
      levels[same].places += here;
    }
  }
  /// Time at which the last task ends, in the unit of the tasks' lengths. The first one starts at
  /// 0.
  double end = 0;

private:
  struct Level {
    double time, places;
  };
  static constexpr double kRounds = 64; // rounds of tasks that are simulated one by one

  double places() const {
    double all = 0;
    for (int i = 0; i < size; ++i)
      all += levels[i].places;
    return all;
  }

  /// Assigns most of `tasks` equal tasks, each of time `length`, to processors in one calculation.
  /// Returns how many. The caller must assign the others, one or two for each processor, one by
  /// one. The result is the same as if each task went to the processor that is free first.
  double addAtOnce(double tasks, double length) {
    const double all = places(), work = (tasks - 2 * all) * length;
    double until = __builtin_huge_val(), filled = 0;
    for (double before = -1; filled != before;) { // processors that are free later get no task
      before = filled;
      double sum = 0;
      filled = 0;
      for (int i = 0; i < size; ++i)
        if (levels[i].time < until) {
          sum += levels[i].places * levels[i].time;
          filled += levels[i].places;
        }
      until = (sum + work) / filled;
    }
    double given = 0;
    for (int i = 0; i < size; ++i)
      if (levels[i].time < until) {
        const double each = __builtin_ceil((until - levels[i].time) / length);
        given += each * levels[i].places;
        levels[i].time += each * length;
        end = levels[i].time > end ? levels[i].time : end;
      }
    return given;
  }

  Level levels[16]; // each kind of task adds at most one level
  int size = 0;
};

/// Adds the chunks (ranges of planes) of all columns of tiles to the simulated processors, long
/// chunks first.
inline void addChunks(Places &places, const SweptColumns &columns, const Chunks &chunks) {
  const double shortest =
      __builtin_ceil(double(chunks.planes - chunks.longs * chunks.length) / chunks.shorts);
  const auto add = [&](int count, double cost) {
    places.add(double(count) * chunks.longs, columns.timeOf(chunks.length + columns.extra) * cost);
    places.add(double(count) * chunks.shorts, columns.timeOf(shortest + columns.extra) * cost);
  };
  add(columns.outer, columns.cost);
  add(columns.inner, 1.0);
}

} // namespace detail

/// Returns the predicted time until all chunks (ranges of planes) are swept. The unit is the time
/// in which a block sweeps one plane while all blocks are at about the same plane.
inline double stepsUntilDone(const SweptColumns &columns, const Chunks &chunks) {
  detail::Places places(columns.atOnce);
  detail::addChunks(places, columns, chunks);
  return places.end;
}

namespace detail {

/// Largest number of planes in a chunk, the range of planes that one block sweeps. On an H200,
/// chunks of 2048 planes made kernels 14% slower, even where all blocks stayed at about the same
/// plane.
inline constexpr int kMostPlanes = 1024;

/// Returns more and shorter chunks (ranges of planes) than `best`, all of one length, if that is
/// predicted to be faster because blocks drift apart in long chunks. Chunks of more than
/// kMostPlanes planes are always shortened. Otherwise returns `best`.
inline Chunks chunksAgainstDrift(const SweptColumns &columns, Chunks best) {
  const int least = ceilDiv(best.planes, kMostPlanes);
  if (best.shorts < least)
    best.shorts = least;
  double fewest = stepsUntilDone(columns, best);
  for (int count = best.shorts + 1; columns.drift && best.planes >= count * (2 * columns.extra + 1);
       count += 1 + count / 16) {
    const Chunks chunks{best.planes, 0, 0, count};
    if (const double steps = stepsUntilDone(columns, chunks); steps < 0.995 * fewest) {
      best = chunks;
      fewest = steps;
    }
  }
  return best;
}

} // namespace detail

/// Returns the division of `planes` planes into chunks (one block sweeps each) with the shortest
/// predicted time. All chunks have one length, or a few long ones come before short ones. A chunk
/// of n planes takes n + `columns.extra` steps of the sweep. n is at least `columns.extra`, unless
/// there is only one chunk.
inline Chunks balancedChunks(const SweptColumns &columns, int planes) {
  constexpr int kMostLongs = 4, kMostShorts = 4, kManyRounds = 32;
  const int inner = columns.inner, outer = columns.outer, atOnce = columns.atOnce,
            extra = columns.extra;
  const double cost = columns.cost;
  Chunks best{planes, 0, 0, chooseChunks(inner, outer, atOnce, planes, extra, 2 * extra + 1, cost)};
  best = detail::chunksAgainstDrift(columns, best);
  const double tasks = inner + cost * outer; // in units of inner tasks
  if (tasks > kManyRounds * atOnce)          // the last wave hardly matters
    return best;
  double fewest = stepsUntilDone(columns, best);
  for (int longs = 1; longs <= kMostLongs; ++longs) {
    const double left =
        // Idle processors in the last wave.
        __builtin_floor(longs * tasks / atOnce + 1) * atOnce - longs * tasks;
    for (int shorts = 1; shorts <= kMostShorts; ++shorts)
      for (int more = 0; more < 2; ++more) {
        // Length at which `rounds` short chunks take the time of a long one.
        const double rounds = __builtin_ceil(shorts * tasks / left) + more;
        const double length = __builtin_ceil((rounds * planes / shorts + (rounds - 1) * extra) /
                                             (1 + rounds * longs / shorts));
        if (length > detail::kMostPlanes ||
            planes - longs * length < double(shorts) * (extra > 1 ? extra : 1))
          continue;
        const Chunks chunks{planes, longs, static_cast<int>(length), shorts};
        if (const double steps = stepsUntilDone(columns, chunks); steps < 0.995 * fewest) {
          best = chunks;
          fewest = steps;
        }
      }
  }
  return best;
}

/// Cache of divisions of planes into chunks (one block sweeps each), by number of planes. A new
/// search takes about as long on the host as a launch.
class KnownChunks {
public:
  /// Returns the division of `planes` planes into chunks (one block sweeps each) with the shortest
  /// predicted time, from the cache if it is there. A call with other `columns` than the last one
  /// clears the cache.
  Chunks find(const SweptColumns &columns, int planes) {
    if (!(columns == swept))
      count = 0;
    swept = columns;
    for (int i = 0; i < count; ++i)
      if (known[i].planes == planes)
        return known[i];
    count = count < kMost ? count + 1 : 1;
    return known[count - 1] = balancedChunks(columns, planes);
  }
  /// Returns the columns of tiles for which find() was last called. Their `atOnce` is 0 before the
  /// first call.
  const SweptColumns &columns() const { return swept; }

private:
  static constexpr int kMost = 8;
  SweptColumns swept = {0, 0, 0, 0};
  Chunks known[kMost];
  int count = 0;
};

#endif

} // namespace stencilc::inline STENCILC_SPACE
