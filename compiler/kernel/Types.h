/// \file Types and variables of the kernel tree.
#pragma once

#include "ir/Program.h"
#include "kernel/build/NameHint.h"
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
    Value,        // float, double, bool or a storage type: `scalar`
    View,         // view of cells of type `scalar`
    ReadOnlyView, // the same for data that no thread writes
    Pointer,      // pointer to cells of type `scalar`
    BoundedRow,   // pointer to a row, or one boundary value
    Named,        // struct of the module, or instance of a template of the runtime: `of`
  };
  Kind kind = Int;
  ir::ScalarType scalar = ir::ScalarType::F64;
  bool isConst = false; // constness of the cells of a view or pointer
  TypeId of = {};
  friend bool operator==(const Type &, const Type &) = default;
};

enum class Space : std::uint8_t {
  Register,
  Shared,
  Constant, // kernel parameter with an address, one copy for all threads
};
struct Var {
  NameHint hint;
  Type type;
  bool isConst = false, isReference = false;
  bool isCompileTime = false;
  std::vector<ExprId> extents = {}; // extents of an array
  Space space = Space::Register;
  int alignment = 0; // bytes, if more than the type's own alignment
};

/// A struct of the emitted code. Its members are variables, which MemberOf expressions use.
/// Functions may be members. Members without use are not printed.
struct Struct {
  NameHint hint;
  std::string doc;
  Body members;
  std::vector<VarId> constants = {}; // template parameters
};
enum class Template : std::uint8_t {
#define TEMPLATE(ID, ...) ID,
#include "kernel/Templates.def"
#undef TEMPLATE
};
/// An instance of a class template. If it has a name hint (preferred name `hint`), the emitted code
/// declares an alias for the instance.
struct Instance {
  std::variant<Template, TypeId> what;
  std::vector<std::variant<Type, ExprId>> arguments;
  std::optional<NameHint> hint = {};
  std::string doc = "";
};
using TypeNode = std::variant<Struct, Instance>;

} // namespace stencilc::kernel
