/// \file A step and its fields as `.stencil` text.
#pragma once

#include "lift/Fields.h"

namespace stencilc::lift {

/// A number of the program that the C file knows.
struct Number {
  std::string parameter; // as set_parameter and --param call it
  std::string name;      // in C: of a variable, or of an array whose cell `indices` it is
  std::string indices;   // "[0][1]"
  bool isWhole = false;
};

/// A program, and how it calls what it was made of.
struct Written {
  std::string text;
  std::vector<std::string> names; // of the fields
  std::vector<int> levels;        // that they keep
  std::vector<Number> numbers;
};

/// The text, or nothing if a value cannot be said, which has been reported.
std::optional<Written> writeStencil(const Step &step, const Fields &fields, Diagnostics &diags);

} // namespace stencilc::lift
