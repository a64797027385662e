/// \file Stores and finds build products, such as compiled programs, in a cache on disk. Each
/// product is stored under a key of all its inputs and is verified before use. The size of the
/// cache is bounded.
///
/// An entry is a folder of the cache that holds one product, its sources, and the SHA-256 sum of
/// the product in `.sha256`. Several processes may use the cache at once: a rename makes an entry
/// visible, and an entry in use is locked against removal.
#pragma once

#include "driver/process/WorkFolder.h"
#include "support/Diagnostics.h"
#include <memory>
#include <optional>
#include <string>

namespace stencilc::driver {

/// A product in the build cache. The entry cannot be removed while this object or a copy of it
/// exists.
struct Built {
  std::string path;
  std::shared_ptr<const void> use; // holds the lock on the entry
  std::string by;                  // the compiler, for messages; empty if it was not recorded
};

/// Returns the file `name` of the cache entry `key`. Returns `nullopt` if it is not there, if its
/// SHA-256 sum is wrong, or if another user could have changed it.
std::optional<Built> findBuilt(const std::string &key, const std::string &name);

/// Moves the folder `work`, which holds the product `name`, into the build cache as the entry
/// `key`. An incomplete entry of that key is replaced. Then the least recently used entries are
/// removed until the cache fits STENCILC_CACHE_SIZE. Returns `nullopt` after a reported error.
std::optional<Built> keepBuilt(const WorkFolder &work, const std::string &key,
                               const std::string &name, Diagnostics &diags);

/// Returns true if `text`, a system message, says that the disk is full or that a quota is
/// exceeded.
bool saysNoSpace(llvm::StringRef text);

} // namespace stencilc::driver
