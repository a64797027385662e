/// \file Types and variables of the kernel tree.
#pragma once

#include "ir/Program.h"
#include "kernel/Wish.h"
#include "support/Id.h"
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stencilc::kernel {

using VarId = Id<struct VarTag>;
using ExprId = Id<struct KernelExprTag>;
using StmtId = Id<struct StmtTag>;
using FunctionId = Id<struct FunctionTag>;
using TypeId = Id<struct TypeTag>;
using Body = std::vector<StmtId>;

struct Type {
  enum Kind : std::uint8_t {
#define TYPE(ID, ...) ID,
#include "kernel/Types.def"
#undef TYPE
    Value,        // float, double or bool: `scalar`
    View,         // of cells of type `scalar`
    ReadOnlyView, // the same of data that nobody writes
    Pointer,      // to cells of type `scalar`
    BoundedRow,   // such a pointer, or one value that a face gives
    Named,        // a struct of the module, or an instance of a template of the runtime: `of`
  };
  Kind kind = Int;
  ir::ScalarType scalar = ir::ScalarType::F64;
  bool isConst = false; // the cells of a view or behind a pointer
  TypeId of = {};
  friend bool operator==(const Type &, const Type &) = default;
};

enum class Space : std::uint8_t {
  Register,
  Shared,
  Constant, // of a parameter: one copy for all threads, which has an address
};
struct Var {
  Wish wish;
  Type type;
  bool isConst = false, isReference = false;
  bool isCompileTime = false;
  std::vector<ExprId> extents = {}; // of an array
  Space space = Space::Register;
  int alignment = 0; // in bytes, where it is more than the type's own
};

/// A struct. Its members are variables, which expressions name by MemberOf; one that no function
/// looks at is not there. Functions may belong to it.
struct Struct {
  Wish wish;
  std::string doc;
  Body members;
  std::vector<VarId> constants = {}; // known when it is compiled: parameters of the template
};
enum class Template : std::uint8_t {
#define TEMPLATE(ID, ...) ID,
#include "kernel/Templates.def"
#undef TEMPLATE
};
/// A type with arguments; declared by a name, if it has a wish.
struct Instance {
  std::variant<Template, TypeId> what;
  std::vector<std::variant<Type, ExprId>> arguments;
  std::optional<Wish> wish = {};
  std::string doc = "";
};
using TypeNode = std::variant<Struct, Instance>;

} // namespace stencilc::kernel
