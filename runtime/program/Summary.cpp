/// \file Prints the summary of a run as text.
#include "runtime/program/Summary.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

void Summary::recordEngine(const Engine &engine) {
  tried = engine.triedKernels();
  isLearnt = engine.areRatesLearnt();
  startMemory = engine.startTimes().memory;
  startValues = engine.startTimes().values;
  if (engine.divided())
    divided = *engine.divided();
  chained = engine.chained();
}

void Summary::recordStreamed(const Engine &engine) {
  linkBytesIn = engine.bytesIn();
  linkBytesOut = engine.bytesOut();
  startPlan = engine.startTimes().plan;
}

double Summary::plannedPerSecond() const {
  if (!first.schedule)
    return updatesPerSecond();
  return first.steps >= 0 && steps > first.steps && first.secondsAfter > 0
             ? cells() * double(steps - first.steps) / first.secondsAfter
             : -1;
}

std::string groupDigits(double whole) {
  const std::string digits = format("%.0f", whole);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0)
      text += ',';
    text += digits[i];
  }
  return text;
}

std::string scheduleText(const ProgramDescription &program) {
  return std::string(program.schedule) + (*program.scheduleOptions ? ":" : "") +
         program.scheduleOptions;
}

std::string plannedText(const ProgramDescription &program, const Summary &s) {
  return s.first.planned.empty() ? scheduleText(program) : s.first.planned;
}

/// Returns the name of the planned schedule, without its options.
static std::string plannedName(const ProgramDescription &program, const Summary &s) {
  const std::string text = plannedText(program, s);
  return text.substr(0, text.find(':'));
}

std::string scheduleThatRan(const ProgramDescription &program, const Summary &s) {
  if (!s.tried.empty())
    return s.tried.front().schedule;
  const bool isFirstAlone = s.first.schedule && s.first.steps < 0;
  return isFirstAlone ? s.first.schedule : plannedName(program, s);
}

std::string trialText(const std::vector<TriedKernel> &tried) {
  std::string text;
  for (const TriedKernel &kernel : tried) {
    text += (text.empty() ? "" : ", ") + std::string(kernel.schedule);
    if (kernel.steps > 1)
      text += format(" of %d steps", kernel.steps);
    text += format(text.find("GLUP/s") == std::string::npos ? " %.4g GLUP/s" : " %.4g",
                   kernel.updatesPerSecond * 1e-9);
  }
  return text;
}

std::string firstKernelsText(const ProgramDescription &program, const Summary &s) {
  const std::string first = s.first.schedule;
  if (s.first.steps < 0)
    return first + " alone: " + s.first.why;
  const std::string planned = plannedName(program, s);
  std::string text =
      first == planned ? first + " first, with others" : first + " first, " + planned;
  text += " from step " + groupDigits(double(s.first.steps + 1)) + " on (after " +
          formatSeconds(s.first.seconds) + ")";
  if (const double rate = s.plannedPerSecond(); rate > 0)
    text += format(": %.4g GLUP/s", rate * 1e-9);
  return text;
}

namespace {

/// Lines of the summary, each with a label.
struct SummaryRows {
  std::string text;

  void add(const char *what, const std::string &value) {
    text += format("  %-9s %s\n", what, value.c_str());
  }
};

} // namespace

/// Returns the time and the rate of the run as text, such as "2.58 s on NVIDIA H200: 208 GLUP/s,
/// 77.9% of a copy in memory".
static std::string timeText(const ProgramDescription &program, const Summary &s) {
  std::string time = formatSeconds(s.seconds) + " on " + s.device;
  if (s.repetitions > 0)
    time += format(", median of %d (%s to %s)", s.repetitions, formatSeconds(s.fastest).c_str(),
                   formatSeconds(s.slowest).c_str());
  const double rate = s.updatesPerSecond();
  if (s.isVerbose || rate <= 0)
    return time;
  time += format(": %.4g GLUP/s", rate * 1e-9);
  if (s.copyBytesPerSecond > 0 && !s.fitsInCache)
    time += format(", %.3g%% of a copy in memory",
                   100 * rate * program.bytesPerUpdate / s.copyBytesPerSecond);
  return time;
}

static void addRates(SummaryRows &rows, const ProgramDescription &program, const Summary &s) {
  const double rate = s.updatesPerSecond();
  if (rate <= 0)
    return;
  const double traffic = rate * program.bytesPerUpdate;
  rows.add("rate", format("%.4g GLUP/s, %.4g GB/s at %g bytes per update", rate * 1e-9,
                          traffic * 1e-9, program.bytesPerUpdate));
  if (const double planned = s.plannedPerSecond(); s.predicted > 0 && planned > 0)
    rows.add("predicted", format("%.4g GLUP/s; measured is %.1f%% of it", s.predicted * 1e-9,
                                 100 * planned / s.predicted));
  if (s.copyBytesPerSecond > 0)
    rows.add(
        "bandwidth",
        format("%.3g%% of a copy in memory (%.4g GB/s)%s", 100 * traffic / s.copyBytesPerSecond,
               s.copyBytesPerSecond * 1e-9,
               s.fitsInCache
                   ? "; the fields fit into the cache, so memory bandwidth does not limit the run"
                   : ""));
}

/// Returns a text with the number of devices (`count`) and the device numbers, such as "4: GPU 0,
/// 1, 2, 3". If `devices` is empty, returns a text such as "4 parts".
static std::string numbersText(int count, const std::vector<int> &devices) {
  std::string text = format("%d", count);
  for (std::size_t i = 0; i < devices.size(); ++i)
    text += format("%s%d", i ? ", " : ": GPU ", devices[i]);
  return devices.empty() ? text + " parts" : text;
}

/// Adds a line with the devices of a chain, through which each plane passed in sequence. With
/// `isOneOfMany`, the domain was divided, and each part had a chain of its own.
static void addChain(SummaryRows &rows, const ChainedRun &chained, bool isOneOfMany) {
  if (chained.count > 1)
    rows.add(isOneOfMany ? "each" : "devices", numbersText(chained.count, chained.devices) +
                                                   "; in sequence (a chain), " +
                                                   formatBytes(chained.handedBytes) + " passed on");
}

/// Adds a line with the devices that shared the domain, and with their exchanges of planes.
static void addDevices(SummaryRows &rows, const DividedRun &divided) {
  if (divided.parts == 1)
    return;
  std::string text = numbersText(divided.parts, divided.devices);
  if (divided.ranks > 1)
    text += format(" in %d processes", divided.ranks);
  text += format("; exchange '%s' of %d %s (", divided.exchange, divided.halo, divided.unit) +
          formatBytes(divided.sideBytes) + " per side)" +
          format(", %lld times", static_cast<long long>(divided.exchanges));
  if (divided.exchanges > 0)
    text += ", waited " + formatSeconds(divided.waitedSeconds) + " for it";
  if (divided.ranks > 1)
    text += "; between processes by " + divided.way;
  rows.add("devices", text);
}

/// Adds lines with the copied bytes, file bytes and energy per cell update, and with the time that
/// the run has waited for saves of fields.
static void addPerUpdate(SummaryRows &rows, const Summary &s) {
  const double updates = s.updates();
  if (s.linkBytesIn >= 0 && updates > 0)
    rows.add("link", format("%s to the device, %s back: %.4g and %.4g bytes per update",
                            formatBytes(s.linkBytesIn).c_str(), formatBytes(s.linkBytesOut).c_str(),
                            s.linkBytesIn / updates, s.linkBytesOut / updates));
  if (s.fileBytesRead >= 0 && updates > 0)
    rows.add("files",
             format("%s read, %s written: %.4g and %.4g bytes per update",
                    formatBytes(s.fileBytesRead).c_str(), formatBytes(s.fileBytesWritten).c_str(),
                    s.fileBytesRead / updates, s.fileBytesWritten / updates));
  if (!s.saved.empty())
    rows.add("waited", formatSeconds(s.saveWaited) + " of the time for saves, " +
                           formatSeconds(s.saveAtEnd) + " after the last step");
  if (s.joules >= 0 && updates > 0)
    rows.add("energy", format("%.4g J, %.3g nJ per update", s.joules, s.joules * 1e9 / updates));
}

/// Adds lines with the checkpoint from which the run was resumed, and with the checkpoints and
/// other files written during the run.
static void addStates(SummaryRows &rows, const Summary &s) {
  if (s.resumedAt > 0)
    rows.add("resumed", format("after step %lld; the results are those after step %lld",
                               static_cast<long long>(s.resumedAt),
                               static_cast<long long>(s.resumedAt) + s.steps));
  if (s.checkpoints > 0)
    rows.add("state", format("%s after step %lld, written %d time%s in ", s.checkpoint.c_str(),
                             static_cast<long long>(s.checkpointStep), s.checkpoints,
                             s.checkpoints == 1 ? "" : "s") +
                          formatSeconds(s.checkpointSeconds));
  for (const SaveResult &saved : s.saved)
    rows.add("saved", format("%s: %lld time%s, %s, the last after step %lld", saved.path.c_str(),
                             static_cast<long long>(saved.times), saved.times == 1 ? "" : "s",
                             formatBytes(saved.bytes).c_str(), static_cast<long long>(saved.last)));
}

/// Adds lines with details about speed, memory and schedule.
static void addCosts(SummaryRows &rows, const ProgramDescription &program, const Summary &s) {
  addRates(rows, program, s);
  addDevices(rows, s.divided);
  addChain(rows, s.chained, s.divided.parts > 1);
  rows.add("schedule", plannedText(program, s) + ", target " + program.target);
  if (s.first.schedule)
    rows.add("kernels", firstKernelsText(program, s));
  if (!s.tried.empty())
    rows.add("trial", trialText(s.tried) + (s.isLearnt ? " (of an earlier run)" : ""));
  if (s.firstStep >= 0)
    rows.add("started",
             "first step done " + formatSeconds(s.firstStep) + " after the start of the process");
  std::string memory = "device " + formatBytes(s.deviceBytes);
  if (s.hostBytes >= 0)
    memory += ", host " + formatBytes(s.hostBytes) + " at most";
  rows.add("memory", memory);
  addPerUpdate(rows, s);
}

std::string statisticsText(const FieldStatistics &field, int digits) {
  if (!field.hasFinite())
    return field.hasValues ? "no cell is finite" : "not all cells are finite";
  std::string text = "minimum " + shownNumber(field.least, digits) + ", maximum " +
                     shownNumber(field.most, digits);
  return field.isFinite() ? text + ", mean " + shownNumber(field.mean, digits)
                          : text + " of the finite cells; " +
                                format("%lld of %lld cells are not finite",
                                       static_cast<long long>(field.notFinite),
                                       static_cast<long long>(field.cells));
}

/// Adds lines with the statistics of fields after the last time step: of all fields, or without -v
/// of the first six.
static void addFields(SummaryRows &rows, const Summary &s) {
  constexpr std::size_t kFew = 6;
  const bool areAll = s.isVerbose || s.fields.size() <= kFew;
  std::size_t left = 0;
  for (std::size_t i = 0; i < s.fields.size(); ++i) {
    const FieldStatistics &field = s.fields[i];
    if (!field.hasValues && field.isFinite())
      continue; // in a file that was not read
    if (areAll || i < kFew)
      rows.add(("field " + field.name).c_str(), statisticsText(field, s.digits));
    else
      ++left;
  }
  if (left > 0)
    rows.add("fields", format("%zu more; -v shows all", left));
}

std::string notKeptText(const std::vector<std::string> &fields) {
  constexpr std::size_t kFew = 3;
  const std::size_t count = fields.size() < kFew ? fields.size() : kFew;
  std::string names, options;
  for (std::size_t i = 0; i < count; ++i) {
    names += (i > 0 ? ", " : "") + fields[i];
    options += " --out " + fields[i] + "=" + fields[i] + ".npy";
  }
  const std::size_t more = fields.size() - count;
  return names + (more > 0 ? format(" and %d more: add", static_cast<int>(more)) : ": add") +
         options;
}

/// Returns the names of the fields that the program updates.
static std::vector<std::string> updatedFields(const ProgramDescription &program) {
  std::vector<std::string> names;
  for (int i = 0; i < program.fieldCount; ++i)
    if (program.fields[i].updated)
      names.push_back(program.fields[i].name);
  return names;
}

std::string summaryText(const ProgramDescription &program, const Summary &s) {
  std::string sizes, axes;
  for (int axis = 0; axis < program.rank; ++axis) {
    sizes += format("%s%lld", axis ? " x " : "", static_cast<long long>(s.size[axis]));
    axes += std::string(axis ? ", " : "") + program.axes[axis];
  }
  SummaryRows rows = {format("%s: %s cells (%s), %lld step%s, %s updates\n", program.name,
                             sizes.c_str(), axes.c_str(), static_cast<long long>(s.steps),
                             s.steps == 1 ? "" : "s", groupDigits(s.updates()).c_str())};
  addFields(rows, s);
  rows.add("time", timeText(program, s));
  if (s.isVerbose)
    addCosts(rows, program, s);
  addStates(rows, s);
  if (program.ruleCount > 0)
    rows.add("until", s.rule ? format("step %lld: %s", static_cast<long long>(s.steps), s.rule)
                             : std::string("no rule held, all steps were done"));
  for (const TraceFile &trace : s.traces)
    rows.add("traces", format("%s: %lld time%s at %lld point%s, in ", trace.name.c_str(),
                              static_cast<long long>(trace.times), trace.times == 1 ? "" : "s",
                              static_cast<long long>(trace.points), trace.points == 1 ? "" : "s") +
                           trace.path);
  for (const std::string &file : s.results)
    rows.add("written", file);
  if (!s.isAnythingKept)
    rows.add("not kept", notKeptText(updatedFields(program)));
  return rows.text;
}

} // namespace stencilc::inline STENCILC_SPACE
