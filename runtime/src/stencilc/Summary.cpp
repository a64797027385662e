/// \file The summary of a run, as lines and as JSON.
#include "stencilc/Summary.h"
#include "stencilc/Text.h"

namespace stencilc::inline STENCILC_SPACE {

void Summary::tellEngine(const Engine &engine) {
  tried = engine.triedKernels();
  if (engine.divided())
    divided = *engine.divided();
  chained = engine.chained();
}

void Summary::tellStreamed(const Engine &engine) {
  linkBytesIn = engine.bytesIn();
  linkBytesOut = engine.bytesOut();
  startPlan = engine.startTimes().plan;
  startMemory = engine.startTimes().memory;
  startValues = engine.startTimes().values;
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
  std::string text = first == program.schedule ? first + " first, beside others"
                                               : first + " first, " + program.schedule;
  text += " from step " + groupDigits(double(s.first.steps + 1)) + " on (after " +
          formatSeconds(s.first.seconds) + ")";
  if (const double rate = s.plannedPerSecond(); rate > 0)
    text += format(": %.4g GLUP/s", rate * 1e-9);
  return text;
}

namespace {

/// Lines of the summary, each with what it is about.
struct SummaryRows {
  std::string text;

  void add(const char *what, const std::string &value) {
    text += format("  %-9s %s\n", what, value.c_str());
  }
};

} // namespace

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
    rows.add("bandwidth",
             format("%.3g%% of a copy in memory (%.4g GB/s)%s",
                    100 * traffic / s.copyBytesPerSecond, s.copyBytesPerSecond * 1e-9,
                    s.fitsInCache ? "; the fields fit into the cache, which is faster" : ""));
}

/// "4: GPU 0, 1, 2, 3", or "4 parts".
static std::string numbersText(int count, const std::vector<int> &devices) {
  std::string text = format("%d", count);
  for (std::size_t i = 0; i < devices.size(); ++i)
    text += format("%s%d", i ? ", " : ": GPU ", devices[i]);
  return devices.empty() ? text + " parts" : text;
}

/// Who each did some steps of all planes, one after the other.
static void addChain(SummaryRows &rows, const ChainedRun &chained, bool isOneOfMany) {
  if (chained.count > 1)
    rows.add(isOneOfMany ? "each" : "devices",
             numbersText(chained.count, chained.devices) + "; one after the other in a chain, " +
                 formatBytes(chained.handedBytes) + " handed over");
}

/// Who shared the domain, and what they exchanged.
static void addDevices(SummaryRows &rows, const DividedRun &divided) {
  if (divided.parts == 1)
    return;
  std::string text = numbersText(divided.parts, divided.devices);
  if (divided.ranks > 1)
    text += format(" in %d processes", divided.ranks);
  text += format("; exchange '%s' of %d planes (", divided.exchange, divided.halo) +
          formatBytes(divided.sideBytes) + " to a side)" +
          format(", %lld times", static_cast<long long>(divided.exchanges));
  if (divided.exchanges > 0)
    text += ", waited " + formatSeconds(divided.waitedSeconds) + " for it";
  if (divided.ranks > 1)
    text += "; between processes by " + divided.way;
  rows.add("devices", text);
}

/// What each update took of the link, of the disk and of energy.
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
  if (!s.saved.empty())
    rows.add("waited", formatSeconds(s.saveWaited) + " of the time for what is saved, " +
                           formatSeconds(s.saveAtEnd) + " behind the last step");
  if (s.joules >= 0 && updates > 0)
    rows.add("energy", format("%.4g J, %.3g nJ per update", s.joules, s.joules * 1e9 / updates));
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
  std::string time = formatSeconds(s.seconds) + " on " + s.device;
  if (s.repetitions > 0)
    time += format(", median of %d (%s to %s)", s.repetitions, formatSeconds(s.fastest).c_str(),
                   formatSeconds(s.slowest).c_str());
  rows.add("time", time);
  addRates(rows, program, s);
  addDevices(rows, s.divided);
  addChain(rows, s.chained, s.divided.parts > 1);
  rows.add("schedule", scheduleText(program) + ", target " + program.target);
  if (s.first.schedule)
    rows.add("kernels", firstKernelsText(program, s));
  if (!s.tried.empty())
    rows.add("trial", trialText(s.tried));
  std::string memory = "device " + formatBytes(s.deviceBytes);
  if (s.hostBytes >= 0)
    memory += ", host " + formatBytes(s.hostBytes) + " at most";
  rows.add("memory", memory);
  addPerUpdate(rows, s);
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
  return rows.text;
}

std::string jsonString(const std::string &text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (quoted += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      quoted += format("\\u%04x", c);
    else
      quoted += c;
  }
  return quoted + '"';
}

namespace {

/// A JSON object in the making.
struct JsonObject {
  std::string text = "{";

  void add(const char *name, const std::string &value) {
    text += format("%s\"%s\": ", text.size() > 1 ? ", " : "", name) + value;
  }
  /// One below zero is not known.
  void number(const char *name, double value) {
    if (value >= 0)
      add(name, format("%.17g", value));
  }
  template <class List, class Print>
  void list(const char *name, const List &things, int count, const Print &print) {
    std::string all = "[";
    for (int i = 0; i < count; ++i)
      all += (i ? ", " : "") + print(things[i]);
    add(name, all + "]");
  }
  std::string done() const { return text + "}"; }
};

} // namespace

static void addSchedule(JsonObject &json, const ProgramDescription &program, const Summary &s) {
  const bool isFirstAlone = s.first.schedule && s.first.steps < 0;
  json.add("schedule", jsonString(isFirstAlone ? s.first.schedule : program.schedule));
  json.add("schedule_options", jsonString(isFirstAlone ? "" : program.scheduleOptions));
  if (isFirstAlone)
    json.add("planned_schedule", jsonString(scheduleText(program)));
  if (s.first.schedule) {
    JsonObject kernels;
    kernels.add("first", jsonString(s.first.schedule));
    if (s.first.steps >= 0) {
      kernels.add("steps", std::to_string(s.first.steps));
      kernels.add("seconds", format("%.17g", s.first.seconds));
    }
    if (const double rate = s.plannedPerSecond(); rate > 0)
      kernels.number("glups_after", rate * 1e-9);
    json.add("kernels", kernels.done());
  }
  if (!s.tried.empty())
    json.list("trial", s.tried, int(s.tried.size()), [](const TriedKernel &kernel) {
      return "{\"schedule\": " + jsonString(kernel.schedule) +
             format(", \"steps\": %d, \"glups\": %.6g}", kernel.steps,
                    kernel.updatesPerSecond * 1e-9);
    });
}

static void addTimes(JsonObject &json, const ProgramDescription &program, const Summary &s) {
  json.number("seconds", s.seconds);
  if (s.repetitions > 0) {
    json.number("repetitions", s.repetitions);
    json.number("seconds_fastest", s.fastest);
    json.number("seconds_slowest", s.slowest);
  }
  json.number("bytes_per_update", program.bytesPerUpdate);
  json.number("flops_per_update", program.flopsPerUpdate);
  if (const double rate = s.updatesPerSecond(); rate > 0) {
    json.number("glups", rate * 1e-9);
    json.number("gb_per_second", rate * program.bytesPerUpdate * 1e-9);
    if (s.copyBytesPerSecond > 0)
      json.number("share_of_copy", rate * program.bytesPerUpdate / s.copyBytesPerSecond);
    if (const double planned = s.plannedPerSecond(); s.predicted > 0 && planned > 0) {
      json.number("predicted_glups", s.predicted * 1e-9);
      json.number("measured_over_predicted", planned / s.predicted);
    }
  }
  if (s.copyBytesPerSecond > 0)
    json.number("copy_gb_per_second", s.copyBytesPerSecond * 1e-9);
  json.add("fits_in_cache", s.fitsInCache ? "true" : "false");
}

/// Memory, and what moved.
static void addBytesMoved(JsonObject &json, const Summary &s) {
  json.number("device_bytes", s.deviceBytes);
  json.number("host_bytes", s.hostBytes);
  json.number("link_bytes_in", s.linkBytesIn);
  json.number("link_bytes_out", s.linkBytesOut);
  json.number("start_plan_seconds", s.startPlan);
  json.number("start_memory_seconds", s.startMemory);
  json.number("start_values_seconds", s.startValues);
  json.number("file_bytes_read", s.fileBytesRead);
  json.number("file_bytes_written", s.fileBytesWritten);
}

static void addDevices(JsonObject &json, const DividedRun &divided) {
  if (divided.parts == 1)
    return;
  json.number("devices", divided.parts);
  if (divided.ranks > 1) {
    json.number("ranks", divided.ranks);
    json.add("planes_by", jsonString(divided.way));
  }
  json.list("gpus", divided.devices, int(divided.devices.size()),
            [](int number) { return std::to_string(number); });
  json.add("exchange", jsonString(divided.exchange));
  json.number("exchange_every", divided.every);
  json.number("halo_planes", divided.halo);
  json.number("halo_bytes", divided.sideBytes);
  json.number("exchanges", double(divided.exchanges));
  json.number("exchange_seconds", divided.waitedSeconds);
}

static void addChain(JsonObject &json, const ChainedRun &chained, bool isOneOfMany) {
  if (chained.count == 1)
    return;
  if (isOneOfMany) {
    json.number("devices_each", chained.count);
  } else {
    json.number("devices", chained.count);
    json.list("gpus", chained.devices, int(chained.devices.size()),
              [](int number) { return std::to_string(number); });
  }
  json.number("handed_bytes", chained.handedBytes);
}

static void addSaves(JsonObject &json, const Summary &s) {
  if (s.saved.empty())
    return;
  json.list("saves", s.saved, int(s.saved.size()), [](const SaveResult &saved) {
    return "{\"file\": " + jsonString(saved.path) +
           format(", \"times\": %lld, \"bytes\": %.17g, \"last_step\": %lld}",
                  static_cast<long long>(saved.times), saved.bytes,
                  static_cast<long long>(saved.last));
  });
  json.number("save_seconds_waited", s.saveWaited);
  json.number("save_seconds_at_end", s.saveAtEnd);
}

std::string summaryJson(const ProgramDescription &program, const Summary &s) {
  const auto quoted = [](const auto &text) { return jsonString(text); };
  JsonObject json;
  json.add("program", jsonString(program.name));
  json.add("source", jsonString(program.source));
  json.add("target", jsonString(program.target));
  json.add("device", jsonString(s.device));
  addSchedule(json, program, s);
  addDevices(json, s.divided);
  addChain(json, s.chained, s.divided.parts > 1);
  json.list("axes", program.axes, program.rank, quoted);
  json.list("size", s.size, program.rank, [](std::int64_t n) { return std::to_string(n); });
  json.number("cells", s.cells());
  json.number("steps", double(s.steps));
  json.number("updates", s.updates());
  JsonObject parameters;
  for (std::size_t i = 0; i < s.parameters.size(); ++i)
    parameters.add(program.parameters[i].name, format("%.17g", s.parameters[i]));
  json.add("parameters", parameters.done());
  addTimes(json, program, s);
  addBytesMoved(json, s);
  if (s.resumedAt > 0)
    json.number("resumed_at", double(s.resumedAt));
  if (s.checkpoints > 0) {
    json.add("checkpoint", jsonString(s.checkpoint));
    json.number("checkpoints", s.checkpoints);
    json.number("checkpoint_step", double(s.checkpointStep));
    json.number("checkpoint_seconds", s.checkpointSeconds);
  }
  json.number("joules", s.joules);
  if (program.reportCount > 0)
    json.list("reports", s.reports, int(s.reports.size()), [](const Reported &report) {
      return format("{\"step\": %lld, \"name\": ", static_cast<long long>(report.step)) +
             jsonString(report.name) + ", \"value\": " + jsonNumber(report.value) + "}";
    });
  if (program.ruleCount > 0)
    json.add("until", s.rule ? jsonString(s.rule) : "null");
  if (!s.traces.empty())
    json.list("traces", s.traces, int(s.traces.size()), [](const TraceFile &trace) {
      return "{\"name\": " + jsonString(trace.name) + ", \"file\": " + jsonString(trace.path) +
             format(", \"times\": %lld, \"points\": %lld}", static_cast<long long>(trace.times),
                    static_cast<long long>(trace.points));
    });
  addSaves(json, s);
  json.list("results", s.results, int(s.results.size()), quoted);
  return json.done();
}

} // namespace stencilc::inline STENCILC_SPACE
