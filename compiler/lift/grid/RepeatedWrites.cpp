/// \file Checks assignments to the same cell in several iterations of a loop.
#include "lift/grid/RepeatedWrites.h"
#include "lift/grid/Fields.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

/// Returns true if a loop around an assignment repeats it for the same cell, because the loop
/// variable is in no index of the cell.
static bool isRepeated(const Write &write) {
  return llvm::any_of(write.loops, [&](const Loop &loop) {
    return llvm::none_of(write.cell.indices,
                         [&](const Polynomial &index) { return index.uses(loop.variable); });
  });
}

static bool reads(const Step &step, const Value &value, int array) {
  bool isFound = false;
  forAllNodes(step, value, [&](const Node &node) {
    isFound |= node.kind == Node::Read && node.read.array == array;
  });
  return isFound;
}

/// Returns true if a repeated assignment may differ from a single one: its loop nest uses the
/// assigned array elsewhere, or writes an array that the value reads.
static bool isDisturbed(const Step &step, const Write &write) {
  for (const Write &other : step.writes)
    if (other.nest == write.nest && (reads(step, other.value, write.cell.array) ||
                                     (&other != &write && other.cell.array == write.cell.array) ||
                                     reads(step, write.value, other.cell.array)))
      return true;
  return llvm::any_of(step.reductions, [&](const Reduction &reduction) {
    return reduction.nest == write.nest && reads(step, reduction.value, write.cell.array);
  });
}

bool checkRepeatedWrites(const Step &step, Diagnostics &diags) {
  for (const Write &write : step.writes)
    if (isRepeated(write) && isDisturbed(step, write)) {
      diags
          .report(
              {write.place, write.place}, diag::LiftWrite,
              "a cell of '" + step.arrays[write.cell.array].name +
                  "' is written again in every iteration of a loop that uses the array elsewhere")
          .note({}, diag::Hint, "write the cell in front of the loop or after it");
      return false;
    }
  return true;
}

} // namespace stencilc::lift
