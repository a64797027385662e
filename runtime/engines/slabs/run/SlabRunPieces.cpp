/// \file Runs time steps whose kernels need exchanges of planes or reductions between them, on a
/// divided domain. Combines the reductions of all devices.
#include "runtime/engines/slabs/run/SlabRun.h"

#include "runtime/core/stepping/Checks.h"
#include "runtime/engines/slabs/run/SlabSums.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Executor of a time step's tasks on several devices, which also combines their reductions.
class SlabRun::Pieces final : public PieceActs {
public:
  Pieces(SlabRun &run, const Segment &segment, std::int64_t before)
      : run(run), segment(segment), scalars(*segment.scalars), before(before) {}

  Status enqueue(const std::vector<SlabTask> &tasks) override {
    return run.put(tasks, segment, before);
  }
  bool leavesOut(int globalReduction) override {
    return run.program.globalReductions[globalReduction].isFirst && scalars.hasBegun();
  }
  Status join(int globalReduction) override {
    const GlobalReductionDescription &wanted = run.program.globalReductions[globalReduction];
    std::vector<double> results;
    Status status = run.join(wanted.reductions, wanted.count, results);
    if (!status)
      return status;
    for (int k = 0; k < wanted.count; ++k) {
      const int id = wanted.reductions[k];
      scalars.setReduced(id, finishReduction(run.program.reductions[id], results[std::size_t(k)]));
    }
    if (wanted.isFirst)
      scalars.beginStep(before);
    return {};
  }
  bool isOver(int repeat) override { return scalars.isOver(repeat, before); }

private:
  SlabRun &run;
  const Segment &segment;
  Scalars &scalars;
  const std::int64_t before;
};

Status SlabRun::runPieces(const Segment &segment, std::int64_t &done) {
  const std::int64_t before = segment.stepsBefore + done;
  segment.scalars->beginStep(before);
  Pieces acts(*this, segment, before);
  if (Status status = doStep(*program.slabs, *pieces, acts); !status)
    return status;
  segment.scalars->endStep(before);
  for (int &old : stale)
    old = std::max(0, old - 1);
  ++done;
  return {};
}

Status SlabRun::reduce(const CheckDescription &check, const Segment &segment,
                       std::vector<double> &results) {
  const std::int64_t last = segment.stepsBefore + segment.steps - 1;
  for (SlabPart &part : parts)
    if (Status status = part.reduce(check, *segment.scalars, last, current()); !status)
      return status;
  return join(check.reductions, check.count, results);
}

Status SlabRun::join(const int *reductions, int count, std::vector<double> &results) {
  const auto kinds = static_cast<std::size_t>(count);
  const PartOffsets offsets = partOffsets(program, choice.division);
  Status status = transport->await(exchanges - 1); // fails if another process does
  std::vector<std::vector<double>> values(kinds, std::vector<double>(offsets.back()));
  for (const SlabPart &part : parts) {
    if (status)
      status = part.itsDevice().synchronize(part.lane(kSlabCompute).stream());
    if (!status)
      return status;
    const auto number = static_cast<std::size_t>(part.itsNumber());
    const std::size_t own = offsets[number + 1] - offsets[number];
    for (std::size_t k = 0; k < kinds; ++k)
      std::copy_n(part.found() + k * own, own, values[k].data() + offsets[number]);
  }
  if (wanted.ranks)
    status = gatherParts(*wanted.ranks, offsets, owners.all(), values);
  results.clear();
  for (std::size_t k = 0; status && k < kinds; ++k)
    results.push_back(joinParts(program, choice.division, program.reductions[reductions[k]],
                                std::move(values[k])));
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
