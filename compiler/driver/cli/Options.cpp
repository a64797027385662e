/// \file Declares every command and option of stencilc with CLI11, to parse and to describe them.
#include "driver/cli/CommandLine.h"
#include "emit/names/Names.h"
#include "emit/names/ReservedNames.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::driver {

namespace {

/// Returns the reason why `name` cannot be the name of a program, or an empty string if it can. The
/// name becomes part of C function names, so it must be a C identifier.
std::string identifierProblem(std::string &name) {
  if (emit::legalIdentifier(name) == name && !emit::isKeyword(name) && !emit::isSystemName(name))
    return "";
  return "'" + name +
         "' cannot be a prefix of C functions; use letters, digits and single inner underscores, "
         "and neither a keyword of C or C++ nor the name of a system function";
}

void addCompiler(CLI::App &app, Options &options) {
  app.add_option("--compiler", options.build.compiler,
                 "compiler for a program that stencilc runs: auto, jit (Clang inside stencilc), "
                 "nvrtc (jit for the host, NVRTC for kernels), g++ (or the compiler that CXX "
                 "names), nvcc (default: auto)")
      ->check(CLI::IsMember({"auto", "jit", "nvrtc", "g++", "nvcc"}));
}

void addImportPath(CLI::App &app, Options &options) {
  app.add_option("--import-path", options.program.importPaths,
                 "folder in which imported files are searched for, after the folder of the file "
                 "that imports them; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
}

/// Adds the options that most commands share to the command `app`. An option that may be repeated
/// takes one value each time, so that a file name may follow it.
void addShared(CLI::App &app, Options &options) {
  app.add_option("--target", options.plan.target,
                 "cuda, cpu, or interpreter (slow; it defines the right result)")
      ->check(CLI::IsMember({"cuda", "cpu", "interpreter"}));
  app.add_option("--arch", options.plan.arch,
                 "architecture to compile for: sm_80, sm_86, sm_89, sm_90; x86-64-v2, -v3, -v4");
  app.add_option("--machine", options.plan.machine,
                 "machine to plan for: h200, a100, ..., or a file that 'stencilc probe' wrote");
  app.add_option(
      "--schedule", options.plan.schedule,
      "schedule, as name[:key=value,...]; see --list-schedules (default: the planner chooses)");
  app.add_flag("--no-tuned", options.plan.noTuned,
               "choose the plan by the cost model; ignore measurements of 'stencilc tune'");
  app.add_option("--for", options.plan.goal,
                 "speed or energy: of the plans that 'stencilc tune' measured, choose the one with "
                 "the most updates per second or the least energy per update; with tune, search "
                 "for it (default: speed)")
      ->check(CLI::IsMember({"speed", "energy"}));
  addRunOptions(app, options, OptionUse::Shared);
  app.add_option(
         "--precision", options.program.precisions,
         "type of numbers: f64, f32, or storage:compute such as f16:f32 (default: as in the file)")
      ->allow_extra_args(false)
      ->delimiter(',');
  app.add_option("--arithmetic", options.program.arithmetic,
                 "canonical or written evaluation of expressions (default: as in the file)")
      ->check(CLI::IsMember({"canonical", "written"}));
  app.add_option("--templates", options.build.templates,
                 "folder with templates that replace the built-in ones");
  addImportPath(app, options);
  app.add_option("--runtime", options.build.runtime, "folder that contains stencilc/runtime.h");
  addCompiler(app, options);
}

CLI::App *addRun(CLI::App &app, Options &options) {
  CLI::App *run =
      app.add_subcommand("run", "compile, build and run; write results as files and pictures");
  run->add_option("file", options.inputs, "the .stencil file")->required()->expected(1, -1);
  addDrawings(*run, options);
  addRunOptions(*run, options, OptionUse::Run);
  addRunOption(*run, options, "devices",
               "GPUs that share the domain: how many (4), which (0,2), or all; on the CPU, the "
               "number of parts. With --schedule=stream, or if the domain does not fit into their "
               "memory, planes pass through the GPUs in sequence");
  CLI::Option *wait = run->add_flag(
      "--wait", options.build.wait,
      "compile all kernels before the first step; without it, a run on a GPU begins with simple "
      "kernels and changes to the planned kernels when they are compiled");
  run->add_flag("--no-wait", options.build.noWait,
                "begin with simple kernels on the CPU device (--emulate) too, as on a GPU")
      ->excludes(wait);
  addEmulate(*run, options);
  addRunOption(*run, options, "pitch");
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
      "explain", "describe the program, the plan that was chosen, and why other plans were not");
  explain->add_option("file", options.inputs, "the .stencil file")->required()->expected(1, -1);
  explain
      ->add_option("--plot", options.draw.plot,
                   "SVG file for a roofline with the candidate plans; needs gnuplot")
      ->check(CLI::Validator(
          [](std::string &text) {
            return llvm::StringRef(text).ends_with_insensitive(".svg")
                       ? std::string()
                       : "'" + text + "' is not an SVG file; name it NAME.svg";
          },
          ""));
  addRunOption(*explain, options, "init",
               "field=file.npy, an array with initial values; its shape gives the size");
  explain
      ->add_option("--candidates", options.tune.candidates,
                   "number of plans to show, in addition to the best of each schedule (default: 4)")
      ->check(wholeNumber(1));
  addRunOption(*explain, options, "devices",
               "GPUs that share the domain; predict their time by the cost model");
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
      "tune",
      "build and time the plans that the cost model ranks best; later runs use the fastest");
  tune->add_option("file", options.inputs, "the .stencil file")->expected(0, -1);
  tune->add_option("--candidates", options.tune.candidates, "most plans to try (default: 12)")
      ->check(wholeNumber(1));
  tune->add_option("--jobs", options.tune.jobs,
                   "compilers that run at the same time (default: one per core)")
      ->check(wholeNumber(1));
  addRunOption(*tune, options, "repeat", "timed runs of each plan; the median counts (default: 3)");
  addRunOption(*tune, options, "init", "field=file.npy, initial values of a field");
  tune->add_option("--export", options.tune.exportFile,
                   "write the measurements as JSON; without a .stencil file, all stored ones");
  tune->add_option("--import", options.tune.importFile,
                   "add the measurements of such a file to the stored ones");
  addRunOption(*tune, options, "devices",
               "GPUs that share the domain; measure plans on them and for them");
  addEmulate(*tune, options);
  addShared(*tune, options);
  tune->footer(
      "\n"
      "After Ctrl-C the measurements that are complete stay stored.\n"
      "\n"
      "Examples:\n"
      "  stencilc tune heat3d.stencil --size=512,512,512 --precision=f32\n"
      "  stencilc tune heat3d.stencil --schedule=sweep --candidates=20 --export h200.json\n"
      "  stencilc tune heat3d.stencil --size=1024,1024,1024 --devices=4\n"
      "  stencilc tune --import h200.json\n");
  return tune;
}

CLI::App *addVerify(CLI::App &app, Options &options) {
  CLI::App *verify = app.add_subcommand(
      "verify", "run every legal schedule and target and compare the bytes of the results with the "
                "interpreter's; list which ran, and why others cannot run");
  verify->add_option("files", options.inputs, "the .stencil files")->required();
  verify->add_option(
      "--bundle", options.verify.bundle,
      "run nothing; write the CUDA cases with their inputs and expected results into this folder");
  addRunOption(*verify, options, "devices",
               "devices that share the domain; fewer if there are too few planes");
  verify
      ->add_option("--processes", options.verify.processes,
                   "number of processes of the runs to compare; fewer if there are too few planes; "
                   "mpirun starts them (run 'stencilc mpi' first)")
      ->check(wholeNumber(1));
  verify->add_option("--ledger", options.verify.ledger,
                     "file that lists runs with equal results; skip these runs, and add new ones "
                     "to it (default: STENCILC_LEDGER, or none)");
  verify->add_option(
      "--against", options.verify.against,
      "compare the results of --precision with those of this type instead, and print the errors");
  addEmulate(*verify, options);
  addRunOption(*verify, options, "pitch");
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
      "build",
      "compile as 'run' does and print the resources of each kernel; nothing is run or stored");
  build->add_option("files", options.inputs, "the .stencil files")->required();
  addEmulate(*build, options);
  addRunOption(*build, options, "pitch");
  addShared(*build, options);
  build->footer("\nExamples:\n"
                "  stencilc build heat3d.stencil --precision=f64,f32 --arch=sm_80\n"
                "  stencilc build heat3d.stencil --schedule=wavefront:steps=4 --json\n"
                "  stencilc build stencils/*/*.stencil --target=cpu\n");
  return build;
}

CLI::App *addProbe(CLI::App &app, Options &options) {
  CLI::App *probe = app.add_subcommand(
      "probe",
      "measure bandwidths, arithmetic rates and costs of this machine; the planner then uses them");
  probe->add_option(
      "-o,--output", options.compile.output,
      "machine file to write; - for standard output (default: the file that the planner reads)");
  probe
      ->add_option("--target", options.plan.target,
                   "cuda: fail if there is no GPU; cpu: measure only the host")
      ->check(CLI::IsMember({"cuda", "cpu"}));
  probe->add_option("--runtime", options.build.runtime, "folder that contains stencilc/runtime.h");
  addCompiler(*probe, options);
  addRunOption(*probe, options, "threads");
  probe->add_flag_callback(
      "--emulate", [&options] { options.run.threadOrder = "forward"; },
      "run the kernels on the CPU, to test the probe itself; do not use the results");
  static const RunOption links = [] {
    RunOption option = *findRunOption("devices");
    option.alone = "all";
    return option;
  }();
  addRunOption(*probe, options, links,
               "also measure the links between GPUs and from GPUs to the host, of each GPU alone "
               "and of all together: all GPUs, how many (4), or which (0,2)");
  addRunOption(*probe, options, "json", "also print the machine file on standard output");
  addRunOption(*probe, options, "quiet", "print neither progress nor notes");
  addRunOption(*probe, options, "verbose", "print the commands that stencilc executes");
  probe->footer("\nExamples:\n"
                "  stencilc probe\n"
                "  stencilc probe --devices\n"
                "  stencilc probe -o h200.json && stencilc explain --machine=h200.json "
                "heat3d.stencil\n");
  return probe;
}

CLI::App *addLsp(CLI::App &app, Options &options) {
  CLI::App *lsp = app.add_subcommand(
      "lsp", "serve an editor on standard input and output (Language Server Protocol)");
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
  app.add_flag(
      "--version", version,
      "print the version; with --json also the compilers, GPUs and folders that were found");
  app.add_option("-o,--output", options.compile.output,
                 "file to write: NAME.cu or NAME.cpp (with NAME.h)");
  app.add_option("--emit", options.compile.emit,
                 "stop after a phase and print its result: ast, ir, facts, plan, kernel (after "
                 "each pass over it), context, cuda, cpu; or print the interface for another "
                 "language: c++header, fortran")
      ->check(CLI::IsMember({"ast", "ir", "facts", "plan", "kernel", "context", "cuda", "cpu",
                             "c++header", "fortran"}));
  app.add_flag("--main", options.compile.withMain, "add a main() to the emitted program");
  app.add_flag("--self-contained", options.compile.selfContained,
               "also write the sources of the runtime, into the folder stencilc-runtime next to "
               "the file; a compiler then builds the program without stencilc")
      ->excludes("--emit");
  app.add_flag("--cxx-header", options.compile.withCxx,
               "also write NAME.hpp, a C++ class for the C interface");
  app.add_flag("--fortran", options.compile.withFortran,
               "also write NAME.f90, a Fortran module for the C interface");
  app.add_option("--name", options.compile.name,
                 "name for the files and functions of the program (default: the name in the file)")
      ->check(CLI::Validator(identifierProblem, ""));
  app.add_option("--depfile", options.compile.depfile,
                 "file for a rule of make or ninja with the files that the output depends on");
  app.add_flag("--list-schedules", listSchedules, "print all schedules and their options");
  addRunOption(app, options, "pitch");
  addShared(app, options);
  commands = {
      {addNew(app, options), Command::New},         {addRun(app, options), Command::Run},
      {addExplain(app, options), Command::Explain}, {addTune(app, options), Command::Tune},
      {addVerify(app, options), Command::Verify},   {addBuild(app, options), Command::Build},
      {addProbe(app, options), Command::Probe},     {addLsp(app, options), Command::Lsp}};
  app.require_subcommand(0, 1); // in 'man run', `run` is an argument
  addCommandsAbout(*this, options);
  nameValues(*this);
}

} // namespace stencilc::driver
