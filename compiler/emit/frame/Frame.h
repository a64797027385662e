/// \file The frame of an emitted text: all code around the kernels, as JSON for the templates.
///
/// The JSON has two parts. `plan` describes the schedule, for comments. `code` has names, lists,
/// and the text of kernels. `--emit=context` prints it. Templates make no decisions: optional parts
/// are empty texts or lists, which are fixed before the first character is printed.
#pragma once

#include "emit/Comments.h"
#include "emit/Emitter.h"
#include "emit/Lower.h"
#include "emit/Numbers.h"
#include "emit/names/Names.h"
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
  /// True if `plan` is an alternative. A long run times alternatives and the best plan on its first
  /// steps (trial), and continues with the fastest.
  bool isAlternative = false;

  const ir::Program &program() const { return facts.program; }
  bool hasStepKernels() const { return emit::hasStepKernels(plan, isAlternative); }
  int rank() const { return facts.program.rank(); }
};

/// Builds the data for the Mustache templates, as JSON, from a plan and its alternatives (plans
/// that a long run times against it).
llvm::json::Object makeContext(const analysis::Facts &facts, const plan::Plan &plan,
                               const EmitOptions &options, const LoweredPlan &lowered,
                               const ProgramNames &names);

/// Converts a list for a section of a template: `false` if it is empty, otherwise an object with
/// the list as its member `list`.
llvm::json::Value listOrFalse(llvm::json::Array list);
/// Returns `text` as a C string literal, with quotes and escapes.
std::string quoted(const std::string &text);

/// Members of a struct, as pairs of name and value.
using Members = std::vector<std::pair<std::string, std::string>>;
std::string membersText(const Members &members);
/// Returns the member `member` of a program's description, which names a part of the runtime that
/// the linker adds to the program, such as `part` = "stream_engine". Returns no member for a
/// module, because the process that loads it has all parts.
Members partMember(const FrameState &state, const char *member, const char *part);

/// Emitted line that opens the namespace `values` around the structs of uniforms (scalars that the
/// host computes). Used if kernels are in several namespaces. Calls with such a struct then find no
/// kernel of another namespace by argument-dependent lookup.
inline constexpr const char *kApartBegin =
    "namespace values { // separate, so that argument-dependent lookup finds no kernels here\n";

/// Returns the part `code` of the template data: names, fields, parameters, and texts that depend
/// on the plan.
llvm::json::Object programContext(const FrameState &state);
/// Adds the members of the struct of uniforms to the template data `code`. Uniforms are scalars
/// that the host computes for each run or time step.
void addUniforms(const FrameState &state, llvm::json::Object &code);
/// Adds the initial values of older time levels of fields to the template data `code`.
void addOlderInits(const FrameState &state, llvm::json::Object &code);
/// Adds the tables of reports and rules (stopping conditions), and of their reductions, to the
/// template data `code`.
void addChecks(const FrameState &state, llvm::json::Object &code);
/// Adds the tables of sources and receivers to the template data `code`.
void addPoints(const FrameState &state, llvm::json::Object &code);
/// Returns whether kernels, not the host, read the values of receivers.
bool hasReceiverKernels(const FrameState &state);
/// Adds the table of fields that a run saves to files to the template data `code`.
void addSaves(const FrameState &state, llvm::json::Object &code);
/// Returns the initialiser of a field's position in the cell, in half cells. Returns "" for a field
/// at the cell centres.
std::string halvesText(const ir::FieldDecl &field);
/// Adds the description of a domain that is divided among several devices to the template data
/// `code`.
void addSlabs(const FrameState &state, llvm::json::Object &code);
/// Adds the table of kernel variants, from which a run may choose, to the template data `code`.
void addVariantTable(const FrameState &state, llvm::json::Object &code);
/// Adds the constants of NAME_info() and the default extents to the template data `code`.
void addInfo(const FrameState &state, llvm::json::Object &code);

/// Returns the initialiser of `checkReach`: the number of planes that reports and rules (stopping
/// conditions) read on each side. Returns "" if the default of the runtime applies.
std::string checksText(const FrameState &state);
/// Adds a list of in-step reductions (reductions over the grid within a time step) of an
/// out-of-core domain: after how many kernels each comes, and how many planes it reads on each
/// side. Returns the initialisers that refer to this list.
std::string addGlobalReductionReaches(const FrameState &state, llvm::json::Object &code);
/// Returns the number of kernel launches in one time step.
int launchesOfAStep(const FrameState &state);
/// Adds, for each launch of a time step, the number of planes that the launch reads on one side
/// (the larger number of both sides). Adds nothing if a step is one launch. Returns the initialiser
/// that refers to this list, or "".
std::string addReaches(const FrameState &state, llvm::json::Object &code);

/// Text of the kernels of a plan, and of the kernels that reduce cells for reports and rules
/// (stopping conditions). Kernels of fused time steps are in separate namespaces.
struct PlanText {
  std::string kernels, checkPasses;
};
PlanText kernelsText(FrameState &state);
/// Returns the text of the kernels of an alternative plan (timed against the best plan in a run).
/// The kernels are in a namespace of their own.
std::string alternativeText(FrameState &state);
/// Returns the text of the host functions that the runtime calls, for example to compute uniforms
/// (scalars equal for all cells).
std::string hostFunctionsText(FrameState &state);
/// Returns the names of the runtime that the printed text uses without the prefix `stencilc::`.
std::set<std::string> namesOfRuntime(const FrameState &state);

} // namespace stencilc::emit
