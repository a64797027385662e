/// \file Messages between the processes of a run: MPI's (MpiLink.h), or what a test has in its
/// place.
#pragma once

#include "stencilc/Status.h"
#include <cstddef>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A message that is being sent or received: its pieces that have not ended.
using RankRequest = std::vector<void *>;

/// Calls return at once. Messages with one tag from one process arrive in their order, and no send
/// waits for its receive.
class RankLink {
public:
  RankLink() = default;
  RankLink(const RankLink &) = delete;
  RankLink &operator=(const RankLink &) = delete;
  virtual ~RankLink() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Begin to send or to receive `bytes` bytes, which must stay until all of `request` has ended.
  virtual Status send(int to, int tag, const void *data, std::size_t bytes,
                      RankRequest &request) = 0;
  virtual Status receive(int from, int tag, void *data, std::size_t bytes,
                         RankRequest &request) = 0;
  /// Takes off `request` what has ended.
  virtual Status test(RankRequest &request) = 0;
  /// Gives up what has not ended.
  virtual void drop(RankRequest &request) = 0;
  /// Who has sent something with `tag` that was not received yet, and its size; -1: nobody.
  virtual Status arrived(int tag, int &from, std::size_t &bytes) = 0;
  /// Ends all processes at once.
  virtual void abort(int code) = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
