/// \file The table of all options of a run.
#include "runtime/program/request/RunOptions.h"
#include "runtime/core/device/ThreadOrder.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include "runtime/program/request/OptionValues.h"

namespace stencilc::inline STENCILC_SPACE {

namespace {

using Request = RunRequest;
using Text = std::string;
using enum OptionUse;

Text readResume(Request &request, const Text &value) {
  if (value.empty())
    request.resume = true;
  request.resumeFrom = value;
  return "";
}
Values writeResume(const Request &request) {
  Values values = Path<&Request::resumeFrom>::write(request);
  if (request.resume)
    values.emplace_back();
  return values;
}

Text readSilent(Request &request, const Text &) {
  request.silent = request.quiet = true;
  return "";
}

Text readPredicted(Request &request, const Text &value) {
  return parseNumber(value, request.predicted) && request.predicted > 0
             ? ""
             : "'" + value + "' is not a rate; give a number above 0, in 10^9 updates per second";
}
Values writePredicted(const Request &request) {
  return request.predicted > 0 ? Values{format("%.17g", request.predicted)} : Values();
}

Text readLearnt(Request &request, const Text &value) {
  request.learnt.clear();
  for (std::size_t from = 0; from <= value.size();) {
    const std::size_t end = std::min(value.find(',', from), value.size());
    const std::size_t slash = value.find('/', from), colon = value.find(':', from);
    std::int64_t steps = 0;
    double rate = 0;
    if (!(from < slash && slash < colon && colon < end) ||
        !readWhole(value.substr(slash + 1, colon - slash - 1), 1, INT32_MAX, steps).empty() ||
        !parseNumber(value.substr(colon + 1, end - colon - 1), rate) || !(rate > 0))
      return "'" + value +
             "' is no list of rates; write each as schedule/steps:rate, such as sweep/1:192.6, in "
             "10^9 updates per second";
    request.learnt.push_back(
        {value.substr(from, slash - from), static_cast<int>(steps), 1e9 * rate});
    from = end + 1;
  }
  return "";
}
Values writeLearnt(const Request &request) {
  Text text;
  for (const KernelRate &rate : request.learnt)
    text += (text.empty() ? "" : ",") + rate.schedule +
            format("/%d:%.6g", rate.steps, 1e-9 * rate.updatesPerSecond);
  return text.empty() ? Values() : Values{text};
}

Text readStarted(Request &request, const Text &value) {
  return parseNumber(value, request.started) && request.started > 0
             ? ""
             : "'" + value + "' is not a time; give seconds since the start of the computer";
}
Values writeStarted(const Request &request) {
  return request.started > 0 ? Values{format("%.17g", request.started)} : Values();
}

Text readThreadOrder(Request &request, const Text &value) {
  ThreadOrder order;
  request.threadOrder = value;
  return parseThreadOrder(value, order) ? "" : "'" + value + "' is none of " + kThreadOrderNames;
}

Text readRowPitch(Request &request, const Text &value) {
  return readPitch(value, request.rowPitch);
}
Values writeRowPitch(const Request &request) {
  return request.rowPitch ? Values{pitchText(request.rowPitch)} : Values();
}

/// Returns an entry of the table of options. `Kind` is the kind of the option's value: a struct
/// whose functions read and write it.
template <class Kind>
RunOption row(const char *name, const char *value, OptionUse use, const char *text,
              const char *alone = nullptr, const char *choices = nullptr) {
  return {name, value, alone, text, choices, use, false, Kind::read, Kind::write};
}
/// Returns an entry of the table of options, for an option that may be repeated. `Kind` is the kind
/// of its values: a struct whose functions read and write them.
template <class Kind>
RunOption list(const char *name, const char *value, OptionUse use, const char *text) {
  return {name, value, nullptr, text, nullptr, use, true, Kind::read, Kind::write};
}

/// Returns the options that describe the problem: its size, its steps, its parameters, and its
/// files of input and output.
std::vector<RunOption> problemOptions() {
  return {
      row<Value<&Request::size>>("size", "N", Shared,
                                 "cells along each axis, in the order of the axes in the file: "
                                 "512,512,256"),
      row<Whole<&Request::steps, 0>>("steps", "N", Shared,
                                     "time steps (default: the file's hint, or 100)"),
      row<Whole<&Request::firstStep, 0>>("first-step", "N", Shared,
                                         "number of steps that an earlier run has done; step "
                                         "numbers continue from it (default: 0)"),
      list<Texts<&Request::seriesFiles>>(
          "series", "NAME=FILE", Shared,
          "name=file.npy, read a series from this file; may be repeated"),
      list<Texts<&Request::pointFiles>>("points", "NAME=FILE", Shared,
                                        "name=file.npy, read the points of a source or receiver "
                                        "from this file; may be repeated"),
      list<Texts<&Request::traceFiles>>("trace", "NAME=FILE", Shared,
                                        "name=file.npy, write the traces of a receiver to this "
                                        "file, not to NAME.npy; may be repeated"),
      list<Texts<&Request::params>>("param", "NAME=VALUE", Shared,
                                    "name=value, set a parameter; the value may be a fraction, as "
                                    "in d=1/6; may be repeated"),
      list<Texts<&Request::inits>>("init", "FIELD=FILE", Run,
                                   "field=file.npy, initial values of a field at all time levels; "
                                   "'field[t-1]=file.npy': at one level; .raw: the cells without a "
                                   "header; may be repeated"),
      list<Texts<&Request::outs>>("out", "FIELD=FILE", Run,
                                  "field=file.npy, write a field after the last step; "
                                  "'field[t-1]=file.npy': an older time level; may be repeated"),
      list<Texts<&Request::sliceFiles>>(
          "slice", "FIELD=FILE", Program,
          "field=file.npy, write the middle plane of a field with three "
          "axes after the last step; 'field[y=12]=...': this plane; "
          "'field[y=best]=...': the one in which values differ most"),
      list<Texts<&Request::startSliceFiles>>("slice-start", "FIELD=FILE", Program,
                                             "as --slice, before the first step"),
      list<Texts<&Request::frameFiles>>("frames", "FIELD=FILE", Program,
                                        "field=file, write planes during the run, for movies"),
      row<Whole<&Request::framesEvery, 1>>("frames-every", "N", Program,
                                           "steps from one frame to the next (default: 1)"),
      row<Whole<&Request::framesSize, 1>>("frames-size", "N", Program,
                                          "most values along an axis of a frame; larger planes are "
                                          "averaged (default: 480)"),
      row<Path<&Request::reports>>("reports", "FILE", Run,
                                   "file for the reports, one a line: step, name and value; CSV if "
                                   "its name ends in .csv"),
  };
}

/// Returns the options for limits (such as memory), for checkpoints and resumed runs, and for saved
/// fields.
std::vector<RunOption> limitOptions() {
  return {
      row<Value<&Request::devices>>("devices", "N", Some,
                                    "GPUs that share the domain: how many (4), which (0,2), or "
                                    "all; on the CPU, the number of parts"),
      row<Whole<&Request::patience, 1>>("patience", "N", Run,
                                        "seconds to wait for other processes of mpirun or srun "
                                        "(default: no limit)"),
      row<Memory<&Request::memoryLimit>>("device-mem", "SIZE", Run,
                                         "limit for the device memory of fields, such as 6GiB"),
      row<Memory<&Request::hostMemoryLimit>>("host-mem", "SIZE", Run,
                                             "limit for the host memory of a streamed domain, such "
                                             "as 96GiB"),
      row<OnOff<&Request::checksums>>("checksums", "CHOICE", Run,
                                      "on or off: verify planes of a streamed domain when they "
                                      "return from the host (default: off)",
                                      nullptr, "on,off"),
      row<Path<&Request::scratch>>("scratch", "DIR", Run,
                                   "store a streamed domain in files of this folder, so that it "
                                   "can be larger than host memory"),
      row<Path<&Request::checkpoint>>("checkpoint", "FILE", Run,
                                      "file for the state of the run, written at its end, at "
                                      "SIGTERM and at SIGUSR1"),
      row<Value<&Request::checkpointEvery>>("checkpoint-every", "TIME", Run,
                                            "also write the state at this interval during the run: "
                                            "30s, 10min, 2h, or a number of steps"),
      {"resume", "FILE", "",
       "continue the run that was interrupted in --scratch; --resume=FILE: continue the run whose "
       "state is in the file, with the same bits",
       nullptr, Run, false, readResume, writeResume},
      list<Texts<&Request::saveFiles>>(
          "save", "FIELD=FILE", Run,
          "field=file.h5, save a field during the run to an HDF5 file "
          "(for ParaView, xarray, h5py); file_%06d.npy: to one array file "
          "for each time; 'field[x = 0 .. 99 by 2, z = 64]=...': a part "
          "of the field; replaces the saves of the program; may be "
          "repeated"),
      row<Whole<&Request::saveEvery, 1>>("every", "STEPS", Run, "steps from one save to the next"),
      row<Value<&Request::saveAs>>("as", "TYPE", Run, "type of the saved numbers: f32 or f64",
                                   nullptr, "f32,f64"),
      row<Whole<&Request::compression, 0, 9>>("compress", "LEVEL", Run,
                                              "compress saved fields with several threads; "
                                              "--compress=1 (fast) to 9 (small)",
                                              "1"),
      row<Flag<&Request::noSave>>("no-save", nullptr, Run,
                                  "do not save the fields that the program saves"),
  };
}

/// Returns the options for measurements and for printed output.
std::vector<RunOption> outputOptions() {
  return {
      row<Whole<&Request::repeat, 1>>("repeat", "N", Run,
                                      "time the steps N times after a warm-up run; the summary has "
                                      "the median, the fastest and the slowest"),
      row<Whole<&Request::digits, 1, kMostDigits>>("digits", "N", Run,
                                                   "significant digits of printed numbers, 1 to 17 "
                                                   "(default: 6; 17 shows all); files and --json "
                                                   "have all digits"),
      row<Whole<&Request::stopAtNan, 1>>("stop-at-nan", "N", Run,
                                         "end the run with exit code 3 after the first step that "
                                         "makes a cell NaN or infinite; --stop-at-nan=N checks "
                                         "every N steps",
                                         "1"),
      row<Value<&Request::progress>>("progress", "WHEN", Run,
                                     "print a line of progress on standard error: auto (on a "
                                     "terminal), always or never (default: auto; --progress alone "
                                     "means always)",
                                     "always", "auto,always,never"),
      {"pitch", "BYTES", nullptr,
       "distance of rows of a field in bytes, or packed: rows padded to 16 bytes only (default: "
       "auto, chosen from the row length)",
       nullptr, Some, false, readRowPitch, writeRowPitch},
      row<Flag<&Request::noTrial>>("no-trial", nullptr, Shared,
                                   "use only the plan that the planner chooses; long runs do not "
                                   "time other kernels at their start"),
      {"learnt", "RATES", nullptr,
       "rates of kernels that an earlier run has measured, fastest first: a long run uses them and "
       "times no kernels at its start",
       nullptr, Program, false, readLearnt, writeLearnt},
      row<Whole<&RunLimits::threads, 1>>("threads", "N", Shared, "CPU threads (default: all)"),
      row<Path<&Request::summary>>("summary", "FILE", Program,
                                   "write the summary to a file as one JSON object"),
      row<Path<&Request::copyRates>>("copy-rates", "FILE", Program,
                                     "file that stores the measured copy rate, so that it is "
                                     "measured only once"),
      {"predicted", "GLUPS", nullptr,
       "predicted rate in 10^9 updates per second, which the summary compares with the run",
       nullptr, Program, false, readPredicted, writePredicted},
      {"started", "SECONDS", nullptr,
       "start of the command in seconds since the start of the computer, from which the time of "
       "the first step is counted (default: the start of this process)",
       nullptr, Program, false, readStarted, writeStarted},
      {"thread-order", "ORDER", nullptr,
       "order of CUDA threads: forward, reverse, shuffled, ahead or behind", nullptr, Emulated,
       false, readThreadOrder, Path<&Request::threadOrder>::write},
      row<Flag<&Request::json>>("json", nullptr, Shared,
                                "print the summary as one JSON object on standard output"),
      {"silent", nullptr, nullptr, "print only errors, and do not search the result for NaN",
       nullptr, Run, false, readSilent, Flag<&Request::silent>::write},
      row<Flag<&Request::quiet>>("quiet", nullptr, Shared, "print only warnings and errors"),
      row<Flag<&Request::verbose>>(
          "verbose", nullptr, Shared,
          "print speed, memory and schedule of the run; stencilc also prints the "
          "commands that it executes"),
  };
}

} // namespace

const std::vector<RunOption> &runOptions() {
  static const std::vector<RunOption> all = [] {
    std::vector<RunOption> rows;
    for (const auto &part : {problemOptions(), limitOptions(), outputOptions()})
      rows.insert(rows.end(), part.begin(), part.end());
    return rows;
  }();
  return all;
}

const RunOption *findRunOption(std::string_view name) {
  for (const RunOption &option : runOptions())
    if (name == option.name)
      return &option;
  return nullptr;
}

std::vector<std::string> requestWords(const RunRequest &request) {
  std::vector<std::string> words;
  for (const RunOption &option : runOptions())
    for (const std::string &value : option.write(request))
      words.push_back(std::string("--") + option.name + (value.empty() ? "" : "=" + value));
  return words;
}

} // namespace stencilc::inline STENCILC_SPACE
