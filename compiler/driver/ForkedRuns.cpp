/// \file Several runs of one module in one process.
#include "driver/ForkedRuns.h"
#include "driver/Driver.h"
#include "stencilc/Main.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace stencilc::driver {

// A list is words that end with a zero byte: of each run the output file, the arguments, and an
// empty word.

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

/// Executes `run` in this process, which ends with it.
[[noreturn]] static void become(const ForkedRun &run, const ProgramDescription &program,
                                const char *name) {
  const int output = open(run.outputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (output < 0 || dup2(output, STDOUT_FILENO) < 0) {
    std::fprintf(stderr, "stencilc: error: cannot write '%s': %s\n", run.outputFile.c_str(),
                 std::strerror(errno));
    std::exit(kOurError);
  }
  close(output);
  std::vector<const char *> words = {name};
  for (const std::string &argument : run.arguments)
    words.push_back(argument.c_str());
  std::exit(programMain(program, static_cast<int>(words.size()), words.data()));
}

int forkRuns(const ProgramDescription &program, const char *name, const std::string &file) {
  const auto runs = readRuns(file);
  if (!runs) {
    std::fprintf(stderr, "stencilc: error: cannot read the list of runs '%s'\n", file.c_str());
    return kOurError;
  }
  for (const ForkedRun &run : *runs) {
    std::fflush(nullptr); // or the copy would print it again
    const pid_t copy = fork();
    if (copy == 0)
      become(run, program, name);
    int status = 0;
    while (copy > 0 && waitpid(copy, &status, 0) < 0 && errno == EINTR) {
    }
    if (copy < 0) {
      std::fprintf(stderr, "stencilc: error: cannot start a run: %s\n", std::strerror(errno));
      return kOurError;
    }
    std::printf("%d\n", status);
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
