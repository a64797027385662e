/// \file The program around emitted code.
#include "stencilc/Main.h"
#include "stencilc/Help.h"
#include "stencilc/Interface.h"
#include "stencilc/ProgramRun.h"
#include <csignal>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Where signal handlers leave their marks, while a run listens.
ProgramArguments *&listening() {
  static ProgramArguments *arguments = nullptr;
  return arguments;
}

/// The first Ctrl-C lets a run end after a whole step, or the traversal; the second ends the
/// program.
void listenForInterrupts(ProgramArguments &arguments) {
  listening() = &arguments;
  struct sigaction action = {};
  action.sa_handler = [](int) { listening()->interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  if (arguments.checkpoint.empty())
    return;
  action.sa_handler = [](int) { listening()->stateAsked = true; };
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, nullptr);
}

} // namespace

int programMain(const ProgramDescription &program, int argc, const char *const *argv,
                const BetterKernels *better) {
  const auto refuse = [&](const std::string &what, int code) {
    const bool coloured = mayColour(STDERR_FILENO);
    std::fprintf(stderr, "%s: %serror:%s %s\n", program.name, coloured ? "\033[1;31m" : "",
                 coloured ? "\033[0m" : "", what.c_str());
    return code;
  };
  // A file size limit becomes an error of the write, which is reported, instead of the end.
  std::signal(SIGXFSZ, SIG_IGN);
  ProgramArguments arguments;
  if (const std::string wrong = parseArguments(program, argc, argv, arguments); !wrong.empty())
    return refuse(wrong, 1);
  if (arguments.help) {
    std::fputs(helpText(program, argc > 0 ? argv[0] : program.name).c_str(), stdout);
    return std::fflush(stdout) == 0 ? 0 : 1;
  }
  if (program.stream || program.slabs || !arguments.checkpoint.empty())
    listenForInterrupts(arguments);
  Device *const device = deviceFor(program.world);
  if (!device)
    return refuse(noDevice(program.world).message(), 2);
  if (const Status status = arguments.devices.resolve(program.world); !status)
    return refuse(status.message(), status.exitCode());
  ProgramRun run(program, *device, arguments, better);
  if (const Status status = run.all(); !status)
    return refuse(status.message(), status.exitCode());
  if (arguments.quiet && !arguments.json)
    return 0;
  const std::string text = arguments.json ? summaryJson(program, run.summary()) + "\n"
                                          : summaryText(program, run.summary());
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return refuse("the summary cannot be written to standard output", 1);
  return 0;
}

extern "C" int STENCILC_SYMBOL(main)(const ProgramDescription *program, int argc,
                                     const char *const *argv) {
  return programMain(*program, argc, argv);
}

} // namespace stencilc::inline STENCILC_SPACE
