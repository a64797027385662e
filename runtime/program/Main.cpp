/// \file Implements the main function of compiled programs: reads arguments, runs the program, and
/// writes results.
#include "runtime/program/Main.h"
#include "runtime/core/support/LastWords.h"
#include "runtime/program/Help.h"
#include "runtime/program/ProgramRun.h"
#include "runtime/program/RankRun.h"
#include "runtime/program/files/ProgramFiles.h"
#include "stencilc/Interface.h"
#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Addresses of the flags that signal handlers set during a run, and the signal that has arrived.
struct Marks {
  volatile bool *interrupted = nullptr, *stateAsked = nullptr;
  /// Number of the signal that asked for the end of the run. SIGTERM is assumed if another process
  /// received the signal.
  volatile std::sig_atomic_t signal = SIGTERM;
};
Marks &listening() {
  static Marks marks;
  return marks;
}

/// Installs signal handlers. The first SIGTERM or SIGINT ends the run after a whole time step. If
/// the domain is not kept on the device, it ends the run after a pass of all planes through the
/// device. A second signal ends the program at once. With --checkpoint, SIGUSR1 asks for a
/// checkpoint. With `isRank`, all processes of the run first agree to end or to write.
void listenForInterrupts(ProgramArguments &arguments, bool isRank) {
  listening().interrupted = isRank ? &arguments.interruptedHere : &arguments.interrupted;
  listening().stateAsked = isRank ? &arguments.stateAskedHere : &arguments.stateAsked;
  struct sigaction action = {};
  action.sa_handler = [](int signal) {
    listening().signal = signal;
    *listening().interrupted = true;
  };
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  if (arguments.checkpoint.empty())
    return;
  action.sa_handler = [](int) { *listening().stateAsked = true; };
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, nullptr);
}

void sayError(const ProgramDescription &program, const std::string &what) {
  const bool coloured = mayColour(STDERR_FILENO);
  std::fprintf(stderr, "%s: %serror:%s %s\n", program.name, coloured ? "\033[1;31m" : "",
               coloured ? "\033[0m" : "", what.c_str());
}

/// Returns the exit code of a run without errors: 0, 128 plus the signal number if a signal has
/// ended the run, or kEndedAtNan. Prints an error in the last case.
int codeOf(const ProgramRun &run, const ProgramDescription &program) {
  constexpr int kBySignal = 128;
  const std::string nan = run.nanText();
  if (!nan.empty())
    sayError(program, nan);
  return !nan.empty()       ? kEndedAtNan
         : run.isCutShort() ? kBySignal + static_cast<int>(listening().signal)
                            : 0;
}

/// Runs the program and prints the summary. If several processes run it together (`ranks`), only
/// the first process prints and sets `code`, the exit code of a run that ended early. In the other
/// processes `code` stays 0, because launchers end all processes if one fails.
Status runProgram(const ProgramDescription &program, ProgramArguments &arguments,
                  const BetterKernels *better, Ranks *ranks, int &code) {
  Device *const device = deviceFor(program.world);
  if (!device)
    return noDevice(program.world);
  if (Status status = arguments.devices.resolve(program.world); !status)
    return status;
  ProgramRun run(program, *device, arguments, ranks ? nullptr : better, ranks);
  Status status = run.all();
  if (status && (!ranks || ranks->isFirst()))
    code = codeOf(run, program);
  if (!status || (arguments.quiet && !arguments.json) || (ranks && !ranks->isFirst()))
    return status;
  const std::string text = arguments.json ? summaryJson(program, run.summary()) + "\n"
                                          : summaryText(program, run.summary());
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return Status::invalid("the summary cannot be written to standard output");
  return {};
}

} // namespace

int programMain(const ProgramDescription &program, int argc, const char *const *argv,
                const BetterKernels *better) {
  std::unique_ptr<Ranks> ranks;
  const auto refuse = [&](const std::string &what, int code) {
    if (ranks ? !ranks->isRoot() : launched().rank > 0)
      return code; // another process prints the message
    sayError(program, what);
    return code;
  };
  // A write beyond the file size limit then fails with an error, instead of ending the process.
  std::signal(SIGXFSZ, SIG_IGN);
  sayWhatIsMissing(program.name);
  ProgramArguments arguments;
  if (const std::string wrong = parseArguments(program, argc, argv, arguments); !wrong.empty()) {
    silenceAllButRoot();
    return refuse(wrong, 1);
  }
  if (arguments.help) {
    std::fputs(helpText(program, argc > 0 ? argv[0] : program.name).c_str(), stdout);
    return std::fflush(stdout) == 0 ? 0 : refuse("standard output cannot be written", 1);
  }
  arguments.words = comparedWords(argc, argv);
  int code = 0;
  Status status = becomeRank(program, arguments, ranks);
  if (program.stream || program.slabs || writesResults(program, arguments))
    listenForInterrupts(arguments, ranks != nullptr);
  if (status)
    status = runProgram(program, arguments, better, ranks.get(), code);
  if (ranks)
    status = ranks->meet(status);
  else if (!status)
    silenceAllButRoot();
  return status ? code : refuse(status.message(), status.exitCode());
}

extern "C" int STENCILC_SYMBOL(main)(const ProgramDescription *program, int argc,
                                     const char *const *argv) {
  return programMain(*program, argc, argv);
}

} // namespace stencilc::inline STENCILC_SPACE
