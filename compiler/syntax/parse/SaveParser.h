/// \file Parses `save` statements, which write fields to files during a run.
#pragma once

#include "syntax/parse/DeclarationParser.h"

namespace stencilc::syntax {

/// Parser of `save` statements. `save` is a keyword only before a name.
class SaveParser : protected DeclarationParser {
protected:
  using DeclarationParser::DeclarationParser;
  ~SaveParser() = default;

  bool atSave();
  bool parseSave();
  /// Parses coordinates along one axis: `12.5`, `0 .. 127` or `0 .. 127 by 4`. Returns false after
  /// it has reported an error.
  bool parsePointRange(ast::PointRange &range);

private:
  bool parseSavedField(ast::SavedField &saved);
};

} // namespace stencilc::syntax
