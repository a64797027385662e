/// \file One part of a divided domain: a slab of planes on one device, its task queues, and the
/// launches and copies in them.
#pragma once

#include "stencilc/FieldMemory.h"
#include "stencilc/KernelHandles.h"
#include "stencilc/Scalars.h"
#include "stencilc/slabs/EndCounts.h"
#include "stencilc/slabs/EndPlanes.h"
#include "stencilc/slabs/PieceLaunches.h"
#include "stencilc/slabs/SlabTasks.h"
#include "stencilc/stream/Lane.h"
#include <array>

namespace stencilc::inline STENCILC_SPACE {

class DeviceRun;

class SlabPart {
public:
  SlabPart(const ProgramDescription &program, Device &device, int number)
      : program(program), device(device), number(number) {}
  SlabPart(const SlabPart &) = delete;
  SlabPart &operator=(const SlabPart &) = delete;
  ~SlabPart();

  /// Computes the memory layout of the stored planes. `extents` are those of the kernels' grid.
  Status plan(const Decomposition &of, const std::int64_t (&extents)[3], std::uint64_t rowPitch);
  /// Returns the device memory in bytes that allocate() needs, after plan().
  std::uint64_t bytes() const { return needed; }
  Status allocate();
  /// Enables boundary-first launches, which compute the ends of the slab first. `exchange` is the
  /// time of an exchange of planes, in steps of a sweep.
  Status allowBoundaryFirst(double exchange);
  /// Sets all cells of fields to NaN, so that reads of undefined cells are noticed. On a GPU, and
  /// in local fields, it sets them to 0.
  Status clear() const;

  int itsNumber() const { return number; } // index of the part in the domain
  Device &itsDevice() const { return device; }
  Lane &lane(int queue) const { return *lanes[static_cast<std::size_t>(queue)]; }
  PlaneRange owned() const { return division.owned(number); }
  PlaneRange stored() const { return division.stored(number); }

  /// Returns the address of plane `z`, in the part's numbering, in a buffer of a field. The part
  /// must store that plane.
  unsigned char *plane(int field, int buffer, int z) const;
  /// Returns the bytes from one plane to the next.
  std::uint64_t planeBytes(int field) const;
  const Layout &layout(int field) const { return own[static_cast<std::size_t>(field)].layout; }

  /// Enqueues the launch that `task` describes. `before` is the number of steps before its group of
  /// launches. `stale` has FieldMemory::staleFrozen of each field.
  Status launch(const SlabTask &task, const Scalars &scalars, std::int64_t before,
                const std::vector<int> &stale);
  /// Makes the next operations of `queue` wait until a boundary-first launch of this part has
  /// computed its ends.
  void letWait(Lane &queue, const SlabWait &wait) const { ends->letWait(queue, wait); }
  /// Ends the waits for launches that will not run, after a failure on the host.
  void stopWaiting() const { ends->giveUp(); }
  /// Enqueues the copies of planes to the neighbour `to` that `task` describes.
  Status send(const SlabTask &task, const SlabPart &to) const;
  /// Enqueues a copy from one buffer of this part to another.
  Status copy(const SlabTask &task) const;
  /// Calls act(field, buffer, bytes) for each range of planes that a task copies, in the order
  /// within a message.
  template <class Act> Status eachSent(const SlabTask &task, Act act) const;
  std::uint64_t sentBytes(const SlabTask &task) const;
  /// Enqueues a reduction over each plane of the part, and the copy of its results to the host.
  Status reduce(const CheckDescription &check, const Scalars &scalars, std::int64_t last,
                const std::vector<int> &current);
  /// Enqueues an in-step reduction (a reduction within a time step), and the copy of its results to
  /// the host. `before` is the number of steps done.
  Status globalReduction(const SlabTask &task, const Scalars &scalars, std::int64_t before);
  /// Returns the results of the last reduction, after its tasks have ended: one value a plane, or
  /// with one axis the values of the part's RowPieces, for each kind of reduction.
  const double *found() const { return reinterpret_cast<const double *>(results); }
  /// Waits for all tasks in the part's queues. `counts` has the number of tasks in each queue.
  /// Returns the first failure.
  Status settle(const std::array<std::int64_t, kSlabQueues> &counts) const;

private:
  /// Sets the field descriptions that kernels get. `current` has the buffer of t of each field, and
  /// `iterates` that of t+1 during iterations.
  void show(const std::vector<int> &current, const std::vector<SlabBuffer> &iterates = {});
  /// Returns the part's own planes in the numbering of kernels.
  PlaneRange ownedOfKernels() const { return ofKernels(owned()); }
  /// Converts planes of the part to the numbering of kernels.
  PlaneRange ofKernels(PlaneRange planes) const {
    return {planes.begin + division.pad(), planes.end + division.pad()};
  }
  /// Enqueues the copy of results to the host: `kinds` values a plane at `values` in device memory.
  /// With one axis, `kinds` values for each value of the part's RowPieces.
  Status loadOut(const double *values, int kinds);
  /// Arguments of a launch on some planes of a part.
  struct Request {
    const SlabTask &task;
    const Scalars &scalars;
    std::int64_t before;
    const std::vector<int> &stale;
  };
  void launchOn(PlaneRange planes, const Request &request, DeviceRun &run);
  /// Enqueues a boundary-first launch, which counts the finished blocks of its ends.
  void launchBoundaryFirst(const Request &request, DeviceRun &run);
  /// Divides `planes` into the two ends and the planes between them.
  EndPieces piecesOf(PlaneRange planes);

  const ProgramDescription &program;
  Device &device;
  const int number;
  Decomposition division;
  Grid grid;                        // grid of the kernels
  std::vector<FieldMemory> own;     // fields with the stored planes
  std::vector<FieldMemory> shown;   // fields as kernels see them, with all planes
  std::vector<unsigned char *> all; // address of the kernels' plane 0, by buffer
  std::uint64_t needed = 0;
  void *memory = nullptr;
  double *partials = nullptr;       // workspace of reductions
  unsigned char *results = nullptr; // results of reductions, on the host
  std::uint64_t resultBytes = 0;
  std::array<std::unique_ptr<Lane>, kSlabQueues> lanes;
  KernelHandles handles;
  std::unique_ptr<EndCounts> ends; // null: no boundary-first launches
  double exchangeSteps = 0;        // time of an exchange in steps of a sweep
  KnownChunks chunks;              // chunks of launches
  SweptColumns heightOf = {};      // columns for which `height` was computed
  int height = 0;                  // planes of an end
};

template <class Act> Status SlabPart::eachSent(const SlabTask &task, Act act) const {
  for (const SlabBuffer &sent : task.sent) {
    const std::size_t bytes =
        planeBytes(sent.field) * static_cast<std::uint64_t>(task.planes.count());
    if (Status status = act(sent.field, sent.buffer, bytes); !status)
      return status;
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
