/// \file The context of the templates: every name, size and expression, decided before the first
/// character is printed.
///
/// Two parts: `plan` (which schedule, for comments) and `code` (names, expressions and shapes; most
/// of it in `code.passes`). `--emit=context` prints it.
#pragma once

#include "emit/Comments.h"
#include "emit/Emitter.h"
#include "emit/Lower.h"
#include "emit/Names.h"
#include "emit/Numbers.h"
#include "ir/Walk.h"
#include "kernel/Readers.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <set>
#include <string>

namespace stencilc::emit {

/// What all parts of the context share while it is built.
struct ContextState {
  const analysis::Facts &facts;
  const plan::Plan &plan;
  const EmitOptions &options;
  const LoweredKernels &kernels;
  const ProgramNames names;
  std::set<std::string> functions = {}; // of the runtime, called by printed expressions
  const NumberNames numbers = numberNames(facts.program); // constants passed to sweeps

  const ir::Program &program() const { return facts.program; }
  int rank() const { return facts.program.rank(); }
  /// "x, y" as far as the program has axes; `prefix` and `suffix` go around each.
  std::string cell(const char *prefix = "", const char *suffix = "") const;
  /// Whether the grid of a kernel goes on beyond an axis: where a domain that passes through the
  /// device repeats itself, with copies of the other end. Only planes that a sweep begins and ends
  /// with are beyond these. Nobody uses them, and far from the others there is no memory.
  bool goesOn(int axis) const;
  /// What kernels find beyond a face.
  ir::BoundaryKind beyond(const ir::FieldDecl &field, int axis, Side side) const;
};

/// The whole of it, with names that fit what is known of the text.
llvm::json::Value makeContext(const analysis::Facts &facts, const plan::Plan &plan,
                              const EmitOptions &options, const LoweredKernels &kernels,
                              const Surroundings &around);

/// What a program says of itself: the constants of NAME_info() and NAME_defaults().
void addInfo(const ContextState &state, llvm::json::Object &code);

/// "Sweep": what the files of a schedule are called.
std::string stemOf(llvm::StringRef schedule);
using kernel::axisName;
/// "x", "x + 2" or "x - 1".
std::string displaced(const std::string &base, int by);
/// `text` as the lines of a comment, broken at blanks, never after a backslash.
llvm::json::Array commentLines(const std::string &text);
/// `text` between quotes as a C string.
std::string quoted(const std::string &text);

/// A condition on the cell being at least `low` and `high` away from the faces, or closer to one of
/// them; empty if no side is named. `x` is how the first coordinate is spelt.
std::string insideCondition(int firstAxis, int lastAxis, const Reach &margin,
                            const std::string &x = "x");
std::string outsideCondition(int rank, const Reach &margin, const std::string &x = "x");

/// Whether the values `field` has beyond the grid, as far as it is read there, need uniforms.
bool boundaryUsesUniforms(const ContextState &state, ir::FieldId field);
/// A function that reads a displaced cell of a stream which may lie beyond the grid.
llvm::json::Object accessorContext(ContextState &state, const analysis::Stream &stream,
                                   bool isFirst);

/// A fixed boundary value at the cell x, y, z: `value`, after `statements` (if `hasStatements`).
llvm::json::Object fixedContext(ContextState &state, ir::ExprId value);
// The parts, each in a file of its own.
llvm::json::Object programContext(ContextState &state);  // names, fields, parameters, description
llvm::json::Object uniformsContext(ContextState &state); // the struct and how it is computed
llvm::json::Object initialContext(ContextState &state);  // initial values of each field
llvm::json::Value checksContext(ContextState &state);    // reports and rules; false if none
void addKernels(ContextState &state, llvm::json::Object &code); // text of the kernel tree
void addFused(ContextState &state, llvm::json::Object &code);   // kernels of fused steps, into code

/// The text of one kernel of fused steps: its constants, its functions, and what the host does.
/// `space` is its namespace.
llvm::json::Object fusedStepsText(ContextState &state, const std::string &space);

/// The kernels that runs choose among, beside single steps: of the plan itself; one of them, in a
/// namespace of alternatives or none; and all of them put into the context of the program.
llvm::json::Array ownLadder(const llvm::json::Object &code);
llvm::json::Object rungContext(const llvm::json::Object &kernel, const std::string &space);
void setLadder(llvm::json::Object &context, llvm::json::Array ladder);

/// The context for the kernels of a plan that stand beside those of the best one.
llvm::json::Value alternativeContext(const analysis::Facts &facts, const plan::Plan &plan,
                                     const EmitOptions &options, const LoweredKernels &kernels,
                                     const Surroundings &around);
/// Puts them, as `text` made of their context `own`, into the context of the program.
void addAlternative(llvm::json::Object &context, const plan::Plan &plan,
                    const llvm::json::Object &own, const std::string &text);

} // namespace stencilc::emit
