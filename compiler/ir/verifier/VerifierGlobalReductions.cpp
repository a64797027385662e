/// \file The verifier's checks of in-step reductions (reductions over the grid within a time step)
/// and of scalars carried from step to step.
#include "ir/verifier/VerifierGlobalReductions.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include "llvm/Support/FormatVariadic.h"
#include <functional>
#include <set>

namespace stencilc::ir {

namespace {

class GlobalReductionVerifier {
public:
  GlobalReductionVerifier(const Program &program, const Broken &broken)
      : program(program), broken(broken) {}

  void run() {
    if (!arePlaced())
      return;
    for (StageId id : program.stages.ids())
      need(llvm::formatv("stage {0}", id.index), program.stages[id].value,
           [&](const GlobalReduction &globalReduction) {
             return globalReduction.before <= id && !globalReduction.isFirst;
           });
    for (std::size_t index = 0; index < program.globalReductions.size(); ++index)
      for (ReductionId id : program.globalReductions[index].reductions)
        need(llvm::formatv("reduction {0}", id.index), program.reductions[id].value,
             [&](const GlobalReduction &globalReduction) {
               return &globalReduction < &program.globalReductions[index] &&
                      !globalReduction.isFirst;
             });
    for (const Repeat &repeat : program.repeats)
      if (repeat.until.valid())
        need("the end of a repeat", repeat.until, [&](const GlobalReduction &globalReduction) {
          return globalReduction.before.index <= repeat.last.index + 1 && !globalReduction.isFirst;
        });
    checkKept();
    checkBoundaries();
  }

private:
  void checkBoundaries() {
    for (const FieldDecl &field : program.fields)
      for (const auto &faces : field.boundary)
        for (const Boundary &face : faces)
          if (face.value.valid())
            need("a boundary of " + field.name, face.value,
                 [](const GlobalReduction &) { return false; });
  }
  void checkKept() {
    for (const CarriedScalar &kept : program.kept) {
      need("what is kept of " + kept.name, kept.value,
           [](const GlobalReduction &globalReduction) { return !globalReduction.isFirst; });
      need("the start of " + kept.name, kept.init,
           [](const GlobalReduction &globalReduction) { return globalReduction.isFirst; });
      if (contains<PreviousValue>(program, kept.init))
        broken("kept-start", kept.name + " starts with what a step has left");
    }
  }

  /// Checks in-step reductions, which run within a time step. Each must precede a valid stage, and
  /// their stages must be in ascending order. Returns false after it has added a violation to the
  /// result.
  bool arePlaced() {
    std::set<ReductionId> known;
    StageId last{0};
    for (const GlobalReduction &globalReduction : program.globalReductions) {
      bool isRight = globalReduction.before >= last &&
                     globalReduction.before.index <= program.stages.size() &&
                     !globalReduction.reductions.empty() && isInItsRepeat(globalReduction) &&
                     (!globalReduction.isFirst || isAtTheStart(globalReduction));
      for (ReductionId id : globalReduction.reductions)
        isRight &= id.index < program.reductions.size() && known.insert(id).second;
      if (!isRight) {
        broken("globalReductions",
               llvm::formatv("one before stage {0}", globalReduction.before.index));
        return false;
      }
      last = globalReduction.before;
    }
    return true;
  }

  /// Returns true if `globalReduction`, which runs only in the first time step, is at the right
  /// place: before all stages, and before all in-step reductions that run in every step.
  bool isAtTheStart(const GlobalReduction &globalReduction) const {
    return globalReduction.before.index == 0 && !globalReduction.repeat &&
           (&globalReduction == program.globalReductions.data() || (&globalReduction)[-1].isFirst);
  }

  bool isInItsRepeat(const GlobalReduction &globalReduction) const {
    if (globalReduction.repeat && *globalReduction.repeat >= program.repeats.size())
      return false;
    for (std::size_t index = 0; index < program.repeats.size(); ++index) {
      const Repeat &repeat = program.repeats[index];
      const bool mayBe = repeat.first <= globalReduction.before &&
                         globalReduction.before.index <= repeat.last.index + 1;
      const bool mustBe =
          repeat.first < globalReduction.before && globalReduction.before <= repeat.last;
      if (globalReduction.repeat == index ? !mayBe : mustBe)
        return false;
    }
    return true;
  }

  /// Checks each in-step reduction (within a time step) whose result `value` contains, directly or
  /// through a uniform (scalar for all cells). `isThere` tells whether the result is available when
  /// `value` is evaluated. If not, reports a violation. `who` names the value in messages.
  void need(const std::string &who, ExprId value,
            const std::function<bool(const GlobalReduction &globalReduction)> &isThere) {
    std::vector<ExprId> roots = {value};
    for (ExprId id : reachableFrom(program, {value}))
      if (const auto *uniform = std::get_if<UniformRef>(&program[id].node))
        roots.push_back(program.uniforms[uniform->uniform].value);
    for (ExprId id : reachableFrom(program, roots)) {
      const auto *reduced = std::get_if<Reduced>(&program[id].node);
      if (!reduced)
        continue;
      const GlobalReduction *const globalReduction = globalReductionOf(program, reduced->reduction);
      if (!globalReduction || !isThere(*globalReduction))
        broken("globalReduction-order",
               llvm::formatv("{0} needs reduction {1}, which is not there yet", who,
                             reduced->reduction.index));
    }
  }

  const Program &program;
  const Broken &broken;
};

} // namespace

void checkGlobalReductions(const Program &program, const Broken &broken) {
  GlobalReductionVerifier(program, broken).run();
}

} // namespace stencilc::ir
