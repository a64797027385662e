/// \file One part of a divided domain: a slab of planes on one device, its task queues, and the
/// launches and copies in them.
#pragma once

#include "runtime/core/device/KernelHandles.h"
#include "runtime/core/device/Lane.h"
#include "runtime/core/fields/FieldMemory.h"
#include "runtime/core/instance/Scalars.h"
#include "runtime/engines/slabs/plan/EndPlanes.h"
#include "runtime/engines/slabs/run/EndCounts.h"
#include "runtime/engines/slabs/run/PieceLaunches.h"
#include "runtime/engines/slabs/run/SlabTasks.h"
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

  /// Computes the memory layout of the planes that this part (the slab of one device) stores. `of`
  /// is the division of the domain, and `extents` has the domain's number of cells along each axis.
  /// `rowPitch` is the distance between rows in bytes, or 0 for the default.
  Status plan(const Decomposition &of, const std::int64_t (&extents)[3], std::uint64_t rowPitch);
  /// Returns the number of bytes of device memory that allocate() will allocate. plan() must have
  /// been called.
  std::uint64_t bytes() const { return needed; }
  Status allocate();
  /// Enables boundary-first launches, which compute the ends of the slab before all other planes.
  /// `exchange` is the time of an exchange of planes, in units of the time of one plane of a sweep.
  Status allowBoundaryFirst(double exchange);
  /// Sets all cells to NaN on the host, so that reads of undefined cells are noticed, and to 0 on a
  /// GPU. Cells of temporary fields of a time step are always set to 0.
  Status clear() const;

  int itsNumber() const { return number; } // index of the part in the domain
  Device &itsDevice() const { return device; }
  Lane &lane(int queue) const { return *lanes[static_cast<std::size_t>(queue)]; }
  PlaneRange owned() const { return division.owned(number); }
  PlaneRange stored() const { return division.stored(number); }

  /// Returns the address of plane `z` of the part (0 is the domain's first plane) in buffer
  /// `buffer` of a field. The part must store that plane.
  unsigned char *plane(int field, int buffer, int z) const;
  /// Returns the distance in bytes from one plane of a field to the next.
  std::uint64_t planeBytes(int field) const;
  const Layout &layout(int field) const { return own[static_cast<std::size_t>(field)].layout; }

  /// Enqueues the launch that `task` describes. `before` is the number of time steps done before
  /// its group (the launches between two exchanges of planes). `stale` has for each field the
  /// number of buffers whose frozen cells (cells that keep their values) are outdated.
  Status launch(const SlabTask &task, const Scalars &scalars, std::int64_t before,
                const std::vector<int> &stale);
  /// Makes later operations of `queue` wait until a launch of this part has computed the planes at
  /// the ends of the slab, which it computes before others. `wait` names the launch and the ends.
  void letWait(Lane &queue, const SlabWait &wait) const { ends->letWait(queue, wait); }
  /// Ends all waits for launches of this part that will not run, after a failure on the host.
  void stopWaiting() const { ends->giveUp(); }
  /// Enqueues the copies of planes to the neighbouring part `to` that `task` describes.
  Status send(const SlabTask &task, const SlabPart &to) const;
  /// Enqueues the copy that `task` describes, from one buffer of this part to another.
  Status copy(const SlabTask &task) const;
  /// Calls act(field, buffer, bytes) for each range of planes that `task` sends, in the order in
  /// which a message contains them. Returns the first failure.
  template <class Act> Status eachSent(const SlabTask &task, Act act) const;
  std::uint64_t sentBytes(const SlabTask &task) const;
  /// Enqueues the reductions of `check` (a report or an `until` condition) after time step number
  /// `last`, counted from 0. They reduce each plane of this part (slab of one device) to one value.
  /// Then enqueues the copy of these values to the host. `current` is, for each field, the number
  /// of the buffer of time level t.
  Status reduce(const CheckDescription &check, const Scalars &scalars, std::int64_t last,
                const std::vector<int> &current);
  /// Enqueues an in-step reduction, whose results the same time step needs: it reduces each plane
  /// of this part (slab of one device) to one value. Then enqueues the copy of these values to the
  /// host. `before` is the number of time steps done.
  Status globalReduction(const SlabTask &task, const Scalars &scalars, std::int64_t before);
  /// Returns the results of the last call of reduce() or globalReduction(), in host memory. The
  /// tasks of that call must have ended. For each reduction, in order, there is one value for each
  /// plane of this part (the slab of one device). In a grid with one axis, segments of 1024 cells
  /// take the place of planes.
  const double *found() const { return reinterpret_cast<const double *>(results); }
  /// Waits until all tasks in the part's queues have ended. `counts[q]` is the number of tasks
  /// enqueued in queue q. Returns the first failure.
  Status settle(const std::array<std::int64_t, kSlabQueues> &counts) const;

private:
  /// Updates the field descriptions that launches pass to kernels. `current` has for each field the
  /// number of the buffer of time level t. `iterates` has the buffer of t+1 during a repeat (a loop
  /// within a time step).
  void show(const std::vector<int> &current, const std::vector<SlabBuffer> &iterates = {});
  /// Returns the planes that this part computes, with the indices that kernels use. Kernels count
  /// from the first plane of their grid, which is a halo plane in a periodic domain.
  PlaneRange ownedOfKernels() const { return ofKernels(owned()); }
  /// Converts a range of planes from the domain's numbering to that of kernels, whose grid may
  /// begin with the halo of a periodic domain.
  PlaneRange ofKernels(PlaneRange planes) const {
    return {planes.begin + division.pad(), planes.end + division.pad()};
  }
  /// Enqueues the copy of reduction results from device memory to the host. `values` has the
  /// results of `kinds` reductions one after the other, each with one value for each plane of this
  /// part.
  Status loadOut(const double *values, int kinds);
  /// Arguments of a launch on some planes of this part (the slab of one device), together with the
  /// task that the launch belongs to.
  struct Request {
    const SlabTask &task;
    const Scalars &scalars;
    std::int64_t before;
    const std::vector<int> &stale;
  };
  void launchOn(PlaneRange planes, const Request &request, DeviceRun &run);
  /// Enqueues a launch that computes the ends of the slab before its other planes. When a block of
  /// an end is finished, a counter of that end is increased, so that other queues can wait for the
  /// end.
  void launchBoundaryFirst(const Request &request, DeviceRun &run);
  /// Divides `planes` of the slab into its two ends, which boundary-first launches compute first,
  /// and the planes between.
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
