/// \file One device's part of a domain: its planes, its queues, and the launches and copies that
/// are put there.
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

  /// Lays out the planes that the part stores; `extents` are those of kernels' grid.
  Status plan(const Decomposition &of, const std::int64_t (&extents)[3], std::uint64_t rowPitch);
  /// Device bytes that it will hold, once it is planned.
  std::uint64_t bytes() const { return needed; }
  Status allocate();
  /// Launches may do their ends first from now on, where an exchange takes as long as so many steps
  /// of a sweep.
  Status allowEndsFirst(double exchange);
  /// Everything is undefined from now on; what is read of it shows where the host can see it.
  Status clear() const;

  int itsNumber() const { return number; } // in the domain
  Device &itsDevice() const { return device; }
  Lane &lane(int queue) const { return *lanes[static_cast<std::size_t>(queue)]; }
  PlaneRange owned() const { return division.owned(number); }
  PlaneRange stored() const { return division.stored(number); }

  /// Where a plane that the part stores begins, as the part counts them; bytes from one to the
  /// next.
  unsigned char *plane(int field, int buffer, int z) const;
  std::uint64_t planeBytes(int field) const;
  const Layout &layout(int field) const { return own[static_cast<std::size_t>(field)].layout; }

  /// Enqueues the launch that `task` is; `before`: steps done before its group, `stale`: field by
  /// field, as FieldMemory has it.
  Status launch(const SlabTask &task, const Scalars &scalars, std::int64_t before,
                const std::vector<int> &stale);
  /// What comes next in `queue` waits for ends of a launch of this part.
  void letWait(Lane &queue, const SlabWait &wait) const { ends->letWait(queue, wait); }
  /// On the host: ends the waits for launches that will not come.
  void stopWaiting() const { ends->giveUp(); }
  /// Enqueues copies of planes to a neighbour.
  Status send(const SlabTask &task, const SlabPart &to) const;
  /// Enqueues a copy of a buffer to another one of the part.
  Status copy(const SlabTask &task) const;
  /// Calls act(field, buffer, bytes) for all that a task copies, in the order of a message.
  template <class Act> Status eachSent(const SlabTask &task, Act act) const;
  std::uint64_t sentBytes(const SlabTask &task) const;
  /// Reduces each plane of the part: enqueues that, and that results come to the host.
  Status reduce(const CheckDescription &check, const Scalars &scalars, std::int64_t last,
                const std::vector<int> &current);
  /// Does so for a survey of the step that comes after `before` others.
  Status survey(const SlabTask &task, const Scalars &scalars, std::int64_t before);
  /// What was reduced last, once that has ended: a value a plane, one kind behind the other.
  const double *found() const { return reinterpret_cast<const double *>(results); }
  /// Waits until all that was put into its queues has ended; the first failure.
  Status settle(const std::array<std::int64_t, kSlabQueues> &counts) const;

private:
  /// Sets what kernels see of the fields.
  void show(const std::vector<int> &current, const std::vector<SlabBuffer> &iterates = {});
  /// The planes of its own, as kernels count them; those that are stored.
  PlaneRange ownedOfKernels() const { return ofKernels(owned()); }
  PlaneRange ofKernels(PlaneRange planes) const {
    return {planes.begin + division.pad(), planes.end + division.pad()};
  }
  /// Enqueues a copy of so many values a plane, which a reduction will have left at `values`.
  Status bringOut(const double *values, int kinds);
  /// A launch on some planes, by emitted code at work in `run`.
  struct Request {
    const SlabTask &task;
    const Scalars &scalars;
    std::int64_t before;
    const std::vector<int> &stale;
  };
  void launchOn(PlaneRange planes, const Request &request, DeviceRun &run);
  /// The ends of the planes first, by one launch, which counts that they are done.
  void launchEndsFirst(const Request &request, DeviceRun &run);
  /// The planes of each piece.
  EndPieces piecesOf(PlaneRange planes);

  const ProgramDescription &program;
  Device &device;
  const int number;
  Decomposition division;
  Grid grid;                        // of kernels
  std::vector<FieldMemory> own;     // with the planes that are stored
  std::vector<FieldMemory> shown;   // as kernels see them: all planes
  std::vector<unsigned char *> all; // where plane 0 of kernels would be, by buffer
  std::uint64_t needed = 0;
  void *memory = nullptr;
  double *partials = nullptr;       // where reductions work
  unsigned char *results = nullptr; // of them, on the host
  std::uint64_t resultBytes = 0;
  std::array<std::unique_ptr<Lane>, kSlabQueues> lanes;
  KernelHandles handles;
  std::unique_ptr<EndCounts> ends; // null: launches do not do their ends first
  double exchangeSteps = 0;        // of a sweep, that an exchange takes
  KnownChunks chunks;              // of launches
  SweptColumns heightOf = {};      // what `height` was found for
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
