/// \file Builds and times the plans that `stencilc tune` tries.
#include "driver/tune/Measure.h"
#include "driver/process/Interrupt.h"
#include "driver/run/RunModule.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <atomic>
#include <ctime>
#include <thread>

namespace stencilc::driver {

namespace {

std::string textOf(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Returns the first line with "error" in the output of a compiler. If there is none, returns the
/// last line.
std::string firstError(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 32> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    if (line.contains("error"))
      return line.trim().str();
  return lines.empty() ? "" : lines.back().trim().str();
}

/// Compiles the program of one plan that `stencilc tune` tries. Compiler messages go to the file
/// `log`. After a failure, the first error becomes `trial.problem`.
void buildTrial(Trial &trial, BuildRequest request, const std::string &log) {
  request.text = &trial.text;
  request.log = log;
  request.quiet = true;
  // Each build has its own messages, because several run at a time.
  std::string messages;
  llvm::raw_string_ostream out(messages);
  llvm::SourceMgr sources;
  Diagnostics diags(sources, out);
  if ((trial.program = build(request, diags)))
    return;
  const std::string said = firstError(textOf(log));
  trial.problem = "did not build: " + (said.empty() ? firstError(messages) : said);
}

} // namespace

std::string nowText() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void buildTrials(std::vector<Trial> &trials, const BuildRequest &like, int jobs,
                 const std::string &folder) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < trials.size(); i = next++)
      if (trials[i].problem.empty() && !Interruptible::wasInterrupted())
        buildTrial(trials[i], like, folder + "/build-" + std::to_string(i) + ".log");
  };
  std::vector<std::thread> threads;
  for (int job = 1; job < jobs && job < static_cast<int>(trials.size()); ++job)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
}

void runTrial(Trial &trial, const std::vector<std::string> &arguments, unsigned seconds,
              const std::string &folder) {
  std::vector<std::string> command = moduleCommand(trial.program->path);
  command.insert(command.end(), arguments.begin(), arguments.end());
  const std::string output = folder + "/summary.json", errors = folder + "/errors.txt";
  std::string error;
  if (const int status = execute(command, output, error, errors, seconds)) {
    const std::string said = firstError(textOf(errors));
    trial.problem = "failed: " + (!said.empty()    ? said
                                  : !error.empty() ? error
                                                   : "exit code " + std::to_string(status));
    return;
  }
  auto summary = llvm::json::parse(textOf(output));
  const llvm::json::Object *object = summary ? summary->getAsObject() : nullptr;
  if (!summary)
    llvm::consumeError(summary.takeError());
  const auto number = [&](llvm::StringRef key) {
    return object ? object->getNumber(key).value_or(0) : 0;
  };
  trial.measured = number("glups");
  if (!(trial.measured > 0)) {
    trial.problem = "failed: it reported no rate";
    return;
  }
  trial.spread = (number("seconds_slowest") - number("seconds_fastest")) / number("seconds");
  if (number("joules") > 0)
    trial.nanojoules = number("joules") * 1e9 / number("updates");
  trial.device = object->getString("device").value_or("").str();
  trial.date = nowText();
}

} // namespace stencilc::driver
