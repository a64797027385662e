/// \file Files of initial values, and the size of the domain that their shapes imply.
#include "runtime/program/files/ProgramInputs.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/files/FieldFiles.h"
#include "runtime/program/DomainSize.h"
#include "runtime/program/files/ResultPaths.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Status ProgramInputs::open(std::int64_t (&size)[3]) {
  for (const FileArgument &input : arguments.inputs)
    if (Status status = add(input.field, input.age, input.path); !status)
      return status;
  if (Status status = readsSource ? addFilesOfSource() : Status(); !status)
    return status;
  std::vector<const NpyHeader *> headers;
  for (const OpenInput &input : inputs)
    if (!isRawFile(input.path) && isWholeGrid(program, input.field) && !program.wider)
      headers.push_back(&input.file.header());
  chooseSize(program.rank, arguments.hasSize() ? arguments.extents : nullptr, headers,
             program.sizeHint, size);
  if (!arguments.hasSize() && !headers.empty()) // otherwise the user has chosen the size
    texts.push_back(reversedNote(program.rank, program.sizeHint, size,
                                 [&](int axis) { return program.axes[axis]; }));
  if (size[0] == 0)
    return Status::invalid(std::string(program.source) +
                           " names no size: give --size=" + sizeNames() + " or an --init file");
  for (OpenInput &input : inputs) {
    const FieldDescription &field = program.fields[input.field];
    const NpyAxes axes = npyAxes(program, input.field, size);
    if (isRawFile(input.path) ? !input.file.openRaw(input.path, field.storage, axes, field.name)
                              : !input.file.checkShape(axes, field.name))
      return Status::invalid(input.file.error());
    if (const Scalar given = input.file.header().scalar; isRoundedTo(given, field.storage))
      texts.push_back(roundingNote(input.path, given, field.name, field.storage));
  }
  return {};
}

Status ProgramInputs::load(Instance &instance) {
  std::string error;
  DomainFiles *const files = instance.itsEngine().files();
  for (OpenInput &input : inputs) {
    const FieldDescription &field = program.fields[input.field];
    const std::vector<int> ages = levelsSetBy(input, inputs, field.levels);
    if (ages.empty() || (files && files->resumedAt() > 0 && field.updated))
      continue; // the resumed run has newer values
    if (files && isWholeGrid(program, input.field) && input.file.header().scalar == field.storage &&
        input.file.isRegular()) {
      for (const int age : ages)
        files->adopt(input.field, age, input.path, input.file.header().dataOffset);
    } else if (!input.file.rewind() || !readField(instance, input.field, ages, input.file, error)) {
      return Status::invalid(error.empty() ? input.file.error() : error);
    }
  }
  return files ? files->prepare() : Status();
}

std::vector<std::string> ProgramInputs::notFinite() const {
  std::vector<std::string> all;
  for (const OpenInput &input : inputs)
    if (!input.file.firstNotFinite().empty())
      all.push_back("'" + input.path + "' " + input.file.firstNotFinite());
  return all;
}

Status ProgramInputs::add(int field, int age, const std::string &path) {
  inputs.emplace_back();
  inputs.back().field = field;
  inputs.back().age = age;
  inputs.back().path = path;
  return isRawFile(path) || inputs.back().file.open(path, program.fields[field].name)
             ? Status()
             : Status::invalid(inputs.back().file.error());
}

static Status notHere(const FieldDescription &field, int age, const char *file) {
  const std::string wanted = age > 0 ? "'" + levelText(field.name, age) + "=FILE.npy'"
                                     : field.name + std::string("=FILE.npy");
  return Status::invalid(format("field '%s' starts from '%s', which does not exist; give --init %s",
                                field.name, file, wanted.c_str()));
}

Status ProgramInputs::addFilesOfSource() {
  for (int i = 0; i < program.namedCount(); ++i) {
    const FieldDescription &field = program.fields[i];
    for (int age = 0; age < field.levels; ++age) {
      const OlderInitDescription *const older = program.olderInit(i, age);
      const char *const file = older ? older->file : field.initFile;
      if (!file || isGiven(arguments.inputs, i, age))
        continue;
      if (!isHdfPath(file) && access(file, F_OK) != 0)
        return notHere(field, age, file);
      if (Status status = add(i, age, file); !status)
        return status;
    }
  }
  return {};
}

std::string ProgramInputs::sizeNames() const {
  std::string names;
  for (int axis = 0; axis < program.rank; ++axis)
    names += std::string(axis ? ",n" : "n") + program.axes[axis];
  return names;
}

std::vector<std::string> resultNotes(const ProgramDescription &program,
                                     const ProgramArguments &arguments) {
  std::vector<std::string> notes;
  for (const FileArgument &output : arguments.outputs)
    notes.push_back(arrayNameNote(output.path));
  for (int i = 0; i < program.fieldCount; ++i) {
    std::vector<int> ages;
    for (const FileArgument &output : arguments.outputs)
      if (output.field == i)
        ages.push_back(output.age);
    if (program.fields[i].updated)
      notes.push_back(missingLevels(program.fields[i].name, program.fields[i].levels, ages));
  }
  if (!arguments.reports.empty()) {
    notes.push_back(reportsNameNote(arguments.reports));
    if (program.reportCount + program.ruleCount == 0)
      notes.push_back(noReportsNote(program.name));
  }
  notes.erase(std::remove(notes.begin(), notes.end(), ""), notes.end());
  return notes;
}

} // namespace stencilc::inline STENCILC_SPACE
