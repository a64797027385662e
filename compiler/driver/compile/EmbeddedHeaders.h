/// \file The headers and sources of the runtime as text, which the build embeds in the tool.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// A file of the runtime with its text. Names of headers are those of include directives:
/// "stencilc/runtime.h".
struct RuntimeHeader {
  std::string name, text;
};

/// Returns the headers of the runtime that are embedded in the tool.
const std::vector<RuntimeHeader> &embeddedHeaders();
/// Returns the files of the runtime library: its sources, their private headers, and the licence.
/// Names are relative to the root of the project.
const std::vector<RuntimeHeader> &embeddedSources();
/// Returns the headers of the runtime in `folder`, the value of --runtime. If it is empty, returns
/// the headers that are embedded in the tool.
std::vector<RuntimeHeader> runtimeHeaders(const std::string &folder);

} // namespace stencilc::driver
