/// \file The probe: a program that measures this machine and prints its machine file.
///
/// `stencilc probe` builds and runs it; by hand, in the folder of the runtime's headers,
///
///     nvcc -std=c++20 -O3 -arch=native -Xcompiler=-fopenmp -I. stencilc/probe/Probe.cu -o probe
///     -ldl
///     ./probe > machine.json
///
/// Compiled by a host compiler (-x c++) it measures the host alone; with -DSTENCILC_CPU_DEVICE also
/// has the kernels run, on the CPU device and with times that mean nothing.
#include "stencilc/Processor.h"
#include "stencilc/probe/HostMemory.h"
#include "stencilc/probe/Identity.h"
#include "stencilc/probe/MachineText.h"
#if STENCILC_HAS_KERNELS
#include "stencilc/probe/Arithmetic.h"
#include "stencilc/probe/Costs.h"
#include "stencilc/probe/HostLink.h"
#include "stencilc/probe/Memory.h"
#include "stencilc/probe/OnChip.h"
#endif

namespace stencilc::inline STENCILC_SPACE::probe {
namespace {

struct Arguments {
  int threads = 0; // 0: as many as there are
  bool hostOnly = false, quiet = false;
};

/// Says on a terminal what is being measured.
class Reporter {
public:
  explicit Reporter(bool quiet) : active(!quiet && isatty(STDERR_FILENO)) {}
  ~Reporter() { say(""); }
  void say(const char *what) const {
    if (active)
      std::fprintf(stderr, *what ? "\r\033[Kprobing: %s" : "\r\033[K%s", what);
    if (active)
      std::fflush(stderr);
  }

private:
  bool active;
};

#if STENCILC_HAS_KERNELS
Status measureGpu(const Reporter &reporter, Gpu &gpu) {
  Status status = identify(gpu);
  Bench bench;
  const auto part = [&](const char *what, Status (*measure)(Bench &, Gpu &)) {
    reporter.say(what);
    if (status)
      status = measure(bench, gpu);
  };
  part("memory", measureMemory);
  part("multiply-adds and registers", measureArithmetic);
  part("shared memory and caches", measureOnChip);
  part("multiply-adds hidden behind loads", measureOverlaps);
  part("launches and barriers", measureCosts);
#if STENCILC_WORLD_CUDA
  part("the link to the host", measureHostLink);
#endif
  return status;
}
#endif

Status measureAll(const Arguments &arguments, Record &record) {
  const Reporter reporter(arguments.quiet);
  Status status;
  record.date = today();
  if (arguments.threads > 0)
    setHostThreads(arguments.threads);
#if STENCILC_HAS_KERNELS
  if (!arguments.hostOnly)
    status = measureGpu(reporter, record.gpu.emplace());
#endif
  Host &host = record.host.emplace();
  host.name = processorName();
  host.threads = hostThreads();
  reporter.say("the host's memory");
  if (status)
    status = measureHost(host);
  record.name = record.gpu ? record.gpu->name : host.name;
  return status;
}

int refuse(const std::string &what, int code) {
  std::fprintf(stderr, "probe: error: %s\n", what.c_str());
  return code;
}

int probeMain(int argc, const char *const *argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--host")
      arguments.hostOnly = true;
    else if (word == "-q")
      arguments.quiet = true;
    else if (word.rfind("--threads=", 0) == 0 && std::atoi(word.c_str() + 10) > 0)
      arguments.threads = std::atoi(word.c_str() + 10);
    else
      return refuse("'" + word + "' is no option; there are --host, --threads=N and -q", 1);
  }
  Record record;
  if (Status status = measureAll(arguments, record); !status)
    return refuse(status.message(), status.exitCode());
  if (std::fputs(machineText(record).c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return refuse("the machine file cannot be written to standard output", 1);
  return 0;
}

} // namespace
} // namespace stencilc::probe

int main(int argc, char **argv) { return stencilc::probe::probeMain(argc, argv); }
