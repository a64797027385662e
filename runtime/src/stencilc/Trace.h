/// \file What a receiver has read so far.
#pragma once

#include "stencilc/Version.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Numbers that become more and stay where they are: a vector would copy all of them again and
/// again, and write zeros first.
class Trace {
public:
  std::int64_t size() const { return count; }
  /// The place for `more` numbers behind the others, which the caller writes.
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
  /// Copies all numbers to `values`; returns the end of them.
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
