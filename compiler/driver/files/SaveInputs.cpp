/// \file The option `--save`. A built program gets it as arguments. If the interpreter runs the
/// program, this file saves the fields.
#include "driver/files/SaveInputs.h"
#include "driver/files/References.h"
#include "ir/Named.h"
#include "ir/interpreter/InterpreterExpressions.h"
#include "plan/store/TuningRecord.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/parts/save/ProgramSaves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstring>

namespace stencilc::driver {

void writesSaves(RunFiles &files, const SaveArguments &saves, const ir::Program &program,
                 std::int64_t before, std::int64_t last) {
  std::vector<SaveRequest> own;
  for (const ir::SaveDecl &save : program.saves) {
    SaveRequest &request = own.emplace_back();
    request.field = static_cast<int>(save.field.index);
    request.every = save.every;
    request.path = save.file;
  }
  stencilc::writesSaves(files, saves, own, before, last);
}

/// Returns the value of the expression `id`. Precondition: it depends neither on the cell nor on
/// the time step, but at most on parameters.
static double numberOf(const ir::Program &program, const ir::RunSetup &setup, ir::ExprId id) {
  const std::vector<double> uniforms;
  const ir::Surroundings around{program, setup, uniforms, 0,
                                [](const ir::Read &, const ir::Cell &) -> double {
                                  llvm_unreachable("interpreter: what is saved reads no field");
                                }};
  return ir::Evaluator(around, id).at({});
}

std::vector<SaveRequest> InterpreterSaves::own() const {
  std::vector<SaveRequest> requests;
  for (const ir::SaveDecl &save : program.saves) {
    SaveRequest request;
    request.field = static_cast<int>(save.field.index);
    request.as = scalarOf(save.as.value_or(program.fields[save.field].storage));
    request.every = save.every;
    request.path = save.file;
    request.level = save.level;
    for (std::size_t axis = 0; axis < kMaxAxes; ++axis) {
      const ir::PointsAlong &along = save.along[axis];
      const auto number = [&](ir::ExprId id) { return cellNumber(numberOf(program, setup, id)); };
      if (along.first.valid())
        request.along[axis] = {number(along.first), number(along.last), number(along.by),
                               save.isPlace[axis]};
    }
    requests.push_back(std::move(request));
  }
  return requests;
}

SavedRun InterpreterSaves::describeRun() const {
  SavedRun run;
  run.program = program.name;
  run.source = program.sourceName;
  run.identity = plan::programIdentity(program);
  run.rank = program.rank();
  for (int axis = 0; axis < program.rank(); ++axis) {
    run.axes[axis] = program.axes[static_cast<std::size_t>(axis)];
    run.spacing[axis] = ir::spacingAlong(program, axis).value_or(1);
  }
  if (program.timestep.valid())
    run.timestep = numberOf(program, setup, program.timestep);
  std::vector<std::pair<std::string, double>> values;
  for (const ir::ParamId id : program.params.ids())
    values.emplace_back(program.params[id].name, setup.params[id.index]);
  run.parameters = parametersText(values);
  return run;
}

std::vector<SavedField> InterpreterSaves::describeFields() const {
  std::vector<SavedField> fields;
  for (const ir::FieldId id : ir::namedFields(program)) {
    const ir::FieldDecl &field = ir::namedField(program, id);
    const Extents own = ir::namedExtents(program, id, setup.extents);
    SavedField described{field.name, scalarOf(field.storage), ir::isNamedUpdated(program, id)};
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      described.extents[axis] = own[axis];
      described.halves[axis] = field.halves[static_cast<std::size_t>(axis)];
    }
    fields.push_back(std::move(described));
  }
  return fields;
}

bool InterpreterSaves::start(std::int64_t before, std::int64_t steps, Diagnostics &diags) {
  std::vector<SaveRequest> requests;
  std::string wrong = requestsOf(arguments, own(), requests);
  const Status status = wrong.empty() ? planSaves(describeRun(), describeFields(), requests, plan)
                                      : Status::invalid(wrong);
  if (!status) {
    diags.report(diag::BadSave, status.message());
    return false;
  }
  for (SavedFile &file : plan.files) {
    file.times = steps / file.every + (before == 0 ? 1 : 0);
    files.push_back(makeSeriesFile(plan.run, file, 1));
    written.emplace_back(file.path, 0);
    if (files.back()->open())
      continue;
    diags.report(diag::BadSave, files.back()->error());
    return false;
  }
  return true;
}

std::vector<unsigned char> InterpreterSaves::snapshot(const SavedFile &file,
                                                      const ir::State &state) const {
  std::vector<unsigned char> bytes(file.snapshotBytes());
  unsigned char *to = bytes.data();
  for (const SavedArray &array : file.arrays) {
    const ir::Grid &level = state.fields[static_cast<std::size_t>(array.field)].front();
    const std::int64_t nx = level.extents[0], ny = level.extents[1];
    for (std::int64_t row = 0; row < array.count[1] * array.count[2]; ++row) {
      const std::int64_t y = array.first[1] + row % array.count[1] * array.by[1];
      const std::int64_t z = array.first[2] + row / array.count[1] * array.by[2];
      const double *const from = level.cells.data() + (z * ny + y) * nx + array.first[0];
      for (std::int64_t x = 0; x < array.span(); ++x, to += sizeOf(array.from))
        withCell(array.from, [&]<class T>(T) {
          const auto cell = static_cast<T>(from[x]); // exact: the field holds values of that type
          std::memcpy(to, &cell, sizeof cell);
        });
    }
  }
  return bytes;
}

bool InterpreterSaves::take(const ir::State &state, std::int64_t number, Diagnostics &diags) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!plan.files[i].isDue(number))
      continue;
    if (!files[i]->append(number, snapshot(plan.files[i], state).data())) {
      diags.report(diag::BadSave, files[i]->error());
      return false;
    }
    ++written[i].second;
  }
  return true;
}

bool InterpreterSaves::finish(Diagnostics &diags) {
  for (auto act : {&SeriesFile::finish, &SeriesFile::commit})
    for (const std::unique_ptr<SeriesFile> &file : files)
      if (!(file.get()->*act)()) {
        diags.report(diag::BadSave, file->error());
        return false;
      }
  return true;
}

} // namespace stencilc::driver
