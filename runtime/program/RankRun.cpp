/// \file Joins the processes (ranks) that share the domain of a run, and checks that all run the
/// same program.
#include "runtime/program/RankRun.h"
#include "runtime/core/device/Team.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/parts/ranks/RankDevices.h"
#include "runtime/parts/state/RunState.h"
#include <algorithm>
#include <cstring>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

std::string comparedWords(int argc, const char *const *argv) {
  std::string words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], name = word.substr(0, word.find('='));
    if (name == "--devices" || name == "--threads" || name == "--started") {
      i += name == word; // skips the value of the option
      continue;
    }
    // Folders of files may differ between hosts.
    const bool isPath = word.find('/') != std::string::npos;
    if (name != "-q" && name != "--quiet" && name != "-v" && name != "--verbose")
      words += " " + (isPath ? word.substr(0, word.rfind('=') + 1) : word);
  }
  return words.empty() ? words : words.substr(1);
}

Status becomeRank(const ProgramDescription &program, ProgramArguments &arguments,
                  std::unique_ptr<Ranks> &ranks) {
  const Launched launch = launched();
  if (launch.areSeveral() && !program.slabs && !program.stream)
    return Status::invalid(format(
        "%d processes were started (%s), and this program is for one: compile it with "
        "--schedule=slabs or --schedule=stream; for independent runs, set STENCILC_MPI= (empty)",
        launch.size, launch.by.c_str()));
  if (Status status = joinRanks(ranks, arguments.patience); !status || !ranks)
    return status;
  if (arguments.threads == 0) { // the processes of this host share its cores
    const long there = sysconf(_SC_NPROCESSORS_ONLN);
    arguments.threads = std::max(1, std::min(hostThreads(), int(there) / launch.localSize));
  }
  ranks->watch(&arguments.interruptedHere, &arguments.interrupted);
  ranks->watch(&arguments.stateAskedHere, &arguments.stateAsked);
  std::string note;
  Status status = takeDevices(*ranks, program.world, arguments.devices, note);
  if (status && !note.empty() && ranks->isFirst() && !arguments.quiet)
    std::fprintf(stderr, "%s: note: %s: each computes more slowly\n", program.name, note.c_str());
  return status;
}

/// Returns advice for a run in which the programs of the processes are for different numbers of
/// devices. Returns an empty text if `program` was not compiled to divide the domain among devices.
static std::string remedyForPlans(const ProgramDescription &program) {
  return program.slabs
             ? "kernels are chosen for the total number of devices, which each process computes as "
               "its --devices times the number of processes; give all processes the same "
               "--devices, or give the total with --schedule=slabs:devices=N"
             : "";
}

Status compareRuns(Ranks &ranks, const ProgramDescription &program,
                   const ProgramArguments &arguments, const Summary &run, std::int64_t steps) {
  std::string parameters;
  for (int i = 0; i < program.parameterCount; ++i)
    parameters += (i ? ", " : "") + format("%s = %.17g", program.parameters[i].name,
                                           arguments.parameters[static_cast<std::size_t>(i)]);
  const Grid size = {int(run.size[0]), int(run.size[1]), int(run.size[2])};
  return ranks.compare(
      {{"stencilc's version", STENCILC_VERSION_TEXT},
       {"the program", program.name},
       {"the hash of the program", identityText(program)},
       {"the schedule", scheduleText(program) + " for " + program.target, remedyForPlans(program)},
       {"the size", sizeText(program, size)},
       {"the parameters", parameters},
       {"the number of steps", format("%lld", (long long)steps)},
       {"the first step", format("%lld", (long long)arguments.stepsBefore())},
       {"the command line", "'" + arguments.words + "'"}});
}

Status joinSummaries(Ranks &ranks, Summary &summary) {
  struct Used {
    double deviceBytes, hostBytes, joules, waited, linkIn, linkOut;
  };
  const Used mine = {summary.deviceBytes,           summary.hostBytes,   summary.joules,
                     summary.divided.waitedSeconds, summary.linkBytesIn, summary.linkBytesOut};
  std::vector<std::string> all;
  if (Status status =
          ranks.gather(std::string(reinterpret_cast<const char *>(&mine), sizeof mine), all);
      !status)
    return status;
  summary.deviceBytes = summary.hostBytes = summary.joules = summary.divided.waitedSeconds = 0;
  const bool isStreamed = summary.linkBytesIn >= 0;
  if (isStreamed)
    summary.linkBytesIn = summary.linkBytesOut = 0;
  bool isEnergyKnown = true;
  for (const std::string &text : all) {
    Used its;
    std::memcpy(&its, text.data(), sizeof its);
    summary.deviceBytes += its.deviceBytes;
    summary.hostBytes += its.hostBytes;
    summary.joules += its.joules;
    summary.linkBytesIn += isStreamed ? its.linkIn : 0;
    summary.linkBytesOut += isStreamed ? its.linkOut : 0;
    isEnergyKnown = isEnergyKnown && its.joules >= 0;
    summary.divided.waitedSeconds = std::max(summary.divided.waitedSeconds, its.waited);
  }
  if (!isEnergyKnown)
    summary.joules = -1;
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
