/// \file Requests of runs from JSON, by the table of options of a run.
#pragma once

#include "interface/Compilation.h"
#include "runtime/core/instance/InstanceOptions.h"
#include "runtime/program/request/ResolvedRequest.h"
#include "runtime/program/request/RunOptions.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace stencilc::interface {

/// Sets `option` in `request` to a JSON value: a text or a number, an array of these, true for an
/// option without a value, or {"k": 0.1} for "k=0.1". False, null and empty texts are no value.
/// Returns an error message, or an empty text.
std::string readOption(const RunOption &option, const llvm::json::Value &value,
                       RunRequest &request);

/// The options with which an instance is created. `options` points into `request`.
struct InstanceRequest {
  ResolvedRequest request;
  InstanceOptions options;

  InstanceRequest() = default;
  InstanceRequest(const InstanceRequest &) = delete;
  InstanceRequest &operator=(const InstanceRequest &) = delete;
};

/// Reads the request for an instance of `program` from a JSON text, which may be null. Keys that it
/// lacks have the values of the compilation. Files of inputs that the source names are added,
/// except for fields, series and points that the request sets, and except for fields that "init"
/// sets to null or false, or all fields if "init" is false. Returns an error message, or an empty
/// text.
std::string readInstanceRequest(const Program &program, const char *json, InstanceRequest &read);

} // namespace stencilc::interface
