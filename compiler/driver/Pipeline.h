/// \file The steps of the compiler from a .stencil file to emitted code, in order.
#pragma once

#include "analysis/Facts.h"
#include "driver/cli/Options.h"
#include "driver/machines/MachineFiles.h"
#include "emit/Emitter.h"
#include "ir/Program.h"
#include "machine/Target.h"
#include "plan/search/Alternatives.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <memory>
#include <optional>
#include <string>

namespace stencilc::driver {

/// File name in messages for a program that is read from standard input (argument `-`).
inline constexpr const char *kStandardInput = "<stdin>";

/// Compiles one .stencil file, step by step. Each step returns true if the next may run, or false
/// after it has reported an error.
class Pipeline {
public:
  explicit Pipeline(const Options &options);
  /// Sends messages to `consumer` instead of standard error.
  Pipeline(const Options &options, Diagnostics::Consumer consumer);

  bool read(const std::string &path); // reads the file, and the machine of --machine
  /// Takes `text` as the text of the file `path`, which need not exist. Reads the file that
  /// --machine names, with the measured numbers of a machine. Returns false after it has reported
  /// an error.
  bool readText(const std::string &path, llvm::StringRef text);
  bool parse();       // source to syntax tree
  bool analyze();     // syntax tree and its imports to IR
  bool gatherFacts(); // IR to facts; warns if the time step is unstable
  bool choosePlan(plan::TargetKind kind, const std::string &schedule); // facts to plan
  bool emit(emit::EmitForm form);                                      // plan to code
  /// Emits the module of the first kernels of a run, which compile fast and compute until the
  /// kernels of plan() are compiled. Returns false if the kernels of plan() compile as fast, or if
  /// no first kernels can continue with them (plan/search/FirstPlan.h).
  bool emitFirst();
  emit::EmitOptions emitOptions(emit::EmitForm form) const;

  /// Runs all steps before the choice of a plan: reads the file `path`, parses and analyses it.
  /// Returns false after it has reported an error.
  bool frontEnd(const std::string &path);

  const ast::Stencil &tree() const { return *stencil; }
  const ir::Program &program() const { return facts ? facts->program : *ir; }
  const analysis::Facts &allFacts() const { return *facts; }
  const plan::Planning &planning() const { return plans; }
  const plan::Plan &plan() const { return *plans.best; }
  const emit::Emitted &text() const { return *emitted; }
  /// Returns the module of the first kernels. Precondition: emitFirst() has returned true.
  const emit::Emitted &firstText() const { return *emittedFirst; }
  /// Returns the path of the .stencil file as the user gave it, or kStandardInput.
  const std::string &inputPath() const { return path; }
  Diagnostics &diagnostics() { return diags; }
  /// Returns the texts into which the ranges of messages point.
  const llvm::SourceMgr &texts() const { return sources; }

  /// Sets the facts (analysis results) of a program, in place of the steps that would compute them.
  void takeFacts(analysis::Facts known) { facts = std::move(known); }
  /// Sets the plan of the program. Precondition: the plan was made for this program and is within
  /// the limits of the target (plan/verify/PlanVerifier.h).
  void takePlan(plan::Plan plan) {
    plans.best = std::move(plan);
    isFree = false;
  }
  /// Returns the architecture that plans are made for: that of --arch, else that of --machine, else
  /// a default for `kind` (GPU or CPU).
  std::string arch(plan::TargetKind kind) const;
  /// Returns the target that plans are made for: an architecture, and the measured numbers of a
  /// machine. The numbers come from --machine, else from a probe of this machine, else from a
  /// built-in machine with the same GPU, else from the architecture. Returns `nullopt` after it has
  /// reported an error.
  std::optional<plan::Target> target(plan::TargetKind kind);
  /// Returns a text for the user: the name of the machine whose measured numbers plans use, and
  /// where the numbers come from.
  std::string machineText(plan::TargetKind kind);
  /// Returns a text about the shares in use: the measured fractions of peak rates that the cost
  /// model assumes. The result is empty for a CPU, where the model uses none.
  std::string sharesText(plan::TargetKind kind);
  /// Returns the machine of --machine, or `nullopt` if it was not given.
  const std::optional<KnownMachine> &askedMachine() const { return asked; }
  /// Replaces the value of the option --precision.
  void setPrecision(const std::string &value) { precision = value; }
  /// Sets the architecture for plans without --arch. If it is empty, sm_90 or x86-64-v3 is used.
  void setDefaultArch(const std::string &arch) { defaultArch = arch; }
  /// Tells the planner that the code is for one run of `steps` time steps. A run can time several
  /// kernels on its first steps (a trial). The shorter the run, the fewer kernels for a trial are
  /// emitted, because they must be compiled.
  void expectRun(std::int64_t steps) { runSteps = steps; }
  /// Returns true if the program may contain kernels of other plans for a trial: the planner has
  /// chosen the plan among all schedules, and there is no --no-trial.
  bool mayTry() const { return isFree; }
  /// Returns the kinds of plans that the program contains for a trial.
  plan::TrialPlans trialPlans() const { return tried; }
  /// Makes the program contain plans of the kinds in `kinds` for a trial. Precondition: mayTry().
  void setTrialPlans(plan::TrialPlans kinds);
  /// Sets the file name of the emitted C header. By default it is the name of the program.
  void setHeaderName(const std::string &name) { headerName = name; }
  /// Sets the file name of the emitted code, which a comment in the code shows as part of the build
  /// command. By default it is the name of the program.
  void setSourceName(const std::string &name) { sourceName = name; }

private:
  const KnownMachine *machineFor(plan::TargetKind kind);
  void takeSizeOfInits();
  /// Returns the seconds that the run of expectRun() takes by the cost model, or infinity if its
  /// steps or its size are not known.
  double expectedSeconds() const;
  /// Returns the predicted seconds of the run if its time steps cost as much as those of `plan`.
  /// Returns `nullopt` if the size or the number of steps is not known.
  std::optional<double> secondsOf(const plan::Plan &plan) const;

  const Options &options;
  std::string path, precision, headerName, sourceName, defaultArch;
  llvm::SourceMgr sources;
  Diagnostics diags;
  unsigned buffer = 0;
  std::optional<KnownMachine> asked, present; // of --machine; of a probe on this machine
  std::optional<KnownMachine> alike;          // built-in machine with the GPU of this machine
  bool wasPresentLookedFor = false, wasAlikeLookedFor = false;
  std::optional<std::int64_t> runSteps;
  std::optional<ast::Stencil> stencil;
  std::optional<ir::Program> ir;
  std::optional<analysis::Facts> facts;
  plan::Planning plans;
  bool isFree = false; // `plans` is of all schedules, and may have alternatives
  plan::TrialPlans tried = plan::TrialPlans::None;
  std::optional<emit::Emitted> emitted, emittedFirst;
};

/// Parses a precision: "f64", "f32", or storage and compute type as in "f16:f32". Sets both types.
/// Returns false if `text` has another form.
bool parsePrecision(llvm::StringRef text, ir::ScalarType &storage, ir::ScalarType &compute);

} // namespace stencilc::driver
