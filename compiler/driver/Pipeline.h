/// \file The straight line from a .stencil file to emitted text; it reads like a table of contents.
#pragma once

#include "analysis/Facts.h"
#include "driver/MachineFiles.h"
#include "driver/Options.h"
#include "emit/Emitter.h"
#include "ir/Program.h"
#include "machine/Target.h"
#include "plan/Planner.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <memory>
#include <optional>
#include <string>

namespace stencilc::driver {

/// What a program is called that was read from standard input, given as `-`.
inline constexpr const char *kStandardInput = "<stdin>";

/// One file on its way through the compiler. Each step returns whether the next may run; what went
/// wrong has then been reported.
class Pipeline {
public:
  explicit Pipeline(const Options &options);
  /// Messages go to `consumer` instead of standard error.
  Pipeline(const Options &options, Diagnostics::Consumer consumer);

  bool read(const std::string &path); // the file into memory, and --machine
  bool parse();                       // text to tree
  bool analyze();                     // tree, with what it imports, to IR
  bool gatherFacts();                 // IR to facts, warnings about stability
  bool choosePlan(plan::TargetKind kind, const std::string &schedule); // facts to plan
  bool emit(emit::EmitForm form);                                      // plan to text
  emit::EmitOptions emitOptions(emit::EmitForm form) const;

  /// Everything up to and including facts.
  bool frontEnd(const std::string &path);

  const ast::Stencil &tree() const { return *stencil; }
  const ir::Program &program() const { return facts ? facts->program : *ir; }
  const analysis::Facts &allFacts() const { return *facts; }
  const plan::Planning &planning() const { return plans; }
  const plan::Plan &plan() const { return *plans.best; }
  const emit::Emitted &text() const { return *emitted; }
  /// Path of the .stencil file as given, or kStandardInput.
  const std::string &inputPath() const { return path; }
  Diagnostics &diagnostics() { return diags; }

  /// Takes what is known of a program, as if its file had been read.
  void takeFacts(analysis::Facts known) { facts = std::move(known); }
  /// Takes a plan that was made for this program and accepted by the plan verifier.
  void takePlan(plan::Plan plan) { plans.best = std::move(plan); }
  /// The architecture planned for: `--arch`, that of `--machine`, or the default of `kind`.
  std::string arch(plan::TargetKind kind) const;
  /// What is planned for: with the numbers of --machine, of this machine if a probe left them and
  /// it has this architecture, of a built-in one with the same GPU, or of the architecture. Nothing
  /// after a report.
  std::optional<plan::Target> target(plan::TargetKind kind);
  /// The machine whose numbers `target` has, in words.
  std::string machineText(plan::TargetKind kind);
  /// The shares of these numbers that plans are made with, in words; nothing for a CPU, where the
  /// model has none.
  std::string sharesText(plan::TargetKind kind);
  /// The machine of --machine, if there is one.
  const std::optional<KnownMachine> &askedMachine() const { return asked; }
  /// Overrides `--precision` with one of its values.
  void setPrecision(const std::string &value) { precision = value; }
  /// The architecture to plan for when `--arch` does not say; empty: sm_90 or x86-64-v3.
  void setDefaultArch(const std::string &arch) { defaultArch = arch; }
  /// What is emitted will be compiled for one run of so many steps: a run that is over sooner than
  /// kernels for a trial compile gets none.
  void expectRun(std::int64_t steps) { runSteps = steps; }
  /// Name of the emitted header, default: the program's name.
  void setHeaderName(const std::string &name) { headerName = name; }
  /// Name of the emitted text, for the line that builds it; default: the program's name.
  void setSourceName(const std::string &name) { sourceName = name; }

private:
  const KnownMachine *machineFor(plan::TargetKind kind);
  void takeSizeOfInits();
  bool isOverBeforeATrial() const;

  const Options &options;
  std::string path, precision, headerName, sourceName, defaultArch;
  llvm::SourceMgr sources;
  Diagnostics diags;
  unsigned buffer = 0;
  std::optional<KnownMachine> asked, present; // --machine; what a probe found here
  std::optional<KnownMachine> alike;          // built in, of the name of the GPU here
  bool wasPresentLookedFor = false, wasAlikeLookedFor = false;
  std::optional<std::int64_t> runSteps;
  std::optional<ast::Stencil> stencil;
  std::optional<ir::Program> ir;
  std::optional<analysis::Facts> facts;
  plan::Planning plans;
  std::optional<emit::Emitted> emitted;
};

/// "f64", "f32", "f16:f32" (storage:compute) to types; false if not one of these.
bool parsePrecision(llvm::StringRef text, ir::ScalarType &storage, ir::ScalarType &compute);

} // namespace stencilc::driver
