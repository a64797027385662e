/// \file Parses neighbourhoods: shapes, lines, lists of offsets, unions and differences.
#pragma once

#include "syntax/IndexParser.h"

namespace stencilc::syntax {

/// Parser of neighbourhoods such as `star(1) | axis(z, 2) \\ centre`.
class NeighbourhoodParser : protected IndexParser {
protected:
  using IndexParser::IndexParser;
  ~NeighbourhoodParser() = default;

  /// Returns whether the next tokens begin a neighbourhood rather than an expression.
  bool startsNeighbourhood();
  ast::NeighbourhoodId parseNeighbourhood();
  std::optional<std::vector<ast::Cells>> parseOffset();
  /// Prepares the parser to add nodes to a `stencil` that already holds expressions and
  /// neighbourhoods. New nodes must not use the existing ones as operands.
  void knowAllNodes() {
    IndexParser::knowNodes();
    neighbourhoodHeights.resize(stencil.neighbourhoods.size());
  }

private:
  ast::NeighbourhoodId parseNeighbourhoodPrimary();
  ast::NeighbourhoodId parseShape();
  /// Returns the neighbourhood shape that the current word names, such as "star". For a misspelt
  /// shape, reports an error and returns the most similar shape. Returns an empty string after an
  /// error if no shape is similar.
  llvm::StringRef knownShape();
  std::optional<ast::NeighbourhoodNode> parseAxisLine();
  ast::NeighbourhoodId parseOffsetList();
  ast::NeighbourhoodId addNeighbourhood(llvm::SMRange range, ast::NeighbourhoodNode node,
                                        unsigned height = 0);

  /// Height of the syntax tree of each neighbourhood, by NeighbourhoodId::index.
  std::vector<unsigned> neighbourhoodHeights;
};

} // namespace stencilc::syntax
