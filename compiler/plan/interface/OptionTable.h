/// \file Table of the options of a schedule, which links each option to the member of a struct that
/// has its value. The name of an option is written in one place only.
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

/// Pointer to the member of the struct `T` that has the value of an option. If the option accepts
/// words, the member has the index of the word in the list of accepted words. It is then an int,
/// bool or enum.
template <class T>
using OptionMember =
    std::variant<int T::*, bool T::*, std::vector<int> T::*, CopyEngine T::*, Staging T::*>;

/// Values of the options of a schedule, after a request for the schedule has been parsed. The
/// struct `T` has one member for each option. The class also knows which options the request sets.
/// All others have default values.
template <class T> class AskedOptions {
public:
  /// Returns the value of `member`, one of the option members of `T`, if the request sets this
  /// option. Returns nullopt otherwise.
  template <class Value> std::optional<Value> operator()(Value T::*member) const {
    return has(member) ? std::optional(values.*member) : std::nullopt;
  }
  bool has(OptionMember<T> member) const { return llvm::is_contained(members, member); }
  /// Returns the struct with the values of all options. Options that the request does not set have
  /// their default values.
  const T &orDefaults() const { return values; }

private:
  template <class> friend class OptionTable;
  T values;
  std::vector<OptionMember<T>> members; // members whose options the request sets
};

/// Table of the options of a schedule. Each option has a row, and its value is in a member of the
/// struct `T`.
template <class T> class OptionTable {
public:
  using Member = OptionMember<T>;
  /// One option: its name `key`, the member of `T` with its value, and its help text `meaning`.
  /// `values` are the accepted words, and `form` is the syntax of accepted values. If `values` is
  /// empty, positive integers are accepted.
  struct Row {
    const char *key;
    Member member;
    const char *meaning;
    std::vector<std::string> values = {};
    OptionForm form = OptionForm::Listed;
    int axes = 1; // smallest number of axes of a program for which the option exists
  };

  explicit OptionTable(std::vector<Row> rows) : rows(std::move(rows)) {}

  /// Returns the descriptions of the options, in the order of the table. `--list-schedules` prints
  /// them.
  std::vector<OptionSpec> specs() const {
    std::vector<OptionSpec> list;
    for (const Row &row : rows)
      list.push_back({row.key, row.meaning, row.values, row.form});
    return list;
  }

  /// Converts the options that `request` sets from text to values of the members of `T`.
  /// Precondition: their names and values have been checked against specs().
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

  /// Returns the name of an option that `request` sets although it does not exist for programs with
  /// `axes` axes. Returns null if all options that it sets exist.
  const char *beyondAxes(const ScheduleRequest &request, int axes) const {
    for (const Row &row : rows)
      if (row.axes > axes && request.options.count(row.key))
        return row.key;
    return nullptr;
  }

  /// Returns name and value (as text) of each option that exists for programs with `axes` axes.
  /// `values` is the struct with the values.
  std::map<std::string, std::string> print(const T &values, int axes) const {
    std::map<std::string, std::string> texts;
    for (const Row &row : rows)
      if (row.axes <= axes)
        texts[row.key] = textOf(row, values);
    return texts;
  }
  /// Returns name and value (as text) of the options whose members are listed in `members`.
  /// `values` is the struct with the values.
  std::map<std::string, std::string> print(const T &values,
                                           std::initializer_list<Member> members) const {
    std::map<std::string, std::string> texts;
    for (const Member &member : members)
      texts[rowOf(member).key] = textOf(rowOf(member), values);
    return texts;
  }

  /// Sets the option whose member is `member` in `request`, to its value in the struct `values`, as
  /// text.
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
