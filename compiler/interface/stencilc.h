/** \file The C interface of libstencilc: compiles stencil programs, loads them into this process,
 * and runs them.
 *
 * Texts. All texts are UTF-8 and end with a zero byte. Texts that a function returns as `const char
 * *` belong to the object that was passed; do not free them. JSON arguments are one object, such as
 * {"size": [64, 64]}. A null pointer or "" is an empty object.
 *
 * Errors. Functions that return `int` return one of the codes STENCILC_OK to STENCILC_BUSY. No
 * function prints anything, ends the process, or changes signal handlers. One exception are
 * programs for an emulated GPU (option "emulate"): a fault in a kernel is printed and ends the
 * process.
 *
 * Threads. Any number of threads may call all functions at the same time, if they use different
 * objects. A compilation and a module may also be used by several threads at once. An instance is
 * used by one thread at a time. While a thread is inside a call on an instance, calls of other
 * threads on it do nothing: they return STENCILC_BUSY, -1 or NULL at once, without waiting. A
 * callback of a run may call functions on its instance, because it is on the thread of the run.
 *
 * fork. A process that was forked after its parent had called stencilc_compile() cannot use the
 * library: threads and GPUs of the parent do not exist there. Its calls fail with STENCILC_FORKED,
 * or with the message "forked-process". Start child processes before the first call, or load the
 * library there. Only the functions that draw work there, too.
 *
 * Files. stencilc_load() keeps built programs in the cache of the command line tool
 * (STENCILC_CACHE). No other file is written, and no process is started, unless "compiler" is "g++"
 * or "nvcc".
 */
#ifndef STENCILC_H
#define STENCILC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STENCILC_API __attribute__((visibility("default")))

/** A compiled text, with its messages. */
typedef struct stencilc_compilation stencilc_compilation;
/** A program that is built and loaded into this process. */
typedef struct stencilc_module stencilc_module;
/** A simulation: the fields of one program on one grid, and their time. */
typedef struct stencilc_instance stencilc_instance;

/** Results of functions that return `int`. */
enum {
  STENCILC_OK = 0,
  STENCILC_INVALID = 1,       /**< the request is wrong: a name, a value, or the time of the call */
  STENCILC_NO_MEMORY = 2,     /**< not enough memory on the host or the device */
  STENCILC_DEVICE_FAILED = 3, /**< the device has failed */
  STENCILC_FORKED = 4,        /**< the object belongs to the parent of this process */
  STENCILC_BUSY = 5           /**< another thread is inside a call on the instance */
};

/** Returns the version of the library, such as "0.1.0". The text is never freed. */
STENCILC_API const char *stencilc_version(void);

/** Runs the command line tool with the arguments of a main function, and returns the exit code for
 * the process. It is for the program `stencilc` of packages that hold the compiler once, in the
 * library. Call it first and once in a process: it prints, starts processes, and installs signal
 * handlers. No other function may be called in this process. */
STENCILC_API int stencilc_main(int argc, char **argv);

/* --- Compilation --- */

/** Compiles `text`, the source of a stencil program, and chooses a plan for it. Returns a new
 * object, also after errors in the text; stencilc_succeeded() tells. Returns NULL only if there is
 * no memory. Free it with stencilc_free_compilation().
 *
 * `options_json` has options of the command line by their long names, without dashes:
 * - "target": "cpu" or "cuda". Default: a GPU if there is one that can be used, else the CPU.
 * - "size": cells along each axis, such as [512, 512]. Default: as the text says.
 * - "steps": number of time steps that runs will have, for the plan.
 * - "param": {"k": 0.1} or ["k=0.1"], values of parameters of new instances.
 * - "precision": "f64", "f32", or storage and arithmetic as in "f16:f32".
 * - "schedule": a schedule with its options, such as "wavefront:steps=4". Default: the planner
 * chooses.
 * - "import-path": folders in which imported files are searched for.
 * - "compiler": "jit" (default; NVRTC for kernels), or "g++" or "nvcc", which are started as
 * processes.
 * - "arch", "machine", "arithmetic", "name", "devices", "device-mem", "host-mem", "pitch",
 * "threads", "first-step", "for", "no-tuned", "no-trial", "emulate", "templates", "runtime": as
 *   `stencilc run --help` and `stencilc --help` describe them.
 * The key "file" is no option of the command line: it names the text in messages. Files that the
 * text imports or reads are searched for in its folder. Default: "<text>", in the working folder.
 *
 * A wrong option gives an error message. A null `text` is an empty text. */
STENCILC_API stencilc_compilation *stencilc_compile(const char *text, const char *options_json);
/** Frees a compilation. Modules that were loaded from it stay valid. Does nothing for NULL. */
STENCILC_API void stencilc_free_compilation(stencilc_compilation *compilation);
/** Returns 1 if the text was compiled without errors, else 0. Returns 0 for NULL. */
STENCILC_API int stencilc_succeeded(const stencilc_compilation *compilation);
/** Returns all messages so far as a JSON array, in the order in which they were reported. The text
 * is valid as long as the compilation. Each message is an object:
 *
 *   {"severity": "error", "id": "undeclared-name", "text": "'b' is not declared",
 *    "range": {"file": "heat.stencil", "begin": {"line": 3, "column": 7}, "end": {"line": 3,
 * "column": 8}}, "fixits": [{"range": {...}, "text": "a"}], "notes": [...]}
 *
 * "severity" is "error", "warning", "note" or "remark". "id" is a heading of the reference of
 * diagnostics. "range" is null for messages without a place in a text; "end" is the first place
 * after it. Lines and columns count from 1, and columns are bytes. A fix-it replaces the range by
 * the text. "notes" are messages without notes of their own. */
STENCILC_API const char *stencilc_messages(const stencilc_compilation *compilation);
/** Returns the facts about the program as JSON: its axes, the size and the precision, the smallest
 * possible size, spacing and time step, the offsets that updates read, operations and bytes for the
 * update of one cell, and under "text" all facts as a text. The page docs/reference/c-library.md
 * has a table of all keys. Returns NULL if the text has errors. The text is valid as long as the
 * compilation. */
STENCILC_API const char *stencilc_facts(const stencilc_compilation *compilation);
/** Returns the chosen plan as JSON, as `stencilc FILE --emit=plan` prints it. Returns NULL if there
 * is none. The text is valid as long as the compilation. */
STENCILC_API const char *stencilc_plan(const stencilc_compilation *compilation);
/** Returns emitted text of the kind `what`: "cuda" or "cpu" (the program for this target), "header"
 * (its C header), "c++header" or "fortran" (its interface for these languages). The text is valid
 * as long as the compilation. Returns NULL and adds a message if the kind is unknown or the text
 * cannot be emitted. Does not change whether the compilation has succeeded. */
STENCILC_API const char *stencilc_text(stencilc_compilation *compilation, const char *what);

/* --- Modules --- */

/** Builds the program of a compilation, or takes it from the cache, and loads it into this process.
 * Returns a new module; free it with stencilc_free_module(). Each call loads a copy. Returns NULL
 * on failure, and adds a message to the compilation. */
STENCILC_API stencilc_module *stencilc_load(stencilc_compilation *compilation);
/** Frees a module. It stays loaded until its last instance is destroyed. Does nothing for NULL, or
 * in a forked process. */
STENCILC_API void stencilc_free_module(stencilc_module *module);
/** Returns a description of the program as JSON: "name", "target", "schedule", "axes", "size",
 * "steps", "minimum_size", "spacing", "timestep", and lists of its "fields", "parameters",
 * "series", "points", "reports", "rules" (its `until` conditions) and "saves". The page
 * docs/reference/c-library.md has a table of all keys. Returns NULL for NULL. The text is valid as
 * long as the module. */
STENCILC_API const char *stencilc_description(const stencilc_module *module);

/* --- Instances --- */

/** Memory of the caller for the fields of an instance. It must live longer than the instance. */
typedef struct stencilc_allocation {
  void *memory; /**< device memory for a GPU, host memory for the CPU */
  size_t bytes; /**< its size; stencilc_bytes_needed() tells how much is needed */
} stencilc_allocation;

/** Creates an instance with all fields at their initial values. Returns NULL on failure; if `error`
 * is not NULL, *error then is the reason, to be freed with stencilc_free_text(). `memory` is NULL
 * if the library shall allocate the fields. Destroy the instance with stencilc_destroy().
 *
 * `request_json` has options of a run:
 * - "size": cells along each axis. Default: the size of the compilation, else that of the program.
 * - "steps": number of time steps that will be run, if it is known. A long run times several
 * kernels on its first steps and continues with the fastest.
 * - "param": {"k": 0.1} or ["k=0.1"], values of parameters. Default: as for the compilation.
 * - "first-step": number of time steps that were done before. Default: 0.
 * - "devices": numbers of GPUs that share the domain, such as [0, 2]; a number, or "all".
 * - "threads": number of CPU threads, from now on for all instances of the process. Default: as
 * before; without any request, all processors.
 * - "pitch": bytes from row to row, "packed" or "auto".
 * - "device-mem", "host-mem": most memory to use, such as "6GiB".
 * - "scratch": folder for a domain that is larger than host memory.
 * - "init": {"T": "start.npy"}, files with initial values of fields. "series", "points": files with
 * series, and with the points of sources and receivers, likewise.
 *
 * Files that the source of the program names are read, too, unless the request names others. With
 * "init": {"T": null}, or false in place of null, field T begins with zeros in place of the file
 * that the source names. With "init": false, all fields do. */
STENCILC_API stencilc_instance *stencilc_create(stencilc_module *module, const char *request_json,
                                                const stencilc_allocation *memory, char **error);
/** Returns the code of the last call of stencilc_create() or stencilc_bytes_needed() by this
 * thread: STENCILC_OK, or why it has failed. */
STENCILC_API int stencilc_create_code(void);
/** Returns the bytes of device memory that stencilc_create() needs for the same request. Returns 0
 * on failure; *error then is the reason, as for stencilc_create(). */
STENCILC_API size_t stencilc_bytes_needed(stencilc_module *module, const char *request_json,
                                          char **error);
/** Frees a text that a function has stored in *error. Does nothing for NULL. */
STENCILC_API void stencilc_free_text(char *text);
/** Completes all files that fields are saved to, waits for enqueued time steps, and frees the
 * instance. Does nothing for NULL, in a callback of a run of this instance, or in a forked process.
 * Also does nothing while another thread is inside a call on the instance: it is then not freed,
 * and must be destroyed later. No thread may begin a call on an instance while or after it is
 * destroyed.
 */
STENCILC_API void stencilc_destroy(stencilc_instance *instance);
/** Returns the reason why the last call with this instance has failed. The text is valid until the
 * next call of any thread with this instance. If the last call of this thread was refused with
 * STENCILC_BUSY, or if another thread is inside a call, returns a constant text that says so. That
 * text is always valid. The reason of the other thread's call is not changed. */
STENCILC_API const char *stencilc_last_error(const stencilc_instance *instance);

/** Sets a parameter for the time steps that follow. Initial values change only with
 * stencilc_reset(). */
STENCILC_API int stencilc_set_parameter(stencilc_instance *instance, const char *name,
                                        double value);
/** Stores the value of a parameter in *value. */
STENCILC_API int stencilc_get_parameter(const stencilc_instance *instance, const char *name,
                                        double *value);
/** Stores the time that one step takes in *value, with the current parameters and the size of the
 * instance, in the unit of the source (`timestep`). Stores NaN if the source has no `timestep`. */
STENCILC_API int stencilc_time_step(const stencilc_instance *instance, double *value);
/** Sets the `count` numbers of a series, one for each time step from the first. If each point of a
 * source has its own series, the numbers of all points for one step are adjacent. They are copied,
 * and stay set after stencilc_reset(). Steps after the last number read zero. */
STENCILC_API int stencilc_set_series(stencilc_instance *instance, const char *name,
                                     const double *numbers, int64_t count);
/** Sets the points of a source or receiver. `places` has `count` rows, with one coordinate in cells
 * for each axis. They are copied, and stay set after stencilc_reset(). */
STENCILC_API int stencilc_set_points(stencilc_instance *instance, const char *name,
                                     const double *places, int64_t count);

/** Stores the number of cells of a field along each axis; 1 for axes that the field does not have.
 */
STENCILC_API int stencilc_extents(const stencilc_instance *instance, const char *field,
                                  int64_t extents[3]);
/** Sets a field at time level `level` (0 is t, -1 is t-1) from `cells`, an array in host or device
 * memory. The array has the storage type of the field, with the first axis contiguous. Pitches are
 * the bytes from row to row and from plane to plane; 0: rows and planes are adjacent. Waits for the
 * copy. */
STENCILC_API int stencilc_copy_in(stencilc_instance *instance, const char *field, int level,
                                  const void *cells, size_t row_pitch, size_t plane_pitch);
/** Copies a field at time level `level` to `cells`, an array as for stencilc_copy_in(). Waits for
 * enqueued time steps and for the copy. */
STENCILC_API int stencilc_copy_out(const stencilc_instance *instance, const char *field, int level,
                                   void *cells, size_t row_pitch, size_t plane_pitch);
/** Memory of a field at one time level. */
typedef struct stencilc_field_view {
  void *data;         /**< address of the first cell */
  size_t row_pitch;   /**< bytes from row to row */
  size_t plane_pitch; /**< bytes from plane to plane */
  int is_on_device;   /**< 1 if the memory is that of a GPU, else 0 */
} stencilc_field_view;
/** Stores the address of a field's own memory in *view, without a copy. Values that are written
 * there count for the next time step. The address is valid until the next run, copy or reset. */
STENCILC_API int stencilc_view(stencilc_instance *instance, const char *field, int level,
                               stencilc_field_view *view);
/** As stencilc_view(), but does not wait for time steps that were enqueued on a stream. The memory
 * has the values when these steps are done: let the stream that reads them wait for an event. */
STENCILC_API int stencilc_view_enqueued(stencilc_instance *instance, const char *field, int level,
                                        stencilc_field_view *view);
/** Describes part number `part`, from 0, of a domain that several devices share: planes *begin to
 * *end - 1 of the last axis, on GPU *device. Returns STENCILC_INVALID if there is no such part. */
STENCILC_API int stencilc_part(const stencilc_instance *instance, int part, int64_t *begin,
                               int64_t *end, int *device);

/** Stores how many times a receiver has read since the start or the last reset, and its number of
 * points. A receiver reads level 0 of its field after each time step whose number is a multiple of
 * its interval n. Steps are numbered from F + 1, where F is "first-step" of the request, 0 by
 * default. So row r, from 0, is of step (F / n + 1 + r) * n, where F / n is rounded down. */
STENCILC_API int stencilc_trace_size(const stencilc_instance *instance, const char *name,
                                     int64_t *times, int64_t *points);
/** Copies the values that a receiver has read to `values`: *times rows with *points numbers each,
 * as stencilc_trace_size() stores them. */
STENCILC_API int stencilc_get_traces(const stencilc_instance *instance, const char *name,
                                     double *values);
/** Stores the newest value of a report, and the number of the time step after which it was
 * computed; step 0 if there is no value yet. */
STENCILC_API int stencilc_get_report(const stencilc_instance *instance, const char *name,
                                     double *value, int64_t *step);

/** A function that is called for each report. `user` is passed on. No C++ exception may leave it.
 */
typedef void (*stencilc_report_function)(void *user, int64_t step, const char *name, double value);
/** A function that is called during a run, with the steps done and wanted since the start. The run
 * ends after the current step if it returns a number other than 0. No C++ exception may leave it.
 */
typedef int (*stencilc_progress_function)(void *user, int64_t steps, int64_t wanted);
/** Registers a function for reports, which is called on the thread that calls stencilc_run(). NULL
 * removes it. */
STENCILC_API int stencilc_on_report(stencilc_instance *instance, stencilc_report_function function,
                                    void *user);
/** Registers a function that is called about every `seconds` seconds, and at the end of a run, on
 * the thread that calls stencilc_run(). NULL removes it. */
STENCILC_API int stencilc_on_progress(stencilc_instance *instance,
                                      stencilc_progress_function function, void *user,
                                      double seconds);

/** Computes `steps` time steps. On a GPU they are enqueued on `stream` (a cudaStream_t; NULL is the
 * default stream), and the call returns before they are done. It waits at reports, `until`
 * conditions and saves. On the CPU they are done on return, and `stream` is ignored. Returns
 * STENCILC_INVALID, without a step, while a series or the points of a source or receiver have no
 * numbers: their file does not exist, and no call has set them. */
STENCILC_API int stencilc_run(stencilc_instance *instance, int64_t steps, void *stream);
/** Waits for all enqueued time steps. Returns the code of a failure in one of them. */
STENCILC_API int stencilc_synchronize(stencilc_instance *instance);
/** Sets all fields to their initial values, computed with the current parameters or read again from
 * files, and restarts the count of time steps. */
STENCILC_API int stencilc_reset(stencilc_instance *instance);
/** Returns the number of time steps done since the start or the last reset; -1 on failure, also
 * while another thread is inside a call on the instance. */
STENCILC_API int64_t stencilc_steps_done(const stencilc_instance *instance);
/** Returns the source text of the `until` condition that has ended the last run, or NULL if none
 * has, or while another thread is inside a call on the instance. The text is valid as long as the
 * instance. */
STENCILC_API const char *stencilc_stopped(const stencilc_instance *instance);

/** Adds a file to which the following runs save a field, or a part of it such as "p[z = 64]", every
 * `every` time steps. `path` is an HDF5 file, or an .npy file with a place for the step such as
 * "p_%06d.npy". `type` is "f32", "f64", or NULL: as the field is stored. `level` is the level of
 * compression, 0 to 9. A null `what` means all `save` statements of the source. */
STENCILC_API int stencilc_save(stencilc_instance *instance, const char *what, const char *path,
                               int64_t every, const char *type, int level);
/** Writes the current state as one snapshot to the file `path`, in the form of stencilc_save().
 * Waits for enqueued time steps. The file is complete and has its name on return; an existing file
 * is replaced. Files of stencilc_save() do not change, but `path` cannot be one that is open.
 *
 * `what` is a field, a part of it such as "p[z = 64]", or several of these, separated by commas.
 * NULL means all fields that time steps change. An HDF5 file can hold several fields if they have
 * the same number of cells and the same part; an .npy file holds one. An .npy file may have a place
 * for the step in its name. `type` and `level` are as for stencilc_save(). Fails in a callback of a
 * run. */
STENCILC_API int stencilc_save_now(stencilc_instance *instance, const char *what, const char *path,
                                   const char *type, int level);
/** Completes and closes all files to which fields are saved. */
STENCILC_API int stencilc_finish_saves(stencilc_instance *instance);

/* --- Pictures and movies --- */

/** A 2D array of numbers to draw: `ny` rows of `nx` numbers each, the first row first, without
 * gaps. A slice with one row is a curve. */
typedef struct stencilc_slice {
  const void *cells; /**< array of float or double in host memory */
  int is_f32;        /**< 1 if `cells` are float, 0 if they are double */
  int64_t nx, ny;    /**< numbers in a row, and rows; both at least 1 */
  const char *title; /**< title of its panel or curve, or NULL; movies do not show it */
} stencilc_slice;

/** Draws `count` slices (1 to 256), side by side in `columns` columns, as a PNG image, in the way
 * of `stencilc run --picture`. All slices share one colour scale. Each pixel of a large slice is
 * the mean of a square of cells. If every slice has one row, all are curves in one diagram, the
 * last one in colour.
 *
 * Stores the image in *image and its size in *bytes. Free it with stencilc_free_image(). Returns
 * STENCILC_INVALID or STENCILC_NO_MEMORY on failure; *image then is NULL, and *error the reason, to
 * be freed with stencilc_free_text(). `error` may be NULL. Needs no compilation, writes no file,
 * and may be called by any thread and in a forked process.
 *
 * `look_json` has these keys. Null is the default. Unknown keys and wrong values are refused.
 * - "title": text above the slices. Default: none.
 * - "values": label of the colour bar, or of the vertical axis of curves. Default: none.
 * - "map": "auto", "viridis", "diverging" or "grey". Default: "auto", which is diverging for values
 * around 0, else viridis.
 * - "range": [low, high], values at both ends of the colours. Default: the range of the values,
 * without single spikes.
 * - "look": "axes", or "plain": the cells of one slice alone. Default: "axes".
 * - "first_row": "bottom" or "top", where the first row lies. Default: "bottom".
 * - "longest": pixels of the longer side of a slice, approximately, 1 to 8192. Default: 480 to
 * 1600.
 * - "axes": a list of the axis across and the axis up, each null or an object with "label" (text),
 * "first" (coordinate of the first cell, 0), "step" (distance of cells, greater than 0, 1) and
 * "whole" (true: ticks at whole numbers only; default: true unless "first" or "step" is given). */
STENCILC_API int stencilc_draw_picture(const stencilc_slice *slices, int count, int columns,
                                       const char *look_json, unsigned char **image, size_t *bytes,
                                       char **error);
/** Draws `count` frames of equal size as an animated GIF that repeats without end, in the way of
 * `stencilc run --movie`. There are 20 frames a second, and the last is shown for a second. All
 * frames share one colour scale. Frame i has the title "step 40" if steps[i] is 40; if `steps` is
 * NULL, its number is i. Results and errors are those of stencilc_draw_picture().
 *
 * `look_json` has the keys of stencilc_draw_picture(). "longest" is the largest number of pixels of
 * the longer side, 16 to 4096. Default: 400. Squares of cells are averaged first, so that a frame
 * has at most that many values along each axis. The colour scale is that of the averaged values. */
STENCILC_API int stencilc_draw_movie(const stencilc_slice *frames, const int64_t *steps, int count,
                                     const char *look_json, unsigned char **image, size_t *bytes,
                                     char **error);
/** Frees an image that a function has stored in *image. Does nothing for NULL. */
STENCILC_API void stencilc_free_image(unsigned char *image);

#ifdef __cplusplus
}
#endif

#endif
