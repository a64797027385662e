/// \file The frame of a text: what stands around the kernels, every name, size and expression
/// decided before the first character is printed.
///
/// Templates see it in two parts: `plan` (which schedule, for comments) and `code` (names, lists,
/// and text of kernels). `--emit=context` prints it. Templates decide nothing: what is there or not
/// is text that is empty or a list.
#pragma once

#include "emit/Comments.h"
#include "emit/Emitter.h"
#include "emit/Lower.h"
#include "emit/Names.h"
#include "emit/Numbers.h"
#include "ir/Walk.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::emit {

/// What all parts of the frame share while it is built.
struct FrameState {
  const analysis::Facts &facts;
  const plan::Plan &plan;
  const EmitOptions &options;
  const LoweredKernels &kernels;
  const ProgramNames &names;
  std::set<std::string> functions = {}; // of the runtime, called by printed expressions
  const NumberNames numbers = numberNames(facts.program); // constants passed to sweeps
  bool isAlternative = false; // kernels that stand beside those of the best plan, and nothing else

  const ir::Program &program() const { return facts.program; }
  /// Whether runs may begin with single steps alone, while the other kernels are compiled.
  bool mayBeginWithSteps() const {
    return options.form == EmitForm::Module && plan.mayBeginWithSteps() && !isAlternative;
  }
  bool hasStepKernels() const { return emit::hasStepKernels(plan, isAlternative); }
  int rank() const { return facts.program.rank(); }
};

/// What templates see of a plan and of those that it is tried against.
llvm::json::Object makeContext(const analysis::Facts &facts, const plan::Plan &plan,
                               const EmitOptions &options, const LoweredPlan &lowered,
                               const ProgramNames &names);

/// What a section of a template takes for a list: false if it is empty, else what has it as `list`.
llvm::json::Value listOrFalse(llvm::json::Array list);
/// `text` between quotes as a C string.
std::string quoted(const std::string &text);

/// Members of a struct with their values, each on a line behind what stands there.
using Members = std::vector<std::pair<std::string, std::string>>;
std::string membersText(const Members &members);

/// The line before what is left out where a module begins with single steps alone.
inline constexpr const char *kUnlessSingleSteps = "#if !defined(STENCILC_SINGLE_STEPS)";

/// What stands before the struct of uniforms where kernels are in several namespaces.
inline constexpr const char *kApartBegin = "namespace values { // not where kernels are: only "
                                           "these look for functions of their own names\n";

// The parts, each in a file of its own.
llvm::json::Object programContext(const FrameState &state);            // names, fields, parameters
void addUniforms(const FrameState &state, llvm::json::Object &code);   // the struct of them
void addOlderInits(const FrameState &state, llvm::json::Object &code); // of older levels
void addChecks(const FrameState &state, llvm::json::Object &code);     // reports and rules
void addPoints(const FrameState &state, llvm::json::Object &code);     // sources and receivers
bool hasReceiverKernels(const FrameState &state);                      // whether kernels read
void addSaves(const FrameState &state, llvm::json::Object &code);      // results while it runs
std::string halvesText(const ir::FieldDecl &field);                    // where it lies, if beside
void addSlabs(const FrameState &state, llvm::json::Object &code);      // several devices
void addLadder(const FrameState &state, llvm::json::Object &code);     // kernels to choose among
void addInfo(const FrameState &state, llvm::json::Object &code);       // of NAME_info(), defaults

/// The member of the description that says how many planes reports and rules read to either side,
/// where it is not as by default.
std::string checksText(const FrameState &state);
/// Adds where a step of a streamed domain needs numbers of all cells; returns the members of the
/// description that say so.
std::string addSurveyReaches(const FrameState &state, llvm::json::Object &code);
/// Launches of a step of a ranged plan.
int launchesOfAStep(const FrameState &state);
/// Adds how far each launch of a step reads, where there are several; returns the member of the
/// description that names the list.
std::string addReaches(const FrameState &state, llvm::json::Object &code);

/// The kernels of a plan as text, those of fused steps in namespaces of their own, and passes over
/// the cells for checks.
struct PlanText {
  std::string kernels, checkPasses;
};
PlanText kernelsText(FrameState &state);
/// The kernels of an alternative, in a namespace of their own.
std::string alternativeText(FrameState &state);
/// What the host computes: functions of the description.
std::string hostFunctionsText(FrameState &state);
/// What all text printed so far takes from the runtime and calls by its own name.
std::set<std::string> namesOfRuntime(const FrameState &state);
/// Text of kernels that are left out where a module begins with single steps alone.
std::string unlessSingleSteps(const std::string &text);

} // namespace stencilc::emit
