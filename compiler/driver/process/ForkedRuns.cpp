/// \file Several runs of one module (built program), executed in forked copies of the process
/// (ForkedRuns.h).
#include "driver/process/ForkedRuns.h"
#include "driver/Driver.h"
#include "driver/process/Handle.h"
#include "runtime/program/Main.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace stencilc::driver {

// Format of the list: strings that end with a zero byte. Each run has its output file, its
// arguments, and an empty string.

bool writeRuns(const std::string &file, const std::vector<ForkedRun> &runs) {
  std::error_code code;
  llvm::raw_fd_ostream out(file, code);
  if (code)
    return false;
  for (const ForkedRun &run : runs) {
    out << run.outputFile << '\0';
    for (const std::string &argument : run.arguments)
      out << argument << '\0';
    out << '\0';
  }
  out.close();
  const bool isWritten = !out.has_error();
  out.clear_error();
  return isWritten;
}

/// Reads a list of runs from `file`. Returns `nullopt` if the file cannot be read.
static std::optional<std::vector<ForkedRun>> readRuns(const std::string &file) {
  const auto text = llvm::MemoryBuffer::getFile(file);
  if (!text)
    return std::nullopt;
  std::vector<ForkedRun> runs;
  llvm::StringRef rest = (*text)->getBuffer();
  const auto takeWord = [&] {
    const auto [word, after] = rest.split('\0');
    rest = after;
    return word.str();
  };
  while (!rest.empty()) {
    ForkedRun &run = runs.emplace_back();
    run.outputFile = takeWord();
    for (std::string word = takeWord(); !word.empty(); word = takeWord())
      run.arguments.push_back(std::move(word));
  }
  return runs;
}

/// Executes `run`, one run of the compiled program `program`, in this process. Returns its exit
/// code.
static int execute(const ForkedRun &run, const ProgramDescription &program, const char *name) {
  std::fflush(stdout);
  const int output = open(run.outputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (output < 0 || dup2(output, STDOUT_FILENO) < 0) {
    std::fprintf(stderr, "stencilc: error: cannot write '%s': %s\n", run.outputFile.c_str(),
                 std::strerror(errno));
    return kOurError;
  }
  close(output);
  std::vector<const char *> words = {name};
  for (const std::string &argument : run.arguments)
    words.push_back(argument.c_str());
  return programMain(program, static_cast<int>(words.size()), words.data());
}

/// Executes `runs` in this process and then exits. Stops after a run that fails. Writes one byte to
/// the pipe `told` before each run except the first, so that the parent can count runs.
[[noreturn]] static void executeAll(llvm::ArrayRef<ForkedRun> runs,
                                    const ProgramDescription &program, const char *name, int told) {
  constexpr int kPattern = 0x5a;
  mallopt(M_PERTURB, kPattern);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0 && write(told, "", 1) != 1)
      std::exit(kOurError);
    if (const int code = execute(runs[i], program, name); code != 0)
      std::exit(code);
  }
  std::exit(kFine);
}

/// Reads from the pipe `from` until its other end is closed. Returns the number of bytes read.
static std::size_t countBytes(int from) {
  std::size_t count = 0;
  char buffer[256];
  for (ssize_t got; (got = read(from, buffer, sizeof buffer)) != 0;)
    if (got > 0)
      count += static_cast<std::size_t>(got);
    else if (errno != EINTR)
      break;
  return count;
}

/// Executes `runs` in one forked copy of this process until all are done or one fails. Returns the
/// wait status (see waitpid) of each executed run. Empty if no copy could be started.
static std::vector<int> executeSome(llvm::ArrayRef<ForkedRun> runs,
                                    const ProgramDescription &program, const char *name) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {};
  const Handle from(ends[0]);
  Handle to(ends[1]);
  std::fflush(nullptr); // else the copy would print buffered text again
  const pid_t copy = fork();
  if (copy == 0)
    executeAll(runs, program, name, to);
  const int code = errno;
  to.reset(-1);
  errno = code;
  if (copy < 0)
    return {};
  std::vector<int> statuses(countBytes(from), 0);
  int status = 0;
  while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
  }
  statuses.push_back(status);
  return statuses;
}

int forkRuns(const ProgramDescription &program, const char *name, const std::string &file) {
  const auto runs = readRuns(file);
  if (!runs) {
    std::fprintf(stderr, "stencilc: error: cannot read the list of runs '%s'\n", file.c_str());
    return kOurError;
  }
  llvm::ArrayRef<ForkedRun> rest = *runs;
  while (!rest.empty()) {
    const std::vector<int> statuses = executeSome(rest, program, name);
    if (statuses.empty()) {
      std::fprintf(stderr, "stencilc: error: cannot start a run: %s\n", std::strerror(errno));
      return kOurError;
    }
    for (const int status : statuses)
      std::printf("%d\n", status);
    rest = rest.drop_front(statuses.size());
  }
  return std::fflush(stdout) == 0 ? kFine : kOurError;
}

std::vector<int> readStatuses(const std::string &file) {
  std::vector<int> statuses;
  const auto text = llvm::MemoryBuffer::getFile(file);
  if (!text)
    return statuses;
  for (llvm::StringRef line : llvm::split((*text)->getBuffer(), '\n'))
    if (int status = 0; !line.getAsInteger(10, status))
      statuses.push_back(status);
  return statuses;
}

} // namespace stencilc::driver
