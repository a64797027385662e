/// \file Name hints (preferred names) of objects in the kernel tree. The printer chooses the final
/// names.
#pragma once

#include "ir/Program.h"
#include <string>
#include <utility>
#include <variant>

namespace stencilc::kernel {

/// Name of the view (pointer and strides) of a field, as part of a name hint (a preferred name).
/// The printer inserts the final name. The structs below name other objects of the program.
struct NameOfView { // T, T_next, T_prev
  ir::FieldId field;
  int level;
};
struct NameOfField { // suffix of functions: readT
  ir::FieldId field;
};
struct NameOfKernel { // suffix of functions: stepHxHy
  std::size_t kernel;
};
struct NameOfUniforms {};
struct NameOfUniform { // a member of the uniforms
  ir::UniformId uniform;
};
struct NameOfParam { // a parameter of the program, on the host
  ir::ParamId param;
};
struct NameOfValue { // a descriptive name of a value of the program: neighbours, square
  ir::ExprId value;
};
/// A name hint: the preferred name of an object in the kernel tree. The printer uses it, or a
/// similar name if it is used already.
struct NameHint {
  std::string before = "";
  std::variant<std::monostate, NameOfView, NameOfField, NameOfKernel, NameOfUniforms, NameOfUniform,
               NameOfParam, NameOfValue>
      of = {};
  std::string after = "";

  NameHint(const char *text) : before(text) {}
  NameHint(std::string text) : before(std::move(text)) {}
  NameHint(std::string before, decltype(of) of, std::string after = "")
      : before(std::move(before)), of(of), after(std::move(after)) {}
};

} // namespace stencilc::kernel
