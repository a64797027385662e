/// \file Writes the results of the probe (which measures a machine) as JSON.
#include "runtime/probe/MachineText.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE::probe {

namespace {

/// Returns a curve as a JSON array, such as "[[0, 1.000], [8, 1.012]]".
std::string curveText(const Curve &curve) {
  std::string text;
  for (const auto &[x, y] : curve)
    text += (text.empty() ? "[" : ", [") + std::to_string(x) + ", " + JsonText::number(y) + "]";
  return "[" + text + "]";
}

void writeOverlap(JsonText &json, const char *key, const Overlap &overlap) {
  if (overlap.curve.empty())
    return;
  json.open(key);
  json.addWord("free", std::to_string(overlap.free));
  json.addWord("curve", curveText(overlap.curve));
  json.close();
}

void writeLimits(JsonText &json, const Limits &limits) {
  json.open("limits");
  json.add("threads_per_block", std::int64_t{limits.threadsPerBlock});
  json.add("threads_per_multiprocessor", std::int64_t{limits.threadsPerMultiprocessor});
  json.add("blocks_per_multiprocessor", std::int64_t{limits.blocksPerMultiprocessor});
  json.add("registers_per_thread", std::int64_t{limits.registersPerThread});
  json.add("registers_per_multiprocessor", std::int64_t{limits.registersPerMultiprocessor});
  json.add("shared_bytes_per_block", std::int64_t{limits.sharedBytesPerBlock});
  json.add("shared_bytes_per_multiprocessor", std::int64_t{limits.sharedBytesPerMultiprocessor});
  json.addWord("grid", "[" + std::to_string(limits.grid[0]) + ", " +
                           std::to_string(limits.grid[1]) + ", " + std::to_string(limits.grid[2]) +
                           "]");
  json.close();
}

std::string ratesText(const HostRates &rates) {
  return "\"to_device\": " + JsonText::number(rates.toDevice) +
         ", \"to_host\": " + JsonText::number(rates.toHost) +
         ", \"both_ways\": " + JsonText::number(rates.bothWays);
}

/// Returns a JSON array with one object on each line. `objects` has the members of each object as
/// text, without the braces.
std::string linesOf(const std::vector<std::string> &objects) {
  constexpr const char *kIndent = "\n        ";
  std::string text;
  for (const std::string &object : objects)
    text += (text.empty() ? kIndent : std::string(",") + kIndent) + ("{" + object + "}");
  return "[" + text + "]";
}

void writeLinks(JsonText &json, const Links &links) {
  json.open("links");
  std::string numbers;
  for (const int number : links.devices)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
  json.addWord("devices", "[" + numbers + "]");
  if (links.exchangeRate > 0) {
    json.open("exchange");
    json.add("latency_us", links.exchangeLatency);
    json.add("gb_s", links.exchangeRate);
    json.close();
  }
  std::vector<std::string> pairs, hosts;
  for (const PairLink &pair : links.pairs)
    pairs.push_back("\"from\": " + std::to_string(pair.from) + ", \"to\": " +
                    std::to_string(pair.to) + ", \"peer\": " + (pair.isDirect ? "true" : "false") +
                    ", \"one_way_gb_s\": " + JsonText::number(pair.oneWay) +
                    ", \"each_way_gb_s\": " + JsonText::number(pair.bothWays) +
                    ", \"small_copy_us\": " + JsonText::number(pair.hop));
  json.addWord("pairs", linesOf(pairs));
  for (std::size_t i = 0; i < links.host.size(); ++i)
    hosts.push_back("\"device\": " + std::to_string(links.devices[i]) + ", " +
                    ratesText(links.host[i]));
  json.addWord("host_gb_s", linesOf(hosts));
  json.addWord("host_all_gb_s", "{" + ratesText(links.hostOfAll) + "}");
  json.close();
}

void writeGpu(JsonText &json, const Gpu &gpu) {
  json.open("gpu");
  json.add("name", gpu.name);
  json.add("arch", gpu.arch);
  json.add("multiprocessors", std::int64_t{gpu.multiprocessors});
  json.add("clock_mhz", gpu.clockMHz);
  json.add("busy_clock_mhz", gpu.busyClockMHz);
  json.add("memory_clock_mhz", gpu.memoryClockMHz);
  json.add("memory_bus_bits", std::int64_t{gpu.memoryBusBits});
  json.add("memory_bytes", static_cast<std::int64_t>(gpu.memoryBytes));
  json.add("l2_bytes", static_cast<std::int64_t>(gpu.l2Bytes));
  json.add("driver", gpu.driver);
  json.add("cuda", gpu.cuda);
  json.add("compiler", gpu.compiler);
  writeLimits(json, gpu.limits);
  json.open("bandwidth_gb_s");
  json.add("memory_peak", gpu.memoryPeak);
  json.add("memory_copy", gpu.memoryCopy);
  json.add("memory_copy_kernel", gpu.memoryCopyKernel);
  json.add("memory_read", gpu.memoryRead);
  json.add("memory_write", gpu.memoryWrite);
  json.add("l2_read", gpu.l2Read);
  json.add("l1_read", gpu.l1Read);
  json.add("shared_read", gpu.sharedRead);
  json.add("registers_f32", gpu.registers32);
  json.add("registers_f64", gpu.registers64);
  json.close();
  json.open("fma_g_s");
  json.add("f32", gpu.fma32);
  json.add("f64", gpu.fma64);
  json.close();
  if (!gpu.hidden32.curve.empty() || !gpu.hidden64.curve.empty()) {
    json.open("hidden_fma_per_word");
    writeOverlap(json, "f32", gpu.hidden32);
    writeOverlap(json, "f64", gpu.hidden64);
    json.close();
  }
  if (gpu.launch > 0 || !gpu.barriers.empty()) {
    json.open("cost_us");
    json.add("launch", gpu.launch);
    json.add("launch_in_graph", gpu.launchGraph);
    json.add("launch_and_wait", gpu.launchAndWait);
    if (!gpu.barriers.empty())
      json.addWord("barrier", curveText(gpu.barriers));
    json.close();
  }
  if (gpu.toDevice > 0) {
    json.open("host_link_gb_s");
    json.add("to_device", gpu.toDevice);
    json.add("to_host", gpu.toHost);
    json.add("both_ways", gpu.bothWays);
    json.close();
  }
  if (gpu.links)
    writeLinks(json, *gpu.links);
  json.close();
}

void writeHost(JsonText &json, const Host &host) {
  json.open("host");
  json.add("name", host.name);
  json.add("threads", std::int64_t{host.threads});
  json.add("l2_bytes", static_cast<std::int64_t>(host.l2Bytes));
  json.open("bandwidth_gb_s");
  json.add("copy", host.copy);
  json.add("triad", host.triad);
  json.add("copy_one_thread", host.copyOneThread);
  json.add("l2_copy", host.l2Copy);
  json.close();
  json.close();
}

} // namespace

void JsonText::open(const char *key) {
  begin(key);
  text += "{";
  indent += 2;
  isFirst = true;
}

void JsonText::close() {
  indent -= 2;
  text += isFirst ? "}" : "\n" + std::string(indent, ' ') + "}";
  isFirst = false;
}

void JsonText::add(const char *key, const std::string &value) {
  if (value.empty())
    return;
  begin(key);
  text += quoted(value);
}

void JsonText::add(const char *key, std::int64_t value) {
  if (value != 0)
    addWord(key, std::to_string(value));
}

void JsonText::add(const char *key, double value) {
  if (value != 0)
    addWord(key, number(value));
}

void JsonText::addWord(const char *key, const std::string &word) {
  begin(key);
  text += word;
}

std::string JsonText::number(double value) {
  const double size = value < 0 ? -value : value;
  return format(size >= 1000  ? "%.0f"
                : size >= 100 ? "%.1f"
                : size >= 10  ? "%.2f"
                : size >= 1   ? "%.3f"
                              : "%.5f",
                value);
}

void JsonText::begin(const char *key) {
  if (key) {
    text += isFirst ? "\n" : ",\n";
    text += std::string(indent, ' ') + quoted(key) + ": ";
  }
  isFirst = false;
}

std::string JsonText::quoted(const std::string &value) {
  std::string out = "\"";
  for (const char c : value)
    if (static_cast<unsigned char>(c) < 0x20)
      out += format("\\u%04x", static_cast<unsigned>(c));
    else
      out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

std::string machineText(const Record &record) {
  JsonText json;
  json.open(nullptr);
  json.add("format", std::string("stencilc-machine"));
  json.add("version", std::int64_t{1});
  json.add("name", record.name);
  json.add("date", record.date);
  if (record.gpu)
    writeGpu(json, *record.gpu);
  if (record.host)
    writeHost(json, *record.host);
  json.close();
  return json.take();
}

} // namespace stencilc::inline STENCILC_SPACE::probe
