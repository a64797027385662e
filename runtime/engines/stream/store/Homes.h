/// \file Backing store of an out-of-core domain in host memory: initial values, access to cells,
/// and checksums of planes.
#pragma once

#include "runtime/core/device/HostBlock.h"
#include "runtime/core/fields/InitialValues.h"
#include "runtime/engines/stream/plan/TraversalChoice.h"
#include "runtime/engines/stream/store/PlaneStore.h"

namespace stencilc::inline STENCILC_SPACE {

class Homes final : public PlaneStore {
public:
  /// Creates the backing store (host memory for all planes) of a domain. allocate() allocates the
  /// memory. Planes are copied from it to `device`, the first device that they pass through, and
  /// back from `last`, the last one.
  Homes(const OutOfCoreDomain &domain, Device &device, Device &last);
  Homes(const Homes &) = delete;
  Homes &operator=(const Homes &) = delete;
  ~Homes() override;

  Status allocate(const TraversalChoice &choice);
  std::uint64_t hostBytes() const { return host.bytes(); }

  // In the functions that follow, no task may be running on the device.
  /// Sets all fields to their initial values.
  Status reset(const double *parameters);
  /// Copies `count` cells of a field at time level `level`, from cell index `first` on: into the
  /// field if `in`, otherwise to `cells`. The cells are whole rows, or lie in one row. Plane z of
  /// this store is plane z + `plane0` in the caller's numbering.
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, int plane0 = 0);
  /// Returns the address of `count` contiguous planes of a field at level t-`age`, from index `z`
  /// on, for messages to other processes. Sets `bytes` to their size.
  unsigned char *openPlanes(int field, int age, int z, int count, std::uint64_t &bytes);
  /// Marks the checksums of `count` planes from index `z` on as unknown, for all fields that are
  /// updated, because another process has sent new values.
  void haveBeenWritten(int z, int count);
  HomePlanes::Place restsAt(int field, int level, int z) const {
    return homeOf(field, -level).planes.at(z, traversals);
  }

  // The functions that follow may be called while traversals are being enqueued.
  StoredPlanes planesAt(const TraversalTask &task, const TraversalShape &shape, int field, int age,
                        int z) const override;
  Checksums *checksums() override { return sums.isOn() ? &sums : nullptr; }
  /// Records that a traversal (pass of all planes) of `steps` time steps has been enqueued. Later
  /// copies read its results.
  void hasPassed(int steps);
  /// Returns the number of traversals (passes of all planes) that have been enqueued.
  int traversalsSoFar() const override { return traversals; }
  /// Returns an error if a plane that has returned to the device differed from its checksum.
  Status check() const;

private:
  /// Planes of one field at one time level, with their locations between traversals (passes of all
  /// planes).
  struct Home {
    int field = 0, age = 0;
    HomePlanes planes;
    std::uint64_t slot = 0; // checksum slot of the first plane

    std::uint64_t slotOf(const HomePlanes::Place &place) const {
      return slot + static_cast<std::uint64_t>(place.data - planes.host) / planes.planeBytes;
    }
  };

  const Home &homeOf(int field, int age) const;
  Status copyByDevice(const device::Place &to, const device::ConstPlace &from,
                      const device::Box &box);
  Status fill(const InitialValues &initial, const Home &home, const HomePlanes::Place &place,
              int z);
  Status copyNewest(const Home &home, const HomePlanes::Place &place, int z);
  Status checkRest(const Home &home, const HomePlanes::Place &place, bool isWritten);
  Status wrongPlane(std::uint64_t slot, int sweep) const;

  const OutOfCoreDomain &domain;
  const ProgramDescription &program;
  Device &device;
  std::vector<Home> homes;
  HostBlock host;
  void *residentMemory = nullptr;
  Checksums sums;
  std::vector<std::int64_t> stepsBefore; // steps done before each traversal
  int traversals = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
