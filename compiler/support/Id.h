/// \file Typed indices into vectors. Compiler data structures refer to each other only by these.
#pragma once

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace stencilc {

/// Typed index of an item in a `Store`. `Tag` distinguishes index types, so that an index of one
/// store cannot be used in another. A default-constructed id is invalid.
template <class Tag> struct Id {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t index = kNone;

  constexpr bool valid() const { return index != kNone; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

/// Vector of `T` that is indexed by ids of type `IdType` only, not by integers.
template <class IdType, class T> class Store {
public:
  IdType add(T value) {
    items.push_back(std::move(value));
    return IdType{static_cast<std::uint32_t>(items.size() - 1)};
  }
  T &operator[](IdType id) {
    assert(id.index < items.size() && "id does not belong to this store");
    return items[id.index];
  }
  const T &operator[](IdType id) const {
    assert(id.index < items.size() && "id does not belong to this store");
    return items[id.index];
  }
  std::size_t size() const { return items.size(); }
  bool empty() const { return items.empty(); }
  auto begin() { return items.begin(); }
  auto end() { return items.end(); }
  auto begin() const { return items.begin(); }
  auto end() const { return items.end(); }

  /// Returns the ids of all items, in the order of the items.
  std::vector<IdType> ids() const {
    std::vector<IdType> all;
    for (std::uint32_t i = 0; i < items.size(); ++i)
      all.push_back(IdType{i});
    return all;
  }

private:
  std::vector<T> items;
};

} // namespace stencilc

template <class Tag> struct std::hash<stencilc::Id<Tag>> {
  std::size_t operator()(stencilc::Id<Tag> id) const noexcept { return id.index; }
};
