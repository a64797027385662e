/// \file The measured rate of a run: compared with the prediction, and stored for `stencilc
/// explain`.
#include "driver/run/RunRecord.h"
#include "driver/run/LearntTrial.h"
#include "driver/tune/Measure.h"
#include "driver/tune/Tuned.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/store/TuningStore.h"
#include "runtime/core/support/Text.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

static constexpr const char *kSummary = "summary.json";

RunRecord::RunRecord(const Options &options, Pipeline &line, const RunPlace &place)
    : options(options), line(line), place(place),
      // The rate of several devices says nothing about a plan for one.
      isKept(place.kind != BuildKind::CudaOnCpu && line.program().sizeHint &&
             !options.run.devices.isGiven()) {
  folder = std::make_unique<WorkFolder>();
  if (!folder->failed().empty())
    folder.reset();
}

void RunRecord::addTo(RunRequest &request) const {
  if (!folder)
    return;
  request.summary = folder->file(kSummary);
  if (const double rate = isKept ? predicted() : 0; rate > 0)
    request.predicted = rate;
  if (const auto learnt = isKept ? learntTrial(options, line, place.target()) : std::nullopt)
    request.learnt = learnt->rates;
}

double RunRecord::predicted() const {
  const bool isKnown = place.kind == BuildKind::Cuda ||
                       (!line.plan().target.machine.empty() && options.run.threads == 0);
  return isKnown ? line.plan().glups() : 0;
}

/// Returns the plan whose kernels computed most of a run: `plan`, or an alternative that was faster
/// in the trial (timing of several kernels on the first steps). `summary` is what the run has
/// reported. Returns null if the one-step kernels of `plan` were fastest, because they are no plan
/// of their own.
static const plan::Plan *planThatRan(const plan::Plan &plan, const llvm::json::Object &summary) {
  const llvm::json::Array *trial = summary.getArray("trial");
  if (!trial || trial->empty())
    return &plan;
  const llvm::json::Object &first = *trial->front().getAsObject();
  const auto fastest = first.getString("schedule");
  const auto steps = first.getInteger("steps");
  const bool isOwnSingle = plan.fused && plan.fused->isSequential && steps == 1;
  for (const plan::Plan &other : plan.alternatives)
    if (fastest == other.schedule &&
        (other.schedule != plan.schedule || steps == other.fused->steps))
      return &other;
  if (fastest == plan.schedule && !isOwnSingle)
    return &plan;
  return nullptr; // the plan's own kernels for one time step
}

std::optional<llvm::json::Object> RunRecord::summary() const {
  auto text = folder ? llvm::MemoryBuffer::getFile(folder->file(kSummary)) : std::error_code();
  if (!text)
    return std::nullopt;
  auto parsed = llvm::json::parse((*text)->getBuffer());
  if (!parsed)
    llvm::consumeError(parsed.takeError());
  const llvm::json::Object *object = parsed ? parsed->getAsObject() : nullptr;
  return object ? std::optional(*object) : std::nullopt;
}

std::int64_t RunRecord::steps() const {
  const std::optional<llvm::json::Object> object = summary();
  return object ? object->getInteger("steps").value_or(0) +
                      object->getInteger("resumed_at").value_or(0) + options.run.stepsBefore()
                : 0;
}

void RunRecord::setPlanes(Drawings &drawings, const ir::Program &program) const {
  const std::optional<llvm::json::Object> object = summary();
  const llvm::json::Array *planes = object ? object->getArray("planes") : nullptr;
  if (!planes)
    return;
  for (const llvm::json::Value &each : *planes)
    if (const llvm::json::Object *plane = each.getAsObject())
      drawings.eachPlane([&](DrawnPlane &drawn, bool isMovie) {
        if (isMovie == (plane->getString("of") == "frames"))
          setPlane(drawn, program, plane->getString("field").value_or(""),
                   static_cast<int>(plane->getInteger("axis").value_or(-1)),
                   plane->getInteger("at").value_or(0));
      });
}

void RunRecord::keep(const Built &module) const {
  const std::optional<llvm::json::Object> said = isKept ? summary() : std::nullopt;
  const llvm::json::Object *const object = said ? &*said : nullptr;
  if (object)
    keepTrial(options, line, place.target(), *object);
  // After a hot swap to better kernels, the rate since the swap counts: it is that of the plan.
  const llvm::json::Object *first = object ? object->getObject("kernels") : nullptr;
  const double measured = first    ? first->getNumber("glups_after").value_or(0)
                          : object ? object->getNumber("glups").value_or(0)
                                   : 0;
  const plan::Plan *ran = object ? planThatRan(line.plan(), *object) : nullptr;
  if (!(measured > 0) || !ran) // no time steps, or kernels that no --schedule names
    return;
  const ir::Program &program = line.program();
  const plan::TuningKey key = tuningKey(options, line, place.target());
  plan::TuningRecord record;
  record.program = key.program;
  record.arch = key.arch;
  record.device = object->getString("device").value_or("").str();
  record.compiler = key.compiler;
  record.schedule = ran->requestText();
  record.name = program.name;
  record.precision = plan::precisionName(program);
  record.size = toText(plan::plannedExtents(program), program.rank());
  record.predicted = predicted() > 0 ? ran->glups() : 0;
  record.measured = measured;
  record.steps = object->getInteger("steps").value_or(0) -
                 (first ? first->getInteger("steps").value_or(0) : 0);
  record.repetitions = std::max<std::int64_t>(1, object->getInteger("repetitions").value_or(1));
  record.builder = module.by.empty() ? builderText(buildRequest(options, line, place)) : module.by;
  record.date = nowText();

  const std::string path = tuningStorePath();
  const auto warn = [&](const std::string &why) {
    line.diagnostics().report(diag::MeasurementNotKept, path, why);
  };
  auto store = plan::TuningStore::open(path, plan::TuningStore::Access::Write);
  if (!store)
    return warn(llvm::toString(store.takeError()));
  if (llvm::Error error = store->put({}, {record}))
    warn(llvm::toString(std::move(error)));
}

} // namespace stencilc::driver
