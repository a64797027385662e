/// \file Where the fields of a streamed domain rest between traversals: their memory, their initial
/// values, their cells as the host sees them, and whether they still are as they left the device.
#pragma once

#include "stencilc/InitialValues.h"
#include "stencilc/stream/HostBlock.h"
#include "stencilc/stream/PlaneStore.h"
#include "stencilc/stream/TraversalChoice.h"

namespace stencilc::inline STENCILC_SPACE {

class Homes final : public PlaneStore {
public:
  /// Planes come to `device`, and leave from `last`.
  Homes(const OutOfCoreDomain &domain, Device &device, Device &last);
  Homes(const Homes &) = delete;
  Homes &operator=(const Homes &) = delete;
  ~Homes() override;

  Status allocate(const TraversalChoice &choice);
  std::uint64_t hostBytes() const { return host.bytes(); }

  // Nothing may be under way on the device in what follows.
  /// Sets all fields to their initial values.
  Status reset(const double *parameters);
  /// Copies `count` cells from cell `first` of a field at `level`, whole rows or in one row; the
  /// caller's cells begin with plane -`plane0` of these.
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, int plane0 = 0);
  /// Where `count` planes from z on lie, one behind the other, of a part that shares the domain
  /// with others; `bytes` of them.
  unsigned char *openPlanes(int field, int age, int z, int count, std::uint64_t &bytes);
  /// `count` planes from z on, of all fields that are updated, have come from another process, and
  /// nothing is known of their sums.
  void haveBeenWritten(int z, int count);
  HomePlanes::Place restsAt(int field, int level, int z) const {
    return homeOf(field, -level).planes.at(z, traversals);
  }

  // While traversals are enqueued.
  StoredPlanes planesAt(const TraversalTask &task, const TraversalShape &shape, int field, int age,
                        int z) const override;
  Checksums *checksums() override { return sums.isOn() ? &sums : nullptr; }
  /// A traversal of so many steps has been enqueued: what comes reads what it leaves.
  void hasPassed(int steps);
  /// How many traversals have been enqueued.
  int traversalsSoFar() const { return traversals; }
  /// Whether planes came back as they left, as far as is known.
  Status check() const;

private:
  /// A field at one time level.
  struct Home {
    int field = 0, age = 0;
    HomePlanes planes;
    std::uint64_t slot = 0; // of the first plane's checksum

    std::uint64_t slotOf(const HomePlanes::Place &place) const {
      return slot + static_cast<std::uint64_t>(place.data - planes.host) / planes.planeBytes;
    }
  };

  const Home &homeOf(int field, int age) const;
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
