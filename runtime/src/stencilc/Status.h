/// \file The result of a runtime call that can fail: nothing, or what went wrong in words.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

enum class StatusCode : std::uint8_t {
  Ok,
  Invalid,     // the request makes no sense or passes a limit: the user's error
  OutOfMemory, // the request is fine but does not fit
  Device,      // the device or its driver failed
};

/// The runtime throws nothing; calls that can fail return this.
class [[nodiscard]] Status {
public:
  Status() = default;
  static Status invalid(std::string message) { return {StatusCode::Invalid, std::move(message)}; }
  static Status outOfMemory(std::string message) {
    return {StatusCode::OutOfMemory, std::move(message)};
  }
  static Status device(std::string message) { return {StatusCode::Device, std::move(message)}; }

  /// What a call of kind `code` said; Ok if it is that.
  static Status of(StatusCode code, std::string message) {
    return code == StatusCode::Ok ? Status() : Status(code, std::move(message));
  }

  bool ok() const { return kind == StatusCode::Ok; }
  explicit operator bool() const { return ok(); }
  StatusCode code() const { return kind; }
  /// Empty if ok(); else lower case, without a full stop.
  const std::string &message() const { return text; }
  /// The process's exit code: 1 for the user's errors, 2 for ours.
  int exitCode() const { return ok() ? 0 : kind == StatusCode::Device ? 2 : 1; }

private:
  Status(StatusCode code, std::string message) : kind(code), text(std::move(message)) {}

  StatusCode kind = StatusCode::Ok;
  std::string text;
};

} // namespace stencilc::inline STENCILC_SPACE
