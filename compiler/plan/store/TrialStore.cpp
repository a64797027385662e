/// \file Reads and writes the kernel rates that trials have measured (TrialStore.h).
#include "plan/store/TrialStore.h"
#include "support/OrdinaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace stencilc::plan {

static constexpr llvm::StringLiteral kTrialFormat = "stencilc-trial";
static constexpr std::int64_t kTrialVersion = 1;

std::string sizeClass(const Extents &extents, int rank) {
  std::string text;
  for (int axis = 0; axis < rank; ++axis)
    text += (axis ? "x" : "") +
            std::to_string(
                std::llround(4 * std::log2(double(std::max<std::int64_t>(1, extents[axis])))));
  return text;
}

static llvm::json::Object toJson(const TrialKey &key) {
  return llvm::json::Object{{"program", key.program},   {"sizes", key.sizes},
                            {"arch", key.arch},         {"device", key.device},
                            {"compiler", key.compiler}, {"plan", key.plan},
                            {"options", key.options}};
}

static llvm::json::Value toJson(const TrialRecord &record) {
  llvm::json::Array rates;
  for (const KernelRate &rate : record.rates)
    rates.push_back(llvm::json::Object{{"schedule", rate.schedule},
                                       {"steps", rate.steps},
                                       {"glups", rate.updatesPerSecond / 1e9}});
  return llvm::json::Object{{"format", kTrialFormat},    {"version", kTrialVersion},
                            {"key", toJson(record.key)}, {"fused", record.plans == TrialPlans::All},
                            {"name", record.name},       {"precision", record.precision},
                            {"size", record.size},       {"date", record.date},
                            {"rates", std::move(rates)}};
}

static bool fromJson(const llvm::json::Value &value, TrialKey &key, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  return map && map.map("program", key.program) && map.map("sizes", key.sizes) &&
         map.map("arch", key.arch) && map.map("device", key.device) &&
         map.map("compiler", key.compiler) && map.map("plan", key.plan) &&
         map.map("options", key.options);
}

/// Reads the rate of one kernel from the JSON object `value` into `rate`. Returns false if a member
/// is missing or not valid. A schedule name must consist of letters and digits, so that it can be
/// passed on a command line. `path` is the position of `value`, for error messages.
static bool fromJson(const llvm::json::Value &value, KernelRate &rate, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  double glups = 0;
  if (!map || !map.map("schedule", rate.schedule) || !map.map("steps", rate.steps) ||
      !map.map("glups", glups))
    return false;
  rate.updatesPerSecond = 1e9 * glups;
  return !rate.schedule.empty() && llvm::all_of(rate.schedule, llvm::isAlnum) && rate.steps > 0 &&
         glups > 0 && std::isfinite(glups);
}

/// Parses `text`, the JSON text of a trial (measured rates of several kernels). Returns `nullopt`
/// if it is damaged, or has another format version.
static std::optional<TrialRecord> parseRecord(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *object = value->getAsObject();
  if (!object || object->getString("format") != kTrialFormat ||
      object->getInteger("version") != kTrialVersion)
    return std::nullopt;
  TrialRecord record;
  llvm::json::Path::Root root;
  llvm::json::ObjectMapper map(*value, root);
  bool isFused = false;
  const llvm::json::Array *rates = object->getArray("rates");
  const llvm::json::Value *key = object->get("key");
  if (!rates || rates->size() < 2 || !key || !fromJson(*key, record.key, root) ||
      !map.map("fused", isFused) || !map.map("name", record.name) ||
      !map.map("precision", record.precision) || !map.map("size", record.size) ||
      !map.map("date", record.date))
    return std::nullopt;
  record.plans = isFused ? TrialPlans::All : TrialPlans::SingleSteps;
  for (const llvm::json::Value &each : *rates)
    if (!fromJson(each, record.rates.emplace_back(), root))
      return std::nullopt;
  return record;
}

std::string TrialStore::pathOf(const TrialKey &key) const {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(toJson(key));
  llvm::SHA256 hash;
  hash.update(text);
  return folder + "/" + llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, 32) + ".json";
}

std::optional<TrialRecord> TrialStore::find(const TrialKey &key) const {
  std::string why;
  const auto file = readOrdinaryFile(pathOf(key), why);
  std::optional<TrialRecord> record = file ? parseRecord(file->getBuffer()) : std::nullopt;
  return record && record->key == key ? record : std::nullopt;
}

llvm::Error TrialStore::put(const TrialRecord &record) const {
  namespace fs = llvm::sys::fs;
  if (std::error_code code = fs::create_directory(folder, /*IgnoreExisting=*/true, fs::owner_all))
    return llvm::createStringError(code, code.message());
  // The file gets its final name only when it is complete.
  return llvm::writeToOutput(pathOf(record.key), [&](llvm::raw_ostream &out) {
    out << llvm::formatv("{0:2}", toJson(record)) << "\n";
    return llvm::Error::success();
  });
}

} // namespace stencilc::plan
