/// \file Divisions of a grid into tiles, one for each block, sorted by predicted time.
#include "schedules/persistent/Divisions.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Options.h"
#include "schedules/persistent/Cost.h"
#include "schedules/persistent/Fit.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kExchanges[] = {1, 2, 3, 4, 6, 8, 12, 16}; // tried numbers of steps
constexpr int kRows[] = {1, 2, 4, 8};                    // tried cells of a thread
constexpr int kWarps = 16;

/// Search for divisions of the planned grid into tiles.
class Search {
public:
  Search(const analysis::Facts &facts, const Target &target, const DivisionRequest &request)
      : facts(facts), target(target), request(request), extents(plannedExtents(facts.program)),
        rank(facts.program.rank()), shapes(facts), costs(facts, target) {
    for (int axis = 0; axis < rank; ++axis)
      mayDivide.push_back(whyUndivided(facts, axis).empty());
  }

  Fit run(std::vector<PersistentShape> &all) {
    if (request.parts) {
      if (Fit fit = fitParts(*request.parts); !fit.legal)
        return fit;
      tryParts(*request.parts);
    } else {
      std::vector<int> parts(static_cast<std::size_t>(rank), 1);
      tryAxis(parts, 0, target.multiprocessors);
    }
    if (found.empty())
      return Fit::no(whyNone());
    std::stable_sort(found.begin(), found.end(),
                     [](const Timed &a, const Timed &b) { return a.seconds < b.seconds; });
    for (Timed &one : found)
      all.push_back(std::move(one.shape));
    return Fit::yes();
  }

private:
  struct Timed {
    PersistentShape shape;
    double seconds;
  };

  Fit fitParts(const std::vector<int> &parts) const {
    if (parts.size() != static_cast<std::size_t>(rank))
      return Fit::no(
          llvm::formatv("parts={0} has {1}, and the grid has {2}; give a number for each",
                        blockText(parts), counted(parts.size(), "axis"), rank)
              .str());
    std::int64_t blocks = 1;
    for (int axis = 0; axis < rank; ++axis) {
      blocks *= std::min(parts[axis], 1 << 16);
      if (parts[axis] > extents[axis])
        return Fit::no(llvm::formatv("parts={0}: {1} has only {2}", blockText(parts),
                                     facts.program.axes[axis], counted(extents[axis], "cell"))
                           .str());
      if (const std::string why = whyUndivided(facts, axis); parts[axis] > 1 && !why.empty())
        return Fit::no(why + "; use one part along it in parts=");
    }
    if (blocks > target.multiprocessors)
      return Fit::no(llvm::formatv("parts={0}: all blocks run at the same time, and {1} has {2}; "
                                   "use fewer parts=",
                                   blockText(parts), target.name,
                                   counted(target.multiprocessors, "multiprocessor"))
                         .str());
    return Fit::yes();
  }

  void tryAxis(std::vector<int> &parts, int axis, int left) {
    if (axis == rank)
      return tryParts(parts);
    std::int64_t before = 0;
    for (int count = 1; count <= left && count <= extents[axis]; ++count) {
      const std::int64_t tile = (extents[axis] + count - 1) / count;
      if (tile == before || (count > 1 && !mayDivide[static_cast<std::size_t>(axis)]))
        continue; // more blocks, but no smaller tiles
      before = tile;
      parts[axis] = count;
      tryAxis(parts, axis + 1, left / count);
    }
    parts[axis] = 1;
  }

  void tryParts(const std::vector<int> &parts) {
    const bool isOne = std::all_of(parts.begin(), parts.end(), [](int n) { return n == 1; });
    if (request.exchange)
      return tryShape(parts, std::min(*request.exchange, request.steps));
    if (isOne)
      return tryShape(parts, request.steps);
    for (const int exchange : kExchanges)
      if (exchange <= request.steps)
        tryShape(parts, exchange);
  }

  void tryShape(const std::vector<int> &parts, int exchange) {
    PersistentShape shape = shapes.make(parts, exchange);
    shape.steps = request.steps;
    shape.warps = request.warps.value_or(kWarps);
    std::int64_t bytes = shape.sharedBytes();
    if (leastBytes == 0 || bytes < leastBytes)
      leastBytes = bytes;
    if (bytes > target.sharedBytesPerBlock)
      return;
    if (const int axis = axisOfSmallTiles(shape); axis >= 0) {
      problem = "tiles along " + facts.program.axes[axis] + " are narrower than twice the halo";
      return;
    }
    Timed best{shape, 0};
    for (const int rows : kRows) {
      if (request.rows && rows != 1)
        break;
      shape.rows = request.rows.value_or(rows);
      if (!request.rows && rows > 1 && isTooMany(shape))
        break;
      const double seconds = costs.estimate(shape).seconds;
      if (best.seconds == 0 || seconds < best.seconds)
        best = {shape, seconds};
    }
    found.push_back(std::move(best));
  }

  /// Returns an axis along which tiles have fewer cells than the halo on both sides, or -1.
  static int axisOfSmallTiles(const PersistentShape &shape) {
    for (int axis = 0; axis < shape.rank; ++axis)
      if (!shape.isWhole(axis) &&
          shape.tile[axis] < 2 * std::max(shape.halo.low[axis], shape.halo.high[axis]))
        return axis;
    return -1;
  }

  bool isTooMany(const PersistentShape &shape) const {
    const int registers = costs.registers(shape.rows);
    return registers > target.registersPerThread ||
           registers > target.registersPerSm / shape.threads();
  }

  std::string whyNone() const {
    if (leastBytes > target.sharedBytesPerBlock)
      return llvm::formatv(
                 "its fields need {0} of shared memory per block at least, and a block of "
                 "{1} has {2}; use wavefront or sweep, or a smaller grid",
                 counted(leastBytes, "byte"), target.name, target.sharedBytesPerBlock)
          .str();
    return problem + "; use fewer parts= or a smaller exchange=";
  }

  const analysis::Facts &facts;
  const Target &target;
  const DivisionRequest &request;
  const Extents extents;
  const int rank;
  const TileShapes shapes;
  TileCosts costs;
  std::vector<bool> mayDivide; // by axis
  std::vector<Timed> found;
  std::int64_t leastBytes = 0; // of all divisions that were tried
  std::string problem;         // of the last division that was refused
};

} // namespace

Fit divisionsOf(const analysis::Facts &facts, const Target &target, const DivisionRequest &request,
                std::vector<PersistentShape> &shapes) {
  return Search(facts, target, request).run(shapes);
}

} // namespace stencilc::schedules
