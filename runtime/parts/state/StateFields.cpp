/// \file Writes fields to checkpoints, reads them, and checks the command line of a resumed run.
#include "runtime/parts/state/StateFields.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/files/FieldFiles.h"
#include "runtime/parts/ranks/Ranks.h"
#include <algorithm>
#include <numeric>

namespace stencilc::inline STENCILC_SPACE {

std::uint64_t stateBytes(const Instance &instance) {
  const ProgramDescription &program = instance.description();
  std::uint64_t bytes = 0;
  for (int i = 0; i < program.namedCount(); ++i)
    bytes += std::uint64_t(instance.gridOf(i).cells()) * sizeOf(program.fields[i].storage) *
             std::uint64_t(program.fields[i].levels);
  return bytes;
}

namespace {

/// Part of a field at time t-`age` that is copied to a buffer: `count` cells from cell `first`.
struct Piece {
  int field, age;
  std::int64_t first, count;
  unsigned char *cells;
  std::size_t bytes;
};

/// Calls act(piece) for parts of all fields and time levels, which together contain all cells, in
/// the order of a checkpoint file. Stops and returns false if `act` does.
template <class Act> bool eachPiece(const Instance &instance, std::string &error, Act act) {
  const ProgramDescription &program = instance.description();
  for (int field = 0; field < program.namedCount(); ++field)
    for (int age = 0; age < program.fields[field].levels; ++age) {
      const auto one = [&](std::int64_t first, std::int64_t count, void *cells) {
        return act(Piece{field, age, first, count, static_cast<unsigned char *>(cells),
                         std::size_t(count) * sizeOf(program.fields[field].storage)});
      };
      if (!eachChunk(instance, field, 0, instance.gridOf(field).cells(), error, one))
        return false;
    }
  return true;
}

/// Returns a text about the first command line argument that contradicts the state of the resumed
/// run, otherwise an empty text.
std::string contradiction(const ProgramDescription &program, const ProgramArguments &arguments,
                          const RunState &state) {
  for (int i = 0; i < program.parameterCount; ++i)
    if (arguments.isParameterGiven[i] && arguments.parameters[i] != state.parameters[i])
      return format("%s=%.10g, not %.10g", program.parameters[i].name, state.parameters[i],
                    arguments.parameters[i]);
  const auto text = [&](const std::int64_t (&size)[3]) {
    return sizeText(program, {int(size[0]), int(size[1]), int(size[2])});
  };
  if (arguments.hasSize() && !std::equal(state.size, state.size + 3, arguments.size))
    return text(state.size) + " cells, not " + text(arguments.size);
  return "";
}

} // namespace

Status writeState(Instance &instance, const TierState &head, const std::string &path) {
  StateWriter file;
  std::string error;
  std::vector<double> traces;
  if (const Ranks *ranks = instance.itsEngine().ranks(); ranks && !ranks->isFirst())
    file.leaveToAnother();
  if (const int code = ofTraces(instance, [&](const Receivers &receivers) {
        traces = receivers.allTraces();
        return Status();
      }))
    return statusOf(instance, code);
  const std::uint64_t traceBytes = traces.size() * sizeof(double);
  const auto add = [&](const Piece &piece) {
    if (instance.cellsOut(piece.field, -piece.age, piece.first, piece.count, piece.cells) == 0)
      return file.add(piece.cells, piece.bytes);
    error = instance.lastError();
    return false;
  };
  if (file.open(path, head, stateBytes(instance) + traceBytes) && eachPiece(instance, error, add) &&
      file.add(reinterpret_cast<const unsigned char *>(traces.data()), traceBytes) && file.finish())
    return {};
  return Status::invalid(error.empty() ? file.error() : error);
}

Status ResumedState::open(const ProgramDescription &program, ProgramArguments &arguments,
                          Summary &summary) {
  std::string from = arguments.resumeFrom;
  if (!file.open(from)) {
    const std::string wrong = file.error();
    from = earlierState(from);
    if (!file.open(from))
      return Status::invalid(wrong + "; the run cannot be resumed from it");
    said = wrong + "; the run is resumed from the state before it, '" + from + "'";
  }
  if (Status status = run.take(program, file.head(), from); !status)
    return status;
  if (const std::string wrong = contradiction(program, arguments, run); !wrong.empty())
    return Status::invalid("the run in '" + from + "' has " + wrong + "; leave this option out");
  arguments.parameters = summary.parameters = run.parameters;
  std::copy(run.size, run.size + 3, summary.size);
  summary.resumedAt = run.done;
  arguments.firstStep = run.first;
  return {};
}

RunState ResumedState::stateAfter(const Summary &summary, const Instance &instance,
                                  std::int64_t wanted) const {
  RunState state = run;
  std::copy(summary.size, summary.size + 3, state.size);
  state.parameters = summary.parameters;
  state.done = summary.resumedAt + instance.stepsDone();
  state.wanted = summary.resumedAt + wanted;
  state.numbers = instance.numbers();
  state.reports = summary.reports;
  ofTraces(instance, [&](const Receivers &receivers) {
    state.traces = receivers.traceCounts();
    return Status();
  });
  return state;
}

Status ResumedState::load(Instance &instance) {
  std::string error;
  const auto take = [&](const Piece &piece) {
    if (!file.take(piece.cells, piece.bytes))
      return false;
    if (instance.cellsIn(piece.field, -piece.age, piece.first, piece.count, piece.cells) == 0)
      return true;
    error = instance.lastError();
    return false;
  };
  if (!eachPiece(instance, error, take))
    return Status::invalid(error.empty() ? file.error() : error);
  instance.takeNumbers(run.numbers);
  return loadTraces(instance);
}

Status ResumedState::loadTraces(Instance &instance) {
  const auto count = std::accumulate(run.traces.begin(), run.traces.end(), std::int64_t(0));
  std::vector<double> traces(static_cast<std::size_t>(count));
  if (!file.take(reinterpret_cast<unsigned char *>(traces.data()), traces.size() * sizeof(double)))
    return Status::invalid(file.error());
  instance.withPoints([&](PointSets &sets) {
    sets.receivers().setTraces(run.traces, traces);
    return Status();
  });
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
