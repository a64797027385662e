/// \file Reports reads and writes of a C program outside of an array, or beyond the end of a row.
#include "lift/memory/OutOfRange.h"
#include "lift/Symbols.h"
#include "lift/memory/GuardedReads.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

namespace {

/// Least and greatest value of an array index in all iterations of the loops around it. A value is
/// `nullopt` if it is unknown.
struct Range {
  std::optional<Polynomial> least, greatest;
};

/// Calls `use` for every read and write of a cell. `use` gets the cell, the iterations in which the
/// access is executed, and its location in the source.
void forAccesses(
    const Step &step,
    const std::function<void(const ArrayRead &, const Reach &, llvm::SMLoc, bool isWrite)> &use) {
  const auto read = [&](const Node &node, const Reach &where) {
    use(node.read, where, node.place, false);
  };
  for (const Write &write : step.writes) {
    forGuardedWrites(step, write,
                     [&](const Reach &where) { use(write.cell, where, write.place, true); });
    forGuardedReads(step, write.value, write.loops, [&](const Node &node, const Reach &where) {
      if (!(node.read == write.cell)) // else what a branch leaves as it was
        read(node, where);
    });
  }
  for (const Reduction &reduction : step.reductions)
    forGuardedReads(step, reduction.value, reduction.loops, read);
}

class Checker {
public:
  Checker(const Step &step, Diagnostics &diags) : step(step), diags(diags) {}

  bool indices() {
    forAccesses(step,
                [&](const ArrayRead &cell, const Reach &where, llvm::SMLoc place, bool isWrite) {
                  if (!where.isExact)
                    return;
                  const Array &array = step.arrays[cell.array];
                  for (std::size_t axis = 0; axis < cell.indices.size(); ++axis) {
                    const auto extent = extentOf(array, axis);
                    const Range range = rangeIn(cell.indices[axis], where.loops);
                    if (isNegative(range.least))
                      failBefore(place, array, isWrite, *range.least);
                    else if (isBeyond(range.greatest, extent))
                      fail(place, array, isWrite, *range.greatest,
                           "its last index there is " + text(*extent - 1));
                  }
                });
    return isFine;
  }

  bool rows() {
    forAccesses(step, [&](const ArrayRead &cell, const Reach &where, llvm::SMLoc place,
                          bool isWrite) {
      const Array &array = step.arrays[cell.array];
      const auto first = array.isLine && where.isExact ? rangeIn(cell.indices[0], where.loops).least
                                                       : std::nullopt;
      if (isNegative(first))
        failBefore(place, array, isWrite, *first);
      for (std::size_t axis = 1; array.isLine && axis < cell.indices.size(); ++axis) {
        const Range range = rangeIn(cell.indices[axis], where.loops);
        if (isNegative(range.least) || isBeyond(range.greatest, array.extents[axis]))
          failInRow(place, array, isWrite);
      }
    });
    return isFine;
  }

private:
  /// Returns true if `index` is known and certain to be negative.
  static bool isNegative(const std::optional<Polynomial> &index) {
    return index && index->constant().value_or(0) < 0;
  }

  /// Returns true if `index` is known and certain to be `extent` or more.
  static bool isBeyond(const std::optional<Polynomial> &index,
                       const std::optional<Polynomial> &extent) {
    return index && extent && (*index - *extent).constant().value_or(-1) >= 0;
  }

  std::optional<Polynomial> extentOf(const Array &array, std::size_t axis) const {
    if (axis >= array.extents.size())
      return std::nullopt;
    return array.extents[axis] || axis > 0 ? array.extents[axis] : array.allocated;
  }

  /// Returns true if `factor` is certainly positive: a positive number, or a polynomial in which
  /// every symbol is a size with a positive factor.
  bool isPositive(const Polynomial &factor) const {
    const auto number = factor.constant();
    if (number)
      return *number > 0;
    return llvm::all_of(factor.symbols(), [&](Polynomial::Symbol name) {
      const auto own = factor.coefficient(name);
      return step.symbols[name].kind == Symbol::Size && own && own->constant().value_or(0) > 0;
    });
  }

  /// Returns the least (if `isLeast`) or greatest value of `index` in all iterations of `loops`.
  /// Loop variables are replaced by their first or last value. Returns `nullopt` if it is not
  /// known.
  std::optional<Polynomial> extreme(Polynomial index, const std::vector<Loop> &loops,
                                    bool isLeast) const {
    for (const Loop &loop : llvm::reverse(loops)) {
      const auto factor = index.coefficient(loop.variable);
      if (!factor)
        return std::nullopt;
      if (*factor == Polynomial(0))
        continue;
      const bool isUp = isPositive(*factor);
      if (!isUp && !isPositive(Polynomial(0) - *factor))
        return std::nullopt;
      index = index.substitute(loop.variable, isUp == isLeast ? loop.low : loop.high - 1);
    }
    return usesLoops(step, index) ? std::nullopt : std::optional(index);
  }

  /// Returns the range of `index` in all iterations of `loops`. An end of the range is `nullopt` if
  /// it is not known, or if the index wraps around or stops at a face on that side.
  Range rangeIn(const Polynomial &index, const std::vector<Loop> &loops) const {
    for (Polynomial::Symbol name : index.symbols()) {
      const Symbol &symbol = step.symbols[name];
      if (symbol.kind != Symbol::Neighbour)
        continue;
      const Polynomial target = index.substitute(name, symbol.target);
      Range range;
      if (symbol.rim == Symbol::AtHighFace)
        range.least = extreme(target, loops, true);
      if (symbol.rim == Symbol::AtLowFace)
        range.greatest = extreme(target, loops, false);
      return range;
    }
    return {extreme(index, loops, true), extreme(index, loops, false)};
  }

  std::string text(const Polynomial &of) const {
    return of.text([&](auto symbol) { return step.nameOf(symbol); });
  }

  /// Reports an index below 0, also for a pointer. A pointer may lead into the middle of an array,
  /// but the field of the .stencil program would lack the cells before it.
  void failBefore(llvm::SMLoc place, const Array &array, bool isWrite, const Polynomial &reached) {
    fail(place, array, isWrite, reached, "indices begin at 0");
  }

  void fail(llvm::SMLoc place, const Array &array, bool isWrite, const Polynomial &reached,
            const std::string &limit) {
    if (isFine)
      diags
          .report({place, place}, diag::LiftIndex,
                  "'" + array.name + "' is " + (isWrite ? "written" : "read") +
                      " outside of the array: an index is " + text(reached) + ", and " + limit)
          .note({}, diag::Hint,
                array.isPointer
                    ? "let the pointer name the first cell, and the loops end inside the array"
                    : "C leaves undefined what this does: let the loops end inside the array");
    isFine = false;
  }

  void failInRow(llvm::SMLoc place, const Array &array, bool isWrite) {
    if (isFine)
      diags
          .report({place, place}, diag::LiftIndex,
                  "'" + array.name + "' is " + (isWrite ? "written" : "read") +
                      " beyond the end of a row, which is a cell of another row")
          .note({}, diag::Hint,
                "let the loops end inside the row; a periodic boundary is written (i + 1) % n");
    isFine = false;
  }

  const Step &step;
  Diagnostics &diags;
  bool isFine = true;
};

} // namespace

bool checkIndices(const Step &step, Diagnostics &diags) { return Checker(step, diags).indices(); }

bool checkRows(const Step &step, Diagnostics &diags) { return Checker(step, diags).rows(); }

} // namespace stencilc::lift
