/// \file The summary of a run, as lines and as JSON.
#include "stencilc/Summary.h"
#include "stencilc/Text.h"

namespace stencilc::inline STENCILC_SPACE {

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

std::string summaryText(const ProgramDescription &program, const Summary &s) {
  std::string sizes, axes;
  for (int axis = 0; axis < program.rank; ++axis) {
    sizes += format("%s%lld", axis ? " x " : "", static_cast<long long>(s.size[axis]));
    axes += std::string(axis ? ", " : "") + program.axes[axis];
  }
  std::string text = format("%s: %s cells (%s), %lld step%s, %s updates\n", program.name,
                            sizes.c_str(), axes.c_str(), static_cast<long long>(s.steps),
                            s.steps == 1 ? "" : "s", groupDigits(s.updates()).c_str());
  const auto row = [&text](const char *what, const std::string &value) {
    text += format("  %-9s %s\n", what, value.c_str());
  };
  std::string time = formatSeconds(s.seconds) + " on " + s.device;
  if (s.repetitions > 0)
    time += format(", median of %d (%s to %s)", s.repetitions, formatSeconds(s.fastest).c_str(),
                   formatSeconds(s.slowest).c_str());
  row("time", time);
  if (const double rate = s.updatesPerSecond(); rate > 0) {
    const double traffic = rate * program.bytesPerUpdate;
    row("rate", format("%.4g GLUP/s, %.4g GB/s at %g bytes per update", rate * 1e-9, traffic * 1e-9,
                       program.bytesPerUpdate));
    if (const double planned = s.plannedPerSecond(); s.predicted > 0 && planned > 0)
      row("predicted", format("%.4g GLUP/s; measured is %.1f%% of it", s.predicted * 1e-9,
                              100 * planned / s.predicted));
    if (s.copyBytesPerSecond > 0)
      row("bandwidth",
          format("%.3g%% of a copy in memory (%.4g GB/s)%s", 100 * traffic / s.copyBytesPerSecond,
                 s.copyBytesPerSecond * 1e-9,
                 s.fitsInCache ? "; the fields fit into the cache, which is faster" : ""));
  }
  row("schedule", scheduleText(program) + ", target " + program.target);
  if (s.first.schedule)
    row("kernels", firstKernelsText(program, s));
  if (!s.tried.empty())
    row("trial", trialText(s.tried));
  std::string memory = "device " + formatBytes(s.deviceBytes);
  if (s.hostBytes >= 0)
    memory += ", host " + formatBytes(s.hostBytes) + " at most";
  row("memory", memory);
  if (s.linkBytesIn >= 0 && s.updates() > 0)
    row("link", format("%s to the device, %s back: %.4g and %.4g bytes per update",
                       formatBytes(s.linkBytesIn).c_str(), formatBytes(s.linkBytesOut).c_str(),
                       s.linkBytesIn / s.updates(), s.linkBytesOut / s.updates()));
  if (s.fileBytesRead >= 0 && s.updates() > 0)
    row("files",
        format("%s read, %s written: %.4g and %.4g bytes per update",
               formatBytes(s.fileBytesRead).c_str(), formatBytes(s.fileBytesWritten).c_str(),
               s.fileBytesRead / s.updates(), s.fileBytesWritten / s.updates()));
  if (s.resumedAt > 0)
    row("resumed",
        format("after step %lld; the results are those after step %lld",
               static_cast<long long>(s.resumedAt), static_cast<long long>(s.resumedAt) + s.steps));
  if (s.joules >= 0 && s.updates() > 0)
    row("energy", format("%.4g J, %.3g nJ per update", s.joules, s.joules * 1e9 / s.updates()));
  if (program.ruleCount > 0)
    row("until", s.rule ? format("step %lld: %s", static_cast<long long>(s.steps), s.rule)
                        : std::string("no rule held, all steps were done"));
  for (const std::string &file : s.results)
    row("written", file);
  return text;
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

std::string summaryJson(const ProgramDescription &program, const Summary &s) {
  std::string json = "{";
  const auto add = [&json](const char *name, const std::string &value) {
    json += format("%s\"%s\": ", json.size() > 1 ? ", " : "", name) + value;
  };
  const auto number = [&add](const char *name, double value) {
    if (value >= 0)
      add(name, format("%.17g", value));
  };
  const auto list = [](const auto &things, int count, const auto &print) {
    std::string text = "[";
    for (int i = 0; i < count; ++i)
      text += (i ? ", " : "") + print(things[i]);
    return text + "]";
  };
  const auto quoted = [](const auto &text) { return jsonString(text); };
  add("program", jsonString(program.name));
  add("source", jsonString(program.source));
  add("target", jsonString(program.target));
  add("device", jsonString(s.device));
  add("schedule", jsonString(program.schedule));
  add("schedule_options", jsonString(program.scheduleOptions));
  if (s.first.schedule) {
    std::string text = "{\"first\": " + jsonString(s.first.schedule);
    if (s.first.steps >= 0)
      text += format(", \"steps\": %lld, \"seconds\": %.17g", static_cast<long long>(s.first.steps),
                     s.first.seconds);
    if (const double rate = s.plannedPerSecond(); rate > 0)
      text += format(", \"glups_after\": %.17g", rate * 1e-9);
    add("kernels", text + "}");
  }
  if (!s.tried.empty())
    add("trial", list(s.tried, int(s.tried.size()), [](const TriedKernel &kernel) {
          return "{\"schedule\": " + jsonString(kernel.schedule) +
                 format(", \"steps\": %d, \"glups\": %.6g}", kernel.steps,
                        kernel.updatesPerSecond * 1e-9);
        }));
  add("axes", list(program.axes, program.rank, quoted));
  add("size", list(s.size, program.rank, [](std::int64_t n) { return std::to_string(n); }));
  number("cells", s.cells());
  number("steps", double(s.steps));
  number("updates", s.updates());
  std::string parameters = "{";
  for (std::size_t i = 0; i < s.parameters.size(); ++i)
    parameters += (i ? ", " : "") + jsonString(program.parameters[i].name) +
                  format(": %.17g", s.parameters[i]);
  add("parameters", parameters + "}");
  number("seconds", s.seconds);
  if (s.repetitions > 0) {
    number("repetitions", s.repetitions);
    number("seconds_fastest", s.fastest);
    number("seconds_slowest", s.slowest);
  }
  number("bytes_per_update", program.bytesPerUpdate);
  number("flops_per_update", program.flopsPerUpdate);
  if (const double rate = s.updatesPerSecond(); rate > 0) {
    number("glups", rate * 1e-9);
    number("gb_per_second", rate * program.bytesPerUpdate * 1e-9);
    if (s.copyBytesPerSecond > 0)
      number("share_of_copy", rate * program.bytesPerUpdate / s.copyBytesPerSecond);
    if (const double planned = s.plannedPerSecond(); s.predicted > 0 && planned > 0) {
      number("predicted_glups", s.predicted * 1e-9);
      number("measured_over_predicted", planned / s.predicted);
    }
  }
  if (s.copyBytesPerSecond > 0)
    number("copy_gb_per_second", s.copyBytesPerSecond * 1e-9);
  add("fits_in_cache", s.fitsInCache ? "true" : "false");
  number("device_bytes", s.deviceBytes);
  number("host_bytes", s.hostBytes);
  number("link_bytes_in", s.linkBytesIn);
  number("link_bytes_out", s.linkBytesOut);
  number("start_plan_seconds", s.startPlan);
  number("start_memory_seconds", s.startMemory);
  number("start_values_seconds", s.startValues);
  number("file_bytes_read", s.fileBytesRead);
  number("file_bytes_written", s.fileBytesWritten);
  if (s.resumedAt > 0)
    number("resumed_at", double(s.resumedAt));
  number("joules", s.joules);
  if (program.reportCount > 0)
    add("reports", list(s.reports, int(s.reports.size()), [](const Reported &report) {
          return format("{\"step\": %lld, \"name\": ", static_cast<long long>(report.step)) +
                 jsonString(report.name) + ", \"value\": " + jsonNumber(report.value) + "}";
        }));
  if (program.ruleCount > 0)
    add("until", s.rule ? jsonString(s.rule) : "null");
  add("results", list(s.results, int(s.results.size()), quoted));
  return json + "}";
}

} // namespace stencilc::inline STENCILC_SPACE
