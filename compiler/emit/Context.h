/// \file The context of the templates: every name, size and expression, decided before the first
/// character is printed.
///
/// Two parts: `plan` (which schedule, for comments) and `code` (names, expressions and shapes; most
/// of it in `code.passes`). `--emit=context` prints it.
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

namespace stencilc::emit {

/// What all parts of the context share while it is built.
struct ContextState {
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
  bool stepsByPasses() const { return emit::stepsByPasses(plan, isAlternative); }
  int rank() const { return facts.program.rank(); }
};

/// The whole of it, for a plan that is tried against no others.
llvm::json::Object makeContext(const analysis::Facts &facts, const plan::Plan &plan,
                               const EmitOptions &options, const LoweredKernels &kernels,
                               const ProgramNames &names);

/// What a program says of itself: the constants of NAME_info() and NAME_defaults().
void addInfo(const ContextState &state, llvm::json::Object &code);

/// What a section of a template takes for a list: false if it is empty, else what has it as `list`
/// and `count`.
llvm::json::Value listOrFalse(llvm::json::Array list);
/// `text` between quotes as a C string.
std::string quoted(const std::string &text);

// The parts, each in a file of its own.
llvm::json::Object programContext(const ContextState &state);          // names, fields, parameters
void addUniforms(const ContextState &state, llvm::json::Object &code); // the struct of them
llvm::json::Array olderInits(const ContextState &state); // initial values of older levels
void addChecks(const ContextState &state, llvm::json::Object &code); // reports and rules
void addFused(const ContextState &state, llvm::json::Object &code);  // kernels of fused steps

/// All kernels of a plan as text, those of fused steps in namespaces of their own, and what runs
/// know of them.
void addKernels(ContextState &state, llvm::json::Object &code);
/// What the host computes: functions of the description.
std::string hostFunctionsText(ContextState &state);
/// What all text printed so far takes from the runtime and calls by its own name.
std::set<std::string> namesOfRuntime(const ContextState &state);
/// `text` in a namespace, `doc` above it.
std::string inNamespace(const std::string &doc, const std::string &name, const std::string &text);
/// Text of kernels that are left out where a module begins with single steps alone.
std::string unlessSingleSteps(const std::string &text);

/// The kernels that runs choose among, beside single steps: of the plan itself; one of them, in a
/// namespace of alternatives or none; and all of them put into the context of the program.
llvm::json::Array ownLadder(const llvm::json::Object &code);
llvm::json::Object rungContext(const llvm::json::Object &kernel, const std::string &space);
void setLadder(llvm::json::Object &code, llvm::json::Array ladder);

/// Puts the kernels of a plan that stand beside those of the best one into the context of the
/// program.
void addAlternative(llvm::json::Object &context, const analysis::Facts &facts,
                    const plan::Plan &plan, const EmitOptions &options,
                    const LoweredKernels &kernels, const ProgramNames &names);

} // namespace stencilc::emit
