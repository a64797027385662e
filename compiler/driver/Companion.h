/// \file A process that works beside this one, and may be left to end its work alone.
///
/// It reads its work from its standard input, which stays open: as long as nobody has left it, the
/// end of that input is the end of who has started it, by whatever signal, and its own.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// The process as who has started it sees it.
class Companion {
public:
  Companion();
  Companion(const Companion &) = delete;
  Companion &operator=(const Companion &) = delete;
  ~Companion();

  struct End {
    bool isLeft = false;      // it goes on alone
    int code = -1;            // else its exit code; -1 if it has none
    std::string said, errors; // on its streams; if it could not be started, the first is why
  };
  /// Starts `command`, gives it `work`, and waits until it has ended or leave() is called, by
  /// another thread.
  End run(const std::vector<std::string> &command, const std::string &work) const;
  void leave() const;

private:
  int left = -1; // an event
};

/// In the process itself: its work. From now on it ends with who has started it, unless it is left.
/// False if there is none.
bool takeWork(std::string &work);

} // namespace stencilc::driver
