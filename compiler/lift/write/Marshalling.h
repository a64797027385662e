/// \file Generates C text that connects a stencil with the C program whose loops it replaces: a
/// function, and a call of this function. Both `--check` and the replacement of the loops use it.
#pragma once

#include "lift/grid/Fields.h"
#include "lift/write/Writer.h"

namespace stencilc::lift {

/// An argument of the generated C function: its type, the name of the parameter, and the C
/// expression that is passed, such as `double *`, `u`, `(double *)u`.
struct Argument {
  std::string type, name, value;
};

/// A field of the .stencil program, and the C memory of its time levels (copies in time). All
/// members are texts of C expressions that use the arguments of the call.
struct HandedField {
  std::string name;
  Type type = Type::F64;
  int levels = 1; // number of time levels that the stencil stores
  bool isConstant = false;
  // The C memory of each time level before the first step, newest first. After n steps the level of
  // age k, 0 for the newest, is in entry (k - n) modulo the number of entries.
  std::vector<std::string> memory;
  std::vector<std::string> copies; // further C arrays that also hold the new cells after a step
  std::vector<std::string> boxes;  // that a step writes, each "x0, x1, y0, y1"
  std::string pitch; // "cells of a row, rows of a plane" of memory that is larger than the grid
};

/// The C call that replaces the loops of a C program, with the C text around it.
struct Marshalling {
  std::string name, source; // the stencil's name; a description of the loops for users
  int rank = 1;
  std::vector<Argument> arguments;
  std::vector<std::string> extents; // x first
  std::vector<HandedField> fields;
  std::vector<std::pair<std::string, std::string>> parameters; // of the stencil: name and value
  bool hasRule = false;

  // C text around the call. The variable `liftedSteps` in it is the number of time steps done.
  std::string begin;     // runs before the call: `t = 0;`
  std::string steps;     // upper bound of the number of time steps; empty if there is none
  std::string condition; // of the loop, beside `steps`, if it may do no step at all
  std::string end;       // sets the variables of the C function as the loops would
};

/// Returns the text of the C function `NAME_step(arguments)`. At run time this function returns a
/// structure `LiftedStep` with the fields, sizes and parameters of the step.
std::string describeStep(const Marshalling &hand);
/// Returns the arguments of the generated C function as text. If `isDeclaration`, this is a
/// parameter list such as `double *u, long n`, otherwise the values to pass.
std::string argumentList(const Marshalling &hand, bool isDeclaration);

} // namespace stencilc::lift
