/// \file Names in emitted code: legal in C++ and CUDA, unique, and as close to the source as
/// possible.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace stencilc::emit {

/// `wish` with only letters, digits and single inner underscores, not starting with a digit.
std::string legalIdentifier(llvm::StringRef wish);

/// Keywords of C, C++ and CUDA and the macros no identifier may be called.
bool isKeyword(llvm::StringRef name);

/// The names of one scope. A copy is an inner scope: it sees what was claimed before the copy.
class Names {
public:
  /// An empty scope (members of a struct): only keywords are taken.
  static Names ofMembers() { return Names(); }
  /// A scope in emitted code: keywords, the runtime's names and the templates' own variables are
  /// taken.
  static Names ofCode();

  /// A legal name nobody has yet: `wish`, else `wish` + `hint`, else that with a number.
  std::string claim(llvm::StringRef wish, llvm::StringRef hint = "");
  /// The same for a name from which others are derived (`T_next`, `T_zm1`, ...); these are taken
  /// with it.
  std::string claimStem(llvm::StringRef wish, llvm::StringRef hint);
  bool isTaken(llvm::StringRef name) const;

private:
  Names() = default;
  bool isFreeStem(llvm::StringRef name) const;

  std::set<std::string, std::less<>> taken;
  std::vector<std::string> stems;
};

/// Everything that is named once per program.
struct ProgramNames {
  explicit ProgramNames(const ir::Program &program);

  /// A field as a view at a time level: `T`, `T_next` (t+1), `T_prev` (t-1), `T_prev2`.
  std::string view(ir::FieldId field, int level) const;

  Names scope = Names::ofCode();       // all of the below is taken; copied for each function
  std::string program;                 // prefix of the C interface
  std::string uniforms;                // the variable that holds the Uniforms
  std::vector<std::string> fields;     // by FieldId: the stem, `T`
  std::vector<std::string> capitals;   // by FieldId: the end of function names, `readT`
  std::vector<std::string> members;    // by UniformId: members of Uniforms
  std::vector<std::string> parameters; // by ParamId: local variables on the host
  std::vector<std::string> extents;    // by axis: members of the options struct, `nx`
};

} // namespace stencilc::emit
