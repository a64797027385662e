/// \file The compilation of a module, which is the compiled form of a program, by a background
/// worker during a run.
#include "driver/build/CompileModule.h"
#include "driver/Driver.h"
#include "library/OwnTool.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::driver {

static constexpr int kWords = 7; // after the tool and the command

static constexpr llvm::StringLiteral kMayTakeNvcc = "may-take-nvcc";
static constexpr llvm::StringLiteral kUnrollsSteps = "unrolls-steps";

static BuildKind kindOf(llvm::StringRef number) {
  int kind = 0;
  (void)number.getAsInteger(10, kind);
  return static_cast<BuildKind>(kind);
}

BackgroundWorker::End compileBeside(const BuildRequest &request, const BackgroundWorker &worker) {
  const std::vector<std::string> command = {library::ownTool(),
                                            kCompileModule,
                                            std::to_string(static_cast<int>(request.kind)),
                                            request.name,
                                            request.arch,
                                            request.runtime,
                                            request.givenRuntime,
                                            request.mayTakeNvcc ? kMayTakeNvcc.str() : "-",
                                            request.text->unrollsSteps ? kUnrollsSteps.str() : "-"};
  if (request.verbose)
    llvm::errs() << llvm::join(command, " ") + "\n";
  return worker.run(command, request.text->source);
}

int compileModule(int argc, const char *const *argv) {
  emit::Emitted text;
  if (argc != 2 + kWords || !takeWork(text.source))
    return kOurError;
  BuildRequest request;
  request.kind = kindOf(argv[2]);
  request.name = argv[3];
  request.arch = argv[4];
  request.runtime = argv[5];
  request.givenRuntime = argv[6];
  request.mayTakeNvcc = argv[7] == kMayTakeNvcc;
  text.unrollsSteps = argv[8] == kUnrollsSteps;
  request.compiler = CompilerChoice::InProcess;
  request.isAlone = true;
  request.text = &text;
  request.quiet = true; // the parent process has announced the compilation
  const llvm::SourceMgr sources;
  std::string why;
  Diagnostics heard(sources, [&](const auto &messages) {
    if (messages.front().severity == Severity::Error)
      why = messages.front().text;
  });
  const bool isBuilt = build(request, heard).has_value();
  llvm::outs() << why;
  llvm::outs().flush();
  return isBuilt ? kFine : kUserError;
}

} // namespace stencilc::driver
