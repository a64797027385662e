/// \file Runs all measurements of the probe (`stencilc probe`) and prints the results as JSON (the
/// machine file).
#include "runtime/probe/ProbeMain.h"
#include "runtime/core/device/DeviceChoice.h"
#include "runtime/core/device/Processor.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/probe/Identity.h"
#include "runtime/probe/MachineText.h"
#include "runtime/probe/Measure.h"
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE::probe {

namespace {

/// Progress display on a terminal. It names the property of the machine that is being measured.
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

struct Arguments {
  bool isQuiet = false;
  std::string compiler;
  DeviceChoice devices; // whose links are measured, if there are two or more
};

Status measureGpu(const Reporter &reporter, const ProbeKernels &kernels, Gpu &gpu) {
  Device *const device = deviceFor(kernels.world);
  if (!device)
    return noDevice(kernels.world);
  Status status = identify(*device, gpu);
  Bench bench(*device, kernels);
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
  part("the link to the host", measureHostLink);
  return status;
}

/// Measures the links between the devices in `choice` and stores them in `gpu.links`. Does nothing
/// if there are fewer than two. `world` is the kind of the devices (GPU or CPU device).
Status measureLinks(const Reporter &reporter, DeviceChoice choice, ExecutionSpace world, Gpu &gpu) {
  Status status = choice.resolve(world);
  if (!status || choice.numbers.size() < 2)
    return status;
  reporter.say("links between devices");
  Links links;
  links.devices = choice.numbers;
  std::vector<Device *> devices;
  for (const int number : choice.numbers)
    devices.push_back(deviceFor(world, number));
  status = measureLinks(devices, links);
  gpu.links = std::move(links);
  return status;
}

Status measureAll(const Arguments &arguments, const ProbeKernels *kernels, Record &record) {
  const Reporter reporter(arguments.isQuiet);
  Status status;
  record.date = today();
  if (kernels) {
    Gpu &gpu = record.gpu.emplace();
    gpu.compiler = *kernels->compiler ? kernels->compiler : arguments.compiler;
    status = measureGpu(reporter, *kernels, gpu);
    if (status && arguments.devices.isGiven())
      status = measureLinks(reporter, arguments.devices, kernels->world, gpu);
  }
  Host &host = record.host.emplace();
  host.name = processorName();
  host.threads = hostThreads();
  reporter.say("the host's memory");
  if (status)
    status = measureHost(effortFor(kernels && kernels->world == ExecutionSpace::CpuDevice), host);
  record.name = record.gpu ? record.gpu->name : host.name;
  return status;
}

int refuse(const std::string &what, int code) {
  std::fprintf(stderr, "probe: error: %s\n", what.c_str());
  return code;
}

} // namespace

int probeMain(const ProbeKernels *kernels, int argc, const char *const *argv) {
  Arguments arguments;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    std::int64_t threads = 0;
    if (word == "-q")
      arguments.isQuiet = true;
    else if (word.rfind("--threads=", 0) == 0 && parseInteger(word.substr(10), threads) &&
             threads > 0 && threads <= INT_MAX)
      setHostThreads(static_cast<int>(threads));
    else if (word.rfind("--compiler=", 0) == 0)
      arguments.compiler = word.substr(11);
    else if (word.rfind("--devices=", 0) != 0)
      return refuse(
          "'" + word +
              "' is not an option; there are --threads=N, --compiler=TEXT, --devices=LIST and -q",
          1);
    else if (const std::string wrong = parseDevices(word.substr(10), arguments.devices);
             !wrong.empty())
      return refuse("--devices: " + wrong, 1);
  }
  Record record;
  if (Status status = measureAll(arguments, kernels, record); !status)
    return refuse(status.message(), status.exitCode());
  if (std::fputs(machineText(record).c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return refuse("the machine file cannot be written to standard output", 1);
  return 0;
}

} // namespace stencilc::inline STENCILC_SPACE::probe
