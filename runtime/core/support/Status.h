/// \file The result of a runtime call that can fail: success, or an error code with a message.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

/// Kind of an error, or Ok for success.
enum class StatusCode : std::uint8_t {
  Ok,
  Invalid,     // the user's error: an invalid request or an exceeded limit
  OutOfMemory, // a valid request for which memory is missing
  Device,      // an error of the device or its driver
};

/// The result of functions that can fail. The runtime throws no exceptions.
class [[nodiscard]] Status {
public:
  Status() = default;
  static Status invalid(std::string message) { return {StatusCode::Invalid, std::move(message)}; }
  static Status outOfMemory(std::string message) {
    return {StatusCode::OutOfMemory, std::move(message)};
  }
  static Status device(std::string message) { return {StatusCode::Device, std::move(message)}; }

  /// Returns a status of kind `code` with the text `message`, or success if `code` is Ok.
  static Status of(StatusCode code, std::string message) {
    return code == StatusCode::Ok ? Status() : Status(code, std::move(message));
  }

  bool ok() const { return kind == StatusCode::Ok; }
  explicit operator bool() const { return ok(); }
  StatusCode code() const { return kind; }
  /// Returns the error message, in lower case and without a full stop. The message is empty after
  /// success.
  const std::string &message() const { return text; }
  /// Returns the exit code of the process: 0 for success, 1 for a user's error, 2 for a device
  /// error.
  int exitCode() const { return ok() ? 0 : kind == StatusCode::Device ? 2 : 1; }

private:
  Status(StatusCode code, std::string message) : kind(code), text(std::move(message)) {}

  StatusCode kind = StatusCode::Ok;
  std::string text;
};

} // namespace stencilc::inline STENCILC_SPACE
