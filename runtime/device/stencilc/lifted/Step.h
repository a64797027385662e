/// \file Description of the loops of a C program for a lifted stencil: fields and the memory of
/// their time levels. Plain C, for files that `stencilc lift` has written.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  kLiftedFields = 64,
  kLiftedBuffers = 8,
  kLiftedBoxes = 64,
  kLiftedNumbers = 256,
};

/// Box of cells from `low` up to but not including `high`, x first.
typedef struct {
  int64_t low[3], high[3];
} LiftedBox;

/// A field of the stencil, with the C arrays of the program that hold it. `memory` points to the
/// arrays of its time levels when the loops begin, the newest level first.
typedef struct {
  const char *name;
  size_t cellBytes;
  int levels, isConstant; // time levels that the stencil keeps
  int buffers, copies, boxes;
  int64_t pitch[2]; // cells from row to row and from plane to plane
  char *memory[kLiftedBuffers];
  char *copy[kLiftedBuffers];  // also hold the written cells after a step
  LiftedBox box[kLiftedBoxes]; // cells that a step writes
} LiftedField;

/// A parameter of the stencil, with its name and the value in the C program.
typedef struct {
  const char *name;
  double value;
} LiftedNumber;

/// The description of a C program's loops that a stencil replaces: grid, fields and parameters.
typedef struct {
  const char *name;
  int rank;
  int64_t extent[3]; // x first; 1 for missing axes
  int fields, numbers;
  LiftedField *field;
  LiftedNumber *number;
} LiftedStep;

/// Prints an error message for the program `name` and aborts.
static inline void liftedFail(const char *name, const char *what) {
  fflush(stdout);
  fprintf(stderr, "%s: error: %s\n", name, what);
  abort();
}

/// Returns a description of the loops of the C program `name`, with a grid of `rank` axes and no
/// fields or parameters yet. liftedFree() releases it.
static inline LiftedStep liftedStep(const char *name, int rank, int64_t nx, int64_t ny,
                                    int64_t nz) {
  LiftedStep step;
  memset(&step, 0, sizeof step);
  step.name = name;
  step.rank = rank;
  step.extent[0] = nx;
  step.extent[1] = ny;
  step.extent[2] = nz;
  step.field = (LiftedField *)calloc(kLiftedFields, sizeof(LiftedField));
  step.number = (LiftedNumber *)calloc(kLiftedNumbers, sizeof(LiftedNumber));
  if (!step.field || !step.number)
    liftedFail(name, "out of memory");
  return step;
}

static inline void liftedFree(LiftedStep *step) {
  free(step->field);
  free(step->number);
  step->field = NULL;
  step->number = NULL;
}

/// Adds a field to the description of the loops, and returns it. The stencil keeps `levels` time
/// levels of the field. The C arrays of the field are added by liftedMemory(). They are as large as
/// the grid, unless liftedPitch() changes this.
static inline LiftedField *liftedField(LiftedStep *step, const char *name, size_t cellBytes,
                                       int levels, int isConstant) {
  LiftedField *field;
  if (step->fields == kLiftedFields)
    liftedFail(step->name, "too many fields");
  field = &step->field[step->fields++];
  field->name = name;
  field->cellBytes = cellBytes;
  field->levels = levels;
  field->isConstant = isConstant;
  field->pitch[0] = step->extent[0];
  field->pitch[1] = step->extent[0] * step->extent[1];
  return field;
}

/// Sets the size of the C arrays of a field, for arrays larger than the grid: rows of `cells`
/// cells, and planes of `rows` rows. The grid begins at their first cell.
static inline void liftedPitch(LiftedField *field, int64_t cells, int64_t rows) {
  field->pitch[0] = cells;
  field->pitch[1] = cells * rows;
}

/// Adds `cells`, the C array that holds the next older time level of a field. The first call for a
/// field adds its newest level. Ends the program if there are too many arrays.
static inline void liftedMemory(LiftedField *field, void *cells) {
  if (field->buffers == kLiftedBuffers)
    liftedFail(field->name, "too many buffers");
  field->memory[field->buffers++] = (char *)cells;
}

/// Adds `cells`, another C array that holds the same values as the newest time level in all cells
/// that a time step writes.
static inline void liftedCopy(LiftedField *field, void *cells) {
  if (field->copies == kLiftedBuffers)
    liftedFail(field->name, "too many copies");
  field->copy[field->copies++] = (char *)cells;
}

/// Adds a box of cells that a time step writes: [x0, x1) x [y0, y1) x [z0, z1).
static inline void liftedBox(LiftedField *field, int64_t x0, int64_t x1, int64_t y0, int64_t y1,
                             int64_t z0, int64_t z1) {
  LiftedBox *box;
  if (field->boxes == kLiftedBoxes)
    liftedFail(field->name, "too many updates");
  box = &field->box[field->boxes++];
  box->low[0] = x0;
  box->high[0] = x1;
  box->low[1] = y0;
  box->high[1] = y1;
  box->low[2] = z0;
  box->high[2] = z1;
}

/// Adds a parameter of the stencil with its value.
static inline void liftedParameter(LiftedStep *step, const char *name, double value) {
  if (step->numbers == kLiftedNumbers)
    liftedFail(step->name, "too many parameters");
  step->number[step->numbers].name = name;
  step->number[step->numbers++].value = value;
}

/// Returns the byte offset of cell (x, y, z) in a C array of the field.
static inline size_t liftedOffset(const LiftedField *field, int64_t x, int64_t y, int64_t z) {
  return (size_t)(x + y * field->pitch[0] + z * field->pitch[1]) * field->cellBytes;
}

/// Returns the number of bytes, in a C array of the field, from the first cell of the grid to the
/// last one, both included.
static inline size_t liftedBytes(const LiftedStep *step, const LiftedField *field) {
  return liftedOffset(field, step->extent[0], step->extent[1] - 1, step->extent[2] - 1);
}

/// Returns the C array that holds, after `steps` time steps, the time level that is `age` levels
/// older than the newest one.
static inline char *liftedMemoryAfter(const LiftedField *field, int64_t steps, int age) {
  const int64_t place = (age - steps) % field->buffers;
  return field->memory[place < 0 ? place + field->buffers : place];
}

/// Returns 1 if a time step writes cells of the row at `y` and `z` of a field, else 0. Sets [*low,
/// *high) to the longest range of x that one update of the step writes in this row, or to an empty
/// range.
static inline int liftedRow(const LiftedField *field, int64_t y, int64_t z, int64_t *low,
                            int64_t *high) {
  int i, isFound = 0;
  *low = *high = 0;
  for (i = 0; i < field->boxes; ++i) {
    const LiftedBox *box = &field->box[i];
    if (y < box->low[1] || y >= box->high[1] || z < box->low[2] || z >= box->high[2] ||
        box->high[0] <= box->low[0])
      continue;
    if (!isFound || box->high[0] - box->low[0] > *high - *low) {
      *low = box->low[0];
      *high = box->high[0];
    }
    isFound = 1;
  }
  return isFound;
}

/// Returns 1 if a step writes cell (x, y, z), else 0.
static inline int liftedIsWritten(const LiftedField *field, int64_t x, int64_t y, int64_t z) {
  int i;
  for (i = 0; i < field->boxes; ++i) {
    const LiftedBox *box = &field->box[i];
    if (x >= box->low[0] && x < box->high[0] && y >= box->low[1] && y < box->high[1] &&
        z >= box->low[2] && z < box->high[2])
      return 1;
  }
  return 0;
}

/// Calls `use` for each cell of a field that no time step writes, with the coordinates `at` and the
/// byte offset of the cell. Ends when a call returns 0, and then returns 0. Returns 1 after the
/// last cell.
static inline int liftedForKept(const LiftedStep *step, const LiftedField *field,
                                int (*use)(void *user, const LiftedField *field, const int64_t *at,
                                           size_t offset),
                                void *user) {
  int64_t at[3], low, high;
  for (at[2] = 0; at[2] < step->extent[2]; ++at[2])
    for (at[1] = 0; at[1] < step->extent[1]; ++at[1]) {
      const int hasPart = liftedRow(field, at[1], at[2], &low, &high);
      for (at[0] = 0; at[0] < step->extent[0]; ++at[0]) {
        if (hasPart && at[0] == low)
          at[0] = high;
        if (at[0] < step->extent[0] && !liftedIsWritten(field, at[0], at[1], at[2]) &&
            !use(user, field, at, liftedOffset(field, at[0], at[1], at[2])))
          return 0;
      }
    }
  return 1;
}
