/// \file Statistics of fields: one pass over all cells of each.
#include "runtime/files/FieldStatistics.h"
#include "runtime/core/device/Parallel.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/fields/FieldExtents.h"
#include "runtime/files/FieldFiles.h"
#include "stencilc/Reduce.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Partial sums, minima and maxima of one segment (at most 1024 cells) of a row. Value number i is
/// added to accumulator i modulo kAccumulators. The reductions of a program use the same order, so
/// that their sums and these sums have the same bits.
struct Accumulators {
  double sums[kAccumulators] = {}, least[kAccumulators], most[kAccumulators];
  int notFinite[kAccumulators];
  int used;

  explicit Accumulators(std::int64_t count)
      : used(static_cast<int>(std::min<std::int64_t>(count, kAccumulators))) {
    std::fill_n(least, used, kInfinity);
    std::fill_n(most, used, -kInfinity);
    std::fill_n(notFinite, used, 0);
  }

  /// Adds the next `count` cells of a row, at most kAccumulators, to the sums, minima and maxima.
  template <class T> void take(const T *values, int count) {
    for (int i = 0; i < count; ++i) {
      const double value = static_cast<double>(values[i]);
      sums[i] += value;
      least[i] = value < least[i] ? value : least[i];
      most[i] = value > most[i] ? value : most[i];
      notFinite[i] += value - value != 0;
    }
  }

  /// Adds all accumulators in pairs, in the order that the reductions of a program use, and returns
  /// the sum. Accumulators without a value hold 0.
  double joined() {
    for (int apart = 1; apart < used; apart *= 2)
      for (int i = 0; i + apart < used; i += 2 * apart)
        sums[i] += sums[i + apart];
    return sums[0];
  }
};

template <class T> SegmentStatistics ofSegment(const T *cells, std::int64_t count) {
  Accumulators all(count);
  for (std::int64_t begin = 0; begin < count; begin += kAccumulators)
    all.take(cells + begin, static_cast<int>(std::min<std::int64_t>(count - begin, kAccumulators)));
  SegmentStatistics segment = {all.joined(), kInfinity, -kInfinity, 0};
  for (int i = 0; i < all.used; ++i) {
    segment.least = std::min(segment.least, all.least[i]);
    segment.most = std::max(segment.most, all.most[i]);
    segment.notFinite += all.notFinite[i];
  }
  if (segment.notFinite == 0)
    return segment;
  segment.least = kInfinity;
  segment.most = -kInfinity;
  for (std::int64_t i = 0; i < count; ++i)
    if (isFiniteCell(cells[i])) {
      segment.least = std::min(segment.least, static_cast<double>(cells[i]));
      segment.most = std::max(segment.most, static_cast<double>(cells[i]));
    }
  return segment;
}

/// Returns the sum of `list`, in the order that the reductions of a program use. Sums each segment
/// (1024 values) of the list, then the list of these sums, until one number is left. Empties
/// `list`. Returns 0 if it was empty.
double sumOf(std::vector<double> &list) {
  while (list.size() > 1) {
    std::vector<double> fewer;
    for (std::size_t begin = 0; begin < list.size(); begin += kSegment)
      fewer.push_back(
          ofSegment(list.data() + begin,
                    static_cast<std::int64_t>(std::min<std::size_t>(list.size() - begin, kSegment)))
              .sum);
    list = std::move(fewer);
  }
  const double sum = list.empty() ? 0 : list.front();
  list.clear();
  return sum;
}

} // namespace

StatisticsOfCells::StatisticsOfCells(std::string name, std::int64_t nx, std::int64_t ny)
    : nx(nx), ny(ny), greatest(-kInfinity) {
  all.name = std::move(name);
  all.least = kInfinity;
}

void StatisticsOfCells::endRow() {
  rows.push_back(sumOf(segments));
  x = 0;
  if (static_cast<std::int64_t>(rows.size()) == ny)
    planes.push_back(sumOf(rows));
}

template <class T> void StatisticsOfCells::takeCells(const T *cells, std::int64_t count) {
  constexpr std::int64_t kBatch = 4096;  // segments that the threads share at a time
  constexpr std::int64_t kAlone = 65536; // with fewer cells one thread is faster
  const std::int64_t row = std::min(nx, count), inRow = ceilDiv(row, std::int64_t{kSegment});
  const std::int64_t total = count / row * inRow;
  found.resize(static_cast<std::size_t>(std::min(total, kBatch)));
  for (std::int64_t first = 0; first < total; first += kBatch) {
    const std::int64_t batch = std::min(kBatch, total - first);
    const auto work = [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t at = (first + i) % inRow * kSegment;
        found[static_cast<std::size_t>(i)] = ofSegment(cells + (first + i) / inRow * row + at,
                                                       std::min<std::int64_t>(row - at, kSegment));
      }
    };
    parallelParts(batch, count < kAlone ? 1 : 0, work);
    for (std::int64_t i = 0; i < batch; ++i) {
      const SegmentStatistics &segment = found[static_cast<std::size_t>(i)];
      all.least = std::min(all.least, segment.least);
      greatest = std::max(greatest, segment.most);
      all.notFinite += segment.notFinite;
      segments.push_back(segment.sum);
      x += std::min<std::int64_t>(row - (first + i) % inRow * kSegment, kSegment);
      if (x == nx)
        endRow();
    }
  }
  all.cells += count;
}

void StatisticsOfCells::take(const void *cells, std::int64_t count, Scalar scalar) {
  withCell(scalar, [&]<class T>(T) { takeCells(static_cast<const T *>(cells), count); });
}

FieldStatistics StatisticsOfCells::done() {
  all.most = greatest;
  all.mean = sumOf(planes) / static_cast<double>(all.cells) + 0.0;
  return all;
}

namespace {

/// Host buffer for parts of fields. It is pinned for a GPU, so that copies are faster, and small on
/// a CPU, so that it stays in the cache.
class Staging {
public:
  explicit Staging(Instance &instance) : instance(instance), bytes(largest()) {
    bytes = std::min(bytes, std::uint64_t{4} << (device().isGpu() ? 23 : 20));
    if (bytes > 0 && !device().allocateHost(bytes, memory))
      memory = nullptr;
  }
  ~Staging() {
    if (memory)
      device().releaseHost(memory, bytes);
  }
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  /// Calls `work` for all cells of a field, in parts that are copied to this buffer, or to other
  /// memory if the buffer could not be allocated. Returns false if `work` does.
  template <class Work>
  bool eachChunk(int field, std::int64_t cells, std::string &error, const Work &work) const {
    return memory ? eachChunkIn(memory, static_cast<std::int64_t>(bytes), instance, field, 0, cells,
                                work)
                  : stencilc::eachChunk(instance, field, 0, cells, error, work);
  }

private:
  Device &device() const { return instance.itsDevice(); }
  /// Returns the size in bytes of the largest field that the program updates.
  std::uint64_t largest() const {
    const ProgramDescription &program = instance.description();
    std::uint64_t most = 0;
    for (int field = 0; field < program.fieldCount; ++field)
      if (program.fields[field].updated)
        most = std::max(most, static_cast<std::uint64_t>(instance.gridOf(field).cells()) *
                                  sizeOf(program.fields[field].storage));
    return most;
  }

  Instance &instance;
  std::uint64_t bytes;
  unsigned char *memory = nullptr;
};

} // namespace

Status lookAtFields(Instance &instance, std::vector<FieldStatistics> &all) {
  const ProgramDescription &program = instance.description();
  DomainFiles *const files = instance.itsEngine().files();
  all.clear();
  const Staging staging(instance);
  for (int field = 0; field < program.fieldCount; ++field) {
    if (!program.fields[field].updated)
      continue;
    bool isFinite = true;
    if (files && isWholeGrid(program, field) && files->isSettled(field, 0, isFinite)) {
      FieldStatistics known;
      known.name = program.fields[field].name;
      known.notFinite = isFinite ? 0 : 1;
      known.hasValues = false;
      all.push_back(known);
      continue;
    }
    const Grid grid = instance.gridOf(field);
    StatisticsOfCells statistics(program.fields[field].name, grid.nx, grid.ny);
    std::string error;
    const auto take = [&](std::int64_t first, std::int64_t count, void *cells) {
      if (instance.cellsOut(field, 0, first, count, cells)) {
        error = instance.lastError();
        return false;
      }
      statistics.take(cells, count, program.fields[field].storage);
      return true;
    };
    if (!staging.eachChunk(field, grid.cells(), error, take))
      return Status::device(error);
    all.push_back(statistics.done());
  }
  return {};
}

static std::string notFiniteText(const FieldStatistics &field) {
  std::string text = "field '" + field.name + "' holds NaN or infinity";
  if (field.hasValues)
    text += format(" in %lld of %lld cells", static_cast<long long>(field.notFinite),
                   static_cast<long long>(field.cells));
  return text;
}

std::string unstableText(const FieldStatistics &field) {
  return notFiniteText(field) + " at the end; the scheme may be unstable for these parameters; "
                                "--stop-at-nan ends the run after the first step with such values";
}

std::string stoppedText(const FieldStatistics &field, std::int64_t steps) {
  return notFiniteText(field) +
         format(" after step %lld; --stop-at-nan has ended the run", static_cast<long long>(steps));
}

} // namespace stencilc::inline STENCILC_SPACE
