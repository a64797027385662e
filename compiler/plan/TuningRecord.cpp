/// \file One measurement of a tuned program: what was measured, where, and how fast it was.
#include "plan/TuningRecord.h"
#include "ir/Printer.h"
#include "plan/LaunchGrid.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace stencilc::plan {

static constexpr llvm::StringLiteral kFormat = "stencilc-tuning";
static constexpr std::int64_t kVersion = 1;

std::string programKey(const ir::Program &program) {
  ir::Program plain = program;
  plain.sourceName.clear();
  plain.exprNames.clear();
  plain.stepsHint.reset();
  plain.sizeHint = plannedExtents(program);
  for (ir::StageId id : plain.stages.ids()) {
    plain.stages[id].source.clear();
    plain.stages[id].line = 0;
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  ir::printProgram(plain, out);
  llvm::SHA256 hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

llvm::json::Value recordsToJson(const std::vector<TuningRecord> &records) {
  llvm::json::Array list;
  for (const TuningRecord &record : records)
    list.push_back(llvm::json::Object{{"program", record.program},
                                      {"arch", record.arch},
                                      {"device", record.device},
                                      {"compiler", record.compiler},
                                      {"schedule", record.schedule},
                                      {"name", record.name},
                                      {"precision", record.precision},
                                      {"size", record.size},
                                      {"predicted", record.predicted},
                                      {"measured", record.measured},
                                      {"steps", record.steps},
                                      {"repetitions", record.repetitions},
                                      {"builder", record.builder}});
  return llvm::json::Object{
      {"format", kFormat}, {"version", kVersion}, {"records", std::move(list)}};
}

static bool fromJson(const llvm::json::Value &value, TuningRecord &record, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.map("program", record.program) || !map.map("arch", record.arch) ||
      !map.map("device", record.device) || !map.map("compiler", record.compiler) ||
      !map.map("schedule", record.schedule) || !map.map("name", record.name) ||
      !map.map("precision", record.precision) || !map.map("size", record.size) ||
      !map.map("predicted", record.predicted) || !map.map("measured", record.measured) ||
      !map.map("steps", record.steps) || !map.map("repetitions", record.repetitions) ||
      !map.map("builder", record.builder))
    return false;
  if (record.measured > 0 && std::isfinite(record.measured))
    return true;
  path.field("measured").report("expected a positive rate");
  return false;
}

llvm::Expected<std::vector<TuningRecord>> recordsFromJson(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return value.takeError();
  const llvm::json::Object *object = value->getAsObject();
  if (!object || object->getString("format") != kFormat)
    return llvm::createStringError("it has no \"format\": \"stencilc-tuning\"");
  if (object->getInteger("version") != kVersion)
    return llvm::createStringError("its version is not 1, the one this stencilc reads");
  const llvm::json::Array *list = object->getArray("records");
  if (!list)
    return llvm::createStringError("it has no list of records");
  std::vector<TuningRecord> records;
  llvm::json::Path::Root root("records");
  for (std::size_t index = 0; index < list->size(); ++index) {
    TuningRecord record;
    if (!fromJson((*list)[index], record, llvm::json::Path(root).index(index)))
      return root.getError();
    records.push_back(std::move(record));
  }
  return records;
}

} // namespace stencilc::plan
