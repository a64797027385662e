/// \file Collects the runtime files that emitted code includes, directly or through other headers.
#include "driver/compile/SelfContained.h"
#include "driver/compile/EmbeddedHeaders.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>

namespace stencilc::driver {

namespace {

constexpr llvm::StringLiteral kSources = "runtime/";

/// Returns the names of the runtime headers that `text` includes, such as "stencilc/View.h". Both
/// quotes and angle brackets count.
std::vector<std::string> includes(llvm::StringRef text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (!line.consume_front("#include ") || line.empty())
      continue;
    const llvm::StringRef name =
        line.drop_front().take_until([](char c) { return c == '"' || c == '>'; });
    if (name.starts_with("stencilc/") || name.starts_with(kSources))
      names.push_back(name.str());
  }
  return names;
}

} // namespace

std::vector<NamedText> runtimeFiles(const std::string &text, const std::string &runtime) {
  std::map<std::string, std::string> known;
  std::vector<NamedText> files;
  std::string all =
      "// The runtime of stencilc: all that emitted programs share, compiled as one.\n";
  for (const RuntimeHeader &header : runtimeHeaders(runtime))
    known[header.name] = header.text;
  const std::string folder = std::string(kRuntimeFolder) + "/";
  for (const RuntimeHeader &source : embeddedSources()) {
    const llvm::StringRef name = source.name;
    if (!name.starts_with(kSources)) {
      files.push_back({folder + source.name, source.text}); // the licence
      continue;
    }
    known[name.str()] = source.text;
    if (name.ends_with(".cpp"))
      all += "#include \"" + name.str() + "\"\n";
  }
  std::set<std::string> seen;
  std::vector<std::string> waiting = includes(text + "\n" + all);
  while (!waiting.empty()) {
    const std::string name = waiting.back();
    waiting.pop_back();
    const auto found = known.find(name);
    if (found == known.end() || !seen.insert(name).second)
      continue;
    files.push_back({folder + name, found->second});
    for (std::string &next : includes(found->second))
      waiting.push_back(std::move(next));
  }
  files.push_back({kRuntimeSource, all});
  return files;
}

} // namespace stencilc::driver
