/// \file The JSON object that `explain --json` prints.
#include "driver/explain/ExplainFacts.h"
#include "driver/explain/Explanation.h"
#include "plan/cost/DividedCost.h"
#include "plan/cost/Power.h"

namespace stencilc::driver {

namespace {

using llvm::json::Array;
using llvm::json::Object;

Object candidateJson(const Candidate &candidate, const Explanation &explanation) {
  const plan::Estimate &estimate = candidate.estimate;
  Object object{{"schedule", candidate.plan.requestText()},
                {"is_plan", candidate.isChosen},
                {"predicted_glups", candidate.plan.glups()},
                {"bound", boundName(candidate)},
                {"reason", reasonText(candidate, explanation.candidates)},
                {"memory_bytes", estimate.memoryBytes},
                {"fma_instructions", estimate.arithmetic}};
  if (!explanation.isGpu())
    return object;
  const plan::KernelPlan &kernel = plan::slowestKernel(candidate.plan);
  const plan::Occupancy occupancy = plan::occupancyOf(kernel, candidate.plan.target);
  object["l2_bytes"] = estimate.cacheBytes;
  object["shared_bytes"] = estimate.sharedBytes;
  object["instructions"] = estimate.instructions;
  object["registers"] = kernel.registers;
  object["shared_memory"] = kernel.sharedBytes;
  object["resident_blocks"] = occupancy.blocks;
  object["resident_warps"] = occupancy.warps;
  object["barriers"] = estimate.barriers;
  object["work"] = estimate.work;
  if (const std::optional<plan::Power> power = plan::powerOf(candidate.plan)) {
    object["nanojoules"] = power->nanojoules;
    object["watts"] = power->watts;
    object["burst_glups"] = 1 / power->burst;
    object["kept_up_glups"] = 1 / power->sustained;
  }
  return object;
}

Array rejectionsJson(const std::vector<plan::Rejection> &rejections) {
  Array list;
  for (const plan::Rejection &rejection : rejections)
    list.push_back(Object{{"schedule", rejection.schedule}, {"reason", rejection.reason}});
  return list;
}

Array recordsJson(const std::vector<plan::TuningRecord> &records) {
  Array list;
  for (const plan::TuningRecord &record : records) {
    Object object{{"schedule", record.schedule},       {"device", record.device},
                  {"measured_glups", record.measured}, {"steps", record.steps},
                  {"repetitions", record.repetitions}, {"date", record.date}};
    if (record.predicted > 0) {
      object["predicted_glups"] = record.predicted;
      object["measured_over_predicted"] = record.measured / record.predicted;
    }
    list.push_back(std::move(object));
  }
  return list;
}

/// Returns a list of the kernels that an earlier trial has timed, fastest first; or an empty list.
Array learntJson(const std::optional<plan::TrialRecord> &learnt) {
  Array list;
  if (learnt)
    for (const KernelRate &rate : learnt->rates)
      list.push_back(Object{{"schedule", rate.schedule},
                            {"steps", rate.steps},
                            {"glups", rate.updatesPerSecond / 1e9}});
  return list;
}

Object memoryJson(const Explanation &explanation) {
  Object object{{"capacity_bytes", explanation.capacity.bytes},
                {"capacity_of", explanation.capacity.owner},
                {"largest_cube",
                 largestCube(explanation.facts, explanation.plan, explanation.capacity.bytes)}};
  if (!explanation.memory)
    return object;
  Array fields;
  for (const FieldNeed &field : explanation.memory->fields)
    fields.push_back(Object{{"name", field.name},
                            {"levels", field.levels},
                            {"buffers", field.buffers},
                            {"buffer_bytes", field.bufferBytes}});
  object["fields"] = std::move(fields);
  object["bytes"] = explanation.memory->total;
  return object;
}

Array devicesJson(const std::vector<DividedRow> &rows) {
  Array list;
  for (const DividedRow &row : rows) {
    const plan::SlabLaunches &expected = row.slabs.expected;
    list.push_back(Object{{"devices", row.slabs.devices},
                          {"inner", row.kernels},
                          {"planes", expected.planes},
                          {"steps", expected.steps},
                          {"launches", expected.launches},
                          {"halo_planes", expected.halo},
                          {"side_bytes", expected.sideBytes},
                          {"seconds_alone", expected.alone},
                          {"seconds_after", expected.after},
                          {"seconds_ends", expected.ends},
                          {"seconds_ordered", expected.ordered},
                          {"predicted_glups", 1 / row.cost},
                          {"predicted_glups_by_kernels_of_one", 1 / row.costOfOne}});
  }
  return list;
}

/// Returns the latency and the rate of the links by which devices exchange planes, as JSON. Returns
/// null unless the plan divides the domain among devices.
llvm::json::Value linksJson(const Explanation &explanation) {
  if (explanation.devices.empty())
    return nullptr;
  const ExchangeLink link = plan::linkOf(explanation.plan.target);
  return Object{{"exchange_seconds", link.latency},
                {"bytes_per_second", link.bytesPerSecond},
                {"measured", explanation.plan.target.links.has_value()}};
}

} // namespace

llvm::json::Value explanationJson(const Explanation &explanation) {
  const ir::Program &program = explanation.facts.program;
  const plan::Roofline &roofline = explanation.roofline;
  Array size, axes, candidates;
  for (int axis = 0; axis < program.rank(); ++axis) {
    size.push_back(explanation.extents[axis]);
    axes.push_back(program.axes[axis]);
  }
  for (const Candidate &candidate : explanation.candidates.shown)
    candidates.push_back(candidateJson(candidate, explanation));
  Object bound{{"memory_glups", roofline.memory * 1e-9},
               {"bytes_per_second", roofline.bytesRate},
               {"binds", roofline.memoryBinds() ? "memory" : "arithmetic"}};
  if (roofline.arithmetic > 0) {
    bound["arithmetic_glups"] = roofline.arithmetic * 1e-9;
    bound["instructions_per_second"] = roofline.operationRate;
  }
  return Object{{"program", program.name},
                {"target", explanation.plan.target.name},
                {"axes", std::move(axes)},
                {"size", std::move(size)},
                {"precision", precisionText(program)},
                {"flops_per_update", explanation.facts.cost.operations.flops()},
                {"bytes_per_update", explanation.facts.cost.bytes()},
                {"fma_instructions_per_update", roofline.operations},
                {"bound", std::move(bound)},
                {"plan", explanation.plan.requestText()},
                {"predicted_glups", explanation.plan.glups()},
                {"waited_share",
                 explanation.plan.cost > 0 ? explanation.plan.waited / explanation.plan.cost : 0.0},
                {"model", explanation.model},
                {"candidates", std::move(candidates)},
                {"rejected", rejectionsJson(explanation.rejected)},
                {"too_large", rejectionsJson(explanation.candidates.beyond)},
                {"memory", memoryJson(explanation)},
                {"devices", devicesJson(explanation.devices)},
                {"links", linksJson(explanation)},
                {"tuned", recordsJson(explanation.tuned)},
                {"runs", recordsJson(explanation.runs)},
                {"learnt", learntJson(explanation.learnt)}};
}

} // namespace stencilc::driver
