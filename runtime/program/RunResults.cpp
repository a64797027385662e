/// \file The results of a run, from opening their files to renaming them.
#include "runtime/program/RunResults.h"
#include "runtime/core/support/HeldSignals.h"
#include "runtime/program/RunSaves.h"
#include "runtime/program/files/ResultPaths.h"

namespace stencilc::inline STENCILC_SPACE {

Status RunResults::open(const std::int64_t (&size)[3], bool isFirst) {
  writesTraces = isFirst;
  Status status = fields.open(program, size, arguments.outputs, false, isFirst);
  if (status)
    status = fields.open(program, size, arguments.slices, true, isFirst);
  if (status)
    status = starts.open(program, size, arguments.initialSlices, true, isFirst);
  if (status)
    status = taken.open(size, isFirst);
  if (!isFirst)
    reports.leaveToAnother();
  if (status && !arguments.reports.empty() && !reports.open(arguments.reports, 0))
    status = Status::invalid(reports.error());
  return status;
}

Status RunResults::choosePlanes(Instance &instance, bool isEnd) {
  Status status = chooseBestPlanes(instance, arguments, isEnd, planes);
  starts.setPlanes(arguments.initialSlices);
  fields.setPlanes(arguments.slices);
  return status;
}

Status RunResults::writeStart(Instance &instance) {
  const Status status = choosePlanes(instance, /*isEnd=*/false);
  return status ? starts.write(instance) : status;
}

Status RunResults::write(Instance &instance, Summary &summary) {
  Status status = choosePlanes(instance, /*isEnd=*/true);
  summary.planes = planes;
  if (status)
    status = fields.write(instance);
  if (status && writesTraces)
    status =
        traces.write(program, arguments.traces, arguments.repeat == 0, instance, summary.traces);
  const std::string text = reportFileText(summary.reports, summary.resumedAt + summary.steps,
                                          summary.rule, isCsvFile(arguments.reports));
  if (status && !arguments.reports.empty() &&
      (!reports.write(text.data(), text.size()) || !reports.finish()))
    status = Status::invalid(reports.error());
  status = status ? fields.finish() : status;
  status = status ? starts.finish() : status;
  return status ? taken.finish() : status;
}

Status RunResults::commit(Instance &instance, Summary &summary) {
  const HeldSignals held; // either all files are renamed or none
  Status status = RunSaves::commit(instance, summary);
  if (status && !arguments.reports.empty() && !reports.commit())
    status = Status::invalid(reports.error());
  status = status ? traces.commit() : status;
  status = status ? fields.commit() : status;
  status = status ? starts.commit() : status;
  return status ? taken.commit() : status;
}

} // namespace stencilc::inline STENCILC_SPACE
