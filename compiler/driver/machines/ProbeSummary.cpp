/// \file Prints a machine file as tables for readers.
#include "driver/machines/ProbeSummary.h"
#include "driver/cli/Paragraph.h"
#include "runtime/core/support/Text.h"
#include "llvm/Support/JSON.h"
#include <cmath>

namespace stencilc::driver {

namespace {

namespace json = llvm::json;

/// One row of the table of measured values. `path` has the JSON keys that lead to the value within
/// "gpu" or "host".
struct Line {
  const char *label;
  const char *path[3];
  const char *unit;
};
constexpr Line kLines[] = {
    {"memory, copy by the driver", {"bandwidth_gb_s", "memory_copy"}, "GB/s"},
    {"memory, copy by a kernel", {"bandwidth_gb_s", "memory_copy_kernel"}, "GB/s"},
    {"memory, read", {"bandwidth_gb_s", "memory_read"}, "GB/s"},
    {"memory, write", {"bandwidth_gb_s", "memory_write"}, "GB/s"},
    {"L2, read", {"bandwidth_gb_s", "l2_read"}, "GB/s"},
    {"L1, read", {"bandwidth_gb_s", "l1_read"}, "GB/s"},
    {"shared memory, read", {"bandwidth_gb_s", "shared_read"}, "GB/s"},
    {"registers, f32", {"bandwidth_gb_s", "registers_f32"}, "GB/s"},
    {"registers, f64", {"bandwidth_gb_s", "registers_f64"}, "GB/s"},
    {"multiply-adds, f32", {"fma_g_s", "f32"}, "1e9/s"},
    {"multiply-adds, f64", {"fma_g_s", "f64"}, "1e9/s"},
    {"hidden behind a word, f32", {"hidden_fma_per_word", "f32", "free"}, "multiply-adds"},
    {"hidden behind a word, f64", {"hidden_fma_per_word", "f64", "free"}, "multiply-adds"},
    {"launch", {"cost_us", "launch"}, "us"},
    {"launch in a graph", {"cost_us", "launch_in_graph"}, "us"},
    {"launch, waited for", {"cost_us", "launch_and_wait"}, "us"},
    {"host to device", {"host_link_gb_s", "to_device"}, "GB/s"},
    {"device to host", {"host_link_gb_s", "to_host"}, "GB/s"},
    {"both ways at once", {"host_link_gb_s", "both_ways"}, "GB/s"},
};
constexpr Line kHostLines[] = {
    {"copy", {"bandwidth_gb_s", "copy"}, "GB/s"},
    {"triad", {"bandwidth_gb_s", "triad"}, "GB/s"},
    {"copy by one thread", {"bandwidth_gb_s", "copy_one_thread"}, "GB/s"},
    {"copy within L2", {"bandwidth_gb_s", "l2_copy"}, "GB/s"},
};

std::string numberText(double value) {
  return value == std::trunc(value) || value >= 1000 ? format("%.0f", value)
                                                     : format("%.4g", value);
}

void addLines(Table &table, const json::Object &object, llvm::ArrayRef<Line> lines) {
  for (const Line &line : lines) {
    const json::Object *at = &object;
    std::optional<double> number;
    for (const char *key : line.path) {
      if (!key || !at)
        break;
      number = at->getNumber(key);
      at = at->getObject(key);
    }
    if (number)
      table.add({line.label, numberText(*number), line.unit});
  }
}

std::string member(const json::Object &object, const char *key) {
  const auto number = object.getNumber(key);
  return number ? numberText(*number) : "-";
}

/// Prints the measured rates of links between pairs of GPUs and to the host. Also prints the
/// latency and bandwidth by which the cost model predicts halo exchanges between GPUs.
void printLinks(const json::Object &links, llvm::raw_ostream &out) {
  out << "Links between GPUs, GB/s\n";
  Table pairs({"from", "to", "peer access", "one way", "each way, both busy", "small copy, us"},
              {true, true, false, true, true, true});
  if (const json::Array *list = links.getArray("pairs"))
    for (const json::Value &value : *list)
      if (const json::Object *pair = value.getAsObject())
        pairs.add({member(*pair, "from"), member(*pair, "to"),
                   pair->getBoolean("peer").value_or(false) ? "yes" : "no, through the host",
                   member(*pair, "one_way_gb_s"), member(*pair, "each_way_gb_s"),
                   member(*pair, "small_copy_us")});
  pairs.print(out);
  out << "Links to the host, GB/s\n";
  Table hosts({"GPU", "to device", "to host", "both ways together"}, {false, true, true, true});
  const auto add = [&](const std::string &who, const json::Object &rates) {
    hosts.add(
        {who, member(rates, "to_device"), member(rates, "to_host"), member(rates, "both_ways")});
  };
  if (const json::Array *list = links.getArray("host_gb_s"))
    for (const json::Value &value : *list)
      if (const json::Object *rates = value.getAsObject())
        add(member(*rates, "device"), *rates);
  if (const json::Object *rates = links.getObject("host_all_gb_s"))
    add("all", *rates);
  hosts.print(out);
  if (const json::Object *exchange = links.getObject("exchange"))
    out << "  exchange of slabs: " << member(*exchange, "latency_us") << " us + bytes / "
        << member(*exchange, "gb_s") << " GB/s\n";
  else
    out << "  exchange of slabs: not measured\n";
}

} // namespace

void printProbe(llvm::StringRef text, llvm::raw_ostream &out) {
  auto value = json::parse(text);
  if (!value)
    return llvm::consumeError(value.takeError());
  const json::Object *file = value->getAsObject();
  const auto print = [&](const json::Object &part, const std::string &title,
                         llvm::ArrayRef<Line> lines) {
    out << part.getString("name").value_or("") << title << "\n";
    Table table({"what", "measured", "in"}, {false, true, false});
    addLines(table, part, lines);
    const json::Object *costs = part.getObject("cost_us");
    if (const json::Array *barriers = costs ? costs->getArray("barrier") : nullptr)
      for (const json::Value &pair : *barriers)
        if (const json::Array *two = pair.getAsArray(); two && two->size() == 2)
          table.add({format("barrier of %.0f threads", (*two)[0].getAsNumber().value_or(0)),
                     numberText((*two)[1].getAsNumber().value_or(0)), "us"});
    table.print(out);
  };
  if (const json::Object *gpu = file->getObject("gpu"))
    print(*gpu,
          format(": %s, %d multiprocessors at %.0f MHz",
                 gpu->getString("arch").value_or("").str().c_str(),
                 static_cast<int>(gpu->getInteger("multiprocessors").value_or(0)),
                 gpu->getNumber("clock_mhz").value_or(0)),
          kLines);
  const json::Object *gpu = file->getObject("gpu");
  if (const json::Object *links = gpu ? gpu->getObject("links") : nullptr)
    printLinks(*links, out);
  if (const json::Object *host = file->getObject("host"))
    print(*host, format(": %d threads", static_cast<int>(host->getInteger("threads").value_or(0))),
          kHostLines);
}

} // namespace stencilc::driver
