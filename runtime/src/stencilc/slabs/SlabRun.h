/// \file The engine that divides a domain among devices: its parts, and who waits for whom.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/slabs/PartOwners.h"
#include "stencilc/slabs/PieceTasks.h"
#include "stencilc/slabs/PlaneWay.h"
#include "stencilc/slabs/SlabCells.h"
#include "stencilc/slabs/SlabPlan.h"
#include "stencilc/slabs/SlabTasks.h"
#include "stencilc/slabs/SlabTransport.h"
#include "stencilc/slabs/SlabWaits.h"
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

private:
  Status choosePlan(const EngineRequest &request);
  Status openParts(const EngineRequest &request);
  Status openTransport();
  void tell();
  void makeTasks();
  /// The next group of launches, of some steps; adds these to `done`.
  Status runGroup(const Segment &segment, std::int64_t &done);
  /// A step, piece by piece.
  Status runPieces(const Segment &segment, std::int64_t &done);
  class Pieces;
  /// From what parts have reduced, one value of each plane, numbers of all cells; waits.
  Status join(const int *reductions, int count, std::vector<double> &results);
  /// Field by field: the buffer of t.
  const std::vector<int> &current() const { return pieces ? pieces->current() : tasks->current(); }
  /// Puts the launches and copies of a group into their queues, and keeps pace.
  Status put(const std::vector<SlabTask> &group, const Segment &segment, std::int64_t before);
  Status enqueue(const std::vector<SlabTask> &group, const Segment &segment, std::int64_t before);
  Status enqueue(const SlabTask &task, const Segment &segment, std::int64_t before);
  /// Enqueues what a part does by itself.
  Status compute(SlabPart &part, const SlabTask &task, const Segment &segment, std::int64_t before);
  /// Puts copies there before the launches that they run beside, where these have ended when their
  /// calls return: copies wait in threads of their own.
  Status enqueueCopiesFirst(const std::vector<SlabTask> &group, const Segment &segment,
                            std::int64_t before);
  /// Does not let the host run far ahead, so that a failure ends the run soon.
  Status keepPace();
  Status settle();
  Status move(int field, int level, const CallersRows &rows, bool in);
  /// Gives rows that a part has to the processes that read them.
  Status share(int field, int buffer, const CallersRows &rows);
  std::int64_t rowsOfAPlane() const { return program.rank == 3 ? whole.ny : 1; }
  int bufferAt(int field, int level) const;
  const ProgramDescription &program;
  Device &device;
  EngineRequest wanted;
  Grid whole;
  std::vector<FieldMemory> fields; // layouts of the whole domain
  SlabPlan choice;
  SlabParts parts; // of this process
  PartOwners owners;
  std::unique_ptr<SlabTasks> tasks;
  std::unique_ptr<PieceTasks> pieces; // in their place, where parts meet on the way of a step
  PlaneWay way;                       // between processes
  std::unique_ptr<SlabTransport> transport;
  std::vector<std::array<std::int64_t, kSlabQueues>> counts; // part by part: tasks so far
  struct Pace {
    std::vector<std::int64_t> tasks; // computed by each part so far
    std::int64_t exchanges;
  };
  std::deque<Pace> paces;     // after the last groups
  std::vector<int> stale;     // field by field, as FieldMemory has it
  std::int64_t exchanges = 0; // so far
  SlabWaits waits;
  DividedRun told;
};

} // namespace stencilc::inline STENCILC_SPACE
