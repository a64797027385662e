/// \file Converts the loops of a C function to one time step.
#include "lift/read/Reader.h"
#include "lift/Symbols.h"
#include "lift/Values.h"
#include "lift/grid/FindLoops.h"
#include "lift/grid/Reductions.h"
#include "lift/memory/Rotation.h"
#include "lift/read/Literals.h"
#include "lift/read/Prologue.h"
#include "lift/read/TimeLoopReader.h"
#include <cstdlib>

namespace stencilc::lift {

using namespace clang;

std::optional<Step> Reader::read(const FunctionDecl &function) {
  const Stmt *body = function.getBody(), *loop = findTimeLoop(body, state.context);
  state.step.name = function.getNameAsString();
  state.origin.function = &function, state.origin.loop = loop;
  readPrologue(body, loop, state, readers);
  state.time = addSymbol(state.step, {"t", Symbol::Time, 0, 0});
  state.turns = addSymbol(state.step, {"t", Symbol::Time, 0, 0});
  state.step.symbols[state.turns].isToggle = true;
  if (loop)
    TimeLoopReader(state, readers).read(loop);
  else
    readBody(body);
  if (!state.isFailed() && state.step.writes.empty())
    state.fail(function.getLocation(), diag::LiftNothing,
               "'" + state.step.name + "' writes no array in loops",
               "choose the function with --function=NAME");
  if (state.isFailed())
    return std::nullopt;
  dropUnusedReductions(state.step);
  takeCallerValues(function);
  return std::move(state.step);
}

/// Lifts a function body that has no loop over time as one time step.
void Reader::readBody(const Stmt *body) {
  state.bindings.clear();
  state.step.locals.clear();
  state.step.steps = 1;
  state.isInStep = true;
  state.frames.emplace_back(); // `return` may end the step
  VariableSet changed = state.effects(*body).written;
  for (const ValueDecl *variable : VariableSet(changed))
    collectMembers(variable->getType(), changed);
  for (const ValueDecl *variable : changed)
    if (variable->getType()->isRealFloatingType())
      state.bindings[variable] = {.kind = Binding::Real,
                                  .real = state.carried(*variable, variable->getLocation())};
  readers.readStatement(body);
  findRotation(state, readers.arrays, state.bindings);
  state.note("the function has no loop over time: one step is one call");
}

/// Sets the default value of a parameter or size of the step, if all calls of `function` in the C
/// file pass the same argument for it.
void Reader::takeCallerValues(const FunctionDecl &function) {
  auto values = readers.constants.callerValues(function);
  for (const ParmVarDecl *parameter : function.parameters())
    if (!readers.constants.isKept(*parameter))
      values.erase(parameter->getNameAsString());
  for (Parameter &parameter : state.step.parameters)
    if (const auto found = values.find(parameter.name);
        found != values.end() && parameter.value.empty())
      parameter.value = found->second;
  for (Symbol &symbol : state.step.symbols)
    if (const auto found = values.find(symbol.name);
        found != values.end() && symbol.kind == Symbol::Size)
      symbol.value = std::strtoll(found->second.c_str(), nullptr, 10);
}

Origins Reader::origins() const {
  Origins result = state.origin;
  int last = -1;
  for (const auto &[name, array] : readers.arrays.all())
    last = std::max(last, array);
  result.arrays.resize(last + 1);
  for (const auto &[name, array] : readers.arrays.all())
    result.arrays[array] = name.variable;
  for (const auto &[declaration, size] : readers.indices.allSizes())
    result.sizes[size.symbols().front()] = declaration;
  llvm::erase_if(result.toggles,
                 [&](const ValueDecl *toggle) { return !state.usedToggles.count(toggle); });
  return result;
}

} // namespace stencilc::lift
