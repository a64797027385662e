/// \file The request of a run, checked against a program before it is built.
#include "driver/files/RequestFor.h"
#include "driver/files/References.h"

namespace stencilc::driver {

void ProgramOutline::addFields(const ir::Program &program) {
  for (const ir::FieldId id : ir::namedFields(program)) {
    const ir::FieldDecl &field = ir::namedField(program, id);
    FieldDescription &its = fields.emplace_back();
    its.name = field.name.c_str();
    its.storage = scalarOf(field.storage);
    its.levels = field.levels;
    its.updated = ir::isNamedUpdated(program, id);
    for (int axis = 0; axis < program.rank(); ++axis)
      its.lacks |= UInt8(1u << axis);
    for (const int axis : ir::namedAxes(program, id))
      its.lacks &= UInt8(~(1u << axis));
  }
  outline.fields = fields.data();
  outline.profileCount = static_cast<int>(program.profiles.size());
  outline.fieldCount = static_cast<int>(fields.size()) - outline.profileCount;
}

ProgramOutline::ProgramOutline(const ir::Program &program) {
  outline.name = program.name.c_str();
  outline.source = program.sourceName.c_str();
  outline.rank = program.rank();
  for (int axis = 0; axis < program.rank(); ++axis)
    outline.axes[axis] = program.axes[static_cast<std::size_t>(axis)].c_str();
  addFields(program);
  for (const ir::ParamDecl &param : program.params) {
    const auto [low, high] = param.range.value_or(std::pair(0.0, 0.0));
    parameters.push_back({param.name.c_str(), param.value, low, high, param.range.has_value()});
  }
  outline.parameters = parameters.data();
  outline.parameterCount = static_cast<int>(parameters.size());
  for (const ir::SeriesDecl &one : program.series)
    series.push_back({one.name.c_str(), one.file.c_str()});
  outline.series = series.data();
  outline.seriesCount = static_cast<int>(series.size());
  for (const ir::PointsDecl &one : program.points) {
    PointsDescription &its = points.emplace_back();
    its.name = one.name.c_str();
    its.file = one.file.empty() ? nullptr : one.file.c_str();
    its.every = one.isReceiver() ? 1 : 0;
  }
  outline.points = points.data();
  outline.pointsCount = static_cast<int>(points.size());
}

bool report(const Refusal &refusal, Diagnostics &diags) {
  switch (refusal.kind) {
  case Refusal::Kind::None:
    return true;
  case Refusal::Kind::Value:
    diags.report(diag::BadAssignment, refusal.text);
    return false;
  case Refusal::Kind::Name:
    diags.report(diag::UnknownAssignment, refusal.text);
    return false;
  case Refusal::Kind::Level:
    diags.report(diag::BadLevel, refusal.text);
    return false;
  case Refusal::Kind::Range:
    diags.report(diag::ParamOutOfRange, refusal.text);
    return false;
  case Refusal::Kind::Size:
    diags.report(diag::WrongSizeCount, refusal.text);
    return false;
  case Refusal::Kind::TooLarge:
    diags.report(diag::SizeTooLarge, refusal.text);
    return false;
  case Refusal::Kind::Save:
    diags.report(diag::BadSave, refusal.text);
    return false;
  case Refusal::Kind::Conflict:
    diags.report(diag::OptionsConflict, refusal.text);
    return false;
  }
  return false;
}

std::optional<ResolvedRequest> resolve(const RunRequest &request, const ir::Program &program,
                                       Diagnostics &diags) {
  const ProgramOutline outline(program);
  std::optional<ResolvedRequest> resolved(std::in_place);
  static_cast<RunRequest &>(*resolved) = request;
  return report(resolveRequest(outline.description(), *resolved), diags) ? std::move(resolved)
                                                                         : std::nullopt;
}

} // namespace stencilc::driver
