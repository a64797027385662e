/// \file Plans, opens and completes the files to which a run from the command line saves fields.
#include "runtime/program/RunSaves.h"
#include "runtime/parts/save/ProgramSaves.h"
#include "runtime/program/files/ResultPaths.h"

namespace stencilc::inline STENCILC_SPACE {

Status RunSaves::prepare(const std::int64_t (&size)[3]) {
  std::int64_t extents[3];
  kernelExtents(program, size, extents);
  const Grid grid = {static_cast<int>(extents[0]), static_cast<int>(extents[1]),
                     static_cast<int>(extents[2])};
  const double *const parameters = arguments.parameters.data();
  std::vector<SaveRequest> requests;
  if (std::string wrong = requestsOf(arguments.saves, savesOf(program, parameters, grid), requests);
      !wrong.empty())
    return Status::invalid(wrong);
  if (arguments.repeat > 0) { // the run starts again several times
    if (!arguments.saves.requests.empty())
      return Status::invalid(
          "a run with --repeat starts several times; leave out --repeat or --save");
    return {};
  }
  return planSaves(program, parameters, grid, requests, plan);
}

Status RunSaves::start(Instance &instance, const Summary &summary, std::int64_t steps) {
  for (const SavedFile &file : plan.files)
    if (std::string note = seriesNameNote(file.path); !note.empty())
      texts.push_back(note);
  const SaveStart from = {arguments.stepsBefore(), summary.resumedAt, steps};
  return Saves::of(instance).start(plan, from, texts);
}

Status RunSaves::finish(Instance &instance) {
  Saves &saves = Saves::of(instance);
  if (!saves.areWanted())
    return {};
  const RunPoint point = instance.point();
  Status status = saves.begin(point, point.step); // for a run without steps
  return status ? saves.finish() : status;
}

Status RunSaves::commit(Instance &instance, Summary &summary) {
  Saves &saves = Saves::of(instance);
  if (!saves.areWanted())
    return {};
  Status status = saves.commit();
  summary.saved = saves.results();
  summary.saveWaited = saves.secondsWaited();
  summary.saveAtEnd = saves.secondsAtEnd();
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
