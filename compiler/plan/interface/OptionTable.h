/// \file Table of the options of a schedule: each option is spelt once, beside the member that has
/// its value.
///
/// A schedule keeps its options in a struct, and has one table with a row for each member:
///
///     const OptionTable<RingOptions> &ringOptions() {
///       static const OptionTable<RingOptions> table({
///           {"rows", &RingOptions::rows, "rows per thread"},
///           {"load", &RingOptions::isAsync, "how planes are loaded", {"plain", "async"}}});
///       return table;
///     }
///
/// The table gives the descriptions for `--list-schedules`, the values that a request sets, and the
/// options of a plan as text.
#pragma once

#include "plan/interface/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace stencilc::plan {

/// A member of the struct `T` that has the value of an option. If the allowed values of the option
/// are words, the value of an integer, a bool or an enum is the position of the word in their list.
template <class T>
using OptionMember =
    std::variant<int T::*, bool T::*, std::vector<int> T::*, CopyEngine T::*, Staging T::*>;

/// Values of options that a request sets, in the struct `T`.
template <class T> class AskedOptions {
public:
  /// Returns the value that the request sets for `member`, or nullopt if it sets none.
  template <class Value> std::optional<Value> operator()(Value T::*member) const {
    return has(member) ? std::optional(values.*member) : std::nullopt;
  }
  bool has(OptionMember<T> member) const { return llvm::is_contained(members, member); }
  /// Returns all values. Those that the request does not set have their defaults.
  const T &orDefaults() const { return values; }

private:
  template <class> friend class OptionTable;
  T values;
  std::vector<OptionMember<T>> members; // that the request sets
};

/// The options of a schedule whose values are in the struct `T`.
template <class T> class OptionTable {
public:
  using Member = OptionMember<T>;
  /// An option. `values` and `form` are those of OptionSpec.
  struct Row {
    const char *key;
    Member member;
    const char *meaning;
    std::vector<std::string> values = {};
    OptionForm form = OptionForm::Listed;
    int axes = 1; // fewest axes of programs that have the option
  };

  explicit OptionTable(std::vector<Row> rows) : rows(std::move(rows)) {}

  /// Returns the descriptions of the options for `--list-schedules`, in the order of the table.
  std::vector<OptionSpec> specs() const {
    std::vector<OptionSpec> list;
    for (const Row &row : rows)
      list.push_back({row.key, row.meaning, row.values, row.form});
    return list;
  }

  /// Returns the values that `request` sets. It must have been checked against specs().
  AskedOptions<T> parse(const ScheduleRequest &request) const {
    AskedOptions<T> asked;
    for (const Row &row : rows)
      if (const std::optional<std::string> text = textOption(request, row.key)) {
        set(row, *text, asked.values);
        asked.members.push_back(row.member);
      }
    return asked;
  }

  const char *key(Member member) const { return rowOf(member).key; }

  /// Returns the key of the first option that `request` sets for a program with too few axes, or
  /// null if there is none.
  const char *beyondAxes(const ScheduleRequest &request, int axes) const {
    for (const Row &row : rows)
      if (row.axes > axes && request.options.count(row.key))
        return row.key;
    return nullptr;
  }

  /// Returns all options of a program with `axes` axes, with their values in `values` as text.
  std::map<std::string, std::string> print(const T &values, int axes) const {
    std::map<std::string, std::string> texts;
    for (const Row &row : rows)
      if (row.axes <= axes)
        texts[row.key] = textOf(row, values);
    return texts;
  }
  /// Returns the options `members`, with their values in `values` as text.
  std::map<std::string, std::string> print(const T &values,
                                           std::initializer_list<Member> members) const {
    std::map<std::string, std::string> texts;
    for (const Member &member : members)
      texts[rowOf(member).key] = textOf(rowOf(member), values);
    return texts;
  }

  /// Adds `member` with its value in `values` to `request`.
  void ask(ScheduleRequest &request, Member member, const T &values) const {
    request.options[rowOf(member).key] = textOf(rowOf(member), values);
  }

private:
  const Row &rowOf(Member member) const {
    for (const Row &row : rows)
      if (row.member == member)
        return row;
    llvm_unreachable("a member that no option has");
  }

  static void set(const Row &row, llvm::StringRef text, T &values) {
    std::visit(
        [&](auto member) {
          using Value = std::decay_t<decltype(values.*member)>;
          if constexpr (std::is_same_v<Value, std::vector<int>>)
            values.*member = parseBlock(text).value_or(std::vector<int>());
          else
            values.*member = static_cast<Value>(numberOf(row.values, text));
        },
        row.member);
  }

  static std::string textOf(const Row &row, const T &values) {
    return std::visit(
        [&](auto member) {
          if constexpr (std::is_same_v<std::decay_t<decltype(values.*member)>, std::vector<int>>)
            return blockText(values.*member);
          else
            return wordOf(row.values, static_cast<int>(values.*member));
        },
        row.member);
  }

  std::vector<Row> rows;
};

} // namespace stencilc::plan
