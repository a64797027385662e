/// \file Describes to the user how a domain is divided among devices.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Facts about a domain that is divided along its last axis into parts, one for each device.
struct DividedRun {
  std::vector<int> devices; // for each part, the number of its GPU; empty on the host
  int parts = 1;
  int ranks = 1, rank = 0;  // number of processes; number of this process
  std::vector<int> ranksOf; // for each part, its process; empty with one process
  std::string way;          // the transport of planes between processes
  std::string whyThatWay;   // the reason for it, if it is not the expected one
  const char *exchange = "after";
  int steps = 1, every = 1;    // time steps per launch; launches between two exchanges
  const char *unit = "planes"; // name of the parts of the divided axis; "cells" with one axis
  int halo = 0;                // planes received from each neighbour
  double sideBytes = 0;        // bytes that a part sends to one neighbour in an exchange
  std::int64_t exchanges = 0;
  std::vector<PlaneRange> planes; // of each part
  /// Seconds that a part of the domain has waited for planes of other parts during the run, for the
  /// part that waited longest. The time is extrapolated from the launches that were timed.
  double waitedSeconds = 0;

  /// Returns the number of the device that has part `part` of a divided domain. Returns -1 on the
  /// host, or if the device belongs to another process.
  int deviceOf(int part) const;
  /// Returns a description for the user, such as "4 parts in 2 processes of 6 planes along z ...".
  /// The text is empty if one device has the whole domain. `axis` is the name of the last axis.
  std::string text(const char *axis) const;
};

} // namespace stencilc::inline STENCILC_SPACE
