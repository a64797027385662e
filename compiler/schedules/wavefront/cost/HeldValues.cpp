/// \file Estimates registers for values that compilers keep, although the emitted code computes
/// them several times.
#include "schedules/wavefront/cost/HeldValues.h"
#include "ir/Walk.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/skew/StageParts.h"
#include <algorithm>
#include <map>

namespace stencilc::schedules {

using namespace plan;

using ir::ExprId;

namespace {

/// Predicted number of boundary values that the compiler keeps in registers per cell and time step,
/// if boundary values depend on the position. Measured: 1.1 in f32 and 2.3 in f64.
constexpr double kFaceWords = 1.5;

using Values = std::set<ExprId>;

/// Finder of the values of a stage (an update statement) that depend on no updated field. It lists
/// them by the part of the update that uses them: the early part (from older planes) or the late
/// part (with the newest plane).
class Still {
public:
  Still(const analysis::Facts &facts, const WavefrontShape &shape, const StageSkew &stage)
      : program(facts.program), stage(stage), parts(facts, shape, stage) {
    for (const auto &[id, time] : stage.at)
      ir::forEachOperand(program[id].node, [&, id = id](ExprId operand) {
        use(operand, parts.isEarly(id) ? early : late);
      });
  }

  /// Returns the size, in 32-bit words per cell and time step, of the values that both parts of an
  /// update use and that depend on no updated field. The early part is computed from older planes,
  /// the late part with the newest plane. Values that are the same in all rows do not count. Values
  /// that are only operands of counted values do not count either.
  int sharedWords() const {
    return wordsOfRoots(
        [&](ExprId id) { return early.count(id) && late.count(id) && differs.at(id).byRow; });
  }
  /// Returns half the size, in 32-bit words per cell and time step, of the position-dependent
  /// values that only the late part of the update (with the newest plane) uses. The compiler
  /// computes about half of these values earlier and keeps them in registers.
  int lateWords() const {
    if (!parts.hasEarly())
      return 0;
    return wordsOfRoots([&](ExprId id) {
             return late.count(id) && !early.count(id) && differs.at(id).byRow &&
                    !differs.at(id).reads;
           }) /
           2;
  }
  /// Returns true if both parts of the update read `field`: the early part (from older planes) and
  /// the late part (with the newest plane).
  bool sharesField(ir::FieldId field) const {
    return std::any_of(early.begin(), early.end(), [&](ExprId id) {
      const auto *read = std::get_if<ir::Read>(&program[id].node);
      return read && read->field == field && late.count(id);
    });
  }
  /// Returns the size, in 32-bit words per cell, of the values of an update that are the same in
  /// all rows and depend on no updated field. Values that are only operands of counted values do
  /// not count.
  int columnWords() const {
    return wordsOfRoots([&](ExprId id) { return isUsed(id) && !differs.at(id).byRow; });
  }

private:
  /// Properties of a value: the directions along which it varies, and whether it depends on fields.
  struct Differs {
    bool byCell = false, byRow = false; // from cell to cell of a row; from row to row
    bool reads = false;                 // it depends on cells of fields
  };

  /// Adds expression `id` and its operands to `part`, the values that one part of the update uses.
  /// Ignores expressions that depend on an updated field. Sets the properties of the added values
  /// in `differs`.
  void use(ExprId id, Values &part) {
    if (!stage.anyTime.count(id) || !part.insert(id).second)
      return;
    const ir::ExprNode &node = program[id].node;
    Differs here;
    if (const auto *position = std::get_if<ir::Position>(&node))
      (position->axis == 0 ? here.byCell : here.byRow) = true;
    here.reads = std::holds_alternative<ir::Read>(node);
    here.byCell |= here.reads;
    here.byRow |= here.reads || std::holds_alternative<ir::StepNumber>(node);
    ir::forEachOperand(node, [&](ExprId operand) {
      use(operand, part);
      const Differs &below = differs[operand];
      here.byCell |= below.byCell;
      here.byRow |= below.byRow;
      here.reads |= below.reads;
    });
    differs[id] = here;
  }

  /// Returns the number of 32-bit words of the values that vary along x, for which `is` returns
  /// true, and that are operands of a value for which it returns false. A boolean value does not
  /// count. The values that it compares count instead.
  template <class Is> int wordsOfRoots(Is is) const {
    Values roots;
    const auto add = [&](ExprId user, ExprId operand) {
      if (is(operand) && !isBool(operand) && differs.at(operand).byCell &&
          (!is(user) || isBool(user)))
        roots.insert(operand);
    };
    for (const Values *part : {&early, &late})
      for (ExprId user : *part)
        ir::forEachOperand(program[user].node, [&](ExprId operand) { add(user, operand); });
    for (const auto &[user, time] : stage.at)
      ir::forEachOperand(program[user].node, [&, user = user](ExprId operand) {
        if (isUsed(operand))
          add(user, operand);
      });
    int words = 0;
    for (ExprId id : roots)
      words += isWhole(id) ? 1 : wordsOf(program[id].type);
    return words;
  }
  bool isUsed(ExprId id) const { return early.count(id) || late.count(id); }
  /// Returns true if expression `id` is computed from positions alone and has type f64 in an f32
  /// program. The emitted code then uses an integer for the value, which takes one 32-bit word.
  bool isWhole(ExprId id) const {
    return program.compute == ir::ScalarType::F32 && program[id].type == ir::ScalarType::F64 &&
           !differs.at(id).reads;
  }
  bool isBool(ExprId id) const { return program[id].type == ir::ScalarType::Bool; }

  const ir::Program &program;
  const StageSkew &stage;
  StageParts parts;
  Values early, late;
  std::map<ExprId, Differs> differs;
};

} // namespace

std::set<ir::FieldId> directFields(const analysis::Facts &facts, const WavefrontShape &shape) {
  std::set<ir::FieldId> fields;
  if (facts.program.rank() != 2)
    return fields;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, read] : footprint.fieldLevels)
      if (!shape.skew->arrival.count(fieldLevel.field) && !shape.ringOf(fieldLevel.field) &&
          !shape.privateRingOf(fieldLevel))
        fields.insert(fieldLevel.field);
  return fields;
}

int directWords(const analysis::Facts &facts, const WavefrontShape &shape) {
  int words = 0;
  for (const ir::FieldId field : directFields(facts, shape))
    words += wordsOf(facts.program.fields[field].storage);
  return words;
}

int heldRegisters(const analysis::Facts &facts, const WavefrontShape &shape) {
  if (facts.program.rank() != 2)
    return 0;
  std::set<ir::FieldId> direct = directFields(facts, shape);
  int columns = 0, everyStep = 0;
  for (const StageSkew &stage : shape.skew->stages) {
    const Still still(facts, shape, stage);
    columns += still.columnWords();
    everyStep += still.sharedWords() + still.lateWords();
    for (const ir::FieldId field : facts.program.fields.ids())
      if (still.sharesField(field))
        direct.erase(field);
  }
  double faces = 0;
  for (const auto &[field, arrival] : shape.skew->arrival)
    if (facts.faces[field].varyByPlace())
      faces = std::max(faces, kFaceWords * wordsOf(facts.program.fields[field].storage));
  for (const ir::FieldId field : direct)
    everyStep += wordsOf(facts.program.fields[field].storage);
  return static_cast<int>((columns + (everyStep + faces) * shape.plan.steps) * shape.plan.cells);
}

} // namespace stencilc::schedules
