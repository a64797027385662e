/// \file Executes runs of a built program and compares their results with the interpreter's.
#include "driver/verify/ModuleRuns.h"
#include "driver/process/ForkedRuns.h"
#include "driver/process/Process.h"
#include "driver/run/RunModule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <cstring>
#include <sys/wait.h>

namespace stencilc::driver {

namespace {

/// The way in which a run ended: `fine` if its exit code was 0, otherwise `why` it failed.
struct Ended {
  bool fine = false;
  std::string why;
};

Ended endedWith(int status, const std::string &error) {
  return {status == 0, "the program ended with exit code " + std::to_string(status) +
                           (error.empty() ? "" : ": " + error)};
}

Ended endedBy(int waitStatus) {
  if (WIFEXITED(waitStatus))
    return endedWith(WEXITSTATUS(waitStatus), "");
  constexpr int kBySignal = -2; // runProcess() returns it after a signal
  return endedWith(kBySignal, std::string(strsignal(WTERMSIG(waitStatus))) +
                                  (WCOREDUMP(waitStatus) ? " (core dumped)" : ""));
}

/// Several runs whose input and result files are on disk at the same time.
class Batch {
public:
  Batch(const std::string &file, const Execution &execution, Verified &verified, Diagnostics &diags)
      : file(file), execution(execution), verified(verified), diags(diags) {}

  bool isThere() const { return work.isThere(diags); }

  /// Adds a run to the batch and writes its input files. Returns false after it has reported an
  /// error.
  bool add(const CaseRun &run) {
    const std::string folder = work.file(std::to_string(runs.size()));
    if (const std::error_code code = llvm::sys::fs::create_directory(folder)) {
      diags.report(diag::CannotWriteFile, folder, code.message());
      return false;
    }
    runs.push_back(&run);
    return writeStarts(run, folder, diags);
  }

  /// Executes all runs of the batch, in order. Returns for each run if it succeeded or why it
  /// failed.
  std::vector<Ended> execute() const {
    if (execution.verbose)
      for (std::size_t i = 0; i < runs.size(); ++i)
        llvm::errs() << llvm::join(commandOf(i), " ") << "\n";
    return execution.apart ? executeApart() : executeForked();
  }

  CaseOutcome outcome(std::size_t i, const Ended &ended) const {
    if (ended.fine)
      return compareRun(*runs[i], folderOf(i), verified, diags);
    ++verified.unfinished;
    return {ended.why, ""};
  }

private:
  std::string folderOf(std::size_t i) const { return work.file(std::to_string(i)); }
  std::string summaryOf(std::size_t i) const { return folderOf(i) + "/summary.txt"; }

  std::vector<std::string> commandOf(std::size_t i) const {
    std::vector<std::string> command = moduleCommand(file);
    llvm::append_range(command, argumentsOf(*runs[i], folderOf(i)));
    if (const int processes = runs[i]->shares.processes; processes > 1)
      command.insert(command.begin(), {execution.launcher, "-n", std::to_string(processes)});
    return command;
  }

  std::vector<Ended> executeApart() const {
    std::vector<Ended> all;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      std::string error;
      const int status = driver::execute(commandOf(i), summaryOf(i), error);
      all.push_back(endedWith(status, error));
    }
    return all;
  }

  std::vector<Ended> executeForked() const {
    std::vector<ForkedRun> list;
    for (std::size_t i = 0; i < runs.size(); ++i)
      list.push_back({argumentsOf(*runs[i], folderOf(i)), summaryOf(i)});
    const std::string listFile = work.file("runs"), statusFile = work.file("statuses");
    std::string error = "the list of runs cannot be written";
    int status = -1;
    if (writeRuns(listFile, list)) {
      error.clear();
      status = driver::execute(moduleRunsCommand(file, listFile), statusFile, error);
    }
    std::vector<Ended> all;
    for (const int waitStatus : readStatuses(statusFile))
      all.push_back(endedBy(waitStatus));
    all.resize(runs.size(), endedWith(status, error)); // runs that never started
    return all;
  }

  const std::string &file;
  const Execution &execution;
  Verified &verified;
  Diagnostics &diags;
  const WorkFolder work;
  std::vector<const CaseRun *> runs;
};

/// Returns an estimate of the bytes of all files that a run reads and writes.
double bytesOf(const CaseRun &run) {
  double cells = 1;
  for (const std::int64_t extent : run.verifyCase.extents.n)
    cells *= static_cast<double>(extent);
  constexpr double kBytes = 2 * sizeof(double);
  return kBytes * cells * static_cast<double>(ir::namedFields(run.program).size());
}

} // namespace

void executeRuns(const std::string &file, const std::vector<CaseRun> &runs,
                 const Execution &execution, Verified &verified, Diagnostics &diags,
                 llvm::function_ref<void(std::size_t, const CaseOutcome &)> told) {
  constexpr double kMostBytes = 1 << 28; // limit of a batch with more than one run
  for (std::size_t begin = 0, end = 0; begin < runs.size(); begin = end) {
    Batch batch(file, execution, verified, diags);
    bool isPrepared = batch.isThere();
    for (double bytes = 0; end < runs.size() && (end == begin || bytes <= kMostBytes); ++end) {
      bytes += bytesOf(runs[end]);
      isPrepared = isPrepared && batch.add(runs[end]);
    }
    const std::vector<Ended> ended =
        isPrepared ? batch.execute()
                   : std::vector<Ended>(end - begin, {false, "its files cannot be written"});
    for (std::size_t i = begin; i < end; ++i)
      told(i, batch.outcome(i - begin, ended[i - begin]));
  }
}

} // namespace stencilc::driver
