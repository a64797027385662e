/// \file What has been built, kept by a key of all it was built from: checked before it is used,
/// and of bounded size.
///
/// An entry is a folder of the cache that holds one product, its sources, and in `.sha256` the sum
/// of the product. Several processes may use the cache at once: an entry appears whole, by a
/// rename, and does not go while somebody holds it.
#pragma once

#include "driver/WorkFolder.h"
#include "support/Diagnostics.h"
#include <memory>
#include <optional>
#include <string>

namespace stencilc::driver {

/// A product of the cache, which stays as long as this or a copy of it lives.
struct Built {
  std::string path;
  std::shared_ptr<const void> use;
  std::string by; // who built it, for people; empty if nobody has noted it
};

/// The product called `name` of the entry `key`, if it is there and is what was kept.
std::optional<Built> findBuilt(const std::string &key, const std::string &name);

/// Makes `work`, which holds the product `name`, the entry `key`, in the place of one that is not
/// whole, and lets go of the entries that were not used for longest until all fit
/// STENCILC_CACHE_SIZE. Nothing after a report.
std::optional<Built> keepBuilt(const WorkFolder &work, const std::string &key,
                               const std::string &name, Diagnostics &diags);

/// Whether the system said that a disk is full, or the user's part of it.
bool saysNoSpace(llvm::StringRef text);

} // namespace stencilc::driver
