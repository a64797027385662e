/// \file Measurement of a tuned program: plan, machine and measured rate.
#include "plan/store/TuningRecord.h"
#include "ir/Names.h"
#include "ir/Printer.h"
#include "plan/cost/LaunchGrid.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cmath>

namespace stencilc::plan {

static constexpr llvm::StringLiteral kFormat = "stencilc-tuning";
static constexpr std::int64_t kVersion = 1;

/// Returns the SHA-256 hash of the intermediate representation of `program`, with its size hint
/// replaced by `size`. Names in the source, line numbers, saves and the number of time steps do not
/// change the hash.
static std::array<std::uint8_t, 32> digestOf(const ir::Program &program,
                                             const std::optional<Extents> &size) {
  ir::Program plain = program;
  plain.sourceName.clear();
  plain.exprNames.clear();
  plain.stepsHint.reset();
  plain.saves.clear(); // they do not affect what is computed
  plain.sizeHint = size;
  for (ir::StageId id : plain.stages.ids()) {
    plain.stages[id].source.clear();
    plain.stages[id].line = 0;
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  ir::printProgram(plain, out);
  llvm::SHA256 hash;
  hash.update(text);
  return hash.final();
}

std::string programKey(const ir::Program &program) {
  return llvm::toHex(digestOf(program, plannedExtents(program)), /*LowerCase=*/true);
}

std::uint64_t programIdentity(const ir::Program &program) {
  return llvm::support::endian::read64be(digestOf(program, std::nullopt).data());
}

std::string precisionName(const ir::Program &program) {
  std::string name = ir::toString(program.storage);
  if (program.compute != program.storage)
    name += std::string(":") + ir::toString(program.compute);
  return name;
}

static llvm::json::Array listOf(const std::vector<TuningRecord> &records) {
  llvm::json::Array list;
  for (const TuningRecord &record : records) {
    llvm::json::Object object{{"program", record.program},     {"arch", record.arch},
                              {"device", record.device},       {"compiler", record.compiler},
                              {"schedule", record.schedule},   {"name", record.name},
                              {"precision", record.precision}, {"size", record.size},
                              {"predicted", record.predicted}, {"measured", record.measured},
                              {"steps", record.steps},         {"repetitions", record.repetitions},
                              {"builder", record.builder}};
    if (!record.date.empty())
      object["date"] = record.date;
    if (record.nanojoules > 0)
      object["nanojoules"] = record.nanojoules;
    list.push_back(std::move(object));
  }
  return list;
}

llvm::json::Value recordsToJson(const std::vector<TuningRecord> &records,
                                const std::vector<TuningRecord> &runs) {
  llvm::json::Object object{
      {"format", kFormat}, {"version", kVersion}, {"records", listOf(records)}};
  if (!runs.empty())
    object["runs"] = listOf(runs);
  return object;
}

static bool fromJson(const llvm::json::Value &value, TuningRecord &record, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.map("program", record.program) || !map.map("arch", record.arch) ||
      !map.map("device", record.device) || !map.map("compiler", record.compiler) ||
      !map.map("schedule", record.schedule) || !map.map("name", record.name) ||
      !map.map("precision", record.precision) || !map.map("size", record.size) ||
      !map.map("predicted", record.predicted) || !map.map("measured", record.measured) ||
      !map.map("steps", record.steps) || !map.map("repetitions", record.repetitions) ||
      !map.map("builder", record.builder) || !map.mapOptional("date", record.date) ||
      !map.mapOptional("nanojoules", record.nanojoules))
    return false;
  if (!(record.measured > 0 && std::isfinite(record.measured))) {
    path.field("measured").report("expected a positive rate");
    return false;
  }
  if (!(record.nanojoules >= 0 && std::isfinite(record.nanojoules))) {
    path.field("nanojoules").report("expected the energy of an update, or 0");
    return false;
  }
  return true;
}

/// Reads measurements from `text`, JSON in the format "stencilc-tuning". `name` is the name of the
/// list that contains them. If the list is missing, returns an empty list if `mayMiss`, and
/// otherwise an error. Also returns an error if `text` is not valid.
static llvm::Expected<std::vector<TuningRecord>> fromFile(llvm::StringRef text, const char *name,
                                                          bool mayMiss) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return value.takeError();
  const llvm::json::Object *object = value->getAsObject();
  if (!object || object->getString("format") != kFormat)
    return llvm::createStringError("it has no \"format\": \"stencilc-tuning\"");
  if (object->getInteger("version") != kVersion)
    return llvm::createStringError("its version is not 1, the one this stencilc reads");
  const llvm::json::Array *list = object->getArray(name);
  if (!list && mayMiss)
    return std::vector<TuningRecord>();
  if (!list)
    return llvm::createStringError("it has no list of %s", name);
  std::vector<TuningRecord> records;
  llvm::json::Path::Root root(name);
  for (std::size_t index = 0; index < list->size(); ++index) {
    TuningRecord record;
    if (!fromJson((*list)[index], record, llvm::json::Path(root).index(index)))
      return root.getError();
    records.push_back(std::move(record));
  }
  return records;
}

llvm::Expected<std::vector<TuningRecord>> recordsFromJson(llvm::StringRef text) {
  return fromFile(text, "records", /*mayMiss=*/false);
}

llvm::Expected<std::vector<TuningRecord>> runsFromJson(llvm::StringRef text) {
  return fromFile(text, "runs", /*mayMiss=*/true);
}

} // namespace stencilc::plan
