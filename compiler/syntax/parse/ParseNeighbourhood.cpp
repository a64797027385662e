/// \file Parses neighbourhoods: shapes, lines along an axis, lists of offsets, union and
/// difference.
#include "syntax/parse/NeighbourhoodParser.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::syntax {

static constexpr llvm::StringRef kShapes[] = {"star", "box", "diamond", "axis"};

ast::NeighbourhoodId NeighbourhoodParser::addNeighbourhood(llvm::SMRange range,
                                                           ast::NeighbourhoodNode node,
                                                           unsigned height) {
  if (height > kMaxHeight) {
    diags.report({previousEnd, previousEnd}, diag::ExpressionTooLong, kMaxHeight);
    current.reported = true;
    return {};
  }
  neighbourhoodHeights.push_back(height);
  return stencil.neighbourhoods.add({std::move(node), range});
}

bool NeighbourhoodParser::startsNeighbourhood() {
  unsigned first = 0;
  while (ahead(first).is(TokenKind::LeftParen))
    ++first;
  if (ahead(first).is(TokenKind::LeftBrace))
    return true;
  if (!ahead(first).is(TokenKind::Identifier))
    return false;
  llvm::StringRef word = ahead(first).text;
  const Token &next = ahead(first + 1);
  if (next.is(TokenKind::LeftParen))
    return llvm::is_contained(kShapes, word);
  return word == "centre" || next.is(TokenKind::Pipe) || next.is(TokenKind::Backslash);
}

/// Parses a neighbourhood. Its operators are left-associative: `a | b \ c` is `(a | b) \ c`.
/// Returns an invalid id after it has reported an error.
ast::NeighbourhoodId NeighbourhoodParser::parseNeighbourhood() {
  llvm::SMLoc start = current.begin();
  ast::NeighbourhoodId left = parseNeighbourhoodPrimary();
  while (left.valid() && (at(TokenKind::Pipe) || at(TokenKind::Backslash))) {
    bool isUnion = advance().is(TokenKind::Pipe);
    ast::NeighbourhoodId right = parseNeighbourhoodPrimary();
    if (!right.valid())
      return {};
    unsigned height =
        std::max(neighbourhoodHeights[left.index], neighbourhoodHeights[right.index]) + 1;
    ast::NeighbourhoodNode node = ast::Difference{left, right};
    if (isUnion)
      node = ast::Union{left, right};
    left = addNeighbourhood(since(start), std::move(node), height);
  }
  return left;
}

ast::NeighbourhoodId NeighbourhoodParser::parseNeighbourhoodPrimary() {
  Nesting level(*this);
  if (!level.ok)
    return {};
  if (at(TokenKind::LeftParen)) {
    Token opening = advance();
    ast::NeighbourhoodId inner = parseNeighbourhood();
    if (!inner.valid() || !expectClosing(TokenKind::RightParen, opening.begin(), "here"))
      return {};
    stencil.neighbourhoods[inner].range = since(opening.begin());
    return inner;
  }
  if (at(TokenKind::LeftBrace))
    return parseOffsetList();
  if (at(TokenKind::Identifier) && ahead(1).is(TokenKind::LeftParen))
    return parseShape();
  if (at(TokenKind::Identifier)) {
    Token name = advance();
    if (name.text == "centre")
      return addNeighbourhood(name.range(), ast::Centre{});
    return addNeighbourhood(name.range(), ast::NeighbourhoodName{{name.text.str(), name.range()}});
  }
  reportExpected("a neighbourhood such as 'star(1)'", "");
  return {};
}

/// Parses `star(2)`, `box(1)`, `diamond(3)`, `axis(x, 2)` or `axis(x, -2 .. 1)`. Returns an invalid
/// id after it has reported an error.
ast::NeighbourhoodId NeighbourhoodParser::parseShape() {
  const llvm::StringRef shape = knownShape();
  if (shape.empty())
    return {};
  llvm::SMLoc start = advance().begin();
  llvm::SMLoc opened = advance().begin();
  std::optional<ast::NeighbourhoodNode> node;
  if (shape == "axis")
    node = parseAxisLine();
  else if (const std::optional<ast::Cells> radius = parseCells("a radius in cells"))
    node = ast::Shape{shape == "star"  ? ast::ShapeKind::Star
                      : shape == "box" ? ast::ShapeKind::Box
                                       : ast::ShapeKind::Diamond,
                      *radius};
  if (!node || !expectClosing(TokenKind::RightParen, opened, "after the shape"))
    return {};
  return addNeighbourhood(since(start), std::move(*node));
}

llvm::StringRef NeighbourhoodParser::knownShape() {
  const llvm::StringRef shape = current.text;
  if (llvm::is_contained(kShapes, shape))
    return shape;
  const llvm::StringRef nearest = nearestName(shape, kShapes);
  const std::string hint = nearest.empty() ? "" : "; did you mean '" + nearest.str() + "'?";
  auto report = diags.report(current.range(), diag::UnknownShape, shape, hint);
  if (nearest.empty())
    current.reported = true;
  else
    report.fixIt(current.range(), nearest);
  return nearest;
}

/// Parses the arguments of the neighbourhood `axis(...)`: `x, -2 .. 2`, or `x, 2` for short.
/// Returns nullopt after it has reported an error.
std::optional<ast::NeighbourhoodNode> NeighbourhoodParser::parseAxisLine() {
  std::optional<ast::Identifier> axis = expectName("the name of an axis");
  if (!axis || !expect(TokenKind::Comma, "after the axis"))
    return std::nullopt;
  llvm::SMLoc start = current.begin();
  std::optional<ast::Cells> first = parseCells("a reach in cells");
  if (!first)
    return std::nullopt;
  ast::AxisLine line{*axis, *first, *first};
  if (consumeIf(TokenKind::DotDot)) {
    std::optional<ast::Cells> last = parseCells("a reach in cells");
    if (!last)
      return std::nullopt;
    line.high = *last;
  } else if (!first->value.valid()) {
    line.low.number = -first->number;
  } else {
    line.low.value =
        addExpr(since(start), ast::Unary{ast::UnaryOp::Negate, first->value}, {first->value});
    if (!line.low.value.valid())
      return std::nullopt;
  }
  return line;
}

/// Parses a neighbourhood given as a list of offsets: `{ (0,0), (-1,0) }`. Returns an invalid id
/// after it has reported an error.
ast::NeighbourhoodId NeighbourhoodParser::parseOffsetList() {
  Token opening = advance();
  ast::OffsetList list;
  while (!at(TokenKind::RightBrace)) {
    llvm::SMLoc start = current.begin();
    std::optional<std::vector<ast::Cells>> components = parseOffset();
    if (!components)
      return {};
    list.entries.push_back({std::move(*components), since(start)});
    if (!consumeIf(TokenKind::Comma))
      break;
  }
  if (!expectClosing(TokenKind::RightBrace, opening.begin(), "after the offsets"))
    return {};
  return addNeighbourhood(since(opening.begin()), std::move(list));
}

/// Parses one offset with a number of cells for each axis: `(1, 0, -1)`. Returns nullopt after it
/// has reported an error.
std::optional<std::vector<ast::Cells>> NeighbourhoodParser::parseOffset() {
  llvm::SMLoc opened = current.begin();
  if (!expect(TokenKind::LeftParen, "to begin an offset such as '(1,0)'"))
    return std::nullopt;
  std::vector<ast::Cells> components;
  do {
    std::optional<ast::Cells> component = parseCells("an offset in cells");
    if (!component)
      return std::nullopt;
    components.push_back(*component);
  } while (consumeIf(TokenKind::Comma));
  if (!expectClosing(TokenKind::RightParen, opened, "after the offset"))
    return std::nullopt;
  return components;
}

} // namespace stencilc::syntax
