/// \file Engine that divides a domain among several devices, and enqueues launches and exchanges of
/// planes.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/engines/slabs/plan/PartOwners.h"
#include "runtime/engines/slabs/plan/SlabPlan.h"
#include "runtime/engines/slabs/run/PieceTasks.h"
#include "runtime/engines/slabs/run/SlabCells.h"
#include "runtime/engines/slabs/run/SlabTasks.h"
#include "runtime/engines/slabs/run/SlabWaits.h"
#include "runtime/engines/slabs/transport/PlaneTransfer.h"
#include "runtime/engines/slabs/transport/SlabTransport.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

class SlabRun final : public Engine {
public:
  SlabRun(const ProgramDescription &program, Device &device) : program(program), device(device) {}
  ~SlabRun() override { (void)settle(); }

  bool triesKernels(std::optional<bool>) const override { return false; }
  Status plan(const EngineRequest &request) override;
  std::uint64_t deviceBytes() const override;
  std::string text() const override { return told.text(program.axes[program.rank - 1]); }
  Status allocate() override;
  const Grid &grid() const override { return whole; }
  Status reset(const double *parameters) override;
  Status run(const Segment &segment, std::int64_t &done) override;
  Status reduce(const CheckDescription &check, const Segment &segment,
                std::vector<double> &results) override;
  Status copy(int field, int level, const device::Place &cells, const device::Box &box, bool in,
              Stream stream) override;
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, Stream stream) override;
  Status view(int field, int level, device::Place &place) override;
  Status synchronize(Stream) override { return settle(); }
  const DividedRun *divided() const override { return parts.count() == 0 ? nullptr : &told; }
  Ranks *ranks() const override { return wanted.ranks; }
  std::int64_t fromRoot(std::int64_t mine) const override { return fromFirst(ranks(), mine); }

private:
  Status choosePlan(const EngineRequest &request);
  Status openParts(const EngineRequest &request);
  Status openTransport();
  void tell();
  void makeTasks();
  /// Enqueues launches and the next exchange of planes. Adds the launches' time steps to `done`.
  Status runGroup(const Segment &segment, std::int64_t &done);
  /// Runs a time step that exchanges or reduces planes between its kernels. Increments `done`.
  Status runPieces(const Segment &segment, std::int64_t &done);
  class Pieces;
  /// Waits for the newest reductions on all parts (slabs of devices), and joins the values of their
  /// planes. Sets `results` to one number for each of the `count` indices in `reductions`.
  Status join(const int *reductions, int count, std::vector<double> &results);
  /// Returns for each field the number of the buffer that holds time level t.
  const std::vector<int> &current() const { return pieces ? pieces->current() : tasks->current(); }
  /// Enqueues a group of launches and its exchange of planes. `before` is the number of steps done.
  Status put(const std::vector<SlabTask> &group, const Segment &segment, std::int64_t before);
  Status enqueue(const std::vector<SlabTask> &group, const Segment &segment, std::int64_t before);
  Status enqueue(const SlabTask &task, const Segment &segment, std::int64_t before);
  /// Enqueues `task`, a launch, reduction or copy within one part (slab), not a copy between parts.
  Status compute(SlabPart &part, const SlabTask &task, const Segment &segment, std::int64_t before);
  /// Enqueues all copies of `group`, then all launches, for slabs on the host. A launch there
  /// returns when done, so a copy that overlaps with it must already wait in another thread.
  Status enqueueCopiesFirst(const std::vector<SlabTask> &group, const Segment &segment,
                            std::int64_t before);
  /// Waits if too many groups of launches are unfinished, so that a failure soon ends the run.
  Status keepPace();
  Status settle();
  Status move(int field, int level, const CallersRows &rows, bool in);
  /// Copies `rows` of a field out of all parts (slabs of devices) to all processes that need them.
  Status share(int field, int buffer, const CallersRows &rows);
  std::int64_t rowsOfAPlane() const { return program.rank == 3 ? whole.ny : 1; }
  int bufferAt(int field, int level) const;
  const ProgramDescription &program;
  Device &device;
  EngineRequest wanted;
  Grid whole;
  std::vector<FieldMemory> fields; // layouts of the whole domain
  SlabPlan choice;
  SlabParts parts; // parts of this process
  PartOwners owners;
  std::unique_ptr<SlabTasks> tasks;
  std::unique_ptr<PieceTasks> pieces; // instead of `tasks` if steps have several pieces
  PlaneTransfer way;                  // transport between processes
  std::unique_ptr<SlabTransport> transport;
  std::vector<std::array<std::int64_t, kSlabQueues>> counts; // tasks so far, by part and queue
  struct Pace {
    std::vector<std::int64_t> tasks; // compute tasks so far, by part
    std::int64_t exchanges;
  };
  std::deque<Pace> paces;     // state after each of the last groups
  std::vector<int> stale;     // for each field, see FieldMemory::staleFrozen
  std::int64_t exchanges = 0; // number so far
  SlabWaits waits;
  DividedRun told;
};

} // namespace stencilc::inline STENCILC_SPACE
