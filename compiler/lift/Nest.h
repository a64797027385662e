/// \file Arrays, loops and symbolic cell values that the lifter has read from C loops, without data
/// types of Clang. Later passes turn them into fields, time levels and boundaries, and then into
/// text.
#pragma once

#include "lift/Polynomial.h"
#include "llvm/Support/SMLoc.h"
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace stencilc::lift {

/// The type of a symbolic value, by the rules of `arithmetic written` (operations as in the
/// source). A Whole value (an integer) takes the type of the other operand of an operation.
enum class Type { Whole, F32, F64, Bool };

struct Node;
using Value = std::shared_ptr<const Node>;

/// An access to a cell of an array. Indices are outermost first.
struct ArrayRead {
  int array = -1;
  std::int64_t version = 0; // time level: C of `A[(t + C) % M]`
  std::vector<Polynomial> indices;

  friend bool operator==(const ArrayRead &, const ArrayRead &) = default;
};

/// A node of an expression tree for the value of a cell. Trees share nodes, which are immutable.
struct Node {
  /// Value of `Node::order` that marks a Carried node (the value of a variable at the start of the
  /// step) as unknown. Loops change the variable in a way that is no maximum, minimum or sum.
  /// `Node::place` is the location of these loops.
  static constexpr int kIsLost = 1;
  enum Kind {
    Number,    // a literal: `text`
    Scalar,    // a parameter or constant named `text`
    Position,  // `position`, a polynomial of loop variables and sizes
    Read,      // a cell: `read`; sees writes of the step up to number `order`
    Temporary, // local variable number `local` of the step
    Unary,     // `text` is the operator, - or !
    Binary,    // `text` is the operator
    Call,      // `text` is the function's name in the language
    Select,    // operands: condition, then, else
    Widen,     // an f32 value converted to f64
    Carried,   // the value of variable `text`, number `local`, at the start of the step or nest
    Reduced,   // the result of reduction number `local` of the step
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

/// An array of the C program, or the memory to which a C pointer points.
struct Array {
  std::string name;
  Type type = Type::F64;
  /// Extent of each C index, outermost first. It is `nullopt` if the C file does not give the
  /// extent.
  std::vector<std::optional<Polynomial>> extents;
  /// Extent of the outermost index of a pointer or std::vector, from the number of elements that is
  /// allocated for it. The extent is `nullopt` if that number is unknown.
  std::optional<Polynomial> allocated;
  bool isLine = false; // one C index covers all axes
  /// Number of time levels in the array, if an index selects one, as in A[t % 2].
  std::int64_t buffers = 1;
  enum Memory { Own, Pointer, Argument } memory = Own; // who provides the memory
  /// Number of the C object of which this array is a member. Arrays with the same number are
  /// members of the same object. -1 if the array is no member of an object.
  int object = -1;
  bool isPointer = false, isRestrict = false;
  bool isLocal = false;    // declared in a loop body: exists for one cell
  bool isRounding = false; // added by the lifter for a `float` variable of the cell
  /// Constant indices of an array that is a component of a C array, such as `f[3]` of
  /// `f[9][NY][NX]`. There is an entry for each C index, which is `nullopt` if the index remains an
  /// axis. The list is empty for a complete C array.
  std::vector<std::optional<std::int64_t>> components;
  int whole = -1; // number of that C array; -1 if complete
  llvm::SMLoc place;
};

/// A loop over cells, `for (v = low; v < high; v++)`.
struct Loop {
  Polynomial::Symbol variable;
  Polynomial low, high;
  llvm::SMLoc place;
};

/// A local variable in the body of a loop nest.
struct Local {
  std::string name;
  Value value;
  int nest = -1; // -1: outside of all nests, the same for all cells
};

/// An assignment to a cell of an array.
struct Write {
  ArrayRead cell;
  Value value;
  int nest = 0;  // loop nest; writes of one nest run cell by cell, nests one after another
  int order = 0; // position in program order
  std::vector<Loop> loops;
  llvm::SMLoc place;
};

/// A maximum, minimum or sum over cells, such as `largest = fmax(largest, e)`.
struct Reduction {
  std::string variable, function; // function: max, min or sum
  Value value;
  Value start; // of the variable, before the loops
  int nest = 0, order = 0;
  std::vector<Loop> loops;
  llvm::SMLoc place;
};

/// A symbol of the polynomials of a step: a size, a loop variable, the time, a time level such as
/// `t % 2`, or the index of a neighbouring cell.
struct Symbol {
  enum Kind { Size, Loop, Time, Buffer, Neighbour };
  /// Cell that replaces a neighbour beyond a face: the index wraps around, or it stops at the cell
  /// of the low or high face.
  enum Rim { Around, AtLowFace, AtHighFace };
  std::string name;
  Kind kind;
  std::int64_t shift = 0, modulus = 0; // Buffer: the time level (t + shift) % modulus
  Rim rim = Around;
  Polynomial target = {};                 // Neighbour: its index inside the grid, such as i + 1
  std::optional<Polynomial> extent = {};  // Neighbour: cells along the axis, if C tells
  std::optional<std::int64_t> value = {}; // Size: the number that all callers pass
  bool isToggle = false;                  // Buffer: of a variable that alternates, `cur = 1 - cur`
};

/// Scalar parameter of a .stencil program made from C loops, with its value in the C file.
struct Parameter {
  std::string name;
  Type type;
  std::string value; // empty: the C file gives none
};

/// Boundary condition at one face, as a word of the stencil language such as `periodic`. `value` is
/// the value of a `fixed` boundary. The word is empty if there is no boundary condition.
struct RimFace {
  std::string word;
  Value value;
};
using RimFaces = std::vector<std::array<RimFace, 2>>; // two faces for each axis, x first

/// A time step as the lifter has read it from C loops: its arrays, loops and values, and what is
/// known about the loop over time.
struct Step {
  std::string name, file;
  std::vector<Symbol> symbols;
  std::vector<Array> arrays;
  std::vector<Parameter> parameters;
  std::vector<Local> locals;
  std::vector<Write> writes;
  std::vector<Reduction> reductions;
  std::vector<int> rotation; // rotation[a]: array whose memory pointer a has after the step
  std::optional<std::int64_t> steps;
  std::optional<std::int64_t> firstTime; // first value of the time variable, if known
  Value goesOn;                          // condition for a further step; null: the loop only counts
  std::vector<std::string> notes;        // assumptions, as sentences
  std::vector<std::string> facts;        // differences between fields and C arrays, as sentences
  /// Width in cells of the removed rim, at the low and high face of each axis, x first. The rim is
  /// all cells at the faces that the C program sets in loops of their own. Boundary conditions
  /// replace these loops. The list is empty if no rim was removed.
  std::vector<std::pair<std::int64_t, std::int64_t>> rims;
  std::map<int, RimFaces> boundaries; // of each array with a removed rim
  bool isMoved = false;               // the first cell of the grid does not have index 0 in C

  const std::string &nameOf(Polynomial::Symbol symbol) const { return symbols[symbol].name; }
};

} // namespace stencilc::lift
