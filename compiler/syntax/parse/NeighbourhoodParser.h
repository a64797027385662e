/// \file Parses neighbourhoods: shapes, lines, lists of offsets, unions and differences.
#pragma once

#include "syntax/parse/IndexParser.h"

namespace stencilc::syntax {

/// Parser of neighbourhoods (sets of offsets) such as `star(1) | axis(z, 2) \ centre`.
class NeighbourhoodParser : protected IndexParser {
protected:
  using IndexParser::IndexParser;
  ~NeighbourhoodParser() = default;

  /// Returns true if the next tokens begin a neighbourhood (set of offsets), false if they begin an
  /// expression.
  bool startsNeighbourhood();
  ast::NeighbourhoodId parseNeighbourhood();
  std::optional<std::vector<ast::Cells>> parseOffset();
  /// Makes the parser continue a `stencil` that already has expressions and neighbourhoods (sets of
  /// offsets). Their heights (depths of their syntax trees) count as 0, so new nodes must not use
  /// them as operands.
  void knowAllNodes() {
    IndexParser::knowNodes();
    neighbourhoodHeights.resize(stencil.neighbourhoods.size());
  }

private:
  ast::NeighbourhoodId parseNeighbourhoodPrimary();
  ast::NeighbourhoodId parseShape();
  /// Returns the shape of a neighbourhood that the current word names, such as "star". Reports a
  /// misspelt shape and returns the most similar one. Returns an empty string after an error if no
  /// shape is similar.
  llvm::StringRef knownShape();
  std::optional<ast::NeighbourhoodNode> parseAxisLine();
  ast::NeighbourhoodId parseOffsetList();
  ast::NeighbourhoodId addNeighbourhood(llvm::SMRange range, ast::NeighbourhoodNode node,
                                        unsigned height = 0);

  /// Heights of the syntax trees of all neighbourhoods (sets of offsets), by
  /// NeighbourhoodId::index.
  std::vector<unsigned> neighbourhoodHeights;
};

} // namespace stencilc::syntax
