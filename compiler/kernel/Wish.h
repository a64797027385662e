/// \file What things of the kernel tree would like to be called. Names are settled where text is
/// made.
#pragma once

#include "ir/Program.h"
#include <string>
#include <utility>
#include <variant>

namespace stencilc::kernel {

/// What a name is made of besides text. The program's own names are settled where text is made.
struct NameOfView { // T, T_next, T_prev
  ir::FieldId field;
  int level;
};
struct NameOfField { // the end of functions: readT
  ir::FieldId field;
};
struct NameOfKernel { // the same: stepHxHy
  std::size_t kernel;
};
struct NameOfUniforms {};
struct NameOfUniform { // a member of the struct that holds them
  ir::UniformId uniform;
};
struct NameOfParam { // a parameter of the program, on the host
  ir::ParamId param;
};
struct NameOfValue { // what people call a value of the program: neighbours, square
  ir::ExprId value;
};
/// The name a thing would like; the printer claims it, or one like it, from the scope it is in.
struct Wish {
  std::string before = "";
  std::variant<std::monostate, NameOfView, NameOfField, NameOfKernel, NameOfUniforms, NameOfUniform,
               NameOfParam, NameOfValue>
      of = {};
  std::string after = "";

  Wish(const char *text) : before(text) {}
  Wish(std::string text) : before(std::move(text)) {}
  Wish(std::string before, decltype(of) of, std::string after = "")
      : before(std::move(before)), of(of), after(std::move(after)) {}
};

} // namespace stencilc::kernel
