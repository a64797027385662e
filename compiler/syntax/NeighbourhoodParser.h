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
  /// Registers the expressions and neighbourhoods that `stencil` already holds. New nodes must not
  /// use them as operands.
  void knowAllNodes() {
    IndexParser::knowNodes();
    neighbourhoodHeights.resize(stencil.neighbourhoods.size());
  }

private:
  ast::NeighbourhoodId parseNeighbourhoodPrimary();
  ast::NeighbourhoodId parseShape();
  /// Returns the shape that the current word names. After a report, returns the most similar shape,
  /// or an empty string if there is none.
  llvm::StringRef knownShape();
  std::optional<ast::NeighbourhoodNode> parseAxisLine();
  ast::NeighbourhoodId parseOffsetList();
  ast::NeighbourhoodId addNeighbourhood(llvm::SMRange range, ast::NeighbourhoodNode node,
                                        unsigned height = 0);

  /// Height of each neighbourhood, by NeighbourhoodId::index.
  std::vector<unsigned> neighbourhoodHeights;
};

} // namespace stencilc::syntax
