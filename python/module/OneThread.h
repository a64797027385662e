/// \file Protection of an object against use by two threads at the same time.
#pragma once

#include "Errors.h"
#include <atomic>
#include <thread>

namespace stencilc::python {

/// Record of the thread that uses an object. A second thread gets BusyError at once. A wait would
/// make the order of the calls of both threads random.
class OneThread {
public:
  /// Guard that marks an object as used by this thread. Uses of one thread may nest, for example in
  /// a callback.
  class Use {
  public:
    /// Marks `object` as used until the guard is destroyed. Raises BusyError if another thread uses
    /// `object`. The caller holds the interpreter lock.
    explicit Use(OneThread &object) : object(object) {
      std::thread::id user;
      const std::thread::id me = std::this_thread::get_id();
      isFirst = object.user.compare_exchange_strong(user, me);
      if (!isFirst && user != me)
        raiseBusy();
    }
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;
    ~Use() {
      if (isFirst)
        object.user = std::thread::id();
    }

  private:
    OneThread &object;
    bool isFirst;
  };

private:
  std::atomic<std::thread::id> user{}; // the default id means that no thread uses the object
};

} // namespace stencilc::python
