/// \file Writes the sources of the runtime that a program needs as one text, and collects the
/// headers that it and the emitted code include.
#include "driver/compile/SelfContained.h"
#include "driver/compile/EmbeddedHeaders.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>

namespace stencilc::driver {

namespace {

constexpr llvm::StringLiteral kSources = "runtime/";

/// Returns the name in `line` if it is an include directive, such as "stencilc/View.h", otherwise
/// "". Both quotes and angle brackets count.
llvm::StringRef includedBy(llvm::StringRef line) {
  if (!line.consume_front("#include ") || line.empty())
    return "";
  return line.drop_front().take_until([](char c) { return c == '"' || c == '>'; });
}

/// Calls `act` with each line of `text`, without its end.
template <class Act> void eachLine(llvm::StringRef text, Act act) {
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    text = rest;
    act(line);
  }
}

/// Returns the names of C functions and objects of the runtime to which `text` refers, such as
/// "create" for STENCILC_SYMBOL(create).
std::set<std::string> symbolsIn(llvm::StringRef text) {
  constexpr llvm::StringLiteral kSymbol = "STENCILC_SYMBOL(";
  std::set<std::string> names;
  for (std::size_t at = text.find(kSymbol); at != llvm::StringRef::npos;
       at = text.find(kSymbol, at + 1))
    names.insert(
        text.substr(at + kSymbol.size()).take_until([](char c) { return c == ')'; }).str());
  return names;
}

/// The sources of the runtime that a program needs, as one text. A source file is needed if it
/// names a symbol of the emitted code, or implements a header that a needed file includes. A
/// source implements the header that it includes first.
class Sources {
public:
  explicit Sources(const std::vector<RuntimeHeader> &all) {
    for (const RuntimeHeader &file : all)
      texts[file.name] = file.text;
    for (const auto &[name, text] : texts)
      if (llvm::StringRef(name).ends_with(".cpp"))
        eachLine(text, [&, isFirst = true, &file = name](llvm::StringRef line) mutable {
          if (const llvm::StringRef header = includedBy(line); isFirst && !header.empty()) {
            implementers[header.str()].push_back(file);
            isFirst = false;
          }
        });
  }

  /// Returns the text of all sources that code with the symbols `symbols` needs. Headers of the
  /// runtime's own are inserted where they are first included.
  std::string textFor(const std::set<std::string> &symbols) {
    for (const auto &[name, text] : texts)
      if (llvm::StringRef(name).ends_with(".cpp"))
        for (const std::string &symbol : symbolsIn(text))
          if (symbols.count(symbol))
            waiting.insert(name);
    while (!waiting.empty()) {
      const std::string name = *waiting.begin();
      waiting.erase(waiting.begin());
      insert(name);
    }
    return std::move(all);
  }

private:
  /// Appends the file `name` and what it includes, unless it was appended before.
  void insert(const std::string &name) {
    const auto found = texts.find(name);
    if (found == texts.end())
      return;
    const bool isTable = llvm::StringRef(name).ends_with(".def"); // included several times
    if (!isTable && !seen.insert(name).second)
      return;
    for (const std::string &source : implementers[name])
      if (!seen.count(source))
        waiting.insert(source);
    eachLine(found->second, [&](llvm::StringRef line) {
      const llvm::StringRef included = includedBy(line);
      if (included.starts_with(kSources))
        insert(included.str());
      else if (line != "#pragma once")
        all += line.str() + "\n";
    });
  }

  std::map<std::string, std::string> texts;
  std::map<std::string, std::vector<std::string>> implementers; // sources of each header
  std::set<std::string> waiting, seen;
  std::string all;
};

} // namespace

std::vector<NamedText> runtimeFiles(const std::string &text, const std::string &runtime) {
  const std::string folder = std::string(kRuntimeFolder) + "/";
  std::vector<NamedText> files;
  for (const RuntimeHeader &source : embeddedSources())
    if (!llvm::StringRef(source.name).starts_with(kSources))
      files.push_back({folder + source.name, source.text}); // the licence
  const std::string all = "// The runtime of stencilc: what this program needs of it.\n" +
                          Sources(embeddedSources()).textFor(symbolsIn(text));
  std::map<std::string, std::string> headers;
  for (const RuntimeHeader &header : runtimeHeaders(runtime))
    headers[header.name] = header.text;
  std::set<std::string> seen;
  std::vector<std::string> waiting = {text, all};
  while (!waiting.empty()) {
    const std::string last = std::move(waiting.back());
    waiting.pop_back();
    eachLine(last, [&](llvm::StringRef line) {
      const std::string name = includedBy(line.ltrim()).str();
      const auto found = headers.find(name);
      if (found == headers.end() || !seen.insert(name).second)
        return;
      files.push_back({folder + name, found->second});
      waiting.push_back(found->second);
    });
  }
  files.push_back({kRuntimeSource, all});
  return files;
}

} // namespace stencilc::driver
