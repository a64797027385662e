/// \file Declares every command and option of stencilc with CLI11, to parse and to describe them.
#include "driver/cli/CommandLine.h"
#include "emit/Names.h"
#include "emit/ReservedNames.h"
#include "stencilc/ParseValue.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::driver {

namespace {

/// Returns why `name` cannot name a program, or an empty string if it can. The name becomes part of
/// C function names, so it must be an identifier that needs no change.
std::string identifierProblem(std::string &name) {
  if (emit::legalIdentifier(name) == name && !emit::isKeyword(name) && !emit::isSystemName(name))
    return "";
  return "'" + name +
         "' cannot name the functions of a program: letters, digits and single inner "
         "underscores, no word of C or C++, and no function of the system";
}

void addCompiler(CLI::App &app, Options &options) {
  app.add_option(
         "--compiler", options.build.compiler,
         "of what runs: auto, jit (Clang inside stencilc), nvrtc (with it, for kernels), g++ "
         "(or what CXX names), nvcc")
      ->check(CLI::IsMember({"auto", "jit", "nvrtc", "g++", "nvcc"}));
}

void addImportPath(CLI::App &app, Options &options) {
  app.add_option("--import-path", options.program.importPaths,
                 "folder in which imported files are looked for, after that of the file that "
                 "imports them; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
}

/// Declares the options that most commands share. An option that may be repeated takes one value
/// each time, so that a file name may follow it.
void addShared(CLI::App &app, Options &options) {
  app.add_option("--target", options.plan.target, "cuda, cpu, or interpreter (the slow oracle)")
      ->check(CLI::IsMember({"cuda", "cpu", "interpreter"}));
  app.add_option("--arch", options.plan.arch, "sm_80, sm_86, sm_89, sm_90; x86-64-v2, -v3, -v4");
  app.add_option("--machine", options.plan.machine,
                 "plan for this machine: h200, a100, ..., or a file that 'stencilc probe' wrote");
  app.add_option("--schedule", options.plan.schedule,
                 "name[:key=value,...]; see --list-schedules (default: the planner chooses)");
  app.add_flag("--no-tuned", options.plan.noTuned,
               "plan by the model, whatever 'stencilc tune' measured");
  app.add_option("--for", options.plan.goal,
                 "speed or energy: of what 'stencilc tune' measured, take the plan of most updates "
                 "a second or of least energy an update; tune looks for it (default: speed)")
      ->check(CLI::IsMember({"speed", "energy"}));
  app.add_flag("--no-trial", options.plan.noTrial,
               "emit and run the planner's choice alone: long runs try no other kernels");
  app.add_option("--size", options.program.size,
                 "cells along each axis, in the order the file names them: 512,512,256")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(cellsOfAxes());
  app.add_option("--steps", options.program.steps, "time steps (default: the file's hint, or 100)")
      ->check(wholeNumber(0));
  app.add_option("--first-step", options.program.firstStep,
                 "steps that were done before: the numbers of steps go on from there (default: 0)")
      ->check(wholeNumber(0));
  app.add_option("--series", options.program.series,
                 "name=file.npy, read a series from there; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--points", options.program.points,
                 "name=file.npy, read the points of a source or receiver from there; may be "
                 "repeated")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--trace", options.program.traces,
                 "name=file.npy, write the traces of a receiver there; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--param", options.program.params,
                 "name=value, sets a parameter, also as a fraction: d=1/6; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--precision", options.program.precisions,
                 "f64, f32, or storage:compute such as f16:f32 (default: what the file says)")
      ->allow_extra_args(false)
      ->delimiter(',');
  app.add_option("--arithmetic", options.program.arithmetic, "canonical or written")
      ->check(CLI::IsMember({"canonical", "written"}));
  app.add_option("--templates", options.build.templates,
                 "folder whose templates replace the built-in ones");
  addImportPath(app, options);
  app.add_option("--runtime", options.build.runtime, "folder that holds stencilc/runtime.h");
  addCompiler(app, options);
  app.add_option("--threads", options.build.threads, "CPU threads (default: all)")
      ->check(wholeNumber(1));
  app.add_flag("--json", options.json, "summary as one JSON object on standard output");
  app.add_flag("-q,--quiet", options.quiet, "no progress and no notes, only warnings and errors");
  app.add_flag("-v,--verbose", options.verbose,
               "say which commands are run, and of a run all about speed, memory and schedule");
}

void addPitch(CLI::App &app, Options &options) {
  app.add_option("--pitch", options.plan.pitch,
                 "bytes from one row of a field to the next, or packed (default: auto, a rule)")
      ->check(CLI::Validator(
          [](std::string &text) {
            std::uint64_t pitch = 0;
            return parsePitch(text, pitch)
                       ? std::string()
                       : "'" + text + "' is neither auto nor packed nor a multiple of 16 bytes";
          },
          ""));
}

void addEmulate(CLI::App &app, Options &options) {
  app.add_option(
         "--emulate", options.build.emulate,
         "run CUDA text on the CPU, thread by thread, in forward, reverse or shuffled order, "
         "or with one warp ahead of the others or behind them")
      ->expected(0, 1)
      ->default_str("forward")
      ->check(CLI::IsMember({"forward", "reverse", "shuffled", "ahead", "behind"}));
}

CLI::App *addRun(CLI::App &app, Options &options) {
  CLI::App *run =
      app.add_subcommand("run", "compile, build and run; the result as files and pictures");
  run->add_option("file", options.inputs, "the .stencil file")->required()->expected(1, -1);
  run->add_option(
         "--init", options.run.inits,
         "field=file.npy, the initial values of a field; 'field[t-1]=file.npy' of one level")
      ->allow_extra_args(false)
      ->take_all();
  run->add_option(
         "--out", options.run.outs,
         "field=file.npy, where a field goes after the run; 'field[t-1]=file.npy': an older "
         "level of it")
      ->allow_extra_args(false)
      ->take_all();
  run->add_option(
      "--reports", options.run.reports,
      "file for what is reported: lines of step, name and value; CSV if it is named so");
  addDrawings(*run, options);
  addDevices(
      *run, options,
      "GPUs that share the domain: how many (4), which (0,2), or all; on the CPU, parts. With "
      "--schedule=stream, or where they do not hold it, planes go through one after the "
      "other");
  run->add_option("--patience", options.run.patience,
                  "seconds to wait for other processes of mpirun or srun (default: any)")
      ->check(wholeNumber(1));
  run->add_option("--device-mem", options.run.deviceMemory,
                  "most device memory to use, such as 6GiB");
  run->add_option("--host-mem", options.run.hostMemory,
                  "most host memory for a domain that is streamed, such as 96GiB");
  run->add_option("--checksums", options.run.checksums,
                  "whether planes of a streamed domain are verified when they return from the "
                  "host (default: off)")
      ->check(CLI::IsMember({"on", "off"}));
  run->add_option("--scratch", options.run.scratch,
                  "keep the domain in files of this folder: it may be larger than host memory");
  addStates(*run, options);
  addSaves(*run, options);
  run->add_option("--repeat", options.run.repeat,
                  "time the steps this many times, report the median")
      ->check(wholeNumber(1));
  addShown(*run, options);
  run->add_flag("--progress{always}", options.run.progress,
                "a line of progress on standard error: auto (on a terminal), always or never "
                "(default: auto; --progress alone is always)")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  CLI::Option *wait =
      run->add_flag("--wait", options.run.wait,
                    "compile all kernels before the first step; a run on a GPU else begins with "
                    "single steps and goes over to the others when they are there");
  run->add_flag("--no-wait", options.run.noWait, "do not, on the CPU device (--emulate) either")
      ->excludes(wait);
  addEmulate(*run, options);
  addPitch(*run, options);
  addShared(*run, options);
  run->footer("\nExamples:\n"
              "  stencilc run heat3d.stencil --size=256,256,256 --steps=1000 --picture heat.png\n"
              "  stencilc run wave2d.stencil --param courant=0.4 --out h=h.npy --json\n"
              "  stencilc run wave2d.stencil --movie h=wave.gif --movie-every=5 "
              "--colour-range=-0.2,0.2\n"
              "  stencilc run convergence3d.stencil --plot reports.png --picture 'u[y]=u.png'\n"
              "  stencilc run heat3d.stencil --size=1024,1024,4096 --devices=4\n"
              "  mpirun -n 4 stencilc run heat3d.stencil --size=1024,1024,4096\n"
              "  stencilc run heat3d.stencil --size=2048,2048,6144 --device-mem=16GiB "
              "--checksums=on\n"
              "  stencilc run heat3d.stencil --size=2048,2048,6144 --steps=2000 --devices=4 "
              "--schedule=stream\n"
              "  stencilc run heat3d.stencil --size=4096,4096,16384 --steps=1000 "
              "--scratch=/disk/heat --out T=T.npy\n"
              "  stencilc run heat3d.stencil --steps=100000 --checkpoint=heat.state "
              "--checkpoint-every=10min\n"
              "  stencilc run heat3d.stencil --steps=10000 --save T=heat.h5 --every=100 --as=f32\n"
              "  stencilc run heat3d.stencil --checkpoint=heat.state --resume=heat.state "
              "--out T=T.npy\n");
  return run;
}

CLI::App *addExplain(CLI::App &app, Options &options) {
  CLI::App *explain = app.add_subcommand(
      "explain", "say what the program is, which plan was chosen, and why not another");
  explain->add_option("file", options.inputs, "the .stencil file")->required()->expected(1, -1);
  explain
      ->add_option("--plot", options.draw.plot, "SVG of the roofline with the candidates; gnuplot")
      ->check(CLI::Validator(
          [](std::string &text) {
            return llvm::StringRef(text).ends_with_insensitive(".svg")
                       ? std::string()
                       : "'" + text + "' is no SVG file; name it NAME.svg";
          },
          ""));
  explain
      ->add_option("--init", options.run.inits,
                   "field=file.npy, an array that a run starts from: its shape is the size")
      ->allow_extra_args(false)
      ->take_all();
  explain
      ->add_option("--candidates", options.tune.candidates,
                   "plans to show, beside the best of each schedule (default: 4)")
      ->check(wholeNumber(1));
  addDevices(*explain, options, "what so many GPUs that share the domain would take, by the model");
  addShared(*explain, options);
  explain->footer("\nExamples:\n"
                  "  stencilc explain heat3d.stencil --size=512,512,512\n"
                  "  stencilc explain heat3d.stencil --size=512,512,512 --plot roofline.svg\n"
                  "  stencilc explain heat3d.stencil --schedule=sweep:planes=32 --arch=sm_80\n"
                  "  stencilc explain heat3d.stencil --size=1024,1024,1024 --devices=4\n"
                  "  stencilc explain heat3d.stencil --size=2048,2048,6144 --devices=4 "
                  "--schedule=stream\n"
                  "  stencilc explain heat3d.stencil --candidates=20 --json\n");
  return explain;
}

CLI::App *addTune(CLI::App &app, Options &options) {
  CLI::App *tune = app.add_subcommand(
      "tune", "build and time the plans the model ranks best; the fastest is used "
              "from then on");
  tune->add_option("file", options.inputs, "the .stencil file")->expected(0, -1);
  tune->add_option("--candidates", options.tune.candidates, "most plans to try (default: 12)")
      ->check(wholeNumber(1));
  tune->add_option("--jobs", options.tune.jobs, "compilers at a time (default: one a core)")
      ->check(wholeNumber(1));
  tune->add_option("--repeat", options.run.repeat,
                   "timed runs of each, of which the median counts "
                   "(default: 3)")
      ->check(wholeNumber(1));
  tune->add_option("--init", options.run.inits, "field=file.npy, the initial values of a field")
      ->allow_extra_args(false)
      ->take_all();
  tune->add_option("--export", options.tune.exportFile,
                   "write what was measured as JSON; without a .stencil file, all that is kept");
  tune->add_option("--import", options.tune.importFile, "read such a file into what is kept");
  addDevices(*tune, options, "measure plans on so many GPUs that share the domain, and for these");
  addEmulate(*tune, options);
  addShared(*tune, options);
  tune->footer(
      "\nInterrupted by Ctrl-C, it keeps what has been measured.\n\n"
      "Examples:\n"
      "  stencilc tune heat3d.stencil --size=512,512,512 --precision=f32\n"
      "  stencilc tune heat3d.stencil --schedule=sweep --candidates=20 --export h200.json\n"
      "  stencilc tune heat3d.stencil --size=1024,1024,1024 --devices=4\n"
      "  stencilc tune --import h200.json\n");
  return tune;
}

CLI::App *addVerify(CLI::App &app, Options &options) {
  CLI::App *verify = app.add_subcommand(
      "verify",
      "run every legal schedule and target against the interpreter: equal bytes or an error; says "
      "which ran, and why others refused");
  verify->add_option("files", options.inputs, "the .stencil files")->required();
  verify->add_option(
      "--bundle", options.verify.bundle,
      "write the CUDA cases with inputs and expected results into this folder instead");
  addDevices(*verify, options,
             "divide the domain among so many devices, as far as there are planes for them");
  verify
      ->add_option("--processes", options.verify.processes,
                   "compare runs of so many processes, as far as there are planes for them; mpirun "
                   "starts them, after stencilc mpi")
      ->check(wholeNumber(1));
  verify->add_option("--ledger", options.verify.ledger,
                     "leave out runs whose results this file knows, and add those that are equal "
                     "(default: STENCILC_LEDGER, or none)");
  verify->add_option("--against", options.verify.against,
                     "instead: what --precision costs against this");
  addEmulate(*verify, options);
  addPitch(*verify, options);
  addShared(*verify, options);
  verify->footer("\nExamples:\n"
                 "  stencilc verify heat3d.stencil --size=17,9,5 --emulate=shuffled\n"
                 "  stencilc verify heat3d.stencil --against=f64 --precision=f32,bf16:f32\n"
                 "  stencilc verify heat3d.stencil --target=cpu --processes=3\n"
                 "  stencilc verify stencils/*/*.stencil --ledger=verdicts.sqlite\n");
  return verify;
}

CLI::App *addBuild(CLI::App &app, Options &options) {
  CLI::App *build = app.add_subcommand(
      "build", "compile as 'run' would, and say what kernels take; nothing is run or kept");
  build->add_option("files", options.inputs, "the .stencil files")->required();
  addEmulate(*build, options);
  addPitch(*build, options);
  addShared(*build, options);
  build->footer("\nExamples:\n"
                "  stencilc build heat3d.stencil --precision=f64,f32 --arch=sm_80\n"
                "  stencilc build heat3d.stencil --schedule=wavefront:steps=4 --json\n"
                "  stencilc build stencils/*/*.stencil --target=cpu\n");
  return build;
}

CLI::App *addProbe(CLI::App &app, Options &options) {
  CLI::App *probe = app.add_subcommand(
      "probe", "measure this machine: bandwidths, arithmetic, costs; used by the planner from then "
               "on");
  probe->add_option("-o,--output", options.compile.output,
                    "machine file to write; - for standard output (default: where the planner "
                    "finds it)");
  probe
      ->add_option("--target", options.plan.target,
                   "cuda: fail without a GPU; cpu: measure the host alone")
      ->check(CLI::IsMember({"cuda", "cpu"}));
  probe->add_option("--runtime", options.build.runtime, "folder that holds stencilc/runtime.h");
  addCompiler(*probe, options);
  probe->add_option("--threads", options.build.threads, "CPU threads (default: all)")
      ->check(wholeNumber(1));
  probe->add_flag_callback(
      "--emulate", [&options] { options.build.emulate = "forward"; },
      "run the kernels on the CPU, to try the probe itself: the numbers mean nothing");
  probe
      ->add_flag("--devices{all}", options.plan.devices,
                 "also measure the links between GPUs, and of each and of all to the host: of all, "
                 "or of so many (4), or of some (0,2)")
      ->check(deviceList());
  probe->add_flag("--json", options.json, "the machine file on standard output, too");
  probe->add_flag("-q,--quiet", options.quiet, "no progress and no notes");
  probe->add_flag("-v,--verbose", options.verbose, "say which commands are run");
  probe->footer("\nExamples:\n"
                "  stencilc probe\n"
                "  stencilc probe --devices\n"
                "  stencilc probe -o h200.json && stencilc explain --machine=h200.json "
                "heat3d.stencil\n");
  return probe;
}

CLI::App *addLsp(CLI::App &app, Options &options) {
  CLI::App *lsp = app.add_subcommand(
      "lsp", "answer an editor on standard input and output (Language Server Protocol)");
  addImportPath(*lsp, options);
  lsp->footer("\nEditors start it: docs/guide/editor.md has their settings, such as for Helix\n"
              "  language-server.stencilc = { command = \"stencilc\", args = [\"lsp\"] }\n");
  return lsp;
}

} // namespace

CommandLine::CommandLine(Options &options) {
  app.footer("\nExamples:\n"
             "  stencilc heat3d.stencil -o heat3d.cu       write heat3d.cu and heat3d.h\n"
             "  stencilc heat3d.stencil --main --pitch=packed -o heat3d.cu\n"
             "  stencilc heat3d.stencil --main --self-contained -o there/heat3d.cu\n"
             "  stencilc heat3d.stencil --precision=f32 --name=heat3d_f32 -o heat3d_f32.cpp\n"
             "  stencilc run heat3d.stencil --picture heat.png\n"
             "  generate | stencilc run -                  a program from standard input\n"
             "Every command has its own help: stencilc run --help\n");
  app.add_option("file", compileInput, "the .stencil file; - is standard input")->expected(0, -1);
  app.add_flag("--version", version, "the version; with --json also what was found here");
  app.add_option("-o,--output", options.compile.output,
                 "file to write: NAME.cu or NAME.cpp (with NAME.h)");
  app.add_option(
         "--emit", options.compile.emit,
         "stop after a step and print it: ast, ir, facts, plan, kernel (after each pass over it), "
         "context, cuda, cpu; or print the interface for another language: c++header, fortran")
      ->check(CLI::IsMember({"ast", "ir", "facts", "plan", "kernel", "context", "cuda", "cpu",
                             "c++header", "fortran"}));
  app.add_flag("--main", options.compile.withMain, "add a main() around the emitted program");
  app.add_flag("--self-contained", options.compile.selfContained,
               "write the runtime's sources too, into stencilc-runtime beside the file: a compiler "
               "alone then builds the program")
      ->excludes("--emit");
  app.add_flag("--cxx-header", options.compile.withCxx,
               "write NAME.hpp too: a C++ class over the C interface");
  app.add_flag("--fortran", options.compile.withFortran,
               "write NAME.f90 too: a Fortran module over it");
  app.add_option("--name", options.compile.name,
                 "what files and functions of the program are called (default: as the file says)")
      ->check(CLI::Validator(identifierProblem, ""));
  app.add_option("--depfile", options.compile.depfile,
                 "write the files that the output depends on, as a rule for make or ninja");
  app.add_flag("--list-schedules", listSchedules, "all schedules and their options");
  addPitch(app, options);
  addShared(app, options);
  commands = {
      {addRun(app, options), Command::Run},     {addExplain(app, options), Command::Explain},
      {addTune(app, options), Command::Tune},   {addVerify(app, options), Command::Verify},
      {addBuild(app, options), Command::Build}, {addProbe(app, options), Command::Probe},
      {addLsp(app, options), Command::Lsp}};
  app.require_subcommand(0, 1); // in 'man run', `run` is an argument
  addCommandsAbout(*this, options);
  nameValues(*this);
}

} // namespace stencilc::driver
