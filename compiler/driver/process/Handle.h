/// \file A file descriptor that is closed with its owner.
#pragma once

#include <string>
#include <unistd.h>

namespace stencilc::driver {

/// A file descriptor, closed by the destructor. A negative number means none.
class Handle {
public:
  explicit Handle(int number = -1) : number(number) {}
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;
  ~Handle() { reset(-1); }
  void reset(int other) {
    if (number >= 0)
      close(number);
    number = other;
  }
  operator int() const { return number; }

private:
  int number;
};

/// Returns the whole content of the open file descriptor `file`, which may be a file in memory.
std::string textOf(int file);

} // namespace stencilc::driver
