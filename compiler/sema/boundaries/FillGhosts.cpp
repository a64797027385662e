/// \file Replaces reads of ghost cells (beyond the grid), whose values the program computes, by
/// these values.
#include "ir/Walk.h"
#include "sema/boundaries/GhostCells.h"
#include "sema/canonical/Rebuild.h"
#include <algorithm>

namespace stencilc::sema {

using namespace ir;

namespace {

class GhostFiller {
public:
  GhostFiller(Program program, const GhostTable &ghosts)
      : program(std::move(program)), ghosts(ghosts), names(std::move(this->program.exprNames)),
        builder(takeValues()) {}

  Program run() {
    for (Stage &stage : program.stages)
      stage.value = filled(stage.value);
    for (Reduction &reduction : program.reductions)
      reduction.value = filled(reduction.value);
    for (const auto &[from, to] : done)
      if (const auto name = names.find(from); name != names.end() && !isLeaf(program[to].node))
        program.exprNames.try_emplace(to, name->second);
    giveFaces();
    return compact(std::move(program));
  }

private:
  /// Moves the values of ghost cells (beyond the grid) into the member `values`. In the input they
  /// are the values of the last stages (update statements), so that earlier passes process them.
  /// Removes these stages and returns the program.
  Program &takeValues() {
    Store<StageId, Stage> stages;
    const std::size_t updates = program.stages.size() - ghosts.values.size();
    for (const Stage &stage : program.stages) {
      if (stages.size() < updates)
        stages.add(stage);
      else
        values.push_back(stage.value);
    }
    program.stages = std::move(stages);
    // Keeps names that may survive, so that no new uniform takes them.
    program.exprNames = names;
    return program;
  }

  ExprId filled(ExprId root) {
    for (const ExprId id : reachableFrom(program, {root}))
      if (!done.contains(id)) {
        const ExprId result = rebuilt(id);
        done.emplace(id, result);
      }
    return done.at(root);
  }

  ExprId rebuilt(ExprId id) {
    const ExprNode node = program[id].node; // a copy: adding nodes moves the pool
    const ScalarType type = program[id].type;
    if (const auto *read = std::get_if<Read>(&node))
      return readOrGhost(*read);
    return rebuiltWith(builder, node, type, id, [&](ExprId operand) { return done.at(operand); });
  }

  ExprId readOrGhost(const Read &read) {
    const GhostKey key{read.field, read.offset, ghosts.levels.at(read.level)};
    ExprId result = builder.read(key.field, key.from.level, key.offset);
    const auto ghost = ghosts.ghosts.find(key);
    if (ghost == ghosts.ghosts.end())
      return result;
    const std::vector<GhostCase> &cases = ghost->second.cases;
    for (auto at = cases.rbegin(); at != cases.rend(); ++at) {
      const ExprId value = filled(values[at->value]);
      result = builder.select(isOfCase(*at, key), value, result);
    }
    return result;
  }

  /// Returns the condition under which the read `key` has the value of the case `each`. It must
  /// leave the grid through the face of this case (in corners also be near its other faces). It
  /// must not leave the grid through a face of an earlier axis with a fixed value, which takes
  /// precedence.
  ExprId isOfCase(const GhostCase &each, const GhostKey &key) {
    ExprId condition = isNear(each.at, key.field);
    for (int axis = key.from.firstAxis; axis < each.at.axis; ++axis) {
      const Side side = key.offset[axis] < 0 ? Side::Low : Side::High;
      if (key.offset[axis] != 0 && !(key.from.inside >> axis & 1) &&
          program.fields[key.field].at(axis, side).kind == BoundaryKind::Fixed)
        condition = builder.binary(
            BinaryOp::And, condition,
            builder.unary(UnaryOp::Not,
                          isNear({axis, side, std::abs(key.offset[axis])}, key.field)));
    }
    for (const NearFace &also : each.also)
      condition = builder.binary(BinaryOp::And, condition, isNear(also, key.field));
    return condition;
  }

  /// Returns the condition that the updated cell is less than `face.cells` cells from the face. The
  /// condition is evaluated in f64, which represents all coordinates exactly.
  ExprId isNear(const NearFace &face, FieldId field) {
    const auto [axis, side, cells] = face;
    const ScalarType type = ScalarType::F64;
    const ExprId here = builder.position(axis, type), width = builder.constant(cells, type);
    const bool isShort = side == Side::High && program.fields[field].shorter[axis];
    if (side == Side::Low)
      return builder.binary(BinaryOp::Less, here, width);
    const ExprId beyond = isShort ? builder.constant(cells + 1, type) : width;
    return builder.binary(BinaryOp::GreaterEqual, builder.binary(BinaryOp::Add, here, beyond),
                          builder.extent(axis, type));
  }

  /// Sets the boundary `copy` on each face with `keep` or without boundary that updated cells read
  /// across. The IR requires a boundary there. Computed ghost values replace all these reads, so
  /// values that `copy` gives are never used.
  void giveFaces() {
    std::vector<std::pair<ExprId, Reach>> roots;
    for (const Stage &stage : program.stages)
      roots.emplace_back(stage.value, stage.frozen);
    for (const Reduction &reduction : program.reductions)
      roots.emplace_back(reduction.value, reduction.leftOut);
    for (const auto &[root, frozen] : roots)
      for (const ExprId id : reachableFrom(program, {root}))
        if (const auto *read = std::get_if<Read>(&program[id].node))
          giveFaces(*read, frozen);
  }
  void giveFaces(const Read &read, const Reach &frozen) {
    Reach reach;
    reach.include(read.offset);
    for (int axis = 0; axis < program.rank(); ++axis)
      for (Side side : {Side::Low, Side::High}) {
        Boundary &face = program.fields[read.field].boundary[axis][static_cast<int>(side)];
        const bool isOpen = face.kind == BoundaryKind::None || face.kind == BoundaryKind::Keep;
        if (reach.of(axis, side) > frozen.of(axis, side) && isOpen)
          face.kind = BoundaryKind::Copy;
      }
  }

  Program program;
  const GhostTable &ghosts;
  const std::map<ExprId, std::string> names; // names of expressions of the input
  std::vector<ExprId> values;                // values of ghost cells
  Builder builder;
  std::map<ExprId, ExprId> done;
};

} // namespace

ir::Program fillGhosts(ir::Program program, const GhostTable &ghosts) {
  return GhostFiller(std::move(program), ghosts).run();
}

} // namespace stencilc::sema
