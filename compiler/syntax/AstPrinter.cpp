/// \file Printing of the tree.
#include "syntax/AstPrinter.h"
#include "support/Counted.h"
#include "support/Match.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>

namespace stencilc {
namespace {

llvm::StringRef spelling(ast::BinaryOp op) {
  static constexpr llvm::StringLiteral texts[] = {
      "+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"};
  return texts[static_cast<int>(op)];
}

/// The shortest digits that read back as the same number.
std::string digits(double value) {
  char buffer[40];
  auto [stopped, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, stopped};
}

class Printer {
public:
  Printer(const ast::Stencil &stencil, llvm::raw_ostream &out) : stencil(stencil), out(out) {}

  void print() {
    for (const ast::Import &import : stencil.imports) {
      out << "import \"" << import.name << "\"";
      for (const ast::Identifier &name : import.without)
        out << " without " << name.text;
      out << "\n";
    }
    out << "stencil " << stencil.name.text << " (";
    llvm::interleaveComma(stencil.axes, out, [&](const ast::Identifier &a) { out << a.text; });
    out << ")\n";
    print(stencil.statements, 2);
  }

private:
  void print(const std::vector<ast::Statement> &statements, unsigned indent) {
    for (const ast::Statement &statement : statements) {
      out.indent(indent);
      if (const auto *loop = std::get_if<ast::ForStatement>(&statement.node)) {
        out << "for ";
        print(loop->index);
        out << '\n';
        print(loop->body, indent + 2);
        continue;
      }
      match(statement.node, [&](const auto &node) { print(node); });
      out << '\n';
    }
  }
  void print(const ast::ForStatement &) {} // above

  // --- expressions ------------------------------------------------------------------------------
  void print(const ast::Number &number) {
    std::string text = digits(number.value);
    if (!number.isInteger && llvm::all_of(text, llvm::isDigit))
      text += ".0";
    out << text;
    if (number.suffix)
      out << number.suffix;
  }
  void print(const ast::Name &name) { out << name.name.text; }
  void print(const ast::Access &access) {
    out << access.base.text;
    if (!access.members.empty()) {
      out << '[';
      llvm::interleave(access.members, out, [&](ast::ExprId member) { print(member); }, ",");
      out << ']';
    }
    print(access.shifts);
  }
  void print(const ast::IndexRange &index) {
    out << index.name.text << " in ";
    print(index.low);
    out << " .. ";
    print(index.high);
  }
  void print(const ast::InlineRange &inlined) {
    out << '(';
    print(inlined.index);
    out << ')';
  }
  void print(const std::vector<ast::Shift> &shifts) {
    if (shifts.empty())
      return;
    out << '[';
    llvm::interleave(shifts, out, [&](const ast::Shift &shift) { print(shift); }, ",");
    out << ']';
  }
  void print(const ast::Shift &shift) {
    out << shift.axis.text;
    if (shift.amount.value.valid() || shift.amount.number > 0)
      out << '+';
    if (shift.amount.value.valid() || shift.amount.number != 0)
      print(shift.amount);
  }
  void print(const ast::Call &call) {
    out << '(' << call.callee.text;
    for (ast::ExprId argument : call.arguments) {
      out << ' ';
      print(argument);
    }
    if (call.order) {
      out << " order=";
      print(call.order->number);
    }
    out << ')';
  }
  void print(const ast::InlineNeighbourhood &inlined) { print(inlined.neighbourhood); }
  void print(const ast::Unary &unary) {
    out << '(' << (unary.op == ast::UnaryOp::Negate ? "neg " : "! ");
    print(unary.operand);
    out << ')';
  }
  void print(const ast::Binary &binary) {
    out << '(' << spelling(binary.op) << ' ';
    print(binary.lhs);
    out << ' ';
    print(binary.rhs);
    out << ')';
  }
  void print(ast::ExprId id) {
    match(stencil.exprs[id].node, [&](const auto &node) { print(node); });
  }

  // --- neighbourhoods ---------------------------------------------------------------------------
  void print(const ast::Shape &shape) {
    static constexpr llvm::StringLiteral names[] = {"star", "box", "diamond"};
    out << '(' << names[static_cast<int>(shape.kind)] << ' ';
    print(shape.radius);
    out << ')';
  }
  void print(const ast::AxisLine &line) {
    out << "(axis " << line.axis.text << ' ';
    print(line.low);
    out << " .. ";
    print(line.high);
    out << ')';
  }
  void print(const ast::Cells &cells) {
    if (cells.value.valid())
      print(cells.value);
    else
      out << cells.number;
  }
  void print(const std::vector<ast::Cells> &offset) {
    out << '(';
    llvm::interleave(offset, out, [&](const ast::Cells &cells) { print(cells); }, ",");
    out << ')';
  }
  void print(const ast::OffsetList &list) {
    out << '{';
    llvm::interleave(list.entries, out, [&](const auto &entry) { print(entry.components); }, " ");
    out << '}';
  }
  void print(const ast::Centre &) { out << "centre"; }
  void print(const ast::NeighbourhoodName &name) { out << name.name.text; }
  void printPair(llvm::StringRef op, ast::NeighbourhoodId lhs, ast::NeighbourhoodId rhs) {
    out << '(' << op << ' ';
    print(lhs);
    out << ' ';
    print(rhs);
    out << ')';
  }
  void print(const ast::Union &pair) { printPair("|", pair.lhs, pair.rhs); }
  void print(const ast::Difference &pair) { printPair("\\", pair.lhs, pair.rhs); }
  void print(ast::NeighbourhoodId id) {
    match(stencil.neighbourhoods[id].node, [&](const auto &node) { print(node); });
  }

  // --- statements -------------------------------------------------------------------------------
  void print(const ast::PrecisionStatement &precision) {
    out << "precision";
    if (precision.storage)
      out << " storage " << precision.storage->name.text;
    if (precision.compute)
      out << " compute " << precision.compute->name.text;
  }
  void print(const ast::ArithmeticStatement &arithmetic) {
    out << "arithmetic " << arithmetic.mode.text;
  }
  void printNamed(llvm::StringRef what, const ast::Identifier &name, ast::ExprId value) {
    out << what << ' ' << name.text << " = ";
    print(value);
  }
  void print(const ast::SpacingStatement &s) { printNamed("spacing", s.name, s.value); }
  void print(const ast::ConstStatement &s) { printNamed("const", s.name, s.value); }
  void print(const ast::TableStatement &table) {
    out << "const " << table.name.text << '[';
    print(table.count);
    out << "] =";
    for (ast::ExprId entry : table.entries) {
      out << ' ';
      print(entry);
    }
  }
  void print(const ast::TimestepStatement &s) { printNamed("timestep", s.name, s.value); }
  void print(const ast::SeriesStatement &s) {
    out << "series " << s.name.text << " = file \"" << s.file << '"';
  }
  void print(const ast::LetStatement &s) { printNamed("let", s.name, s.value); }
  void print(const ast::RegionStatement &s) { printNamed("region", s.name, s.condition); }
  void print(const ast::ParamStatement &param) {
    printNamed("param", param.name, param.value);
    if (!param.range)
      return;
    out << " in ";
    print(param.range->first);
    out << " .. ";
    print(param.range->second);
  }
  void print(const ast::Face &face) {
    static constexpr llvm::StringLiteral sides[] = {".low", ".high", "", "elsewhere"};
    out << face.axis.text << sides[static_cast<int>(face.which)];
  }
  void print(const ast::BoundaryItem &boundary) {
    out << "\n    boundary " << boundary.kind.text;
    for (ast::ExprId argument : boundary.arguments) {
      out << ' ';
      print(argument);
    }
    if (!boundary.faces.empty())
      out << (boundary.faces[0].which == ast::Face::Which::Elsewhere ? " " : " on ");
    llvm::interleaveComma(boundary.faces, out, [&](const ast::Face &face) { print(face); });
  }
  void print(const ast::FieldName &name) {
    out << name.name.text;
    if (name.isGroup()) {
      out << '[';
      name.index ? print(*name.index) : print(*name.count);
      out << ']';
    }
    if (name.axes.empty())
      return;
    out << '(';
    llvm::interleaveComma(name.axes, out, [&](const ast::FieldAxis &axis) {
      print(axis.shift);
      out << (axis.isFaces ? " faces" : "");
    });
    out << ')';
  }
  void print(const ast::FieldStatement &field) {
    out << (field.isLocal ? "local " : "field ");
    llvm::interleaveComma(field.names, out, [&](const ast::FieldName &name) { print(name); });
    out << " levels " << field.levels;
    if (field.storage)
      out << " storage " << field.storage->name.text;
    if (field.isConstant)
      out << " constant";
    for (const ast::BoundaryItem &boundary : field.boundaries)
      print(boundary);
    for (const ast::InitItem &init : field.inits) {
      out << "\n    init";
      print(init.level);
      out << ' ';
      if (init.file)
        out << "file \"" << *init.file << '"';
      else
        print(init.value);
    }
  }
  void print(const ast::NeighbourhoodStatement &s) {
    out << "neighbourhood " << s.name.text << " = ";
    print(s.value);
  }
  void print(const ast::CoefficientStatement &table) {
    out << "coefficient " << table.name.text << " over ";
    print(table.over);
    for (const ast::CoefficientStatement::Entry &entry : table.entries) {
      out << "\n    ";
      if (entry.byDistance)
        out << "distance " << entry.key[0].number;
      else
        print(entry.key);
      out << ": ";
      print(entry.value);
    }
  }
  void print(const ast::FunctionStatement &function) {
    out << "fn (" << function.name.text;
    for (const ast::Identifier &parameter : function.parameters)
      out << ' ' << parameter.text;
    out << ") = ";
    print(function.body);
  }
  void print(const ast::UpdateStatement &update) {
    out << "update ";
    print(update.target);
    out << " = ";
    for (const ast::Arm &arm : update.arms) {
      print(arm.value);
      out << " where ";
      print(arm.condition);
      out << (update.value.valid() || &arm != &update.arms.back() ? ", " : "");
    }
    if (update.value.valid())
      print(update.value);
    if (update.value.valid() && !update.arms.empty())
      out << " elsewhere";
  }
  void print(const ast::RepeatStatement &repeat) {
    out << "repeat ";
    print(repeat.count);
    out << " as " << repeat.index.text;
    if (repeat.until.valid()) {
      out << " until ";
      print(repeat.until);
    }
    out << ": " << counted(repeat.size, "update");
  }
  void print(const ast::GlobalStatement &s) {
    printNamed("global", s.name, s.value);
    if (s.init.valid()) {
      out << " init ";
      print(s.init);
    }
  }
  void print(const ast::SizeStatement &size) {
    out << "size ";
    llvm::interleaveComma(size.extents, out);
  }
  void print(const ast::StepsStatement &steps) { out << "steps " << steps.steps; }
  void print(const ast::ReportStatement &report) {
    printNamed("report", report.name, report.value);
    out << " every " << report.every.steps;
  }
  void print(const ast::Points &points) {
    out << " at";
    if (points.along.empty())
      out << " file \"" << points.file << '"';
    for (const ast::PointRange &range : points.along) {
      out << ' ';
      print(range.first);
      if (range.last.valid()) {
        out << " .. ";
        print(range.last);
      }
      if (range.by.valid()) {
        out << " by ";
        print(range.by);
      }
    }
    if (points.sinc) {
      out << " with sinc ";
      print(*points.sinc);
    }
  }
  void print(const ast::PointsField &field) {
    out << field.name.text;
    if (field.member) {
      out << " member ";
      print(*field.member);
    }
  }
  void print(const ast::SourceStatement &source) {
    out << "source " << source.name.text << " into ";
    print(source.field);
    print(source.points);
    if (source.times.valid()) {
      out << " times ";
      print(source.times);
    }
    out << " = ";
    print(source.value);
  }
  void print(const ast::ReceiverStatement &receiver) {
    out << "receiver " << receiver.name.text << " of ";
    print(receiver.field);
    print(receiver.points);
    out << " every " << receiver.every.steps;
  }
  void print(const ast::UntilStatement &until) {
    out << "until ";
    print(until.condition);
    out << " every " << until.every.steps;
  }

  const ast::Stencil &stencil;
  llvm::raw_ostream &out;
};

} // namespace

void printAst(const ast::Stencil &stencil, llvm::raw_ostream &out) {
  Printer(stencil, out).print();
}

} // namespace stencilc
