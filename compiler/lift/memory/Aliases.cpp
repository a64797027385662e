/// \file Checks pointers and references that may name the same memory.
#include "lift/memory/Aliases.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

/// Returns true if both arrays are components of one C array, such as `f[0]` and `f[1]` of
/// `f[9][NY][NX]`. Components cannot overlap in memory.
static bool arePartsOfOne(const Array &a, const Array &b) {
  return a.whole >= 0 && a.whole == b.whole;
}

static bool couldMeet(const Array &a, const Array &b) {
  return a.type == b.type && !a.isRestrict && !b.isRestrict && !a.isRounding && !b.isRounding &&
         !arePartsOfOne(a, b);
}

bool checkAliases(Step &step, const std::vector<bool> &uses, Diagnostics &diags) {
  bool isAssumed = false;
  for (const Write &write : step.writes) {
    const Array &target = step.arrays[write.cell.array];
    for (std::size_t other = 0; other < step.arrays.size(); ++other) {
      const Array &array = step.arrays[other];
      if (int(other) == write.cell.array || !uses[other] || !couldMeet(target, array))
        continue;
      if (target.memory == Array::Argument && array.memory == Array::Argument &&
          (array.object < 0 || array.object != target.object)) {
        diags
            .report({write.place, write.place}, diag::LiftAlias,
                    "'" + target.name + "' and '" + array.name +
                        "' are pointers or references that may point to the same memory")
            .note({}, diag::Hint,
                  "declare them 'restrict', or give --assume-no-alias if no caller passes "
                  "overlapping arrays");
        return false;
      }
      isAssumed |= target.memory == Array::Pointer || array.memory == Array::Pointer ||
                   (array.object >= 0 && target.memory == Array::Argument && target.isPointer &&
                    array.isPointer);
    }
  }
  if (isAssumed)
    step.notes.push_back("pointers of the file and of its structures point to different memory");
  return true;
}

} // namespace stencilc::lift
