/// \file Names in emitted code: legal in C++ and CUDA, unique, and as close to the source as
/// possible.
#pragma once

#include "analysis/Dependence.h"
#include "emit/Vocabulary.h"
#include "ir/Program.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stencilc::emit {

/// `wish` with only letters, digits and single inner underscores, not starting with a digit; the
/// beginning of it if it is very long.
std::string legalIdentifier(llvm::StringRef wish);

/// What is known of the texts that names are for.
struct Surroundings {
  Vocabulary code;      // of the program's own text
  Vocabulary interface; // of the C interface: the header, and what defines its functions
  /// Whether nothing is known yet: all names are stand-ins, for the text from which it is learnt.
  bool isSurvey = false;
};

/// The names of one scope. A copy is an inner scope: it sees what was claimed before the copy.
class Names {
public:
  /// Members of a struct: only keywords and macros are taken.
  static Names ofMembers(const Surroundings &around) { return Names(around, nullptr); }
  /// A scope in emitted code: the words of its text are taken as well.
  static Names ofCode(const Surroundings &around) { return Names(around, &around.code); }
  /// The global namespace, where the C interface is: also what system headers declare is taken.
  static Names ofInterface(const Surroundings &around) {
    return Names(around, &around.interface, true);
  }
  /// Members of a struct among others that the header declares.
  static Names ofOptions(const Surroundings &around) { return Names(around, &around.interface); }

  /// A legal name nobody has yet: `wish`, else `wish` + `hint`, else that with a number.
  std::string claim(llvm::StringRef wish, llvm::StringRef hint = "");
  /// Claims a name from which the text derives others (`T_next`, `T_zm1`, ...); these are
  /// taken with it.
  std::string claimStem(llvm::StringRef wish, llvm::StringRef hint);
  /// Claims the end of the names of functions (`readT`, `stepT`, ...), which are taken
  /// instead of it; it begins with a capital and no two are the same.
  std::string claimEnd(llvm::StringRef wish, llvm::StringRef hint);
  bool isTaken(llvm::StringRef name) const;

  /// No more ends are claimed, and copies are cheap: they share what is taken so far.
  void settle();

private:
  Names(const Surroundings &around, const Vocabulary *text, bool isGlobal = false)
      : isSurvey(around.isSurvey), isGlobal(isGlobal), text(text) {}
  template <class IsFree>
  std::string firstFree(llvm::StringRef wish, llvm::StringRef hint, IsFree isFree);

  bool isSurvey, isGlobal;
  int standIns = 0;
  const Vocabulary *text; // outlives all scopes; null for members
  Vocabulary::Words taken, ends;
  std::shared_ptr<const Vocabulary::Words> settled;
  std::map<std::string, int, std::less<>> tried; // the number to try next, by what it follows
};

/// Everything that is named once per program.
struct ProgramNames {
  /// `passes`, if known, get ends of function names; the program is called `name`, if that is not
  /// empty. `around` must outlive the names.
  ProgramNames(const ir::Program &program, const Surroundings &around,
               const std::vector<analysis::Pass> &passes = {}, llvm::StringRef name = "");

  /// A field as a view at a time level: `T`, `T_next` (t+1), `T_prev` (t-1), `T_prev2`.
  std::string view(ir::FieldId field, int level) const;

  const Surroundings &around;
  Names scope;                         // all of the below is taken; copied for each function
  std::string program;                 // prefix of the C interface
  std::string uniforms;                // the variable that holds the Uniforms
  std::vector<std::string> fields;     // by FieldId: the stem, `T`
  std::vector<std::string> capitals;   // by FieldId: the end of function names, `readT`
  std::vector<std::string> passes;     // by pass: the same, `stepT`, `stepHxHy`
  std::vector<std::string> members;    // by UniformId: members of Uniforms
  std::vector<std::string> parameters; // by ParamId: local variables on the host
  std::vector<std::string> extents;    // by axis: members of the options struct, `nx`

private:
  void nameFunctions(const ir::Program &program, const std::vector<analysis::Pass> &all);
};

} // namespace stencilc::emit
