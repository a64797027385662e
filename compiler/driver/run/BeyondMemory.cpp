/// \file The choice of another schedule for a run whose fields do not fit into the memory of the
/// devices.
#include "driver/run/BeyondMemory.h"
#include "driver/files/References.h"
#include "driver/run/DeviceMemory.h"
#include "driver/run/Divided.h"
#include "plan/interface/Schedule.h"
#include "plan/verify/PlanVerifier.h"
#include "runtime/core/device/HostMemory.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

namespace {

/// Returns the memory that the program needs with the first valid plan, in the order in which
/// `schedule` proposes plans for `target`. Returns `nullopt` if there is no valid plan.
std::optional<MemoryNeed> needBy(const plan::Schedule &schedule, Pipeline &line,
                                 const plan::Target &target) {
  const analysis::Facts &facts = line.allFacts();
  for (const plan::Plan &plan : schedule.propose(facts, target, {schedule.name().str(), {}}).plans)
    if (plan::verifyPlan(facts, plan).empty())
      return memoryNeed(facts, plan, *facts.program.sizeHint);
  return std::nullopt;
}

void say(const Options &options, const std::string &text, const plan::Schedule &schedule) {
  if (!options.run.quiet)
    llvm::errs() << "note: " << text << " (--schedule=" << schedule.name() << ")\n";
}

/// Returns the bytes of the time levels of all fields. An out-of-core run stores them in memory of
/// the host and of the devices, and needs some more for its work.
std::uint64_t bytesOfLevels(const MemoryNeed &need) {
  std::uint64_t bytes = 0;
  for (const FieldNeed &field : need.fields)
    bytes += std::uint64_t(field.isLocal ? 0 : field.levels) * field.bufferBytes;
  return bytes;
}

/// Returns the host memory that an out-of-core run may use, in bytes: what is free, but at most
/// --host-mem.
std::uint64_t hostBytesFor(const Options &options) {
  std::uint64_t bytes = 0;
  (void)host::freeMemory(bytes);
  const std::uint64_t limit = options.run.hostMemoryLimit;
  return limit > 0 ? std::min(bytes, limit) : bytes;
}

/// Returns true if the domain fits into the memory of the host and of `devices` devices with
/// `deviceBytes` bytes each. Otherwise reports an error and returns false.
bool fitsTogether(const Options &options, Pipeline &line, const MemoryNeed &need,
                  std::uint64_t deviceBytes, int devices) {
  const std::uint64_t levels = bytesOfLevels(need), onHost = hostBytesFor(options),
                      onDevices = deviceBytes * std::uint64_t(devices);
  if (levels <= onHost + onDevices)
    return true;
  const ir::Program &program = line.program();
  line.diagnostics()
      .report(diag::DomainBeyondMemory, toText(*program.sizeHint, program.rank(), " x "),
              formatBytes(double(levels)), formatBytes(double(onHost)),
              formatBytes(double(onDevices)))
      .note({}, diag::Hint,
            "keep the domain in files with --scratch=FOLDER, give smaller sizes, or store fewer "
            "bytes per cell with --precision");
  return false;
}

} // namespace

std::optional<std::string> scheduleForMemory(const Options &options, Pipeline &line,
                                             const RunPlace &place) {
  const ir::Program &program = line.program();
  if (!options.plan.isScheduleFree || place.target() != plan::TargetKind::Cuda || !program.sizeHint)
    return "";
  const plan::Target target = line.plan().target;
  const std::optional<MemoryNeed> need =
      memoryNeed(line.allFacts(), line.plan(), *program.sizeHint);
  MemoryCapacity have = place.kind == BuildKind::Cuda ? cudaMemory(target, true) : hostMemory();
  if (options.run.memoryLimit > 0)
    have = {options.run.memoryLimit, "the limit"};
  const int devices = std::max(1, devicesPlannedFor(options));
  if (!need || have.bytes == 0 || need->total <= have.bytes * std::uint64_t(devices))
    return "";
  const std::string shortage = "the fields need " + formatBytes(double(need->total)) +
                               " on the device, " + have.owner + " has " +
                               formatBytes(double(have.bytes));
  const plan::Schedule &saving = plan::savingSchedule(), &outOfCore = plan::outOfCoreSchedule();
  const std::optional<MemoryNeed> less = devices == 1 ? needBy(saving, line, target) : std::nullopt;
  if (less && less->total <= have.bytes) {
    say(options,
        shortage + ": each field is updated in one buffer, which needs " +
            formatBytes(double(less->total)),
        saving);
    return saving.name().str();
  }
  if (!outOfCore.fit(line.allFacts(), target, {outOfCore.name().str(), {}}).legal)
    return "";
  if (!fitsTogether(options, line, *need, have.bytes, devices))
    return std::nullopt;
  say(options,
      shortage + (devices > 1 ? " on each of " + std::to_string(devices) : "") +
          ": the domain is streamed through " + (devices > 1 ? "them in sequence" : "it"),
      outOfCore);
  return outOfCore.name().str();
}

} // namespace stencilc::driver
