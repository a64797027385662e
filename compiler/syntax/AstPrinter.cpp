/// \file Prints the syntax tree as indented text.
#include "syntax/AstPrinter.h"
#include "support/Counted.h"
#include "syntax/AstExpressionPrinter.h"

namespace stencilc {
namespace {

class Printer : public ExpressionPrinter {
public:
  using ExpressionPrinter::ExpressionPrinter, ExpressionPrinter::print;

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
  void print(const ast::ForStatement &) {} // printed by `print(statements, indent)`

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
      print(range);
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
  void print(const ast::PointRange &range) {
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
  void print(const ast::SaveStatement &save) {
    out << "save";
    for (const ast::SavedField &saved : save.fields) {
      out << ' ' << saved.field.text;
      for (const auto &[axis, range] : saved.window) {
        out << ' ' << axis.text << " = ";
        print(range);
      }
    }
    if (save.as)
      out << " as " << save.as->name.text;
    if (!save.file.empty())
      out << " into \"" << save.file << '"';
    out << (save.isCompressed ? " compressed" : "") << " every " << save.every.steps;
  }
  void print(const ast::UntilStatement &until) {
    out << "until ";
    print(until.condition);
    out << " every " << until.every.steps;
  }
};

} // namespace

void printAst(const ast::Stencil &stencil, llvm::raw_ostream &out) {
  Printer(stencil, out).print();
}

} // namespace stencilc
