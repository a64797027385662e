/// \file Finds the extents of the grid, in cells.
#include "lift/grid/Extents.h"
#include "lift/MapCells.h"
#include "lift/grid/Fields.h"
#include "lift/memory/GuardedReads.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stencilc::lift {

std::pair<Polynomial, Polynomial> rangeOf(const Polynomial &index, const std::vector<Loop> &loops) {
  for (const Loop &loop : loops)
    if (index.uses(loop.variable))
      return {index.substitute(loop.variable, loop.low),
              index.substitute(loop.variable, loop.high)};
  return {index, index + 1};
}

/// Returns the positions, 0 for the outermost, of the indices of the written cell `cell` that an
/// index of the array access `read` repeats, up to a constant. Example: {1} for the cell `b[i][j]`
/// and the read `a[j + 1]`. Constant indices of `cell` are skipped.
static std::vector<int> repeatedIndices(const ArrayRead &read, const ArrayRead &cell) {
  std::vector<int> along;
  for (const Polynomial &place : read.indices)
    for (int index = 0; index < int(cell.indices.size()); ++index)
      if ((place - cell.indices[index]).constant() && !cell.indices[index].constant())
        along.push_back(index);
  return along;
}

std::map<int, std::vector<int>> findProfiles(const Step &step, int rank,
                                             const std::vector<bool> &isTable) {
  std::map<int, std::vector<int>> result;
  for (const Write &write : step.writes)
    forAllNodes(step, write.value, [&](const Node &node) {
      if (node.kind != Node::Read || isTable[node.read.array] ||
          int(node.read.indices.size()) >= rank || int(write.cell.indices.size()) != rank)
        return;
      const std::vector<int> along = repeatedIndices(node.read, write.cell);
      if (along.size() == node.read.indices.size())
        result.try_emplace(node.read.array, along);
    });
  for (const Write &write : step.writes)
    result.erase(write.cell.array);
  return result;
}

namespace {

class ExtentFinder {
public:
  ExtentFinder(Step &step, int rank, const std::vector<bool> &isTable,
               const std::map<int, std::vector<int>> &profiles, Diagnostics &diags)
      : step(step), rank(rank), isTable(isTable), profiles(profiles), diags(diags) {}

  std::optional<std::vector<Polynomial>> run() {
    std::set<int> used;
    forAllCells(step, [&](const ArrayRead &cell) { used.insert(cell.array); });
    std::vector<Polynomial> result;
    for (int index = 0; index < rank; ++index) {
      std::optional<Polynomial> known;
      for (int array : used)
        if (const auto extent = extentOf(array, index); extent && !take(known, *extent, array))
          return std::nullopt;
      result.push_back(known && !endsElsewhere(*known, index) ? *known : reached(index));
    }
    return result;
  }

private:
  /// Returns the position, in the indices of `array`, of the index along grid axis `index` (0 is
  /// the outermost). Returns -1 if the array does not have this axis.
  int indexOf(int array, int index) const {
    const auto profile = profiles.find(array);
    if (profile == profiles.end())
      return index;
    const auto found = llvm::find(profile->second, index);
    return found == profile->second.end() ? -1 : int(found - profile->second.begin());
  }

  std::optional<Polynomial> extentOf(int array, int index) const {
    const Array &of = step.arrays[array];
    const int own = indexOf(array, index);
    if (isTable[array] || own < 0 || (!profiles.count(array) && int(of.extents.size()) != rank) ||
        own >= int(of.extents.size()))
      return std::nullopt;
    return of.extents[own];
  }

  bool take(std::optional<Polynomial> &known, const Polynomial &extent, int array) {
    if (!known || *known == extent) {
      known = extent;
      return true;
    }
    const auto more = (extent - *known).constant();
    if (!more || std::abs(*more) > kMostApart) {
      const Array &of = step.arrays[array];
      diags
          .report({of.place, of.place}, diag::LiftShape,
                  "'" + of.name + "' and other arrays of the step differ in size")
          .note({}, diag::Hint,
                "give all arrays of a step the same extents, up to a few cells of staggered grids");
      return false;
    }
    const std::string fact =
        "arrays differ in size: the grid is as large as the largest, and cells "
        "beyond the end of a smaller one are kept";
    if (!llvm::is_contained(step.facts, fact))
      step.facts.push_back(fact);
    if (*more > 0)
      known = extent;
    return true;
  }

  /// Returns true if loops along grid axis `index` (0 is the outermost) end at a size, and none at
  /// a constant distance from `extent`, the size of the arrays. Example: loops to `n` over `a[N]`.
  /// Loops with a constant end, and assignments to a single plane, are ignored.
  bool endsElsewhere(const Polynomial &extent, int index) const {
    bool isElsewhere = false;
    for (const Write &write : step.writes) {
      if (isTable[write.cell.array] || int(write.cell.indices.size()) != rank)
        continue;
      const auto [low, high] = rangeOf(write.cell.indices[index], write.loops);
      if (high == low + 1 || high.constant())
        continue; // a single plane, or a constant bound
      if ((extent - high).constant())
        return false;
      isElsewhere = true;
    }
    return isElsewhere;
  }

  /// Returns the extent of the grid along axis `index`: one more than the last coordinate that is
  /// written or read. Reads that a condition such as `i < n - 1 ? ... : ...` excludes do not count.
  Polynomial reached(int index) {
    std::optional<Polynomial> last;
    const auto reach = [&](const ArrayRead &cell, const std::vector<Loop> &loops) {
      const int own = indexOf(cell.array, index);
      if (isTable[cell.array] || own < 0 || own >= int(cell.indices.size()) ||
          (!profiles.count(cell.array) && int(cell.indices.size()) != rank) ||
          neighbourIn(step, cell.indices[own]))
        return;
      const Polynomial end = rangeOf(cell.indices[own], loops).second;
      if (!last)
        last = end;
      else if (const auto more = (end - *last).constant(); more && *more > 0)
        last = end;
      else if (!more && last->constant())
        last = end;
    };
    for (const Write &write : step.writes) {
      reach(write.cell, write.loops);
      forGuardedReads(step, write.value, write.loops,
                      [&](const Node &node, const Reach &where) { reach(node.read, where.loops); });
    }
    step.notes.push_back(
        std::string("the grid is taken to end with the last cell that is read along ") +
        "xyz"[rank - 1 - index] + ": " + last->text([&](auto s) { return step.nameOf(s); }) +
        " cells");
    return *last;
  }

  static constexpr std::int64_t kMostApart = 16;

  Step &step;
  int rank;
  const std::vector<bool> &isTable;
  const std::map<int, std::vector<int>> &profiles;
  Diagnostics &diags;
};

} // namespace

std::optional<std::vector<Polynomial>> findExtents(Step &step, int rank,
                                                   const std::vector<bool> &isTable,
                                                   const std::map<int, std::vector<int>> &profiles,
                                                   Diagnostics &diags) {
  return ExtentFinder(step, rank, isTable, profiles, diags).run();
}

/// Returns the loop variables in the indices of `cell`, in the order of these indices.
static std::vector<Polynomial> inOrderOf(const ArrayRead &cell, const std::vector<Loop> &loops) {
  std::vector<Polynomial> indices;
  for (const Polynomial &index : cell.indices)
    for (const Loop &loop : loops)
      if (index.uses(loop.variable))
        indices.push_back(Polynomial::symbol(loop.variable));
  return indices;
}

void orderRoundings(Step &step) {
  const auto isRounding = [&](const Write &write) {
    return step.arrays[write.cell.array].isRounding;
  };
  std::map<int, std::vector<Polynomial>> ordered; // added f32 fields that hold rounded values
  for (const Write &rounding : llvm::make_filter_range(step.writes, isRounding))
    for (const Write &write : step.writes) {
      if (write.nest != rounding.nest || isRounding(write))
        continue;
      const std::vector<Polynomial> indices = inOrderOf(write.cell, rounding.loops);
      if (indices.size() == rounding.cell.indices.size())
        ordered.try_emplace(rounding.cell.array, indices);
    }
  mapCells(step, [&](ArrayRead cell, llvm::SMLoc) {
    if (const auto found = ordered.find(cell.array); found != ordered.end())
      cell.indices = found->second;
    return cell;
  });
}

} // namespace stencilc::lift
