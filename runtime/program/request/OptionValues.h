/// \file Converts the values of options of a run from text and to text.
///
/// Each kind of value, such as a whole number or a path, is a struct for one member `M` of
/// RunRequest (the options of a run). `read` parses a text and stores the value in the member.
/// `write` returns the texts from which `read` makes the value.
#pragma once

#include "runtime/program/request/RunOptions.h"
#include <algorithm>
#include <limits>
#include <type_traits>

namespace stencilc::inline STENCILC_SPACE {

/// Parses `text`, the value of an option, and stores it in the second argument. Returns an error
/// message without the option's name, or an empty text on success. valueText() makes the text
/// again.
std::string readValue(const std::string &text, std::vector<std::int64_t> &size); // "512,512,256"
std::string readValue(const std::string &text, ProgressMode &mode);
std::string readValue(const std::string &text, DeviceChoice &devices);
std::string readValue(const std::string &text, Every &every);
std::string readValue(const std::string &text, std::optional<Scalar> &type); // of saved numbers
std::string valueText(const std::vector<std::int64_t> &size);
std::string valueText(ProgressMode mode);
std::string valueText(const DeviceChoice &devices);
std::string valueText(const Every &every);
std::string valueText(std::optional<Scalar> type);

std::string readMemory(const std::string &text, std::uint64_t &bytes); // "6GiB"
std::string readPitch(const std::string &text, std::uint64_t &pitch);  // "auto", "packed", bytes
std::string pitchText(std::uint64_t pitch);

/// Returns true if member `M` of `request` has its default, which is its value in a run without
/// options.
template <auto M> bool isDefault(const RunRequest &request) {
  static const RunRequest none;
  return request.*M == none.*M;
}

using Values = std::vector<std::string>;

/// Kind of option value that readValue() parses and valueText() writes. `M` is the member of
/// RunRequest (the options of a run) that holds the value.
template <auto M> struct Value {
  static std::string read(RunRequest &request, const std::string &value) {
    return readValue(value, request.*M);
  }
  static Values write(const RunRequest &request) {
    return isDefault<M>(request) ? Values() : Values{valueText(request.*M)};
  }
};

/// Kind of option value: a whole number from `Least` to `Most`. `M` is the member of RunRequest
/// (the options of a run) that holds the number.
template <auto M, std::int64_t Least, std::int64_t Most = std::numeric_limits<std::int64_t>::max()>
struct Whole {
  static std::string read(RunRequest &request, const std::string &value) {
    using Member = std::remove_reference_t<decltype(request.*M)>;
    constexpr bool isInt =
        std::is_same_v<Member, int> || std::is_same_v<Member, std::optional<int>>;
    constexpr std::int64_t kMost = isInt ? std::min<std::int64_t>(Most, 1000000) : Most;
    std::int64_t number = 0;
    std::string wrong = readWhole(value, Least, kMost, number);
    if (wrong.empty())
      request.*M = static_cast<std::conditional_t<isInt, int, std::int64_t>>(number);
    return wrong;
  }
  static Values write(const RunRequest &request) {
    const std::optional<std::int64_t> number = request.*M;
    return isDefault<M>(request) ? Values() : Values{std::to_string(*number)};
  }
};

/// Kind of option value: the path of a file or a folder. `M` is the member of RunRequest (the
/// options of a run) that holds the path.
template <auto M> struct Path {
  static std::string read(RunRequest &request, const std::string &value) {
    request.*M = value;
    return value.empty() ? "the name is missing" : "";
  }
  static Values write(const RunRequest &request) {
    return isDefault<M>(request) ? Values() : Values{request.*M};
  }
};

/// Kind of option that may be repeated. Each occurrence appends its text to the member `M` of
/// RunRequest (the options of a run).
template <auto M> struct Texts {
  static std::string read(RunRequest &request, const std::string &value) {
    (request.*M).push_back(value);
    return "";
  }
  static Values write(const RunRequest &request) { return request.*M; }
};

/// Kind of option without a value. It sets the member `M` of RunRequest (the options of a run) to
/// true.
template <auto M> struct Flag {
  static std::string read(RunRequest &request, const std::string &) {
    request.*M = true;
    return "";
  }
  static Values write(const RunRequest &request) {
    return isDefault<M>(request) ? Values() : Values{""};
  }
};

/// Kind of option value: an amount of memory, such as 6GiB. `M` is the member of RunRequest (the
/// options of a run) that holds the number of bytes.
template <auto M> struct Memory {
  static std::string read(RunRequest &request, const std::string &value) {
    return readMemory(value, request.*M);
  }
  static Values write(const RunRequest &request) {
    return isDefault<M>(request) ? Values() : Values{std::to_string(request.*M)};
  }
};

/// Kind of option value: "on" or "off". `M` is the member of RunRequest (the options of a run) that
/// is true for "on".
template <auto M> struct OnOff {
  static std::string read(RunRequest &request, const std::string &value) {
    request.*M = value == "on";
    return value == "on" || value == "off" ? "" : "'" + value + "' is neither on nor off";
  }
  static Values write(const RunRequest &request) {
    return isDefault<M>(request) ? Values() : Values{"on"};
  }
};

} // namespace stencilc::inline STENCILC_SPACE
