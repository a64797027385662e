/// \file How the swept axis is cut into chunks, so that no multiprocessor waits for the others.
///
/// A column of tiles that is swept in chunks costs some steps more for each of them. Chunks of one
/// length come in waves, and the last wave is rarely full. So a column may be cut into long chunks,
/// which all run first, and a few short ones, which fill the places that the last wave of long ones
/// leaves (longest processing time first: Graham 1969).
#pragma once

#include "stencilc/Platform.h"
#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// The planes of an axis in order: `longs` chunks of `length` planes, then `shorts` that share the
/// rest evenly.
struct Chunks {
  int planes = 0, longs = 0, length = 0, shorts = 1;

  STENCILC_HD constexpr int count() const { return longs + shorts; }
  /// The first plane of a chunk; of number count(), the end of the last one.
  STENCILC_HD constexpr int begin(int chunk) const {
    const int rest = planes - longs * length;
    return chunk <= longs ? chunk * length
                          : longs * length + chunkBegin(rest, chunk - longs, shorts);
  }
};

/// Chunks of one length in the order blocks take them. Two chunks that follow each other both read
/// the planes between them. Where as many columns of tiles are swept at a time as there are, or
/// more, each place sweeps `each` chunks in a row, so that what one has read last is in L2 when the
/// next one begins; side by side, one would begin with planes that the other reads at its end.
struct ChunkOrder {
  int shift = 0, each = 1; // 1 << shift chunks side by side: a division would take registers

  STENCILC_HD constexpr int blocks() const { return each << shift; }
  /// The chunk of a block; those beyond the last have no planes.
  STENCILC_HD constexpr int chunk(int block) const {
    return (block & ((1 << shift) - 1)) * each + (block >> shift);
  }
};

/// `tiles` columns are cut into `chunks`; so many blocks run at a time.
constexpr ChunkOrder orderChunks(int tiles, int blocksAtOnce, int chunks) {
  int shift = 0;
  while (tiles > 0 && tiles <= blocksAtOnce >> (shift + 1) && 2 << shift <= chunks)
    ++shift;
  return {shift, ceilDiv(chunks, 1 << shift)};
}

#if STENCILC_HAS_HOST

/// Columns of tiles and the places they are swept at: `outer` columns at faces, which start first
/// and take `cost` times as long as the `inner` ones; `atOnce` run at a time. A chunk takes `extra`
/// steps more than it has planes.
///
/// Blocks that begin their chunks together drift apart, and then each finds less in L2 of what its
/// neighbours have read: far apart, a step takes `drift` percent longer than in step with them
/// (measured, bench/log/2026-11-26-drift.md). They do where memory binds by far
/// (bench/log/2026-11-28-blocks-in-step.md).
struct SweptColumns {
  int inner, outer, atOnce, extra;
  double cost = kFaceTileCost;
  int drift = 0;

  /// The time of so many steps in a row, in steps of blocks that have not drifted apart.
  constexpr double timeOf(double steps) const {
    constexpr double kApart = 110; // steps after which half of a neighbour's cells are gone
    const double apart = steps * steps / (steps * steps + kApart * kApart);
    return drift ? steps * (1 + drift * 0.01 * apart) : steps;
  }

  /// Columns as many and as long, whose blocks never drift apart.
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

/// Places by the time when they are free: tasks are given out in order, each to the place that is
/// free first.
class Places {
public:
  explicit Places(double count) { levels[size++] = {0, count}; }

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
  /// When the last task ends.
  double end = 0;

private:
  struct Level {
    double time, places;
  };
  static constexpr double kRounds = 64; // rounds that are given out task by task

  double places() const {
    double all = 0;
    for (int i = 0; i < size; ++i)
      all += levels[i].places;
    return all;
  }

  /// Gives out all but the last one to two rounds of `tasks`, and returns how many these are. Each
  /// place is filled up to the same time, as it would be by one task after the other.
  double addAtOnce(double tasks, double length) {
    const double all = places(), work = (tasks - 2 * all) * length;
    double until = __builtin_huge_val(), filled = 0;
    for (double before = -1; filled != before;) { // places that are free later get no task
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

  Level levels[16]; // each kind of task leaves at most one more
  int size = 0;
};

/// Gives out the chunks of all columns.
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

/// The time until all chunks are done, in steps of blocks that have not drifted apart.
inline double stepsUntilDone(const SweptColumns &columns, const Chunks &chunks) {
  detail::Places places(columns.atOnce);
  detail::addChunks(places, columns, chunks);
  return places.end;
}

namespace detail {

/// The longest chunk: 2048 planes lost 14% on an H200, whatever the model says of drift.
inline constexpr int kMostPlanes = 1024;

/// More chunks of one length than `best` has, where that is faster because blocks drift apart less,
/// or where chunks would have more planes than kMostPlanes.
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

/// The chunks that are done first: of one length, as chooseChunks() finds them, or long and short
/// ones. A chunk has no fewer planes than it takes steps more.
inline Chunks balancedChunks(const SweptColumns &columns, int planes) {
  constexpr int kMostLongs = 4, kMostShorts = 4, kManyRounds = 32;
  const int inner = columns.inner, outer = columns.outer, atOnce = columns.atOnce,
            extra = columns.extra;
  const double cost = columns.cost;
  Chunks best{planes, 0, 0, chooseChunks(inner, outer, atOnce, planes, extra, 2 * extra + 1, cost)};
  best = detail::chunksAgainstDrift(columns, best);
  const double tasks = inner + cost * outer; // as many of length 1
  if (tasks > kManyRounds * atOnce)          // the last wave hardly counts
    return best;
  double fewest = stepsUntilDone(columns, best);
  for (int longs = 1; longs <= kMostLongs; ++longs) {
    const double left =
        __builtin_floor(longs * tasks / atOnce + 1) * atOnce - longs * tasks; // places that wait
    for (int shorts = 1; shorts <= kMostShorts; ++shorts)
      for (int more = 0; more < 2; ++more) {
        // So long that `rounds` short ones take the time of a long one.
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

/// Chunks that were found before: a search takes the host as long as a launch.
class KnownChunks {
public:
  /// As balancedChunks().
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
  /// What the newest ones were found for; of none, `atOnce` is 0.
  const SweptColumns &columns() const { return swept; }

private:
  static constexpr int kMost = 8;
  SweptColumns swept = {0, 0, 0, 0};
  Chunks known[kMost];
  int count = 0;
};

#endif

} // namespace stencilc::inline STENCILC_SPACE
