/// \file Parses neighbourhoods: shapes, lines, lists of offsets, their unions and differences.
#pragma once

#include "syntax/IndexParser.h"

namespace stencilc::syntax {

/// Neighbourhoods: `star(1) | axis(z, 2) \\ centre`.
class NeighbourhoodParser : protected IndexParser {
protected:
  using IndexParser::IndexParser;
  ~NeighbourhoodParser() = default;

  /// Whether the tokens here begin a neighbourhood rather than an ordinary expression.
  bool startsNeighbourhood();
  ast::NeighbourhoodId parseNeighbourhood();
  std::optional<std::vector<ast::Cells>> parseOffset();
  /// Takes the nodes that `stencil` holds for trees that nothing is added to.
  void knowAllNodes() {
    IndexParser::knowNodes();
    neighbourhoodHeights.resize(stencil.neighbourhoods.size());
  }

private:
  ast::NeighbourhoodId parseNeighbourhoodPrimary();
  ast::NeighbourhoodId parseShape();
  /// The shape that the current word names, or nearly; empty after a report.
  llvm::StringRef knownShape();
  std::optional<ast::NeighbourhoodNode> parseAxisLine();
  ast::NeighbourhoodId parseOffsetList();
  ast::NeighbourhoodId addNeighbourhood(llvm::SMRange range, ast::NeighbourhoodNode node,
                                        unsigned height = 0);

  std::vector<unsigned> neighbourhoodHeights; // parallel to the pool
};

} // namespace stencilc::syntax
