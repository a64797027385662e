/// \file The frame of an emitted text: all code around the kernels, as JSON for the templates.
///
/// The JSON has two parts. `plan` describes the schedule, for comments. `code` has names, lists,
/// and the text of kernels. `--emit=context` prints it. Templates make no decisions: optional parts
/// are empty texts or lists, which are fixed before the first character is printed.
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

/// Inputs and intermediate results of all functions that build the template data (JSON from which
/// Mustache templates print the program).
struct FrameState {
  const analysis::Facts &facts;
  const plan::Plan &plan;
  const EmitOptions &options;
  const LoweredKernels &kernels;
  const ProgramNames &names;
  std::set<std::string> functions = {}; // functions of the runtime that printed expressions call
  const NumberNames numbers = numberNames(facts.program); // constants passed to kernels
  /// True if `plan` is an alternative. A run may try it and compare it with the best plan.
  bool isAlternative = false;

  const ir::Program &program() const { return facts.program; }
  /// Returns true if a run may start with kernels of single time steps while the other kernels are
  /// being compiled.
  bool mayBeginWithSteps() const {
    return options.form == EmitForm::Module && plan.mayBeginWithSteps() && !isAlternative;
  }
  bool hasStepKernels() const { return emit::hasStepKernels(plan, isAlternative); }
  int rank() const { return facts.program.rank(); }
};

/// Builds the data for the Mustache templates, as JSON, from a plan and its alternatives.
llvm::json::Object makeContext(const analysis::Facts &facts, const plan::Plan &plan,
                               const EmitOptions &options, const LoweredPlan &lowered,
                               const ProgramNames &names);

/// Returns a list in the form that a section of a template needs: `false` if it is empty, otherwise
/// an object with the list as its member `list`.
llvm::json::Value listOrFalse(llvm::json::Array list);
/// Returns `text` as a C string literal, with quotes and escapes.
std::string quoted(const std::string &text);

/// Members of a struct of the emitted text, as pairs of name and value.
using Members = std::vector<std::pair<std::string, std::string>>;
std::string membersText(const Members &members);

/// Preprocessor directive before code that is omitted if a module is compiled with kernels of
/// single time steps only.
inline constexpr const char *kUnlessSingleSteps = "#if !defined(STENCILC_SINGLE_STEPS)";

/// Emitted text before the struct of uniforms (scalars that the host computes), if kernels are in
/// several namespaces.
inline constexpr const char *kApartBegin = "namespace values { // not where kernels are: only "
                                           "these look for functions of their own names\n";

/// Returns the part `code` of the data for the Mustache templates: names, fields, parameters, and
/// texts that depend on the plan.
llvm::json::Object programContext(const FrameState &state);
/// Adds the members of the struct of uniforms (scalars that the host computes for each run or time
/// step) to the template data `code`.
void addUniforms(const FrameState &state, llvm::json::Object &code);
/// Adds the initial values of fields at time levels before t, if they differ from those at t, to
/// the template data `code`.
void addOlderInits(const FrameState &state, llvm::json::Object &code);
/// Adds the tables of reports and rules to the template data `code`. A rule is a condition that
/// stops a run.
void addChecks(const FrameState &state, llvm::json::Object &code);
/// Adds the tables of sources and receivers to the template data `code`.
void addPoints(const FrameState &state, llvm::json::Object &code);
/// Returns true if kernels, not the host, read the values of receivers.
bool hasReceiverKernels(const FrameState &state);
/// Adds the table of fields that a run saves to files to the template data `code`.
void addSaves(const FrameState &state, llvm::json::Object &code);
/// Returns the initialiser for the offset of a field's values from the cell centres, in half cells
/// on each axis. Returns "" for a field at the cell centres.
std::string halvesText(const ir::FieldDecl &field);
/// Adds the description of a domain that is divided among several devices to the template data
/// `code`.
void addSlabs(const FrameState &state, llvm::json::Object &code);
/// Adds the table of kernel variants (several kernels among which a run chooses) to the template
/// data `code`.
void addVariantTable(const FrameState &state, llvm::json::Object &code);
/// Adds the constants of the function NAME_info(), which describes the program, and the default
/// extents to the template data `code`.
void addInfo(const FrameState &state, llvm::json::Object &code);

/// Returns the initialiser of `checkReach`: the number of planes that reports and rules (stopping
/// conditions) read on each side of a cell. Returns "" if the default of the runtime applies.
std::string checksText(const FrameState &state);
/// Adds the list of in-step reductions (over the grid, within a time step) of an out-of-core domain
/// to `code`. An entry has the number of kernels before the reduction, and the number of planes
/// that it reads on each side of a cell. Returns the initialisers that refer to the list.
std::string addGlobalReductionReaches(const FrameState &state, llvm::json::Object &code);
/// Returns the number of kernel launches in one time step.
int launchesOfAStep(const FrameState &state);
/// Adds the list with the number of planes that each launch of a time step reads on each side.
/// Returns the initialiser that refers to the list. Adds nothing and returns "" if a time step has
/// one launch.
std::string addReaches(const FrameState &state, llvm::json::Object &code);

/// Texts of the kernels of a plan, and of the kernels that reduce cells for reports and stopping
/// conditions. Kernels that fuse several time steps are in namespaces of their own.
struct PlanText {
  std::string kernels, checkPasses;
};
PlanText kernelsText(FrameState &state);
/// Returns the text of the kernels of an alternative plan, in a namespace of their own.
std::string alternativeText(FrameState &state);
/// Returns the text of the host functions that the runtime calls, for example to compute scalars of
/// a time step.
std::string hostFunctionsText(FrameState &state);
/// Returns the names of the runtime that the emitted text uses without the prefix `stencilc::`.
std::set<std::string> namesOfRuntime(const FrameState &state);
/// Returns `text` between preprocessor directives. They omit the text if a module is compiled with
/// kernels of single time steps only.
std::string unlessSingleSteps(const std::string &text);

} // namespace stencilc::emit
