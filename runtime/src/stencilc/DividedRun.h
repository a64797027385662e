/// \file A domain that is divided among devices, as people are told of it.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

struct DividedRun {
  std::vector<int> devices; // part by part, its number on its host; none on the host
  int parts = 1;
  int ranks = 1, rank = 0;  // processes that have parts, and which one this is
  std::vector<int> ranksOf; // part by part, its process; none where there is one alone
  std::string way;          // that planes go from process to process
  std::string whyThatWay;   // where people might expect another
  const char *exchange = "after";
  int steps = 1, every = 1; // of a launch; launches between two exchanges
  int halo = 0;             // planes
  double sideBytes = 0;     // that a part sends to one neighbour at an exchange
  std::int64_t exchanges = 0;
  std::vector<PlaneRange> planes; // of each part
  double waitedSeconds = 0; // by the part that has waited longest for planes; from some launches

  /// The device of a part; -1 where that has no number, or another process has the part.
  int deviceOf(int part) const;
  /// "4 parts in 2 processes of 6 planes along z ..."; empty where one device has all.
  std::string text(const char *axis) const;
};

} // namespace stencilc::inline STENCILC_SPACE
