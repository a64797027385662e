/// \file What the reader makes of C loops, free of Clang: arrays, loops, and the values that cells
/// get. Later steps turn it into fields, levels and boundaries, and then into text.
#pragma once

#include "lift/Polynomial.h"
#include "llvm/Support/SMLoc.h"
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace stencilc::lift {

/// The type of a value as `arithmetic written` sees it; a whole number takes that of what it meets.
enum class Type { Whole, F32, F64, Bool };

struct Node;
using Value = std::shared_ptr<const Node>;

/// The cell that an expression names, its indices outermost first.
struct ArrayRead {
  int array = -1;
  std::int64_t version = 0; // C of A[(t + C) % M]
  std::vector<Polynomial> indices;

  friend bool operator==(const ArrayRead &, const ArrayRead &) = default;
};

/// One operation of a value. Values are shared and never change.
struct Node {
  /// `order` of a value that loops change in a way that is no reduction, which stand at `place`.
  static constexpr int kIsLost = 1;
  enum Kind {
    Number,    // `text`
    Scalar,    // parameter or constant called `text`
    Position,  // `position`, a polynomial of loop variables and sizes
    Read,      // `read`, before or after writes as `order` says
    Temporary, // local variable number `local` of the step
    Unary,     // `text` is - or !
    Binary,    // `text` is the operator
    Call,      // `text` is the language's function
    Select,    // condition, then, else
    Widen,     // an f32 value as f64
    Carried,   // what variable `text`, number `local` of those, held when the step or nest began
    Reduced,   // reduction number `local` of the step
  };
  Kind kind;
  Type type = Type::F64;
  std::string text = {};
  std::vector<Value> operands = {};
  Polynomial position = {};
  ArrayRead read = {};
  int order = 0;
  int local = -1;
  llvm::SMLoc place = {};
};

/// An array of the C program, or of its pointers.
struct Array {
  std::string name;
  Type type = Type::F64;
  std::vector<std::optional<Polynomial>> extents; // outermost first; those that the source tells
  std::int64_t buffers = 1;                       // of time levels chosen by an index: A[t % 2]
  enum Memory { Own, Pointer, Argument } memory = Own; // who says where it lies
  int object = -1;                                     // number of the object it is a member of
  bool isPointer = false, isRestrict = false;
  bool isLocal = false;    // of one cell, gone when it is computed
  bool isRounding = false; // made here: what a `float` variable of the cell holds
  /// The part of a C array that this is, as f3 is that of f[9][NY][NX] with a first index of 3: for
  /// each index of the C array its number, or nothing for an axis. Empty: the whole C array.
  std::vector<std::optional<std::int64_t>> components;
  int whole = -1; // number of that C array
  llvm::SMLoc place;
};

/// `for (v = low; v < high; v++)`.
struct Loop {
  Polynomial::Symbol variable;
  Polynomial low, high;
  llvm::SMLoc place;
};

/// A local variable of the body of a nest.
struct Local {
  std::string name;
  Value value;
  int nest = -1; // -1: outside all nests, the same for all cells
};

/// An assignment to a cell.
struct Write {
  ArrayRead cell;
  Value value;
  int nest =
      0; // writes of the same nest run cell by cell, those of different ones one after another
  int order = 0; // in program order
  std::vector<Loop> loops;
  llvm::SMLoc place;
};

/// A value of the whole grid: `largest = fmax(largest, e)`.
struct Reduction {
  std::string variable, function; // max, min or sum
  Value value;
  Value start; // what the variable holds in front of the loops
  int nest = 0, order = 0;
  std::vector<Loop> loops;
  llvm::SMLoc place;
};

struct Symbol {
  enum Kind { Size, Loop, Time, Buffer, Neighbour };
  enum Rim { Around, AtLowFace, AtHighFace }; // what stands for a neighbour beyond a face
  std::string name;
  Kind kind;
  std::int64_t shift = 0, modulus = 0; // Buffer: (t + shift) % modulus
  Rim rim = Around;
  Polynomial target = {};                 // Neighbour: the cell inside the grid, i + 1
  std::optional<Polynomial> extent = {};  // and the cells of the axis, where C says them
  std::optional<std::int64_t> value = {}; // Size: what the callers pass
  bool isToggle = false; // Buffer: of a variable that changes like `cur = 1 - cur`, from 0 or 1
};

struct Parameter {
  std::string name;
  Type type;
  std::string value; // empty: the source gives none
};

/// What stands beyond the two faces of an axis: a boundary of the language, with the value of a
/// fixed one. Empty: nothing.
struct RimFace {
  std::string word;
  Value value;
};
using RimFaces = std::vector<std::array<RimFace, 2>>; // x first

/// One time step and what repeats it.
struct Step {
  std::string name, file;
  std::vector<Symbol> symbols;
  std::vector<Array> arrays;
  std::vector<Parameter> parameters;
  std::vector<Local> locals;
  std::vector<Write> writes;
  std::vector<Reduction> reductions;
  std::vector<int> rotation; // rotation[a]: the array whose memory pointer a has after the step
  std::optional<std::int64_t> steps;
  std::optional<std::int64_t> firstTime; // of the variable of the loop over time, if it is known
  Value goesOn;                   // condition under which a further step follows; null: it counts
  std::vector<std::string> notes; // what is assumed
  std::vector<std::string> facts; // which cells the fields hold
  /// Cells of the C arrays that lie before and after the grid along each axis, x first; loops over
  /// the rim set them, and boundaries stand for them. Empty: none.
  std::vector<std::pair<std::int64_t, std::int64_t>> rims;
  std::map<int, RimFaces> boundaries; // of arrays with such a rim

  const std::string &nameOf(Polynomial::Symbol symbol) const { return symbols[symbol].name; }
};

} // namespace stencilc::lift
