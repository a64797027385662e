/// \file Interface for messages between the processes of a run. It is implemented with MPI
/// (MpiLink.h), and by tests.
#pragma once

#include "runtime/core/support/Status.h"
#include <cstddef>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A message that is being sent or received: the handles of those parts that are not complete yet.
using RankRequest = std::vector<void *>;

/// Non-blocking messages between the processes of a run. Messages from one process with the same
/// tag arrive in the order in which they were sent. A send can complete before the other process
/// starts to receive the message.
class RankLink {
public:
  RankLink() = default;
  RankLink(const RankLink &) = delete;
  RankLink &operator=(const RankLink &) = delete;
  virtual ~RankLink() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Starts to send `bytes` bytes to process `to`. The memory must stay valid until test() has
  /// emptied `request`.
  virtual Status send(int to, int tag, const void *data, std::size_t bytes,
                      RankRequest &request) = 0;
  /// Starts to receive `bytes` bytes from process `from`. The memory must stay valid until test()
  /// has emptied `request`.
  virtual Status receive(int from, int tag, void *data, std::size_t bytes,
                         RankRequest &request) = 0;
  /// Removes from `request` those parts of a message that have been sent or received. `request` is
  /// empty when the whole message is complete.
  virtual Status test(RankRequest &request) = 0;
  /// Cancels the parts of `request` that are not complete, and empties it.
  virtual void drop(RankRequest &request) = 0;
  /// Looks for a message with tag `tag` that has arrived and is not received yet. Sets `from` to
  /// its sender, or -1 if there is none, and `bytes` to its size.
  virtual Status arrived(int tag, int &from, std::size_t &bytes) = 0;
  /// Ends all processes of the run at once with exit code `code`.
  virtual void abort(int code) = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
