/// \file Prints a time step read from C loops, with its fields, as a `.stencil` program.
#pragma once

#include "lift/grid/Fields.h"

namespace stencilc::lift {

/// A parameter of the stencil program, with the name of the C variable or array element that gives
/// its value.
struct Number {
  std::string parameter; // as in `set_parameter` and `--param`
  std::string name;      // C variable, or C array if `indices` is not empty
  std::string indices;   // "[0][1]"
  bool isWhole = false;
};

/// The text of a stencil program, with the names of its fields and parameters.
struct Written {
  std::string text;
  std::vector<std::string> names; // of the fields
  std::vector<int> levels;        // number of time levels of each field
  std::vector<Number> numbers;
};

/// Returns the text of the .stencil program for `step`, a time step read from C loops. Reports a
/// diagnostic and returns `nullopt` if the language cannot express a value.
std::optional<Written> writeStencil(const Step &step, const Fields &fields, Diagnostics &diags);

} // namespace stencilc::lift
