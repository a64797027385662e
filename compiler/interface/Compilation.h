/// \file A compilation through libstencilc: compiles a source text, keeps the results of each step
/// as JSON or text, and loads the built program.
#pragma once

#include "driver/Pipeline.h"
#include "driver/run/Place.h"
#include "library/LoadedModule.h"
#include "stencilc/Description.h"
#include "llvm/Support/JSON.h"
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/types.h>

namespace stencilc::interface {

/// A program that is loaded into this process.
struct Program {
  std::unique_ptr<library::LoadedModule> module;
  ProgramDescription description = {}; // of `module`, with the parts of the runtime that it needs
  RunRequest defaults;                 // values of instances whose own request does not set them
  RunRequest files;                    // files of inputs that the source names, as texts
  std::string json;                    // description as JSON
};

/// A compilation. Several threads may call its functions at once. The steps of the compiler run in
/// threads with a large stack.
class Compilation {
public:
  /// Compiles `text` with options in JSON; both may be null. Chooses a plan. Errors are messages.
  Compilation(const char *text, const char *options);
  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;

  bool hasSucceeded() const { return isPlanned; }
  /// Returns all messages as a JSON array. The text is valid as long as this object.
  const char *messages();
  /// Returns the facts (results of the analysis) as JSON, or null after errors in the source.
  const char *facts() const { return isAnalysed ? factsText.c_str() : nullptr; }
  /// Returns the plan as JSON, or null if there is none.
  const char *plan() const { return isPlanned ? planText.c_str() : nullptr; }
  /// Returns emitted text of the kind `what`, as stencilc_text() describes. Returns null after it
  /// has reported an error. The text is valid as long as this object.
  const char *text(const std::string &what);
  /// Builds and loads the program. Returns null after it has reported an error.
  std::shared_ptr<const Program> load();

private:
  Compilation(std::string text, driver::Options options, std::string file);
  void compile();
  template <class Work> void onLargeStack(Work work);
  std::optional<std::string> emit(const std::string &what);
  std::optional<std::string> emitFor(plan::TargetKind kind);
  std::shared_ptr<const Program> build();
  void takeMessages(const std::vector<Diagnostics::Message> &messages);
  bool isOfThisProcess();
  std::unique_lock<std::mutex> locked();
  RunRequest defaults() const;
  RunRequest sourceFiles() const;

  std::mutex mutex; // of all members that change after construction
  const std::string source;
  std::string file;
  driver::Options options;
  std::deque<std::string> said; // JSON arrays that messages() has returned
  llvm::json::Array list;       // all messages
  std::size_t listed = 0;       // how many of them the last of `said` has
  driver::Pipeline line;        // it refers to `options`, and reports to `list`
  driver::RunPlace place = {};
  pid_t maker;
  bool isAnalysed = false, isPlanned = false;
  std::string factsText, planText;
  std::map<std::string, std::string> texts; // emitted
};

} // namespace stencilc::interface
