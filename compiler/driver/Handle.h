/// \file A file descriptor of this process's own.
#pragma once

#include <string>
#include <unistd.h>

namespace stencilc::driver {

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

/// All that was written to a file.
std::string textOf(int file);

} // namespace stencilc::driver
