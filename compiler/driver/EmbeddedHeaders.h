/// \file The headers that emitted text includes, and the runtime's sources, as text: embedded in
/// the tool when it is built.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// A header of runtime/include, named as it is included: "stencilc/runtime.h".
struct RuntimeHeader {
  std::string name, text;
};

/// The headers that are part of this tool.
const std::vector<RuntimeHeader> &embeddedHeaders();
/// What the runtime's library is made of, named from the root of the project: its sources, the
/// headers that they alone include, and the licence.
const std::vector<RuntimeHeader> &embeddedSources();
/// The headers of the folder that --runtime names, or of this tool if that is empty.
std::vector<RuntimeHeader> runtimeHeaders(const std::string &folder);

} // namespace stencilc::driver
