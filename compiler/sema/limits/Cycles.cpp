/// \file Finds cyclic definitions, and chains of definitions that are too long.
#include "sema/Unit.h"
#include "sema/names/Uses.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

namespace {

/// Depth-first search for cyclic definitions. `path` is the chain of definitions from the start of
/// the search to the current one, each of which uses the next.
class CycleFinder {
public:
  CycleFinder(const Mentions &mentions, const Symbols &symbols, Diagnostics &diags)
      : mentions(mentions), symbols(symbols), diags(diags) {}

  /// Returns the number of definitions in the longest chain that starts with `id`. Each definition
  /// of a chain uses the next one. Reports cycles.
  unsigned follow(SymbolId id) {
    const auto onPath = llvm::find(path, id);
    if (onPath != path.end()) {
      reportCycle({onPath, path.end()});
      return 0;
    }
    const auto needs = mentions.find(id);
    if (needs == mentions.end())
      return 0;
    if (const auto known = chains.find(id); known != chains.end())
      return known->second;
    unsigned longest = 0;
    path.push_back(id);
    for (const auto &[next, place] : needs->second)
      if (path.size() <= kMaxChain)
        longest = std::max(longest, follow(next));
    path.pop_back();
    if (path.size() + longest >= kMaxChain)
      reportChain(id);
    return chains[id] = longest + 1;
  }
  bool foundNone() const { return !isWrong; }

private:
  /// Maximum length of a chain of definitions, each of which uses the next one. Passes that follow
  /// definitions are recursive.
  static constexpr unsigned kMaxChain = 1000;

  void reportChain(SymbolId id) {
    if (!isWrong)
      diags.report(symbols[id].declared, diag::ChainTooLong, symbols[id].name, kMaxChain);
    isWrong = true;
  }

  void reportCycle(const std::vector<SymbolId> &cycle) {
    isWrong = true;
    std::string text;
    for (SymbolId id : cycle)
      text += symbols[id].name + " -> ";
    const Symbol &first = symbols[cycle.front()];
    text += first.name;
    const bool hasFunction =
        llvm::any_of(cycle, [&](SymbolId id) { return symbols[id].kind == SymbolKind::Function; });
    auto message =
        diags.report(first.declared, hasFunction ? diag::RecursiveFunction : diag::CyclicDefinition,
                     first.name, text);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const SymbolId next = cycle[(i + 1) % cycle.size()];
      message.note(mentions.at(cycle[i]).at(next), diag::Hint,
                   "'" + symbols[cycle[i]].name + "' needs '" + symbols[next].name + "' here");
    }
  }

  const Mentions &mentions;
  const Symbols &symbols;
  Diagnostics &diags;
  std::vector<SymbolId> path;
  std::map<SymbolId, unsigned> chains; // lengths for completely followed definitions
  bool isWrong = false;                // an error was reported
};

} // namespace

bool checkNoCycles(const Mentions &mentions, const Symbols &symbols, Diagnostics &diags) {
  CycleFinder finder(mentions, symbols, diags);
  for (const auto &[id, needs] : mentions)
    finder.follow(id);
  return finder.foundNone();
}

} // namespace stencilc::sema
