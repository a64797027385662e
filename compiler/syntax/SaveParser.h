/// \file Parses what is saved while a program runs.
#pragma once

#include "syntax/DeclarationParser.h"

namespace stencilc::syntax {

/// `save` before a name.
class SaveParser : protected DeclarationParser {
protected:
  using DeclarationParser::DeclarationParser;
  ~SaveParser() = default;

  bool atSave();
  bool parseSave();
  /// `12.5`, `0 .. 127` or `0 .. 127 by 4`.
  bool parsePointRange(ast::PointRange &range);

private:
  bool parseSavedField(ast::SavedField &saved);
};

} // namespace stencilc::syntax
