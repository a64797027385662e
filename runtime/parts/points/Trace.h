/// \file Trace of a receiver: the values at its points, at all times saved so far.
#pragma once

#include "stencilc/Version.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Stores the values of a receiver over time, as a sequence of numbers that grows and never moves
/// in memory. A vector would copy all numbers when it grows, and initialise new ones with zeros.
class Trace {
public:
  std::int64_t size() const { return count; }
  /// Appends `more` uninitialised numbers, which the caller must write, and returns the address of
  /// the first one.
  double *add(std::int64_t more) {
    if (parts.empty() || parts.back().used + more > parts.back().room) {
      const std::int64_t room = std::max({more, count, std::int64_t{256}});
      parts.push_back(
          {std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(room)), room, 0});
    }
    Part &last = parts.back();
    double *const place = last.numbers.get() + last.used;
    last.used += more;
    count += more;
    return place;
  }
  void clear() {
    parts.clear();
    count = 0;
  }
  /// Copies all numbers of the trace (values of a receiver over time) to `values`. Returns the
  /// address after the last number in `values`.
  double *copyTo(double *values) const {
    for (const Part &part : parts)
      values = std::copy_n(part.numbers.get(), part.used, values);
    return values;
  }

private:
  struct Part {
    std::unique_ptr<double[]> numbers;
    std::int64_t room, used;
  };
  std::vector<Part> parts;
  std::int64_t count = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
