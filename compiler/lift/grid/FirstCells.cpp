/// \file Moves the origin of the grid to the first cell that the C program uses, along axes whose C
/// loops all begin at a variable. Example: `for (i = lo; i <= hi; i++)`.
#include "lift/grid/FirstCells.h"
#include "lift/MapCells.h"
#include "lift/Symbols.h"
#include "lift/grid/Extents.h"
#include "lift/grid/Fields.h"
#include "lift/memory/GuardedReads.h"

namespace stencilc::lift {

namespace {

class FirstCells {
public:
  FirstCells(Step &step, int rank, const std::vector<bool> &isTable)
      : step(step), rank(rank), isTable(isTable) {}

  void run() {
    for (int index = 0; index < rank; ++index)
      if (const auto first = firstAlong(index); first && !first->constant())
        move(index, *first);
  }

private:
  /// Returns the smallest value of array index number `index` (0 is the outermost) in all accesses
  /// of the step. Returns `nullopt` if the value is unknown, or if any array of the step has a
  /// declared extent for this index.
  std::optional<Polynomial> firstAlong(int index) const {
    std::optional<Polynomial> first;
    bool isKnown = true;
    const auto use = [&](const ArrayRead &cell, const std::vector<Loop> &loops) {
      if (isTable[cell.array])
        return;
      const Array &array = step.arrays[cell.array];
      isKnown = isKnown && int(cell.indices.size()) == rank &&
                !neighbourIn(step, cell.indices[index]) &&
                (int(array.extents.size()) <= index || !array.extents[index]);
      const Polynomial low = isKnown ? rangeOf(cell.indices[index], loops).first : Polynomial(0);
      const auto more = first ? (low - *first).constant() : 0;
      isKnown = isKnown && more && !usesLoops(step, low);
      if (isKnown && (!first || *more < 0))
        first = low;
    };
    const auto read = [&](const Node &node, const Reach &where) { use(node.read, where.loops); };
    for (const Write &write : step.writes) {
      use(write.cell, write.loops);
      forGuardedReads(step, write.value, write.loops, read);
    }
    for (const Reduction &reduction : step.reductions)
      forGuardedReads(step, reduction.value, reduction.loops, read);
    return isKnown ? first : std::nullopt;
  }

  void move(int index, const Polynomial &first) {
    mapCells(step, [&](ArrayRead cell, llvm::SMLoc) {
      if (!isTable[cell.array])
        cell.indices[index] = cell.indices[index] - first;
      return cell;
    });
    step.isMoved = true;
    step.facts.push_back("the first cell along " + std::string(1, "xyz"[rank - 1 - index]) +
                         " is that of index " +
                         first.text([&](auto symbol) { return step.nameOf(symbol); }) + " in C");
  }

  Step &step;
  const int rank;
  const std::vector<bool> &isTable;
};

} // namespace

void moveToFirstCells(Step &step, int rank, const std::vector<bool> &isTable) {
  FirstCells(step, rank, isTable).run();
}

} // namespace stencilc::lift
