/// \file `stencilc build FILE...`: compiles programs as a run does, and prints the registers and
/// memory that each kernel needs.
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/build/InProcess.h"
#include "driver/build/KernelLog.h"
#include "driver/build/Toolchain.h"
#include "driver/cli/ImportFolders.h"
#include "driver/run/Place.h"
#include "driver/verify/Ledger.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <chrono>

namespace stencilc::driver {

namespace {

using llvm::json::Object;

/// One build of a program in one precision, with its result.
struct Tried {
  std::string precision, compiler;
  BuildRequest request;
  KernelLog log;
  double seconds = 0;
};

/// Returns the largest value that the member `number` has in the kernels of `log`.
unsigned most(const KernelLog &log, unsigned KernelResources::*number) {
  unsigned found = 0;
  for (const KernelResources &kernel : log.kernels)
    found = std::max(found, kernel.*number);
  return found;
}

void printText(const Pipeline &line, const Tried &tried) {
  llvm::outs() << line.program().name << " " << tried.precision << " " << tried.request.arch
               << ": ";
  if (tried.request.kind == BuildKind::Cuda)
    llvm::outs() << counted(static_cast<std::int64_t>(tried.log.kernels.size()), "kernel")
                 << ", at most " << most(tried.log, &KernelResources::registers)
                 << " registers and " << most(tried.log, &KernelResources::spilledBytes)
                 << " bytes spilled; ";
  llvm::outs() << llvm::formatv("{0:f2} s, ", tried.seconds) << tried.compiler << "; "
               << line.plan().schedule << "\n";
}

void printJson(const Pipeline &line, const Tried &tried) {
  llvm::json::Array kernels;
  for (const KernelResources &kernel : tried.log.kernels)
    kernels.push_back(Object{{"name", kernel.name},
                             {"registers", kernel.registers},
                             {"spilled_bytes", kernel.spilledBytes},
                             {"stack_bytes", kernel.stackBytes},
                             {"shared_bytes", kernel.sharedBytes}});
  llvm::outs() << llvm::json::Value(Object{{"program", line.program().name},
                                           {"precision", tried.precision},
                                           {"arch", tried.request.arch},
                                           {"schedule", line.plan().requestText()},
                                           {"compiler", tried.compiler},
                                           {"seconds", tried.seconds},
                                           {"kernels", std::move(kernels)},
                                           {"messages", tried.log.messages}})
               << "\n";
}

/// Builds `request`, or returns the recorded result of an identical earlier build. Tests name the
/// file of such records in the variable STENCILC_LEDGER. Builds by external compilers are not
/// recorded, because they read files that the key of a record does not cover. Returns `nullopt`
/// after a reported error.
std::optional<OnceBuilt> buildOrRecall(const BuildRequest &request, Diagnostics &diags) {
  const std::string file = ledgerFile("");
  if (file.empty() || request.compiler == CompilerChoice::Own || !mayCompileInProcess(request.kind))
    return buildOnce(request, diags);
  llvm::Expected<Ledger> ledger = Ledger::open(file);
  if (!ledger) {
    llvm::consumeError(ledger.takeError());
    return buildOnce(request, diags);
  }
  const std::string key = InProcessBuild(request).key();
  if (const auto known = ledger->buildOf(key)) {
    const auto [by, said] = llvm::StringRef(*known).split('\n');
    return OnceBuilt{said.str(), by.str()};
  }
  auto built = buildOnce(request, diags);
  if (std::string why; built && isInProcess(request, why)) {
    ledger->addBuild(key, built->by + "\n" + built->said);
    llvm::consumeError(ledger->write());
  }
  return built;
}

/// Builds the program in file `input` in one precision and prints the result: registers and spilled
/// bytes of the kernels, the build time, and the compiler. If `precision` is empty, the program's
/// own is used. Returns false after a reported error.
bool tryOne(const Options &options, const std::string &input, const std::string &precision) {
  Pipeline line(options);
  line.setPrecision(precision);
  if (!line.frontEnd(input))
    return false;
  const RunPlace place = {askedKind(options).value_or(BuildKind::Cuda), ""}; // no GPU is needed
  if (!line.choosePlan(place.target(), options.plan.schedule) || !line.emit(emit::EmitForm::Module))
    return false;
  Tried tried;
  tried.precision = precision.empty() ? "as given" : precision;
  tried.request = buildRequest(options, line, place);
  tried.request.text = &line.text();
  tried.request.quiet = true; // the result line is printed below
  tried.request.reportsKernels = true;
  tried.request.isAlone = true;
  const auto begin = std::chrono::steady_clock::now();
  const auto built = buildOrRecall(tried.request, line.diagnostics());
  if (!built)
    return false;
  tried.compiler = built->by;
  tried.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  tried.log = readKernelLog(built->said);
  if (!options.run.json)
    llvm::errs() << tried.log.messages;
  (options.run.json ? printJson : printText)(line, tried);
  return true;
}

} // namespace

int buildProgramsCommand(const Options &options) {
  std::vector<std::string> precisions = options.program.precisions;
  if (precisions.empty())
    precisions.push_back("");
  bool isGood = true;
  for (const std::string &input : programsAmong(options.inputs))
    for (const std::string &precision : precisions)
      isGood = tryOne(options, input, precision) && isGood;
  return isGood ? kFine : kUserError;
}

} // namespace stencilc::driver
