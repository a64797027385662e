/// \file Checks local fields (values within a time step) and repeated stages of an IR program, as a
/// part of the verifier.
#include "ir/verifier/VerifierLocals.h"
#include "ir/Locals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::ir {

namespace {

bool haveSameBoundary(const FieldDecl &a, const FieldDecl &b) {
  for (int axis = 0; axis < kMaxAxes; ++axis)
    for (Side side : {Side::Low, Side::High})
      if (a.at(axis, side).kind != b.at(axis, side).kind ||
          a.at(axis, side).value != b.at(axis, side).value)
        return false;
  return a.storage == b.storage;
}

bool isComputedIn(const Program &program, FieldId field, std::uint32_t begin, std::uint32_t end) {
  return llvm::any_of(program.stages.ids(), [&](StageId stage) {
    return stage.index >= begin && stage.index < end && program.stages[stage].target == field;
  });
}

void checkCarry(const Program &program, const Repeat &repeat, const Carry &carry,
                const Broken &broken) {
  const std::size_t fields = program.fields.size();
  if (carry.previous.index >= fields || carry.target.index >= fields || carry.from.index >= fields)
    return broken("carry", "a carry names no field");
  const FieldDecl &previous = program.fields[carry.previous];
  const FieldDecl &target = program.fields[carry.target];
  const FieldDecl &from = program.fields[carry.from];
  const std::string name = "the carry into " + previous.name;
  const auto stages = static_cast<std::uint32_t>(program.stages.size());
  if (!previous.isLocal || isComputedIn(program, carry.previous, 0, stages))
    broken("carry", name + " needs a local field that no stage updates");
  if (!isComputedIn(program, carry.target, repeat.first.index, repeat.last.index + 1))
    broken("carry", name + " comes from a field that is not repeated");
  if (!haveSameBoundary(previous, target) || from.storage != previous.storage)
    broken("carry", name + " joins fields that differ");
  const bool hasStart = carry.level == 0 ? !from.isLocal
                                         : carry.level == 1 && isComputedIn(program, carry.from, 0,
                                                                            repeat.first.index);
  if (!hasStart)
    broken("carry", name + " begins with a value that is not there");
}

void checkRepeats(const Program &program, const Broken &broken) {
  std::uint32_t next = 0;
  for (const Repeat &repeat : program.repeats) {
    if (repeat.first.index < next || repeat.last < repeat.first ||
        repeat.last.index >= program.stages.size() || repeat.count < 1) {
      broken("repeats", llvm::formatv("stages {0} to {1}, {2} times", repeat.first.index,
                                      repeat.last.index, repeat.count));
      return;
    }
    next = repeat.last.index + 1;
    for (const Carry &carry : repeat.carries)
      checkCarry(program, repeat, carry, broken);
  }
}

} // namespace

void checkLocals(const Program &program, const Broken &broken) {
  bool isLocal = false;
  for (const FieldDecl &field : program.fields) {
    if (isLocal && !field.isLocal)
      broken("locals", field.name + " is kept and declared behind local fields");
    isLocal = field.isLocal;
    if (isLocal && (field.levels != 1 || field.isConstant || field.init.valid() ||
                    !field.initFile.empty() || !field.olderInits.empty()))
      broken("locals", field.name + " is local and has levels or a start");
  }
  checkRepeats(program, broken);
  for (StageId id : program.stages.ids()) {
    const Stage &stage = program.stages[id];
    const bool isWhole = program.fields[stage.target].isLocal || repeatOf(program, id);
    if (isWhole && !stage.frozen.isZero())
      broken("locals", llvm::formatv("stage {0} ({1}) keeps cells of a value within the step",
                                     id.index, program.fields[stage.target].name));
  }
}

} // namespace stencilc::ir
