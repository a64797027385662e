/// \file Names in emitted code: legal in C++ and CUDA, unique in their scope, and as close to the
/// source as possible.
#pragma once

#include "analysis/Dependence.h"
#include "emit/OwnNames.h"
#include "ir/Program.h"
#include "kernel/Kernel.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stencilc::emit {

/// `wish` with only letters, digits and single inner underscores, starting neither with a digit nor
/// as CUDA's names do; the beginning of it if it is very long.
std::string legalIdentifier(llvm::StringRef wish);

/// The names of one scope. A copy is an inner scope: it sees what was claimed before the copy.
class Names {
public:
  /// Nothing is taken but keywords and macros.
  Names() = default;
  /// The text of the scope has these names of its own.
  explicit Names(Words own) : own(std::make_shared<const Words>(std::move(own))) {}
  /// The global namespace, where the C interface is: also what system headers declare is taken.
  static Names ofInterface(Words own);

  /// A legal name for something of the program, which nothing has yet: `wish`, else `wish` +
  /// `hint`, else that with a number.
  std::string claim(llvm::StringRef wish, llvm::StringRef hint = "");
  /// Claims a name together with those that the text makes of it.
  std::string claim(llvm::StringRef wish, llvm::StringRef hint, const Affixes &others);
  /// For something of the text itself: one of its own names, or what a field is called. It gets a
  /// number if a scope around has declared that name already.
  std::string declare(llvm::StringRef name);
  /// For something of the text that is called after one of the program: `T_row`, `readT`. It gets a
  /// number if that is taken.
  std::string derive(llvm::StringRef name);
  /// Something that the scope sees has this name already.
  void reserve(llvm::StringRef name) { taken.insert(name.str()); }
  bool isTaken(llvm::StringRef name) const;

  /// No name gets a number that makes it one of `words`: what values of the program are called.
  void avoid(Words words) { avoided = std::make_shared<const Words>(std::move(words)); }
  /// What is claimed so far may be declared by inner scopes; copies are cheap from then on.
  void settle();

private:
  template <class IsFree>
  std::string firstFree(llvm::StringRef wish, llvm::StringRef hint, IsFree isFree);
  template <class IsFree> std::string numbered(llvm::StringRef name, IsFree isFree);

  bool isGlobal = false;
  std::shared_ptr<const Words> own, settled, avoided;
  Words taken;
  std::map<std::string, int, std::less<>> tried; // the number to try next, by what it follows
};

/// The names that texts have of their own accord.
struct Surroundings {
  Words kernels;   // functions of the kernel trees
  Words frame;     // the text around them
  Words interface; // the C interface: the header, and what defines its functions
  Affixes made;    // what that makes of the program's name: {"", "_create"}
  std::vector<const kernel::Module *> modules = {}; // the trees
};

/// What functions, types and constants of a module are called, and the scope that those of its
/// functions are in.
struct ModuleNames {
  std::map<kernel::FunctionId, std::string> functions;
  std::map<kernel::TypeId, std::string> types;
  std::map<kernel::VarId, std::string> constants;
  Words declared; // all of these, but for functions of the runtime
  Names scope;
};

/// Everything that is named once per program.
struct ProgramNames {
  /// `kernels`, if known, get ends of function names; the program is called `name`, if that is not
  /// empty. `around` must outlive the names.
  ProgramNames(const ir::Program &program, const Surroundings &around,
               const std::vector<analysis::Kernel> &kernels = {}, llvm::StringRef name = "");

  /// A field as a view at a time level: `T`, `T_next` (t+1), `T_prev` (t-1), `T_prev2`.
  std::string view(ir::FieldId field, int level) const;
  /// A wish with the program's names in it.
  std::string resolved(const kernel::Wish &wish) const;
  ModuleNames of(const kernel::Module &module) const;

  const ir::Program &declared;
  const Surroundings &around;
  Names outer;          // what functions, types and constants of modules are claimed from
  Names scope;          // all of the below is taken; copied for each function
  std::string program;  // prefix of the C interface
  std::string space;    // the namespace of all else
  std::string uniforms; // the variable that holds the Uniforms
  std::vector<std::string> fields;     // by FieldId: the stem, `T`
  std::vector<std::string> capitals;   // by FieldId: the end of function names, `readT`
  std::vector<std::string> kernels;    // by kernel: the same, `stepT`, `stepHxHy`
  std::vector<std::string> members;    // by UniformId: members of Uniforms
  std::vector<std::string> profiles;   // by ProfileId: the same
  std::vector<std::string> points;     // by PointsId: the same
  std::vector<std::string> records;    // by FieldId: the same, of fields that receivers read
  std::vector<std::string> parameters; // by ParamId: local variables on the host
  std::vector<std::string> extents;    // by axis: members of the options struct, `nx`

private:
  void nameInterface(llvm::StringRef name);
  void nameFunctions(const std::vector<analysis::Kernel> &all);
  void nameViews();
};

} // namespace stencilc::emit
