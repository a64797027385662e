/// \file Writes fields to checkpoints, and reads them.
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

/// Cells of a field that are copied to or from a buffer at once: `count` cells of time level
/// t-`age`, from the cell with index `first`, x fastest.
struct Piece {
  int field, age;
  std::int64_t first, count;
  unsigned char *cells;
  std::size_t bytes;
};

/// Calls act(piece) for ranges of cells, one after the other, until all cells of all fields and
/// time levels are done, in the order of a checkpoint file. Returns false if `act` has returned
/// false, which ends the loop, or after setting `error`.
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

} // namespace

Status writeState(Instance &instance, const TierState &head, const std::string &path) {
  StateWriter file;
  std::string error;
  std::vector<double> traces;
  if (const Ranks *ranks = instance.itsEngine().ranks(); ranks && !ranks->isFirst())
    file.leaveToAnother();
  if (const int code = ofTraces(instance, [&](const Points &receivers) {
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

static Status readTraces(StateReader &file, const RunState &run, Instance &instance) {
  const auto count = std::accumulate(run.traces.begin(), run.traces.end(), std::int64_t(0));
  std::vector<double> traces(static_cast<std::size_t>(count));
  if (!file.take(reinterpret_cast<unsigned char *>(traces.data()), traces.size() * sizeof(double)))
    return Status::invalid(file.error());
  if (Points *const points = instance.itsPoints())
    points->setTraces(run.traces, traces);
  return {};
}

Status readState(StateReader &file, const RunState &run, Instance &instance) {
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
  return readTraces(file, run, instance);
}

} // namespace stencilc::inline STENCILC_SPACE
