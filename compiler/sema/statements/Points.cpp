/// \file Lowers `source` statements, which add values at points, and `receiver` statements, which
/// save values at points.
#include "sema/statements/Points.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "sema/Expressions.h"
#include "sema/names/Groups.h"
#include "sema/values/Cells.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

std::optional<KnownRange> lowerRange(Lowering &lowering, const ast::PointRange &range,
                                     const char *what, ir::PointsAlong &along) {
  const auto lower = [&](ast::ExprId id) {
    const auto value = lowering.lowerNumber(id, {}, what);
    return value ? value->id : ir::ExprId();
  };
  along.first = lower(range.first);
  along.last = range.last.valid() ? lower(range.last) : along.first;
  along.by = range.by.valid() ? lower(range.by) : lowering.values().constant(1).id;
  if (!along.first.valid() || !along.last.valid() || !along.by.valid())
    return std::nullopt;
  const auto known = [&](ir::ExprId id) { return lowering.values().known({id, true}); };
  return KnownRange{known(along.first), known(along.last), known(along.by)};
}

std::string whyEmpty(const KnownRange &range) {
  if (!range.first || !range.last || *range.last >= *range.first)
    return "";
  return "the range " + toText(*range.first) + " .. " + toText(*range.last) +
         " is empty: the smaller bound comes first";
}

namespace {

/// Translation of the points in `source` and `receiver` statements to the IR.
class PointsLowering {
public:
  explicit PointsLowering(Unit &unit)
      : unit(unit), lowering(unit, unit.program, Purpose::Timestep) {
    lowering.isFor("a coordinate of a point");
  }

  void declare(const ast::SourceStatement &source, const ast::Statement &statement) {
    if (!isDeclared(source.name))
      return;
    auto points = pointsOf(source.name, source.field, source.points, statement, "source");
    std::int64_t shift = 0;
    if (!points || (source.times.valid() && !takeSeries(source.times, *points, shift)))
      return;
    const ir::FieldId field = points->field;
    unit.sources.push_back({&source, unit.program.points.add(std::move(*points)), field, shift});
  }
  void declare(const ast::ReceiverStatement &receiver, const ast::Statement &statement) {
    if (!isDeclared(receiver.name))
      return;
    const bool isPositive = checkEvery(unit, receiver.every);
    auto points = pointsOf(receiver.name, receiver.field, receiver.points, statement, "receiver");
    if (!points || !isPositive)
      return;
    points->every = receiver.every.steps;
    unit.program.points.add(std::move(*points));
  }

private:
  /// Returns whether the symbol `name` was declared by this statement. Returns false if an earlier
  /// declaration has the same name, which was reported.
  bool isDeclared(const ast::Identifier &name) const {
    const auto id = unit.symbols.find(name.text);
    return id && unit.symbols[*id].declared.Start == name.range.Start;
  }

  /// Resolves the time series of a source, such as `times wavelets[step+1]`. Stores the series in
  /// `points` and the shift in time steps in `shift`. Returns false after it has reported an error.
  bool takeSeries(ast::ExprId times, ir::PointsDecl &points, std::int64_t &shift) {
    const ast::Expr &expr = unit.stencil.exprs[times];
    const auto *const access = std::get_if<ast::Access>(&expr.node);
    const auto symbol = access ? unit.symbols.find(access->base.text) : std::nullopt;
    const auto series = symbol ? unit.series.find(*symbol) : unit.series.end();
    const bool isOfStep = access && access->shifts.size() == 1 && access->members.empty() &&
                          access->shifts.front().axis.text == "step";
    if (series == unit.series.end() || !isOfStep) {
      unit.diags.report(expr.range, diag::PointsTimes)
          .note({}, diag::Hint,
                "declare 'series wavelets = file(\"wavelets.npy\");' and write 'times "
                "wavelets[step]': a column for each point, a row for each step");
      return false;
    }
    const ast::Shift &by = access->shifts.front();
    const auto cells = evaluateCells(unit, by.amount, by.range, "a shift of steps");
    points.series = series->second;
    shift = cells.value_or(0);
    return cells.has_value();
  }

  std::optional<ir::PointsDecl> pointsOf(const ast::Identifier &name, const ast::PointsField &field,
                                         const ast::Points &points, const ast::Statement &statement,
                                         llvm::StringRef what) {
    const std::optional<ir::FieldId> of = fieldOf(field, what);
    ir::PointsDecl declared;
    declared.name = name.text;
    declared.file = points.file;
    declared.line = unit.diags.lineOf(statement.range.Start);
    declared.source = onOneLine(sourceText(statement.range));
    const bool hasWidth = takeSinc(points, declared);
    if (!of || !takePlaces(points, *of, declared) || !hasWidth)
      return std::nullopt;
    declared.field = *of;
    return declared;
  }

  /// Returns the field of a source or receiver, or nullopt after it has reported an error. `what`
  /// is "source" or "receiver", for messages.
  std::optional<ir::FieldId> fieldOf(const ast::PointsField &of, llvm::StringRef what) {
    const ast::Identifier &name = of.name;
    auto symbol = unit.symbols.find(name.text);
    if (!symbol) // was reported
      return std::nullopt;
    if (of.member) {
      symbol = memberOf(*symbol, of);
      if (!symbol)
        return std::nullopt;
    }
    const Symbol &found = unit.symbols[*symbol];
    const auto field = unit.fields.find(*symbol);
    std::string why;
    if (found.kind == SymbolKind::Group)
      why = "it is a group of fields, and points are of one of them, as '" + name.text + "[0]'";
    else if (found.kind != SymbolKind::Field)
      why = "it is " + describe(found.kind).str();
    else if (unit.profiles.contains(*symbol))
      why = "it does not have all axes, and no step changes it";
    else if (field == unit.fields.end())
      return std::nullopt; // was reported
    else if (unit.program.fields[field->second].isLocal)
      why = "it exists only within a step; name the field that is computed from it";
    else if (!found.isUpdated)
      why = "no statement computes it, so it never changes";
    if (why.empty())
      return field->second;
    auto report = unit.diags.report(of.range, diag::PointsField, sourceText(of.range), what, why);
    if (found.declared.isValid())
      report.note(found.declared, diag::DeclaredHere, name.text);
    return std::nullopt;
  }

  std::optional<SymbolId> memberOf(SymbolId group, const ast::PointsField &of) {
    const auto members = unit.members.find(group);
    if (members == unit.members.end()) {
      if (unit.symbols[group].kind != SymbolKind::Group)
        unit.diags.report(of.range, diag::NotAGroup, of.name.text,
                          describe(unit.symbols[group].kind));
      return std::nullopt;
    }
    const auto number = evaluateCells(unit, *of.member, of.range, "the number of a member");
    const auto count = static_cast<std::int64_t>(members->second.size());
    if (number && (*number < 0 || *number >= count))
      unit.diags.report(of.range, diag::MemberOutside, of.name.text, "member", *number,
                        static_cast<std::size_t>(count - 1));
    const bool isThere = number && *number >= 0 && *number < count;
    return isThere ? std::optional(members->second[static_cast<std::size_t>(*number)])
                   : std::nullopt;
  }

  bool takeSinc(const ast::Points &points, ir::PointsDecl &declared) {
    if (!points.sinc)
      return true;
    const auto width = evaluateCells(unit, *points.sinc, points.sincRange, "the width of a sinc");
    if (width && (*width < ir::kMinSinc || *width > ir::kMaxSinc))
      unit.diags.report(points.sincRange, diag::SincWidth, *width);
    else if (width)
      declared.sinc = static_cast<int>(*width);
    return declared.sinc != 0;
  }

  bool takePlaces(const ast::Points &points, ir::FieldId field, ir::PointsDecl &declared) {
    const Offset place = unit.placeOf(field);
    for (int axis = 0; axis < unit.rank(); ++axis)
      declared.shift[static_cast<std::size_t>(axis)] = 0.5 * place[axis];
    if (points.along.empty())
      return true;
    if (points.along.size() != static_cast<std::size_t>(unit.rank())) {
      unit.diags.report(points.range, diag::PointsRank, counted(points.along.size(), "coordinate"),
                        counted(static_cast<std::size_t>(unit.rank()), "axis"), unit.axisNames());
      return false;
    }
    bool fine = true;
    for (std::size_t axis = 0; axis < points.along.size(); ++axis)
      fine &= takeRange(points.along[axis], axis, declared);
    return fine;
  }

  bool takeRange(const ast::PointRange &range, std::size_t axis, ir::PointsDecl &declared) {
    ir::PointsAlong &along = declared.along[axis];
    const auto known = lowerRange(lowering, range, "a coordinate of a point", along);
    if (!known)
      return false;
    const auto &[first, last, by] = *known;
    const auto report = [&](ast::ExprId where, const std::string &why) {
      unit.diags.report(unit.stencil.exprs[where].range, diag::PointsRange, why);
      return false;
    };
    if (first && *first < declared.shift[axis])
      return report(range.first, toText(*first) + " along '" + unit.stencil.axes[axis].text +
                                     "' is before the first cell, which is at " +
                                     toText(declared.shift[axis]));
    if (const std::string why = whyEmpty(*known); !why.empty())
      return report(range.last, why);
    if (by && *by <= 0)
      return report(range.by, "the distance of points is " + toText(*by) + "; it must be positive");
    return true;
  }

  Unit &unit;
  Lowering lowering;
};

} // namespace

bool checkEvery(Unit &unit, const ast::Every &every) {
  if (every.steps < 1)
    unit.diags.report(every.range, diag::EveryNotPositive, every.steps);
  return every.steps >= 1;
}

void declarePoints(Unit &unit) {
  PointsLowering lowering(unit);
  for (const ast::Statement &statement : unit.stencil.statements) {
    if (const auto *source = std::get_if<ast::SourceStatement>(&statement.node))
      lowering.declare(*source, statement);
    if (const auto *receiver = std::get_if<ast::ReceiverStatement>(&statement.node))
      lowering.declare(*receiver, statement);
  }
}

void appendSources(ir::Program &program, const std::vector<SourcePlace> &sources) {
  for (const SourcePlace &source : sources)
    program.stages.add({source.field, source.amount, {}, 0, ""});
}

/// Returns the value `id` in a type that arithmetic can use. If the type of `id` is only for
/// storage, returns the value before its conversion to that type.
static ir::ExprId beforeStorage(ir::Builder &builder, const ir::Program &program, ir::ExprId id) {
  if (ir::isComputed(builder.type(id)))
    return id;
  const auto *rounded = std::get_if<ir::Convert>(&program[id].node);
  return builder.convert(rounded ? rounded->operand : id, program.compute);
}

ir::Program addSources(ir::Program program, const std::vector<SourcePlace> &sources) {
  if (sources.empty())
    return program;
  Store<ir::StageId, ir::Stage> stages;
  std::vector<ir::ExprId> amounts;
  const std::size_t updates = program.stages.size() - sources.size();
  for (const ir::Stage &stage : program.stages)
    if (stages.size() < updates)
      stages.add(stage);
    else
      amounts.push_back(stage.value);
  program.stages = std::move(stages);
  ir::Builder builder(program);
  for (std::size_t i = 0; i < sources.size(); ++i)
    for (ir::Stage &stage : program.stages) {
      if (stage.target != sources[i].field)
        continue;
      const ir::ExprId value = beforeStorage(builder, program, stage.value);
      const ir::ExprId amount = beforeStorage(builder, program, amounts[i]);
      const ir::ScalarType type = builder.type(value);
      ir::UniformId row;
      if (program.points[sources[i].points].series.valid()) {
        ir::ExprId number = builder.stepNumber();
        if (sources[i].shift != 0)
          number = builder.binary(ir::BinaryOp::Add, number,
                                  builder.constant(double(sources[i].shift), ir::ScalarType::F64));
        const ir::ExprId uniform = builder.uniform(number, ir::ScalarType::F64, "row");
        row = std::get<ir::UniformRef>(program[uniform].node).uniform;
      }
      const ir::ExprId weight = builder.convert(builder.pointWeight(sources[i].points, row), type);
      const ir::ExprId isThere =
          builder.binary(ir::BinaryOp::NotEqual, weight, builder.constant(0, type));
      const ir::ExprId part = builder.binary(ir::BinaryOp::Multiply, weight, amount);
      const ir::ExprId sum = builder.binary(
          ir::BinaryOp::Add, value, builder.select(isThere, part, builder.constant(-0.0, type)));
      stage.value = builder.convert(sum, program.fields[stage.target].storage);
    }
  return compact(std::move(program));
}

} // namespace stencilc::sema
