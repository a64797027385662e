/// \file `stencilc probe`: measures this machine and writes its machine file.
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/build/Toolchain.h"
#include "driver/files/FileOutput.h"
#include "driver/machines/Machine.h"
#include "driver/machines/MachineFiles.h"
#include "driver/machines/ProbeSummary.h"
#include "driver/process/Interrupt.h"
#include "driver/run/Place.h"
#include "driver/run/RunModule.h"
#include "runtime/core/device/DeviceChoice.h"
#include "support/Colours.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <cstring>

namespace stencilc::driver {

namespace fs = llvm::sys::fs;

namespace {

/// Chooses how the kernels of `stencilc probe` are built. `BuildKind::Cpu` means that only the host
/// is measured, without kernels. A warning says so, unless the user asked for it. Returns `nullopt`
/// after it has reported an error.
std::optional<BuildKind> chooseKind(const Options &options, Diagnostics &diags) {
  const std::optional<BuildKind> asked = askedKind(options);
  const bool isAsked = asked == BuildKind::Cuda;
  if (asked && !isAsked)
    return asked;
  const GpuTools tools = gpuTools();
  if (tools.devices == 0) {
    if (!isAsked) {
      diags.report(diag::ProbeHostOnly, "no GPU was found");
      return BuildKind::Cpu;
    }
    diags.report(diag::NoDevice)
        .note({}, diag::Hint, "leave out --target=cuda to measure only the host");
    return std::nullopt;
  }
  if (!isAsked && !tools.canCompile()) {
    diags.report(diag::ProbeHostOnly, "a GPU is present, but neither NVRTC nor nvcc was found");
    return BuildKind::Cpu;
  }
  return BuildKind::Cuda;
}

/// Returns the GPUs between which links are measured, in the format of --devices. The result is
/// empty without --devices. The result is also empty, after a warning, if the option names fewer
/// than two GPUs.
std::string linkedDevices(const Options &options, BuildKind kind, Diagnostics &diags) {
  const DeviceChoice &choice = options.run.devices;
  if (!choice.isGiven())
    return "";
  if (kind == BuildKind::CudaOnCpu && choice.all)
    return "2"; // any number of CPU devices can be emulated
  const int there = gpuTools().devices;
  const int count = choice.all ? there : static_cast<int>(choice.numbers.size());
  if (kind != BuildKind::Cpu && count > 1)
    return devicesText(choice);
  diags.report(diag::ProbeNoLinks, kind == BuildKind::Cpu ? "only the host is measured"
                                   : choice.all ? "this machine has one GPU"
                                                : "--devices=" + devicesText(choice) + " is one");
  return "";
}

/// Data for the measurements of `stencilc probe`: the built program with its kernels, the name of
/// the compiler, and the GPUs whose links are measured. `module` is empty if only the host is
/// measured.
struct Probe {
  Built module;
  std::string compiler, devices = "";
};

/// Builds the kernels by which `stencilc probe` measures this machine. Their code is a header of
/// the runtime. Returns `nullopt` after it has reported an error.
std::optional<Probe> buildProbe(const Options &options, BuildKind kind, Diagnostics &diags) {
  if (kind == BuildKind::Cpu)
    return Probe();
  BuildRequest request;
  request.kind = kind;
  request.name = "probe";
  request.arch = kind == BuildKind::Cuda ? nativeCudaArch() : nativeCpuArch();
  request.runtime = findRuntime(options.build.runtime);
  request.givenRuntime = options.build.runtime;
  request.compiler = compilerChoice(options);
  request.verbose = options.run.verbose;
  request.quiet = options.run.quiet;
  if (kind == BuildKind::Cuda && request.arch.empty()) {
    diags.report(diag::NoDevice)
        .note({}, diag::Hint, "the GPU of this machine is older than sm_80, the oldest supported");
    return std::nullopt;
  }
  emit::Emitted text;
  text.source = "#include \"stencilc/probe/Probe.h\"\n";
  request.text = &text;
  const auto module = build(request, diags);
  if (!module)
    return std::nullopt;
  return Probe{*module, kind == BuildKind::Cuda ? builderText(request) : ""};
}

/// Runs the measurements of `stencilc probe` in a child process. Returns the output of that
/// process: the text of a machine file (measured numbers of this machine). Returns `nullopt`, after
/// a message, if the measurements failed or were interrupted.
std::optional<std::string> measure(const Options &options, const Probe &probe, Diagnostics &diags) {
  const WorkFolder work;
  if (!work.isThere(diags))
    return std::nullopt;
  const std::string output = work.file("probe.json");
  std::vector<std::string> command = probeCommandOf(probe.module.path);
  if (options.run.threads > 0)
    command.push_back("--threads=" + std::to_string(options.run.threads));
  if (options.run.quiet)
    command.push_back("-q");
  if (!probe.devices.empty())
    command.push_back("--devices=" + probe.devices);
  if (!probe.compiler.empty())
    command.push_back("--compiler=" + probe.compiler);
  if (options.run.verbose)
    llvm::errs() << llvm::join(command, " ") << "\n";
  std::string error;
  const int status = execute(command, output, error);
  std::optional<std::string> printed;
  // Ctrl-C reaches both processes; the probe may end before this process has seen the signal.
  if (Interruptible::wasInterrupted() || llvm::StringRef(error).starts_with(strsignal(SIGINT)))
    llvm::errs() << "interrupted: nothing was written\n";
  else if (status < 0)
    diags.report(diag::ProgramDied, "the probe", error);
  else if (auto text = llvm::MemoryBuffer::getFile(output); status == 0 && text)
    printed = (*text)->getBuffer().str();
  return printed;
}

/// Returns the path of the machine file to write: that of -o, else the default path for `machine`.
/// The result is empty if no file is written: with `-o -`, or with --emulate.
std::string outputOf(const Options &options, const machine::Machine &machine) {
  if (options.compile.output == "-" ||
      (options.compile.output.empty() && !options.run.threadOrder.empty()))
    return "";
  return options.compile.output.empty() ? machinePath(machine.name) : options.compile.output;
}

} // namespace

int probeCommand(const Options &options) {
  llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs(), wantsColours());
  const std::optional<BuildKind> kind = chooseKind(options, diags);
  if (!kind)
    return kUserError;
  const std::string devices = linkedDevices(options, *kind, diags);
  const Interruptible interruptible;
  std::optional<Probe> probe = buildProbe(options, *kind, diags);
  if (!probe)
    return kUserError;
  probe->devices = devices;
  const std::optional<std::string> text = measure(options, *probe, diags);
  if (!text)
    return Interruptible::wasInterrupted() ? kUserError : kOurError;
  const auto machine = readMachineText(*text, "the probe", Bad::Error, diags);
  if (!machine)
    return kOurError;
  const std::string file = outputOf(options, *machine);
  if (!file.empty()) {
    const std::string folder = llvm::sys::path::parent_path(file).str();
    std::error_code code;
    if (options.compile.output.empty())
      code = fs::create_directories(folder);
    if (code) {
      diags.report(diag::CannotWriteFile, folder, code.message());
      return kUserError;
    }
    if (!writeFileWhole(file, *text, diags))
      return kUserError;
  }
  if (options.run.json || options.compile.output == "-")
    llvm::outs() << *text;
  else
    printProbe(*text, llvm::outs());
  llvm::outs().flush(); // before the next message on standard error
  if (options.run.quiet)
    return kFine;
  if (!file.empty())
    llvm::errs() << "wrote " << file << "\n";
  else if (!options.run.threadOrder.empty())
    llvm::errs() << "emulated: the results are not measurements of a GPU and are not stored\n";
  return kFine;
}

} // namespace stencilc::driver
