/// \file Computes what the loops of a C program compute, with the library compiled for them. It
/// copies data in, computes the time steps, and copies the results to the arrays where the loops
/// would have left them. Plain C.
#pragma once

#include "stencilc/lifted/Step.h"
#include <time.h>

/// Functions of the library compiled for a lifted stencil, which a C program calls in place of its
/// loops.
typedef struct {
  void *(*create)(const LiftedStep *step, int64_t steps, char *message, size_t size);
  void (*destroy)(void *simulation);
  const char *(*lastError)(const void *simulation);
  int (*setParameter)(void *simulation, const char *name, double value);
  int (*reset)(void *simulation);
  int (*copyIn)(void *simulation, const char *field, int level, const void *cells, size_t row,
                size_t plane);
  int (*copyOut)(const void *simulation, const char *field, int level, void *cells, size_t row,
                 size_t plane);
  int (*run)(void *simulation, int64_t steps);
  int (*synchronize)(void *simulation);
  // This and stepsDone are NULL for a program without a rule.
  const char *(*stopped)(const void *simulation);
  int64_t (*stepsDone)(const void *simulation);
} LiftedLibrary;

/// Simulation that a C program reuses in later calls of the same loops.
typedef struct {
  void *simulation;
  int64_t extent[3];
} LiftedKept;

#define LIFTED_EXTENTS_1(options, step) options.nx = step->extent[0]
#define LIFTED_EXTENTS_2(options, step)                                                            \
  LIFTED_EXTENTS_1(options, step);                                                                 \
  options.ny = step->extent[1]
#define LIFTED_EXTENTS_3(options, step)                                                            \
  LIFTED_EXTENTS_2(options, step);                                                                 \
  options.nz = step->extent[2]

/// Macro that defines functions for a LiftedLibrary, a table through which a C program calls the
/// compiled library NAME. The grid has RANK axes, 1 to 3. LIFTED_RULES defines the other functions.
#define LIFTED_LIBRARY(NAME, RANK)                                                                 \
  static void *NAME##_liftedCreate(const LiftedStep *step, int64_t steps, char *message,           \
                                   size_t size) {                                                  \
    NAME##_options options = NAME##_defaults();                                                    \
    LIFTED_EXTENTS_##RANK(options, step);                                                          \
    options.steps = steps;                                                                         \
    return NAME##_create(&options, message, size);                                                 \
  }                                                                                                \
  static void NAME##_liftedDestroy(void *of) { NAME##_destroy((NAME *)of); }                       \
  static const char *NAME##_liftedError(const void *of) {                                          \
    return NAME##_last_error((const NAME *)of);                                                    \
  }                                                                                                \
  static int NAME##_liftedSet(void *of, const char *name, double value) {                          \
    return NAME##_set_parameter((NAME *)of, name, value);                                          \
  }                                                                                                \
  static int NAME##_liftedReset(void *of) { return NAME##_reset((NAME *)of); }                     \
  static int NAME##_liftedIn(void *of, const char *field, int level, const void *cells,            \
                             size_t row, size_t plane) {                                           \
    return NAME##_copy_in((NAME *)of, field, level, cells, row, plane);                            \
  }                                                                                                \
  static int NAME##_liftedOut(const void *of, const char *field, int level, void *cells,           \
                              size_t row, size_t plane) {                                          \
    return NAME##_copy_out((const NAME *)of, field, level, cells, row, plane);                     \
  }                                                                                                \
  static int NAME##_liftedRun(void *of, int64_t steps) {                                           \
    return NAME##_run((NAME *)of, steps, NULL);                                                    \
  }                                                                                                \
  static int NAME##_liftedWait(void *of) { return NAME##_synchronize((NAME *)of); }

/// Macro that defines those functions for a LiftedLibrary (table of functions of the compiled
/// library NAME) that only programs with an `until` condition have.
#define LIFTED_RULES(NAME)                                                                         \
  static const char *NAME##_liftedStopped(const void *of) {                                        \
    return NAME##_stopped((const NAME *)of);                                                       \
  }                                                                                                \
  static int64_t NAME##_liftedDone(const void *of) { return NAME##_steps_done((const NAME *)of); }

#define LIFTED_CALLS(NAME)                                                                         \
  NAME##_liftedCreate, NAME##_liftedDestroy, NAME##_liftedError, NAME##_liftedSet,                 \
      NAME##_liftedReset, NAME##_liftedIn, NAME##_liftedOut, NAME##_liftedRun, NAME##_liftedWait

/// State of a call of the compiled library that computes what the loops of a C program would.
typedef struct {
  const LiftedStep *step;
  const LiftedLibrary *library;
  void *simulation;
  int isTimed; // print the times of copies and steps, if STENCILC_LIFTED_TIMES is set
  double last;
} LiftedRun;

/// Ends the program with the library's message if `code` is not 0.
static inline void liftedDo(const LiftedRun *run, int code) {
  if (code)
    liftedFail(run->step->name, run->library->lastError(run->simulation));
}

static inline double liftedSeconds(void) {
#ifdef TIME_UTC
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#else
  return (double)time(NULL);
#endif
}

/// Prints the seconds since the last call to stderr, if the environment variable
/// STENCILC_LIFTED_TIMES is set. `what` names the work that was done in this time. Waits first
/// until the library has done it.
static inline void liftedSay(LiftedRun *run, const char *what) {
  double now;
  if (!run->isTimed)
    return;
  if (run->simulation)
    liftedDo(run, run->library->synchronize(run->simulation));
  now = liftedSeconds();
  fprintf(stderr, "%s: %s %.6f s\n", run->step->name, what, now - run->last);
  run->last = now;
}

/// Ends the program with a message if two C arrays overlap in memory, unless both are only read.
/// The loops would see writes through either array, the stencil would not.
static inline void liftedCheckOverlap(const LiftedStep *step) {
  int i, j, k, l;
  for (i = 0; i < step->fields; ++i)
    for (k = 0; k < step->field[i].buffers; ++k)
      for (j = i; j < step->fields; ++j)
        for (l = j == i ? k + 1 : 0; l < step->field[j].buffers; ++l) {
          const LiftedField *a = &step->field[i], *b = &step->field[j];
          const uintptr_t from = (uintptr_t)a->memory[k], other = (uintptr_t)b->memory[l];
          if ((!a->isConstant || !b->isConstant) && from < other + liftedBytes(step, b) &&
              other < from + liftedBytes(step, a))
            liftedFail(step->name,
                       "arrays of the loops share memory, but lifting assumed that they do not");
        }
}

/// Returns 1 if all C arrays of a field have the same value in the cell at byte `offset`, which no
/// loop writes. Otherwise stores the cell's coordinates `at` in `user` (an array of three) and
/// returns 0, so that liftedForKept() ends.
static inline int liftedIsKeptAlike(void *user, const LiftedField *field, const int64_t *at,
                                    size_t offset) {
  int k;
  for (k = 1; k < field->buffers; ++k)
    if (memcmp(field->memory[0] + offset, field->memory[k] + offset, field->cellBytes) != 0) {
      memcpy(user, at, 3 * sizeof *at);
      return 0;
    }
  return 1;
}

/// Ends the program with a message if cells that no loop writes differ between the C arrays of a
/// field. The stencil has only one value for such cells.
static inline void liftedCheckKept(const LiftedStep *step) {
  int i;
  int64_t at[3];
  char text[256];
  for (i = 0; i < step->fields; ++i)
    if (step->field[i].buffers > 1 &&
        !liftedForKept(step, &step->field[i], liftedIsKeptAlike, at)) {
      snprintf(text, sizeof text,
               "the buffers of '%s' begin with different values in cell x = %ld, y = %ld, z = %ld, "
               "which no loop writes: give all of them the same values there",
               step->field[i].name, (long)at[0], (long)at[1], (long)at[2]);
      liftedFail(step->name, text);
    }
}

/// Returns the distance from row to row in the C arrays of a field, in bytes.
static inline size_t liftedRowBytes(const LiftedField *field) {
  return (size_t)field->pitch[0] * field->cellBytes;
}
/// Returns the distance from plane to plane in the C arrays of a field, in bytes.
static inline size_t liftedPlaneBytes(const LiftedField *field) {
  return (size_t)field->pitch[1] * field->cellBytes;
}

/// Passes the parameters and the initial time levels of all fields from the C program to the
/// simulation.
static inline void liftedStart(const LiftedRun *run) {
  const LiftedStep *step = run->step;
  int i, level;
  for (i = 0; i < step->numbers; ++i)
    liftedDo(run, run->library->setParameter(run->simulation, step->number[i].name,
                                             step->number[i].value));
  liftedDo(run, run->library->reset(run->simulation));
  for (i = 0; i < step->fields; ++i) {
    const LiftedField *field = &step->field[i];
    for (level = 0; level < field->levels; ++level)
      liftedDo(run, run->library->copyIn(run->simulation, field->name, -level, field->memory[level],
                                         liftedRowBytes(field), liftedPlaneBytes(field)));
  }
}

/// Returns how many steps are still to be done, in a run of `steps` steps, when time levels are
/// first copied to the C program. It is 0 unless the C program keeps more old time levels than the
/// stencil. The stencil overwrites such levels in its last steps, so they must be copied before.
static inline int64_t liftedBehind(const LiftedStep *step, int64_t steps) {
  int64_t most = 0;
  int i;
  for (i = 0; i < step->fields; ++i) {
    const LiftedField *field = &step->field[i];
    const int64_t turned = steps < field->buffers ? steps : field->buffers;
    if (!field->isConstant && turned - field->levels > most)
      most = turned - field->levels;
  }
  return most;
}

/// Copies time level `level` (0: newest) of a field to the C program when `behind` of `steps` steps
/// are still to be done. After the last step this level will be `behind` + `level` steps older than
/// the newest, so it goes to the C array for that age. Does nothing if there is no such array, or
/// if a later call will copy the level.
static inline void liftedGive(const LiftedRun *run, const LiftedField *field, int64_t steps,
                              int64_t behind, int level) {
  const int64_t age = behind + level;
  if (age >= field->buffers || age >= steps || (behind > 0 && level != field->levels - 1))
    return;
  liftedDo(run, run->library->copyOut(run->simulation, field->name, -level,
                                      liftedMemoryAfter(field, steps, (int)age),
                                      liftedRowBytes(field), liftedPlaneBytes(field)));
}

/// Copies time levels of all fields to the C program when `behind` of `steps` steps are still to be
/// done. If `behind` is not 0, only the oldest level of each field is copied, because the next step
/// overwrites it. If `behind` is 0, all levels are copied.
static inline void liftedGiveAll(const LiftedRun *run, int64_t steps, int64_t behind) {
  int i, level;
  for (i = 0; i < run->step->fields; ++i)
    for (level = 0; level < run->step->field[i].levels && !run->step->field[i].isConstant; ++level)
      liftedGive(run, &run->step->field[i], steps, behind, level);
}

/// Copies the new cells of each field to those C arrays that must hold the same values as the
/// newest time level after a step. The C program uses these arrays as buffers for new values.
static inline void liftedGiveCopies(const LiftedStep *step) {
  int i, k, b;
  int64_t y, z;
  for (i = 0; i < step->fields; ++i)
    for (k = 0; k < step->field[i].copies; ++k)
      for (b = 0; b < step->field[i].boxes; ++b) {
        const LiftedField *field = &step->field[i];
        const LiftedBox *box = &field->box[b];
        for (z = box->low[2]; z < box->high[2]; ++z)
          for (y = box->low[1]; y < box->high[1] && box->high[0] > box->low[0]; ++y) {
            const size_t first = liftedOffset(field, box->low[0], y, z);
            memcpy(field->copy[k] + first, field->memory[0] + first,
                   (size_t)(box->high[0] - box->low[0]) * field->cellBytes);
          }
      }
}

/// Runs time steps until the stopping rule (an `until` condition) ends the run, or until `most`
/// steps are done. A negative `most` means no limit. Returns the number of steps done.
static inline int64_t liftedRunRule(const LiftedRun *run, int64_t most) {
  const int64_t chunk = 1000000;
  int64_t done = 0;
  while (!run->library->stopped(run->simulation) && (most < 0 || done < most)) {
    const int64_t left = most < 0 || most - done > chunk ? chunk : most - done;
    liftedDo(run, run->library->run(run->simulation, left));
    done = run->library->stepsDone(run->simulation);
  }
  return done;
}

/// Sets `run->simulation`. Reuses the simulation in `kept` if it has the same extents, else creates
/// one and stores it there. `steps` is the expected number of steps, or negative if unknown.
static inline void liftedPrepare(LiftedRun *run, LiftedKept *kept, int64_t steps) {
  char message[512] = "no message";
  if (kept->simulation && memcmp(kept->extent, run->step->extent, sizeof kept->extent) != 0) {
    run->library->destroy(kept->simulation);
    kept->simulation = NULL;
  }
  if (!kept->simulation) {
    kept->simulation =
        run->library->create(run->step, steps < 0 ? 0 : steps, message, sizeof message);
    memcpy(kept->extent, run->step->extent, sizeof kept->extent);
  }
  if (!kept->simulation)
    liftedFail(run->step->name, message);
  run->simulation = kept->simulation;
}

/// Computes what the C program's loops would: `steps` time steps. With a stopping rule (an `until`
/// condition) `steps` is only the limit, and negative means no limit. Returns the number of steps
/// done. Ends the program with a message on any failure.
static inline int64_t liftedLoops(LiftedStep *step, const LiftedLibrary *library, LiftedKept *kept,
                                  int64_t steps) {
  LiftedRun run = {step, library, NULL, getenv("STENCILC_LIFTED_TIMES") != NULL, liftedSeconds()};
  int64_t behind;
  if (steps == 0 || (steps < 0 && !library->stopped)) {
    liftedFree(step);
    return 0;
  }
  liftedCheckOverlap(step);
  liftedCheckKept(step);
  liftedSay(&run, "checks");
  liftedPrepare(&run, kept, steps);
  liftedSay(&run, "create");
  liftedStart(&run);
  liftedSay(&run, "copy in");
  if (library->stopped) {
    steps = liftedRunRule(&run, steps);
    // Older levels must be copied out before the end, which is known only now: run a second time.
    if (liftedBehind(step, steps) > 0)
      liftedStart(&run);
    else
      liftedGiveAll(&run, steps, 0);
  }
  behind = liftedBehind(step, steps);
  if (!library->stopped || behind > 0) {
    liftedDo(&run, library->run(run.simulation, steps - behind));
    liftedSay(&run, "steps");
    for (; behind > 0; --behind) {
      liftedGiveAll(&run, steps, behind);
      liftedDo(&run, library->run(run.simulation, 1));
    }
    liftedGiveAll(&run, steps, 0);
  }
  liftedGiveCopies(step);
  liftedSay(&run, "copy out");
  liftedFree(step);
  return steps;
}
