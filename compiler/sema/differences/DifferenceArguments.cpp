/// \file Parses the arguments of derivatives.
#include "sema/differences/DifferenceArguments.h"
#include "sema/boundaries/GhostCells.h"
#include "sema/values/Cells.h"
#include "sema/values/Constants.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

using From = AlongAxis::From;

/// Returns the side of a derivative that the word `forward`, `backward` or `centred` means. Returns
/// nullopt for other words.
static std::optional<From> sideCalled(llvm::StringRef text) {
  return text == "forward"    ? std::optional(From::Forward)
         : text == "backward" ? std::optional(From::Backward)
         : text == "centred"  ? std::optional(From::Around)
                              : std::nullopt;
}

static std::optional<From> sideNamed(const ast::Stencil &stencil, ast::ExprId id,
                                     const Frame *frame) {
  const auto *word = std::get_if<ast::Name>(&stencil.exprs[id].node);
  const bool isLocal = word && findLocal(frame, word->name.text);
  return word && !isLocal ? sideCalled(word->name.text) : std::nullopt;
}

bool isCentred(const ast::Stencil &stencil, ast::ExprId id, const Frame *frame) {
  return sideNamed(stencil, id, frame) == From::Around;
}

std::pair<const ast::Identifier *, ast::ExprId> writtenAxis(const ast::Stencil &stencil,
                                                            ast::ExprId id) {
  const auto *sum = std::get_if<ast::Binary>(&stencil.exprs[id].node);
  if (sum && sum->op != ast::BinaryOp::Add && sum->op != ast::BinaryOp::Subtract)
    return {};
  const auto *name = std::get_if<ast::Name>(&stencil.exprs[sum ? sum->lhs : id].node);
  return {name ? &name->name : nullptr, sum ? sum->rhs : ast::ExprId()};
}

/// Returns the expression that an argument of a derivative means, and the scope (frame) of its
/// names. For the name of a function argument, this is the expression that the caller passed.
static std::pair<ast::ExprId, const Frame *> meant(const ast::Stencil &stencil, ast::ExprId id,
                                                   const Frame *frame) {
  const auto *name = std::get_if<ast::Name>(&stencil.exprs[id].node);
  const auto local = name ? findLocal(frame, name->name.text) : std::nullopt;
  if (!local || local->isIndex())
    return {id, frame};
  return meant(stencil, local->value(), local->frame->caller);
}

namespace {

class Reader {
public:
  Reader(Unit &unit, const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
         const Frame *frame)
      : unit(unit), builtin(builtin), call(call), range(range), around(frame),
        wanted{builtin.name == "d" ? 1 : 2, builtin.name == "laplacian", 0, {}} {}

  std::optional<Difference> read();

private:
  bool readArguments();
  std::optional<AlongAxis> readAlong(ast::ExprId id);
  std::optional<From> readHalf(const ast::Binary &sum, const std::string &axis, llvm::SMRange place,
                               const Frame *frame);
  bool addAlong(const AlongAxis &along, llvm::SMRange place);
  bool takeSide();
  bool readOrder();
  void refuseFew();

  void refuse(llvm::SMRange place, const std::string &why, const std::string &remedy) {
    error(place, {}, remedy, diag::DifferenceArgument, builtin.name, why);
  }
  /// Reports an error about an argument of a derivative, with a note on how to correct it. Each
  /// source range is reported once.
  template <class... Args>
  void error(llvm::SMRange place, llvm::SMRange remedyPlace, const std::string &remedy,
             const diag::Kind<Args...> &kind, const std::type_identity_t<Args> &...args) {
    if (!unit.isFirst(place, kind.id))
      return;
    auto report = unit.diags.report(place, kind, args...);
    if (!remedy.empty())
      report.note(remedyPlace, diag::Hint, remedy);
    noteFrames(report, around);
  }

  Unit &unit;
  const Builtin &builtin;
  const ast::Call &call;
  const llvm::SMRange range;
  const Frame *const around;
  Difference wanted;
  std::optional<From> side;
  llvm::SMRange sideRange;
};

} // namespace

std::optional<AlongAxis> Reader::readAlong(ast::ExprId id) {
  const llvm::SMRange place = unit.stencil.exprs[id].range;
  const auto [argument, frame] = meant(unit.stencil, id, around);
  const auto *sum = std::get_if<ast::Binary>(&unit.stencil.exprs[argument].node);
  if (sum && sum->op != ast::BinaryOp::Add && sum->op != ast::BinaryOp::Subtract)
    sum = nullptr;
  const ast::ExprId base = sum ? meant(unit.stencil, sum->lhs, frame).first : argument;
  const auto *name = std::get_if<ast::Name>(&unit.stencil.exprs[base].node);
  if (!name) {
    const std::string text = sourceText(place).str();
    const bool isNumber = std::holds_alternative<ast::Number>(unit.stencil.exprs[base].node);
    refuse(place, "goes along an axis, and '" + text + "' is none",
           isNumber ? "an order is written 'order = " + text + "'"
                    : "write an axis, such as '" + unit.stencil.axes.front().text + "'");
    return std::nullopt;
  }
  if (name->name.text == "t") {
    refuse(place, "goes along an axis of the grid, not along time",
           "a derivative in time is written with its levels, as in '(u[t+1] - u) / dt'");
    return std::nullopt;
  }
  const std::optional<int> axis = unit.axisOf(name->name);
  if (!axis || !sum)
    return axis ? std::optional(AlongAxis{*axis}) : std::nullopt;
  const auto half = readHalf(*sum, name->name.text, place, frame);
  return half ? std::optional(AlongAxis{*axis, *half}) : std::nullopt;
}

/// Returns From::Above if a derivative is evaluated at `x+1/2`, From::Below if at `x-1/2`. Returns
/// nullopt after it has reported another position as an error.
std::optional<From> Reader::readHalf(const ast::Binary &sum, const std::string &axis,
                                     llvm::SMRange place, const Frame *frame) {
  const auto amount = evaluateConstant(unit, sum.rhs, "a place between cells", frame);
  if (!amount)
    return std::nullopt;
  if (std::fabs(*amount) == 0.5)
    return (*amount > 0) == (sum.op == ast::BinaryOp::Add) ? From::Above : From::Below;
  refuse(place,
         "is taken in the cell, '" + axis + "', or half a cell from it, '" + axis + "+1/2' or '" +
             axis + "-1/2'",
         "to read it in another cell name it, as in 'let slope = d(u, " + axis +
             ");', and write 'slope[" + axis + "+1]'");
  return std::nullopt;
}

/// Adds an axis to the derivative. Returns false after it has reported that the axes cannot be
/// combined, for example because one is named twice.
bool Reader::addAlong(const AlongAxis &along, llvm::SMRange place) {
  const std::string &axis = unit.stencil.axes[along.axis].text;
  if (llvm::any_of(wanted.along, [&](const auto &of) { return of.axis == along.axis; }))
    refuse(place, "goes along '" + axis + "' already",
           wanted.isSum ? "name each axis once"
                        : "a second derivative is written 'd2(u, " + axis + ")'");
  else if (wanted.isSum && along.isBetween())
    refuse(place, "is taken in the cell", "write a 'd2' for each axis to take one between cells");
  else if (!wanted.isSum && wanted.derivative == 2 && !wanted.along.empty())
    refuse(place, "goes along one axis", "a mixed derivative is written 'd(u, x, y)'");
  else {
    wanted.along.push_back(along);
    return true;
  }
  return false;
}

/// Applies the argument `forward` or `backward` to the derivative. Returns false after it has
/// reported that this derivative cannot be one-sided.
bool Reader::takeSide() {
  if (!side || *side == From::Around)
    return true;
  const std::string shown = sourceText(sideRange).str();
  if (wanted.isSum || wanted.along.size() > 1) {
    refuse(sideRange, "has no side along several axes",
           "write one derivative for each axis, as in 'd(d(u, x, " + shown + "), y)'");
    return false;
  }
  if (wanted.along.front().isBetween()) {
    refuse(sideRange, "between cells uses the same number of cells on both sides",
           "leave out '" + shown + "', or the half");
    return false;
  }
  wanted.along.front().from = *side;
  return true;
}

bool Reader::readOrder() {
  const bool isSided = llvm::any_of(wanted.along, [](const auto &of) { return of.isSided(); });
  wanted.order = isSided ? 1 : 2;
  if (!call.order)
    return true;
  const llvm::SMRange place = call.order->range;
  const auto order = evaluateCells(unit, call.order->number, place, "an order", around);
  if (!order)
    return false;
  const int most = isSided ? kMaxOrder - (wanted.derivative - 1) : kMaxOrder;
  if (*order < 1 || *order > most) {
    error(place, {},
          *order > most ? "a derivative reads at most " + std::to_string(kMaxOrder) + " cells far"
                        : "an order says with which power of the spacing the error shrinks",
          diag::DifferenceOrder, builtin.name, *order,
          "it is a whole number from " + std::string(isSided ? "1" : "2") + " to " +
              std::to_string(most));
    return false;
  }
  if (!isSided && *order % 2 != 0) {
    error(place, {},
          "write 'order = " + std::to_string(*order + 1) + "'" +
              (wanted.isSum ? "" : ", or 'forward' or 'backward', which have any order"),
          diag::DifferenceOrder, builtin.name, *order, "cells on both sides give an even order");
    return false;
  }
  wanted.order = static_cast<int>(*order);
  return true;
}

bool Reader::readArguments() {
  for (ast::ExprId id : llvm::drop_begin(call.arguments)) {
    const llvm::SMRange place = unit.stencil.exprs[id].range;
    const auto named = sideNamed(unit.stencil, id, around);
    if (named && side) {
      refuse(place, "is said to be " + sourceText(sideRange).str() + " already",
             "leave out one of them");
      return false;
    }
    if (named) {
      side = named;
      sideRange = place;
      continue;
    }
    const auto along = readAlong(id);
    if (!along || !addAlong(*along, place))
      return false;
  }
  if (wanted.isSum && wanted.along.empty())
    for (int axis = 0; axis < unit.rank(); ++axis)
      wanted.along.push_back({axis});
  return true;
}

/// Reports missing arguments of a derivative. A note is added if the call may be meant as a product
/// with a value of the same name.
void Reader::refuseFew() {
  const auto value = unit.symbols.find(call.callee.text);
  const bool isHidden = value && unit.symbols[*value].kind != SymbolKind::Builtin;
  const std::string shown = builtin.name.str();
  error(range, isHidden ? unit.symbols[*value].declared : llvm::SMRange(),
        isHidden ? "before a bracket '" + shown + "' is the derivative; a product with what is " +
                       "declared here is written '" + shown + " * (...)'"
                 : "",
        diag::ArgumentCount, builtin.name,
        wanted.isSum ? "a value, and axes if not all are meant" : "a value and an axis",
        static_cast<unsigned>(call.arguments.size()), builtin.usage);
}

std::optional<Difference> Reader::read() {
  if (call.arguments.empty()) {
    refuseFew();
    return std::nullopt;
  }
  if (!readArguments())
    return std::nullopt;
  if (wanted.along.empty()) {
    refuseFew();
    return std::nullopt;
  }
  return takeSide() && readOrder() ? std::optional(wanted) : std::nullopt;
}

std::optional<Difference> readDifference(Unit &unit, const Builtin &builtin, const ast::Call &call,
                                         llvm::SMRange range, const Frame *frame) {
  return Reader(unit, builtin, call, range, frame).read();
}

} // namespace stencilc::sema
