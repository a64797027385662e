/// \file What a step takes from the C program and gives back to it, in C's words: the record that a
/// check and a program put in place of the loops share.
#pragma once

#include "lift/Fields.h"
#include "lift/Writer.h"

namespace stencilc::lift {

/// Something of the C program that is passed on: `(double *)u` as `double *u`.
struct Argument {
  std::string type, name, value;
};

/// A field and the memory of the C program that its time levels are in. All texts are C over the
/// names of the arguments.
struct HandedField {
  std::string name;
  Type type = Type::F64;
  int levels = 1; // that the program keeps
  bool isConstant = false;
  // What the loops begin with, newest first. The memory that holds the level k steps before the
  // newest after n steps is that of place (k - n) modulo their number.
  std::vector<std::string> memory;
  std::vector<std::string> copies; // memory that a step leaves the written cells in as well
  std::vector<std::string> boxes;  // that a step writes, each "x0, x1, y0, y1"
  std::string pitch; // "cells of a row, rows of a plane" of memory that is larger than the grid
};

/// A call in place of loops.
struct HandOver {
  std::string name, source; // of the program; of what it stands for, for people
  int rank = 1;
  std::vector<Argument> arguments;
  std::vector<std::string> extents; // x first
  std::vector<HandedField> fields;
  std::vector<std::pair<std::string, std::string>> parameters; // name and value
  bool hasRule = false;

  // Texts where the call stands, which has a variable `liftedSteps` with the steps done.
  std::string begin;     // carried out before: `t = 0;`
  std::string steps;     // at most; empty if nothing bounds them
  std::string condition; // of loops that may do no step, beside `steps`
  std::string end;       // what the loops leave in the variables of the function
};

/// The C function `NAME_begin(arguments)` that describes the step, ready to be included.
std::string describeStep(const HandOver &hand);
/// `NAME_call(u, n, dt, steps)`.
std::string argumentList(const HandOver &hand, bool isDeclaration);

} // namespace stencilc::lift
