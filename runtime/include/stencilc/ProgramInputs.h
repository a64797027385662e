/// \file The arrays that the fields of a run start from, and the size of the domain.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/FieldFiles.h"
#include <deque>

namespace stencilc {

/// The files that --init gives, or the source names. They decide the size if --size does not.
class ProgramInputs {
public:
  ProgramInputs(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  /// For people, after open().
  const std::vector<std::string> &notes() const { return texts; }

  /// Opens and checks all; sets `size`.
  Status open(std::int64_t (&size)[3]) {
    std::vector<FileArgument> wanted = arguments.inputs;
    for (int i = 0; i < program.fieldCount; ++i) {
      const char *file = program.fields[i].initFile;
      const bool given = std::any_of(wanted.begin(), wanted.end(),
                                     [i](const FileArgument &a) { return a.field == i; });
      if (!file || given)
        continue;
      if (access(file, F_OK) != 0)
        return Status::invalid(format("field '%s' starts from '%s', which is not here; give "
                                      "--init %s=FILE.npy",
                                      program.fields[i].name, file, program.fields[i].name));
      wanted.push_back({i, file});
    }
    for (const FileArgument &input : wanted) {
      inputs.emplace_back();
      inputs.back().field = input.field;
      inputs.back().path = input.path;
      if (!isRawFile(input.path) && !inputs.back().file.open(input.path))
        return Status::invalid(inputs.back().file.error());
    }
    chooseSize(size);
    if (size[0] == 0)
      return Status::invalid(std::string(program.source) +
                             " names no size: give --size=" + sizeNames() + " or an --init file");
    for (OpenInput &input : inputs) {
      const FieldDescription &field = program.fields[input.field];
      const NpyAxes axes = npyAxes(program, size);
      if (isRawFile(input.path) ? !input.file.openRaw(input.path, field.storage, axes, field.name)
                                : !input.file.checkShape(axes, field.name))
        return Status::invalid(input.file.error());
      if (field.storage == Scalar::F32 && input.file.header().scalar == Scalar::F64)
        texts.push_back("'" + input.path + "' holds f8; field '" + field.name +
                        "' is stored as f32: its values are rounded");
    }
    return {};
  }

  /// Sets the fields. A domain in files reads arrays of its own type itself, when it needs them.
  Status load(Instance &instance) {
    std::string error;
    DomainFiles *const files = instance.streams() ? instance.streams()->files() : nullptr;
    for (OpenInput &input : inputs) {
      const FieldDescription &field = program.fields[input.field];
      if (files && files->resumedAt() > 0 && field.updated)
        continue; // it has gone on since
      if (files && input.file.header().scalar == field.storage && input.file.isRegular())
        files->adopt(input.field, input.path, input.file.header().dataOffset);
      else if (!input.file.rewind() || !readField(instance, input.field, input.file, error))
        return Status::invalid(error.empty() ? input.file.error() : error);
    }
    return files ? files->prepare() : Status();
  }

private:
  struct OpenInput {
    int field = 0;
    std::string path;
    NpyInput file;
  };

  void chooseSize(std::int64_t (&size)[3]) const {
    const NpyHeader *header = nullptr;
    for (const OpenInput &input : inputs)
      if (!header && !isRawFile(input.path))
        header = &input.file.header();
    const bool fits = header && header->rank == program.rank && header->cells > 0;
    for (int axis = 0; axis < 3; ++axis)
      size[axis] = arguments.hasSize()    ? arguments.size[axis]
                   : axis >= program.rank ? 1
                   : fits                 ? header->shape[program.rank - 1 - axis]
                                          : program.sizeHint[axis];
  }

  std::string sizeNames() const {
    std::string names;
    for (int axis = 0; axis < program.rank; ++axis)
      names += std::string(axis ? ",n" : "n") + program.axes[axis];
    return names;
  }

  const ProgramDescription &program;
  const ProgramArguments &arguments;
  std::deque<OpenInput> inputs; // a deque: files cannot be moved
  std::vector<std::string> texts;
};

} // namespace stencilc
