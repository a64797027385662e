/// \file Part of `stencilc lift --check`, which compares loops of a C program with the stencil made
/// from them. Gives the loops random input, and saves their input and output in files. Plain C.
#pragma once

#include "stencilc/lifted/Step.h"
#include <unistd.h>

/// State of a check of lifted loops: loops of a C program that a stencil replaces. The check saves
/// their input and their results, for a comparison with the stencil. It lasts from the call before
/// the loops to the one after them.
typedef struct {
  LiftedStep step;
  FILE *list; // list of the files, one in each line
  uint64_t random;
  int isUnderWay, runs;
} LiftedCheck;

static inline LiftedCheck *liftedCheck(void) {
  static LiftedCheck check;
  return &check;
}

/// Returns 64 random bits, by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
static inline uint64_t liftedRandom(void) {
  uint64_t z = liftedCheck()->random += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline const char *liftedSetting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value ? value : otherwise;
}

/// Returns a random cell value from 0.25 to 1.25. If the environment variable STENCILC_LIFTED_SIGNS
/// is 1, the value is from -1 to 1.
static inline double liftedCell(void) {
  const double part = (double)(liftedRandom() >> 11) / 9007199254740992.0;
  return atoi(liftedSetting("STENCILC_LIFTED_SIGNS", "0")) ? 2.0 * part - 1.0 : 0.25 + part;
}

/// Fills `count` cells with random values. They are float or double, as `cellBytes` says (4 or 8).
static inline void liftedFill(char *cells, size_t cellBytes, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i) {
    const double wide = liftedCell();
    const float narrow = (float)wide;
    if (cellBytes == sizeof narrow)
      memcpy(cells + i * cellBytes, &narrow, sizeof narrow);
    else
      memcpy(cells + i * cellBytes, &wide, sizeof wide);
  }
}

/// Fills those cells of the C array `cells` that belong to the grid with random values. Other cells
/// of the array, beyond the grid, do not change.
static inline void liftedFillGrid(const LiftedStep *step, const LiftedField *field, char *cells) {
  int64_t y, z;
  for (z = 0; z < step->extent[2]; ++z)
    for (y = 0; y < step->extent[1]; ++y)
      liftedFill(cells + liftedOffset(field, 0, y, z), field->cellBytes, (size_t)step->extent[0]);
}

/// Copies the value of one cell, which no loop writes, from the first C array of a field to the
/// field's other C arrays. `offset` is the position of the cell in each array, in bytes. `user` and
/// `at` are not used. Returns 1, so that liftedForKept() continues with the next cell.
static inline int liftedKeepAlike(void *user, const LiftedField *field, const int64_t *at,
                                  size_t offset) {
  int k;
  (void)user;
  (void)at;
  for (k = 1; k < field->buffers; ++k)
    memcpy(field->memory[k] + offset, field->memory[0] + offset, field->cellBytes);
  return 1;
}

/// Writes the cells of a field in the C array `cells` to the .npy file `path`, version 1.0, in C
/// order.
static inline void liftedSave(const char *path, const LiftedField *field, const char *cells) {
  const LiftedStep *step = &liftedCheck()->step;
  char header[128], shape[80];
  const size_t count = (size_t)step->extent[0];
  int64_t y, z;
  FILE *file = fopen(path, "wb");
  if (step->rank == 1)
    snprintf(shape, sizeof shape, "%ld,", (long)step->extent[0]);
  else if (step->rank == 2)
    snprintf(shape, sizeof shape, "%ld, %ld", (long)step->extent[1], (long)step->extent[0]);
  else
    snprintf(shape, sizeof shape, "%ld, %ld, %ld", (long)step->extent[2], (long)step->extent[1],
             (long)step->extent[0]);
  snprintf(header, sizeof header, "{'descr': '<f%d', 'fortran_order': False, 'shape': (%s), }",
           (int)field->cellBytes, shape);
  if (!file || fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, file) != 10 ||
      fprintf(file, "%-117s\n", header) != 118)
    liftedFail(step->name, path);
  for (z = 0; z < step->extent[2]; ++z)
    for (y = 0; y < step->extent[1]; ++y)
      if (fwrite(cells + liftedOffset(field, 0, y, z), field->cellBytes, count, file) != count)
        liftedFail(step->name, path);
  if (fclose(file) != 0)
    liftedFail(step->name, path);
}

/// Saves a time level of a field as file FIELD.KIND.AGE.npy in the folder of the check, and adds it
/// to the list of files. `kind` is "init" before the loops and "made" after them. `age` is how many
/// steps the level is older than the newest one.
static inline void liftedSaveAs(const char *kind, const LiftedField *field, int age,
                                const char *cells) {
  LiftedCheck *check = liftedCheck();
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.%s.%d.npy", liftedSetting("STENCILC_LIFTED_FOLDER", "."),
           field->name, kind, age);
  liftedSave(path, field, cells);
  fprintf(check->list, "%s %s %d\n", kind, field->name, age);
}

/// Starts a check of lifted loops (loops of a C program that a stencil replaces), before the loops
/// run. Fills the C arrays of all fields with random values. Saves the time levels that the stencil
/// needs to files, as its initial values. `most` is the largest number of steps of the loops, or
/// negative if unknown.
static inline void liftedBefore(LiftedStep step, int64_t most) {
  LiftedCheck *check = liftedCheck();
  char path[4096];
  int i, k;
  if (check->isUnderWay || check->runs++ > 0)
    liftedFail(step.name, "the loops run a second time: check a call that runs them once");
  check->step = step;
  check->isUnderWay = 1;
  check->random = (uint64_t)atoi(liftedSetting("STENCILC_LIFTED_SEED", "1"));
  snprintf(path, sizeof path, "%s/list", liftedSetting("STENCILC_LIFTED_FOLDER", "."));
  check->list = fopen(path, "w");
  if (!check->list)
    liftedFail(step.name, path);
  fprintf(check->list, "size %ld", (long)step.extent[0]);
  for (i = 1; i < step.rank; ++i)
    fprintf(check->list, ",%ld", (long)step.extent[i]);
  fprintf(check->list, "\nmost %ld\n", (long)most);
  for (i = 0; i < step.numbers; ++i)
    fprintf(check->list, "param %s %.17g\n", step.number[i].name, step.number[i].value);
  for (i = 0; i < step.fields; ++i) {
    const LiftedField *field = &step.field[i];
    for (k = 0; k < field->buffers; ++k)
      liftedFillGrid(&step, field, field->memory[k]);
    liftedForKept(&step, field, liftedKeepAlike, NULL);
  }
  for (i = 0; i < step.fields; ++i)
    for (k = 0; k < step.field[i].levels; ++k)
      liftedSaveAs("init", &step.field[i], k, step.field[i].memory[k]);
}

/// Ends a check of lifted loops (loops of a C program that a stencil replaces), after they have run
/// `steps` steps. Saves the time levels that the loops have computed and that are still in memory
/// to files. Does nothing if no check is running.
static inline void liftedAfter(int64_t steps) {
  LiftedCheck *check = liftedCheck();
  int i, k;
  if (!check->isUnderWay)
    return;
  check->isUnderWay = 0;
  for (i = 0; i < check->step.fields; ++i) {
    const LiftedField *field = &check->step.field[i];
    for (k = 0; k < field->buffers && k < steps && !field->isConstant; ++k)
      liftedSaveAs("made", field, k, liftedMemoryAfter(field, steps, k));
  }
  fprintf(check->list, "steps %ld\n", (long)steps);
  fclose(check->list);
  check->list = NULL;
  liftedFree(&check->step);
}

// Arguments for a call of the function with the loops.

/// Changes to the folder of the check, so that the program overwrites no file of the user.
static inline void liftedPrepare(void) {
  if (chdir(liftedSetting("STENCILC_LIFTED_FOLDER", ".")) != 0)
    liftedFail("check", "no folder to work in");
  liftedCheck()->random = (uint64_t)atoi(liftedSetting("STENCILC_LIFTED_SEED", "1")) + 1000;
}

static inline int liftedIsSecond(void) {
  return atoi(liftedSetting("STENCILC_LIFTED_SEED", "1")) > 1;
}

/// Returns an odd number of cells for the arrays of a C program that is checked against its
/// stencil. `number` is the index, from 0, of one of the program's size parameters. Numbers 0 to 3
/// get different results. `rank` is the number of axes of the grid, and fewer axes get more cells.
static inline int liftedSize(int rank, int number) {
  static const int sizes[2][4] = {{13, 17, 11, 19}, {15, 11, 21, 13}};
  return (rank == 1 ? 100 : rank == 2 ? 10 : 0) + sizes[liftedIsSecond()][number % 4];
}

/// Returns a number of cells, at most `most`, for the arrays of a C program that is checked against
/// its stencil. `number` is the index, from 0, of one of the program's size parameters. `rank` is
/// the number of axes of the grid.
static inline int liftedSizeUpTo(int rank, int number, int most) {
  const int size = liftedSize(rank, number);
  return size < most ? size : most;
}

static inline int liftedSteps(void) { return liftedIsSecond() ? 5 : 4; }

/// Returns a random scalar in the range of typical coefficients, small enough that a scheme stays
/// stable for a few steps.
static inline double liftedScalar(void) {
  return 0.02 + 0.2 * (double)(liftedRandom() >> 11) / 9007199254740992.0;
}

/// Returns allocated memory of exactly `cells` cells with random values.
static inline void *liftedArray(size_t cellBytes, size_t cells) {
  char *memory = (char *)malloc(cellBytes * cells);
  if (!memory)
    liftedFail("check", "out of memory");
  liftedFill(memory, cellBytes, cells);
  return memory;
}

/// Returns the exit code of a check of lifted loops (loops of a C program that a stencil replaces):
/// 0 if the program has run these loops exactly once, else 3.
static inline int liftedFinish(void) { return liftedCheck()->runs == 1 ? 0 : 3; }

#ifdef __cplusplus
/// A pointer that converts to any pointer type.
struct LiftedAny {
  void *memory;
  template <class T> operator T *() const { return static_cast<T *>(memory); }
};
#endif
