/// \file Chooses plans by earlier measurements: reads the tuning store, the file of measured plans,
/// and prefers the best plan in it.
#include "driver/tune/Tuned.h"
#include "driver/build/CacheFolder.h"
#include "driver/build/Toolchain.h"
#include "driver/cli/Paragraph.h"
#include "driver/machines/Machine.h"
#include "driver/run/Divided.h"
#include "plan/store/TuningStore.h"
#include "plan/verify/PlanVerifier.h"
#include "runtime/core/support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

namespace stencilc::driver {

std::string tuningStorePath() { return cacheFolder() + "/tuning.sqlite"; }

plan::TuningKey tuningKey(const Options &options, const Pipeline &line, plan::TargetKind kind) {
  plan::TuningKey key{plan::programKey(line.program()), line.arch(kind), STENCILC_VERSION, {}};
  if (kind == plan::TargetKind::Cpu)
    key.device = cpuDeviceName(options.run.threads);
  else if (const auto &asked = line.askedMachine(); asked && asked->machine.gpu)
    key.device = asked->machine.gpu->name;
  else if (const std::string device = cudaDeviceName();
           !device.empty() && nativeCudaArch() == key.arch)
    key.device = device;
  if (key.device)
    key.device = deviceText(options, *key.device);
  return key;
}

std::string deviceText(const Options &options, const std::string &device) {
  const int devices = devicesPlannedFor(options);
  return devices > 1 && !device.empty() ? std::to_string(devices) + " x " + device : device;
}

/// Returns the number of devices on which a plan was measured: 4 if the measurement names the
/// device "4 x NVIDIA H200".
static int devicesOf(const plan::TuningRecord &record) {
  const auto [count, device] = llvm::StringRef(record.device).split(" x ");
  int devices = 1;
  return device.empty() || count.getAsInteger(10, devices) ? 1 : devices;
}

bool isForEnergy(const Options &options) { return options.plan.goal == "energy"; }

void sortForGoal(const Options &options, std::vector<plan::TuningRecord> &records) {
  if (!isForEnergy(options))
    return;
  llvm::stable_sort(records, [](const plan::TuningRecord &a, const plan::TuningRecord &b) {
    return a.nanojoules > 0 && (!(b.nanojoules > 0) || a.nanojoules < b.nanojoules);
  });
}

using Find = llvm::Expected<std::vector<plan::TuningRecord>> (plan::TuningStore::*)(
    const plan::TuningKey &) const;

/// Returns measured plans for the program of `line`. `find` is the method of the tuning store (the
/// file of measured plans) that returns them. If the store cannot be read, the list is empty, and a
/// warning is printed if `mayWarn`.
static std::vector<plan::TuningRecord> recordsOf(const Options &options, Pipeline &line,
                                                 plan::TargetKind kind, Find find, bool mayWarn) {
  const std::string path = tuningStorePath();
  if (options.plan.noTuned || !llvm::sys::fs::exists(path))
    return {};
  const auto unusable = [&](llvm::Error error) {
    const std::string text = llvm::toString(std::move(error));
    if (mayWarn)
      line.diagnostics().report(diag::TuningStoreUnusable, path, text);
    return std::vector<plan::TuningRecord>();
  };
  auto store = plan::TuningStore::open(path, plan::TuningStore::Access::Read);
  if (!store)
    return unusable(store.takeError());
  auto records = ((*store).*find)(tuningKey(options, line, kind));
  if (!records)
    return unusable(records.takeError());
  // A key without a device finds the records of all devices. Those of another number of devices do
  // not apply.
  llvm::erase_if(*records, [&](const plan::TuningRecord &record) {
    return devicesOf(record) != std::max(1, devicesPlannedFor(options));
  });
  sortForGoal(options, *records);
  return std::move(*records);
}

std::vector<plan::TuningRecord> tuningRecords(const Options &options, Pipeline &line,
                                              plan::TargetKind kind) {
  return recordsOf(options, line, kind, &plan::TuningStore::find, /*mayWarn=*/true);
}

std::vector<plan::TuningRecord> runRecords(const Options &options, Pipeline &line,
                                           plan::TargetKind kind) {
  return recordsOf(options, line, kind, &plan::TuningStore::findRuns, /*mayWarn=*/false);
}

/// Returns true if `schedule`, from the tuning store, still gives a valid plan. Stored schedules
/// can become invalid, because their options change between versions of stencilc.
static bool isPlannable(Pipeline &line, plan::TargetKind kind, const std::string &schedule) {
  auto request = plan::parseScheduleRequest(schedule);
  const auto target = request ? line.target(kind) : std::nullopt;
  if (!target) {
    llvm::consumeError(request.takeError());
    return false;
  }
  const plan::Planning planning = plan::choosePlan(line.allFacts(), *target, *request);
  return planning.best && plan::verifyPlan(line.allFacts(), *planning.best).empty();
}

/// Returns the text of a measured rate: "214.2 GLUP/s". With --for=energy: "1.17 nJ per update and
/// 214.2 GLUP/s".
static std::string measuredText(const Options &options, const plan::TuningRecord &record) {
  std::string rate = rateText(record.measured) + " GLUP/s";
  if (!isForEnergy(options))
    return rate;
  return record.nanojoules > 0 ? format("%.3g nJ per update and ", record.nanojoules) + rate
                               : rate + ", energy not known ('stencilc tune --for=energy'),";
}

bool chooseTunedPlan(const Options &options, Pipeline &line, plan::TargetKind kind) {
  if (!leavesScheduleOpen(options))
    return line.choosePlan(kind, options.plan.schedule);
  if (!line.target(kind)) // a missing target is reported once, before the loop
    return false;
  for (const plan::TuningRecord &record : tuningRecords(options, line, kind)) {
    const std::string schedule = options.plan.schedule.empty()
                                     ? record.schedule
                                     : dividedRequest(record.schedule, devicesPlannedFor(options));
    if (!isPlannable(line, kind, schedule))
      continue;
    if (!options.run.quiet)
      llvm::errs() << "tuned: " << record.schedule << " measured " << measuredText(options, record)
                   << " on " << record.device << "\n";
    return line.choosePlan(kind, schedule);
  }
  return line.choosePlan(kind, options.plan.schedule);
}

} // namespace stencilc::driver
