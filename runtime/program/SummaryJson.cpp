/// \file Writes the summary of a run as JSON.
#include "runtime/program/Summary.h"

#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// JSON object whose text is being built.
struct JsonObject {
  std::string text = "{";

  void add(const char *name, const std::string &value) {
    text += format("%s\"%s\": ", text.size() > 1 ? ", " : "", name) + value;
  }
  /// Adds an entry for `value`, unless it is negative, which means that it is not known.
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

/// Returns the options of the schedule whose kernels computed the last time steps. The result is
/// empty if these are not the planned kernels, because a program has only the options of its plan.
static std::string optionsThatRan(const ProgramDescription &program, const Summary &s) {
  const std::string planned = plannedText(program, s), name = planned.substr(0, planned.find(':'));
  const std::string options = planned == name ? "" : planned.substr(name.size() + 1);
  const auto hasSteps = [&](int steps) {
    return ("," + options + ",").find(format(",steps=%d,", steps)) != std::string::npos;
  };
  const bool isPlanned =
      scheduleThatRan(program, s) == name &&
      (s.tried.empty() || s.tried.front().steps == 1 || hasSteps(s.tried.front().steps));
  return isPlanned ? options : "";
}

static void addSchedule(JsonObject &json, const ProgramDescription &program, const Summary &s) {
  json.add("schedule", jsonString(scheduleThatRan(program, s)));
  json.add("schedule_options", jsonString(optionsThatRan(program, s)));
  json.add("planned", jsonString(plannedText(program, s)));
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
  if (s.isLearnt)
    json.add("trial_learnt", "true");
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

/// Adds entries for the bytes of memory, the bytes copied, and the seconds before the first time
/// step.
static void addBytesMoved(JsonObject &json, const Summary &s) {
  json.number("device_bytes", s.deviceBytes);
  json.number("host_bytes", s.hostBytes);
  json.number("link_bytes_in", s.linkBytesIn);
  json.number("link_bytes_out", s.linkBytesOut);
  json.number("first_step_seconds", s.firstStep);
  json.number("start_program_seconds", s.startProgram);
  json.number("start_device_seconds", s.startDevice);
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

static void addFields(JsonObject &json, const Summary &s) {
  json.list("fields", s.fields, int(s.fields.size()), [](const FieldStatistics &field) {
    JsonObject one;
    one.add("name", jsonString(field.name));
    if (field.hasFinite()) {
      one.add("minimum", jsonNumber(field.least));
      one.add("maximum", jsonNumber(field.most));
    }
    if (field.hasValues && field.isFinite())
      one.add("mean", jsonNumber(field.mean));
    if (!field.isFinite())
      one.add("not_finite", field.hasValues ? std::to_string(field.notFinite) : "true");
    return one.done();
  });
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
  addFields(json, s);
  if (!s.planes.empty())
    json.list("planes", s.planes, int(s.planes.size()), [&](const ChosenPlane &plane) {
      return "{\"field\": " + jsonString(program.fields[plane.field].name) +
             format(", \"axis\": %d, \"at\": %lld, \"of\": \"%s\"}", plane.axis,
                    static_cast<long long>(plane.at), plane.isOfFrames ? "frames" : "slice");
    });
  json.list("results", s.results, int(s.results.size()), quoted);
  return json.done();
}

} // namespace stencilc::inline STENCILC_SPACE
