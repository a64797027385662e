/// \file The verifier's checks of surveys (reductions within a step) and carried scalars.
#include "ir/VerifierSurveys.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include "llvm/Support/FormatVariadic.h"
#include <functional>
#include <set>

namespace stencilc::ir {

namespace {

class SurveyVerifier {
public:
  SurveyVerifier(const Program &program, const Broken &broken) : program(program), broken(broken) {}

  void run() {
    if (!arePlaced())
      return;
    for (StageId id : program.stages.ids())
      need(llvm::formatv("stage {0}", id.index), program.stages[id].value,
           [&](const Survey &survey) { return survey.before <= id && !survey.isFirst; });
    for (std::size_t index = 0; index < program.surveys.size(); ++index)
      for (ReductionId id : program.surveys[index].reductions)
        need(llvm::formatv("reduction {0}", id.index), program.reductions[id].value,
             [&](const Survey &survey) {
               return &survey < &program.surveys[index] && !survey.isFirst;
             });
    for (const Repeat &repeat : program.repeats)
      if (repeat.until.valid())
        need("the end of a repeat", repeat.until, [&](const Survey &survey) {
          return survey.before.index <= repeat.last.index + 1 && !survey.isFirst;
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
            need("a boundary of " + field.name, face.value, [](const Survey &) { return false; });
  }
  void checkKept() {
    for (const CarriedScalar &kept : program.kept) {
      need("what is kept of " + kept.name, kept.value,
           [](const Survey &survey) { return !survey.isFirst; });
      need("the start of " + kept.name, kept.init,
           [](const Survey &survey) { return survey.isFirst; });
      if (contains<PreviousValue>(program, kept.init))
        broken("kept-start", kept.name + " starts with what a step has left");
    }
  }

  /// Returns whether each survey (a reduction within a time step) precedes a valid stage, and no
  /// survey precedes an earlier one's stage.
  bool arePlaced() {
    std::set<ReductionId> known;
    StageId last{0};
    for (const Survey &survey : program.surveys) {
      bool isRight = survey.before >= last && survey.before.index <= program.stages.size() &&
                     !survey.reductions.empty() && isInItsRepeat(survey) &&
                     (!survey.isFirst || isAtTheStart(survey));
      for (ReductionId id : survey.reductions)
        isRight &= id.index < program.reductions.size() && known.insert(id).second;
      if (!isRight) {
        broken("surveys", llvm::formatv("one before stage {0}", survey.before.index));
        return false;
      }
      last = survey.before;
    }
    return true;
  }

  /// Returns whether the survey runs before all stages, and before all surveys of every time step.
  bool isAtTheStart(const Survey &survey) const {
    return survey.before.index == 0 && !survey.repeat &&
           (&survey == program.surveys.data() || (&survey)[-1].isFirst);
  }

  bool isInItsRepeat(const Survey &survey) const {
    if (survey.repeat && *survey.repeat >= program.repeats.size())
      return false;
    for (std::size_t index = 0; index < program.repeats.size(); ++index) {
      const Repeat &repeat = program.repeats[index];
      const bool mayBe =
          repeat.first <= survey.before && survey.before.index <= repeat.last.index + 1;
      const bool mustBe = repeat.first < survey.before && survey.before <= repeat.last;
      if (survey.repeat == index ? !mayBe : mustBe)
        return false;
    }
    return true;
  }

  /// Checks the surveys whose results `value` contains, directly or through a uniform: `isThere`
  /// must hold for each. `who` names the value in messages.
  void need(const std::string &who, ExprId value,
            const std::function<bool(const Survey &survey)> &isThere) {
    std::vector<ExprId> roots = {value};
    for (ExprId id : reachableFrom(program, {value}))
      if (const auto *uniform = std::get_if<UniformRef>(&program[id].node))
        roots.push_back(program.uniforms[uniform->uniform].value);
    for (ExprId id : reachableFrom(program, roots)) {
      const auto *reduced = std::get_if<Reduced>(&program[id].node);
      if (!reduced)
        continue;
      const Survey *const survey = surveyOf(program, reduced->reduction);
      if (!survey || !isThere(*survey))
        broken("survey-order", llvm::formatv("{0} needs reduction {1}, which is not there yet", who,
                                             reduced->reduction.index));
    }
  }

  const Program &program;
  const Broken &broken;
};

} // namespace

void checkSurveys(const Program &program, const Broken &broken) {
  SurveyVerifier(program, broken).run();
}

} // namespace stencilc::ir
