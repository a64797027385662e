/// \file Checks declarations and stages. VerifierExpressions.cpp checks expressions.
#include "ir/verifier/Verifier.h"
#include "ir/Locals.h"
#include "ir/Names.h"
#include "ir/Walk.h"
#include "ir/verifier/VerifierExpressions.h"
#include "ir/verifier/VerifierGlobalReductions.h"
#include "ir/verifier/VerifierLocals.h"
#include "ir/verifier/VerifierPoints.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

namespace stencilc::ir {

namespace {

class ProgramVerifier {
public:
  explicit ProgramVerifier(const Program &program)
      : program(program), broken([this](const char *check, const std::string &text) {
          found.push_back(std::string(check) + ": " + text);
        }) {}

  std::vector<std::string> run() {
    if (program.rank() < 1 || program.rank() > kMaxAxes) {
      broken("axes", llvm::formatv("{0} axes, must be 1 to {1}", program.rank(), kMaxAxes));
      return found;
    }
    checkDeclaredIds();
    checkExpressionIds(program, broken);
    if (!found.empty())
      return found;
    checkExpressionTypes(program, broken);
    checkRoots();
    if (found.empty())
      checkGlobalReductions(program, broken);
    if (found.empty())
      checkPoints(program, broken);
    checkUniforms();
    for (const FieldDecl &field : program.fields)
      checkBoundaries(field);
    for (const ProfileDecl &profile : program.profiles)
      checkProfile(profile);
    checkUpdates();
    checkLocals(program, broken);
    for (StageId id : program.stages.ids()) {
      const Stage &stage = program.stages[id];
      checkReads({stageName(id), stage.value, stage.frozen, id});
    }
    const StageId afterAll{static_cast<std::uint32_t>(program.stages.size())};
    for (ReductionId id : program.reductions.ids()) {
      const GlobalReduction *const globalReduction = globalReductionOf(program, id);
      checkReads({reductionName(id), program.reductions[id].value, program.reductions[id].leftOut,
                  globalReduction ? globalReduction->before : afterAll, globalReduction});
    }
    checkSteps();
    return found;
  }

private:
  std::string stageName(StageId id) const {
    return llvm::formatv("stage {0} ({1})", id.index,
                         program.fields[program.stages[id].target].name);
  }
  static std::string reductionName(ReductionId id) {
    return llvm::formatv("reduction {0}", id.index);
  }
  std::string faceName(const FieldDecl &field, int axis, Side side) const {
    return llvm::formatv("{0} on {1}.{2}", field.name, program.axes[axis],
                         side == Side::Low ? "low" : "high");
  }

  void checkDeclaredIds() {
    for (const Uniform &uniform : program.uniforms)
      require(uniform.value, "uniform " + uniform.name);
    for (const FieldDecl &field : program.fields)
      checkIdsOf(field);
    for (const ProfileDecl &profile : program.profiles)
      checkIdsOf(profile.field);
    for (StageId id : program.stages.ids()) {
      const Stage &stage = program.stages[id];
      if (stage.target.index >= program.fields.size())
        broken("ids", llvm::formatv("the target of stage {0} is not a field", id.index));
      require(stage.value, llvm::formatv("stage {0}", id.index));
    }
    for (ReductionId id : program.reductions.ids())
      require(program.reductions[id].value, reductionName(id));
    for (const Report &report : program.reports)
      require(report.value, "report " + report.name);
    for (const Rule &rule : program.rules)
      require(rule.condition, "rule " + rule.source);
    for (const CarriedScalar &kept : program.kept)
      for (ExprId value : {kept.value, kept.init})
        checkRoot(program, {"check", "what is kept of " + kept.name, value, ScalarType::F64},
                  broken);
    for (const Repeat &repeat : program.repeats)
      if (repeat.until.valid())
        require(repeat.until, "the end of a repeat");
    for (const CarriedScalar &kept : program.kept) {
      require(kept.value, "what is kept of " + kept.name);
      require(kept.init, "the start of " + kept.name);
    }
    for (const auto &[id, name] : program.exprNames)
      require(id, "name " + name);
  }

  void require(ExprId id, const std::string &owner) {
    if (id.index >= program.exprs.size())
      broken("ids", "the value of " + owner + " is not in the pool");
  }

  /// Checks that the initial and boundary values of a field refer to existing expressions.
  void checkIdsOf(const FieldDecl &field) {
    if (field.init.valid())
      require(field.init, "init of " + field.name);
    for (const OlderInit &older : field.olderInits)
      if (older.value.valid())
        require(older.value, "an older init of " + field.name);
    for (const auto &faces : field.boundary)
      for (const Boundary &face : faces)
        if (face.value.valid())
          require(face.value, "a boundary of " + field.name);
  }

  /// Checks every value that the program uses: its type, and the kinds of leaves in it.
  void checkRoots() {
    for (StageId id : program.stages.ids()) {
      const Stage &stage = program.stages[id];
      const ScalarType storage = program.fields[stage.target].storage;
      checkRoot(program, {"stage", stageName(id), stage.value, storage}, broken);
    }
    for (ReductionId id : program.reductions.ids())
      checkRoot(program,
                {"stage", reductionName(id), program.reductions[id].value, ScalarType::F64},
                broken);
    for (const Report &report : program.reports)
      checkRoot(program, {"check", "report " + report.name, report.value, ScalarType::F64}, broken);
    for (const Rule &rule : program.rules)
      checkRoot(program, {"check", "rule " + rule.source, rule.condition, ScalarType::Bool},
                broken);
    for (const Repeat &repeat : program.repeats)
      if (repeat.until.valid())
        checkRoot(program, {"check", "the end of a repeat", repeat.until, ScalarType::Bool},
                  broken);
    for (const Uniform &uniform : program.uniforms)
      checkRoot(program, {"uniform", "uniform " + uniform.name, uniform.value, uniform.type},
                broken);
    for (const FieldDecl &field : program.fields)
      checkRootsOf(field);
    for (const ProfileDecl &profile : program.profiles)
      checkRootsOf(profile.field);
  }

  void checkRootsOf(const FieldDecl &field) {
    if (field.init.valid())
      checkRoot(program, {"init", "init of " + field.name, field.init, field.storage}, broken);
    for (const OlderInit &older : field.olderInits)
      if (older.value.valid())
        checkRoot(program, {"init", "an older init of " + field.name, older.value, field.storage},
                  broken);
    for (int axis = 0; axis < program.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        if (const Boundary &face = field.at(axis, side); face.value.valid())
          checkRoot(program, {"boundary", faceName(field, axis, side), face.value, field.storage},
                    broken);
  }

  void checkUniforms() {
    std::set<std::string> names;
    for (const Uniform &uniform : program.uniforms)
      if (uniform.name.empty() || !names.insert(uniform.name).second)
        broken("uniform-name", "'" + uniform.name + "' is empty or used twice");
    for (const Uniform &uniform : program.uniforms)
      if (uniform.isOfStep != changesInTime(program, uniform.value))
        broken("uniform-step", "'" + uniform.name + "' is said to " +
                                   (uniform.isOfStep ? "change" : "be the same") +
                                   " from step to step, and its value is not");
  }

  void checkBoundaries(const FieldDecl &field) {
    for (int axis = program.rank(); axis < kMaxAxes; ++axis)
      for (Side side : {Side::Low, Side::High})
        if (field.at(axis, side).kind != BoundaryKind::None)
          broken("axes", llvm::formatv("{0} has a boundary on axis {1}", field.name, axis));
    for (int axis = 0; axis < program.rank(); ++axis) {
      const auto isPeriodic = [&](Side side) {
        return field.at(axis, side).kind == BoundaryKind::Periodic;
      };
      if (isPeriodic(Side::Low) != isPeriodic(Side::High))
        broken("periodic", llvm::formatv("{0} is periodic on one face of {1} only", field.name,
                                         program.axes[axis]));
      for (Side side : {Side::Low, Side::High}) {
        const Boundary &face = field.at(axis, side);
        if ((face.kind == BoundaryKind::Fixed) != face.value.valid())
          broken("boundary-value",
                 llvm::formatv("{0} is {1} and has {2} value", faceName(field, axis, side),
                               toString(face.kind), face.value.valid() ? "a" : "no"));
      }
    }
  }

  /// Checks a profile, a constant field over some of the axes. It must have at least one axis,
  /// boundaries only along its axes, and one time level.
  void checkProfile(const ProfileDecl &profile) {
    const FieldDecl &field = profile.field;
    checkBoundaries(field);
    int count = 0;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      count += profile.along[axis];
      if (profile.along[axis] && axis >= program.rank())
        broken("axes", llvm::formatv("{0} is along axis {1}", field.name, axis));
      for (Side side : {Side::Low, Side::High})
        if (const BoundaryKind kind = field.at(axis, side).kind;
            kind == BoundaryKind::Keep || kind == BoundaryKind::Fixed ||
            (kind != BoundaryKind::None && !profile.along[axis]))
          broken("profile", llvm::formatv("{0} has the boundary {1} on axis {2}", field.name,
                                          toString(kind), axis));
    }
    if (count < 1 || count >= program.rank())
      broken("profile",
             llvm::formatv("{0} has {1} axes of {2}", field.name, count, program.rank()));
    if (field.levels != 1 || !field.isConstant || field.isLocal)
      broken("profile", field.name + " is no constant of one level");
  }

  void checkUpdates() {
    std::set<FieldId> updated;
    for (StageId id : program.stages.ids()) {
      const FieldDecl &target = program.fields[program.stages[id].target];
      if (target.isConstant)
        broken("updates", stageName(id) + " updates a constant field");
      if (!updated.insert(program.stages[id].target).second)
        broken("updates", stageName(id) + " is the second update of its field");
    }
  }

  /// A value that is computed for each cell. It can read t+1 of the fields that stages before
  /// `position` update.
  struct Reader {
    std::string name;
    ExprId value;
    Reach frozen;
    StageId position;
    const GlobalReduction *globalReduction =
        nullptr; // in-step reduction that it belongs to, or null
  };

  void checkReads(const Reader &reader) {
    for (int axis = 0; axis < kMaxAxes; ++axis)
      for (Side side : {Side::Low, Side::High})
        if (reader.frozen.of(axis, side) < 0 ||
            (axis >= program.rank() && reader.frozen.of(axis, side)))
          broken("axes", llvm::formatv("the frozen layer of {0} on axis {1} is {2}", reader.name,
                                       axis, reader.frozen.of(axis, side)));
    for (ExprId below : reachableFrom(program, {reader.value}))
      if (const auto *read = std::get_if<Read>(&program[below].node)) {
        checkLevel(reader, *read);
        checkReach(reader, program.fields[read->field], read->offset);
      } else if (const auto *profile = std::get_if<ProfileRead>(&program[below].node)) {
        checkReach(reader, program.profiles[profile->profile].field, profile->offset);
      }
  }

  bool isIn(const Repeat &repeat, const Reader &reader) const {
    if (!reader.globalReduction)
      return isWithin(repeat, reader.position);
    const std::ptrdiff_t number = &repeat - program.repeats.data();
    return reader.globalReduction->repeat == static_cast<std::size_t>(number);
  }

  void checkLevel(const Reader &reader, const Read &read) {
    const FieldDecl &field = program.fields[read.field];
    const CarryOf carried = carryInto(program, read.field);
    const bool isWritten =
        carried.repeat
            ? isIn(*carried.repeat, reader)
            : llvm::any_of(program.stages.ids(), [&](StageId earlier) {
                return earlier < reader.position && program.stages[earlier].target == read.field;
              });
    const bool isAfterAll =
        !reader.globalReduction && reader.position.index == program.stages.size();
    if (field.isLocal && (read.level != 1 || isAfterAll))
      broken("levels", llvm::formatv("{0} reads level {1} of the local {2}", reader.name,
                                     read.level, field.name));
    else if (read.level > 1 || -read.level >= field.levels)
      broken("levels", llvm::formatv("{0} reads level {1} of {2}, which keeps {3}", reader.name,
                                     read.level, field.name, field.levels));
    else if (read.level == 1 && !isWritten)
      broken("levels", llvm::formatv("{0} reads {1}[t+1], which no earlier stage updates",
                                     reader.name, field.name));
    else if (read.level < 0 && !isUpdated(program, read.field))
      broken("levels", llvm::formatv("{0} reads {1}[t{2}], but without an update all its levels "
                                     "are the one at t",
                                     reader.name, field.name, read.level));
  }

  void checkReach(const Reader &reader, const FieldDecl &field, const Offset &offset) {
    Reach reach;
    reach.include(offset);
    for (int axis = 0; axis < program.rank(); ++axis)
      for (Side side : {Side::Low, Side::High}) {
        const BoundaryKind kind = field.at(axis, side).kind;
        const int missing = reach.of(axis, side) - reader.frozen.of(axis, side);
        if (missing > 0 && (kind == BoundaryKind::None || kind == BoundaryKind::Keep))
          broken(kind == BoundaryKind::None ? "boundary-none" : "boundary-keep",
                 llvm::formatv("{0} reads {1} cells beyond {2}, its frozen layer is {3}",
                               reader.name, reach.of(axis, side), faceName(field, axis, side),
                               reader.frozen.of(axis, side)));
      }
  }

  void checkSteps() {
    const auto check = [&](std::int64_t every, const std::string &name) {
      if (every < 1)
        broken("check-steps", llvm::formatv("{0} comes every {1} steps", name, every));
    };
    for (const Report &report : program.reports)
      check(report.every, "report " + report.name);
    for (const Rule &rule : program.rules)
      check(rule.every, "rule " + rule.source);
  }

  const Program &program;
  std::vector<std::string> found;
  Broken broken;
};

} // namespace

std::vector<std::string> verifyProgram(const Program &program) {
  return ProgramVerifier(program).run();
}

} // namespace stencilc::ir
