/// \file The request for an instance, from JSON.
///
/// The keys are options of a run. They are read here and not by the command line of a built
/// program, whose options are about files and output, too.
#pragma once

#include "interface/Compilation.h"
#include "runtime/core/instance/InstanceOptions.h"
#include <string>
#include <vector>

namespace stencilc::interface {

/// The options and parameters with which an instance is created.
struct RunRequest {
  InstanceOptions options; // its pointers point into this object
  std::vector<double> parameters;
  std::string scratch;
  std::int64_t firstStep = 0;

  RunRequest() = default;
  RunRequest(const RunRequest &) = delete;
  RunRequest &operator=(const RunRequest &) = delete;
};

/// Reads the request for an instance of `program` from a JSON text, which may be null. Keys that it
/// lacks have the values of the compilation. Returns an error message, or an empty text.
std::string readRunRequest(const Program &program, const char *json, RunRequest &request);

} // namespace stencilc::interface
