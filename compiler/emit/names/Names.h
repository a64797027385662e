/// \file Names in emitted code. They are legal in C++ and CUDA, unique in their scope, and close to
/// the names in the source.
#pragma once

#include "analysis/Dependence.h"
#include "emit/names/OwnNames.h"
#include "ir/Program.h"
#include "kernel/Kernel.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stencilc::emit {

/// Returns `hint`, part of a preferred name, as letters, digits and single inner underscores. The
/// result never starts with a digit or with a prefix of CUDA, and has at most 64 characters.
std::string legalIdentifier(llvm::StringRef hint);

/// Set of the names that are used in one scope. A copy of the set is an inner scope: names claimed
/// before the copy are used there, too.
class Names {
public:
  /// Creates a scope in which only keywords and names of macros are reserved.
  Names() = default;
  /// Creates a scope in which `own`, the names that emitted text itself uses, are reserved. No name
  /// of the program may be one of these.
  explicit Names(Words own) : own(std::make_shared<const Words>(std::move(own))) {}
  /// Creates the scope of the C interface, the global namespace. `own` has names that emitted text
  /// itself uses. Names that system headers declare are reserved, too.
  static Names ofInterface(Words own);

  /// Claims and returns an unused, legal name for an object of the program, such as a field. Tries
  /// `hint`, then `hint` with `suffix`, then both with a number.
  std::string claim(llvm::StringRef hint, llvm::StringRef suffix = "");
  /// Claims and returns an unused name: `hint`, then `hint` with `suffix`, then both with a number.
  /// The names that emitted text forms from it with each prefix and suffix in `others` must be
  /// unused, too, and are also claimed.
  std::string claim(llvm::StringRef hint, llvm::StringRef suffix, const Affixes &others);
  /// Claims and returns a name of the emitted text itself, such as that of a loop variable. The
  /// name may hide a name of the program. A number is appended if the emitted text already uses
  /// `name` in this scope.
  std::string declare(llvm::StringRef name);
  /// Claims a name that the text forms from a name of the program, such as `T_row` or `readT`, and
  /// returns it. Adds a number if the name is used.
  std::string derive(llvm::StringRef name);
  /// Marks a name as used in this scope, so that it is not chosen for another object.
  void reserve(llvm::StringRef name) { taken.insert(name.str()); }
  bool isTaken(llvm::StringRef name) const;

  /// Sets `words`, the names of values in the program. If this class later appends a number to a
  /// name of the emitted text, in declare() or derive(), the result is never one of `words`.
  void avoid(Words words) { avoided = std::make_shared<const Words>(std::move(words)); }
  /// Ends the phase in which names of the program are claimed. Must be called once, after the last
  /// claim. Copies of this scope (inner scopes) then share these names, so that copies are cheap,
  /// and may declare local names that hide them.
  void settle();

private:
  template <class IsFree>
  std::string firstFree(llvm::StringRef hint, llvm::StringRef suffix, IsFree isFree);
  template <class IsFree> std::string numbered(llvm::StringRef name, IsFree isFree);

  bool isGlobal = false;
  std::shared_ptr<const Words> own, settled, avoided;
  Words taken;
  std::map<std::string, int, std::less<>> tried; // next number to append, by name
};

/// Names that the emitted text itself uses, collected before any name of the program is chosen.
struct Surroundings {
  Words kernels;   // names in the kernel trees
  Words frame;     // names in the text around the kernels
  Words interface; // names in the C interface: the header and the definitions of its functions
  Affixes made;    // prefixes and suffixes of the program's name in the interface: {"", "_create"}
  std::vector<const kernel::Module *> modules = {}; // the kernel trees
};

/// Names of the functions, types and constants of a kernel module, and the scope in which its
/// functions are.
struct ModuleNames {
  std::map<kernel::FunctionId, std::string> functions;
  std::map<kernel::TypeId, std::string> types;
  std::map<kernel::VarId, std::string> constants;
  Words declared; // all these names, without those of functions of the runtime
  Names scope;
};

/// Names that are chosen once for a whole program and used in all its texts.
struct ProgramNames {
  /// Chooses the names. `kernels` may be empty if no names of kernel functions are needed. `name`,
  /// if not empty, replaces the name of the program. Keeps a reference to `around`.
  ProgramNames(const ir::Program &program, const Surroundings &around,
               const std::vector<analysis::Kernel> &kernels = {}, llvm::StringRef name = "");

  /// Returns the name of a field's view (pointer and strides) at time level t+`level`: `T`,
  /// `T_next` (t+1), `T_prev` (t-1), `T_prev2`.
  std::string view(ir::FieldId field, int level) const;
  /// Returns the text of a name hint (preferred name): its prefix, the name of an object of the
  /// program, and its suffix. The text may be the same for several hints.
  std::string resolved(const kernel::NameHint &hint) const;
  ModuleNames of(const kernel::Module &module) const;

  const ir::Program &declared;
  const Surroundings &around;
  Names outer;                       // scope of the functions, types and constants of modules
  Names scope;                       // scope of a function, in which all names below are used
  std::string program;               // prefix of the C interface
  std::string space;                 // namespace of everything else
  std::string uniforms;              // variable that holds the struct Uniforms
  std::vector<std::string> fields;   // name of each field, by FieldId: `T`
  std::vector<std::string> capitals; // end of the names of a field's functions, by FieldId: `readT`
  std::vector<std::string> kernels; // end of the names of a kernel's functions: `stepT`, `stepHxHy`
  std::vector<std::string> members; // member of Uniforms, by UniformId
  std::vector<std::string> profiles;   // member of Uniforms, by ProfileId
  std::vector<std::string> points;     // member of Uniforms, by PointsId
  std::vector<std::string> records;    // member of Uniforms for receivers, by FieldId
  std::vector<std::string> parameters; // local variable on the host, by ParamId
  std::vector<std::string> extents;    // member of the options struct, by axis: `nx`

private:
  void nameInterface(llvm::StringRef name);
  void nameFunctions(const std::vector<analysis::Kernel> &all);
  void nameViews();
};

} // namespace stencilc::emit
