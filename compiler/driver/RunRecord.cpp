/// \file What a run measured: compared with the prediction, and kept for `explain`.
#include "driver/RunRecord.h"
#include "driver/Measure.h"
#include "driver/Tuned.h"
#include "plan/LaunchGrid.h"
#include "plan/TuningStore.h"
#include "stencilc/Text.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace stencilc::driver {

RunRecord::RunRecord(const Options &options, Pipeline &line, const Place &place)
    : options(options), line(line), place(place) {
  if (place.kind == BuildKind::CudaOnCpu || !line.program().sizeHint)
    return;
  llvm::SmallString<128> file;
  if (!llvm::sys::fs::createTemporaryFile("stencilc-summary", "json", file))
    summary = file.str().str();
}

RunRecord::~RunRecord() {
  if (!summary.empty())
    llvm::sys::fs::remove(summary);
}

std::vector<std::string> RunRecord::arguments() const {
  if (summary.empty())
    return {};
  std::vector<std::string> words = {"--summary=" + summary};
  if (const double rate = predicted(); rate > 0)
    words.push_back(format("--predicted=%.17g", rate));
  return words;
}

double RunRecord::predicted() const {
  const bool isKnown = place.kind == BuildKind::Cuda ||
                       (!line.plan().target.machine.empty() && options.threads == 0);
  return isKnown ? line.plan().glups() : 0;
}

void RunRecord::keep() const {
  auto text = summary.empty() ? std::error_code() : llvm::MemoryBuffer::getFile(summary);
  if (!text)
    return;
  auto parsed = llvm::json::parse((*text)->getBuffer());
  const llvm::json::Object *object = parsed ? parsed->getAsObject() : nullptr;
  if (!parsed)
    llvm::consumeError(parsed.takeError());
  const double measured = object ? object->getNumber("glups").value_or(0) : 0;
  if (!(measured > 0)) // no steps
    return;
  const ir::Program &program = line.program();
  const plan::TuningKey key = tuningKey(options, line, place.target());
  plan::TuningRecord record;
  record.program = key.program;
  record.arch = key.arch;
  record.device = object->getString("device").value_or("").str();
  record.compiler = key.compiler;
  record.schedule = line.plan().requestText();
  record.name = program.name;
  record.precision = plan::precisionName(program);
  record.size = toText(plan::plannedExtents(program), program.rank());
  record.predicted = predicted();
  record.measured = measured;
  record.steps = object->getInteger("steps").value_or(0);
  record.repetitions = std::max<std::int64_t>(1, object->getInteger("repetitions").value_or(1));
  record.builder = builderText(place.kind);
  record.date = nowText();

  const std::string path = tuningStorePath();
  const auto warn = [&](const std::string &why) {
    line.diagnostics().report(diag::MeasurementNotKept, path, why);
  };
  if (std::error_code code = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)))
    return warn(code.message());
  auto store = plan::TuningStore::open(path, plan::TuningStore::Access::Write);
  if (!store)
    return warn(llvm::toString(store.takeError()));
  if (llvm::Error error = store->put({}, {record}))
    warn(llvm::toString(std::move(error)));
}

} // namespace stencilc::driver
