/// \file The oracle: evaluates a program cell by cell, exactly as the head of Program.h defines it.
///
/// Slow and obvious on purpose. Every back end must give the same bits, so nothing here is shared
/// with the emitters or with the folding of literals.
#pragma once

#include "ir/Program.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::ir {

/// Cells of one time level of one field; every value is exactly representable in `type`.
struct Grid {
  ScalarType type;
  Extents extents;
  std::vector<double> cells; // x fastest

  std::size_t index(std::int64_t x, std::int64_t y = 0, std::int64_t z = 0) const {
    return static_cast<std::size_t>(x + extents[0] * (y + extents[1] * z));
  }
  double at(std::int64_t x, std::int64_t y = 0, std::int64_t z = 0) const {
    return cells[index(x, y, z)];
  }
};

/// What is chosen per run: the size of the grid, a value for every parameter, and the numbers of
/// every series.
struct RunSetup {
  Extents extents;
  std::vector<double> params;                   // by ParamId
  std::vector<std::vector<double>> series = {}; // by SeriesId; those left out are empty
  /// By PointsId, of those that come from files: for each point a number along each axis.
  std::vector<std::vector<double>> points = {};
};

/// The fields between two steps: fields[field][k] is time level t-k. Local fields, which stand
/// behind all others, have no place here; profiles are there instead, with one level and one cell
/// along axes that they lack. The steps done so far, and what the last one has left.
struct State {
  std::vector<std::vector<Grid>> fields;
  std::int64_t steps = 0;
  std::vector<double> kept = {}; // by KeptId; empty before the first step
};

/// The setup with the defaults of all parameters.
RunSetup defaultSetup(const Program &program, const Extents &extents);

/// All levels of every field, and profiles, from what they start with, in f64 and rounded once to
/// storage; zero without anything. Levels that start from a file are zero: reading it is the
/// caller's part.
State initialState(const Program &program, const RunSetup &setup);

/// The extents of a profile: 1 along axes that it lacks.
Extents profileExtents(const ProfileDecl &profile, const Extents &extents);

/// One time step. Extents must be legal (Footprint::minimumExtents) and the program verified.
void interpretStep(const Program &program, const RunSetup &setup, State &state);

/// What a report gave after a step.
struct Reported {
  std::int64_t step;  // of the simulation, counted from 1
  std::size_t report; // of Program::reports
  double value;
};
/// What a receiver gave after a step: the value at each of its points, as its field stores numbers.
struct Received {
  std::int64_t step; // of the simulation, counted from 1
  PointsId receiver;
  std::vector<double> values;
};
/// A run of several steps: what was reported, by step and then in source order, and how it ended.
struct RunResult {
  std::vector<Reported> reports;
  std::vector<Received> traces;    // by step and then in source order
  std::int64_t steps = 0;          // that were done
  std::optional<std::size_t> rule; // of Program::rules: the first that held, if one ended the run
};
/// One more step of a run, with the reports and rules due after it.
void interpretStep(const Program &program, const RunSetup &setup, State &state, RunResult &result);
/// At most `steps` more steps, fewer if a rule ends the run.
RunResult interpretRun(const Program &program, const RunSetup &setup, State &state,
                       std::int64_t steps);

/// More points than this are a mistake.
inline constexpr std::size_t kMostPoints = 1u << 24;
/// The coordinates of points, for each a number along each axis, in the order of the points.
std::vector<std::vector<double>> placesOf(const Program &program, PointsId id,
                                          const RunSetup &setup);
/// How many points have a column each of a series; 0: it is of no points.
std::int64_t pointsOf(const Program &program, SeriesId series, const RunSetup &setup);
/// The cells of the field of some points; `grid` is that of stages.
Extents ownExtents(const Program &program, const PointsDecl &points, const Extents &grid);
/// A point that is outside of the cells of its field, or a range without any.
struct Misplaced {
  int axis;
  std::int64_t missing; // cells along that axis, at least 1
  std::string text;     // for people
};
std::optional<Misplaced> misplaced(const Program &program, const RunSetup &setup);

/// The values of all uniforms, by UniformId, each rounded to its type, in the step after `steps`.
/// `surveyed`: what surveys have found, by ReductionId, `earlier` what the step before has left, by
/// KeptId; NaN where that is missing.
std::vector<double> evaluateUniforms(const Program &program, const RunSetup &setup,
                                     std::int64_t steps = 0,
                                     const std::vector<double> &surveyed = {},
                                     const std::vector<double> &earlier = {});

/// The number `random(seed)` gives to a cell, in [0, 1). `linear` is the cell's index in the grid,
/// x + nx * (y + ny * z). All arithmetic is on unsigned 64-bit integers and wraps:
///
///     k = seed + 0x9E3779B97F4A7C15 * (linear + 1)
///     k = (k xor (k >> 30)) * 0xBF58476D1CE4E5B9
///     k = (k xor (k >> 27)) * 0x94D049BB133111EB
///     k = k xor (k >> 31)
///     value = (k >> 11) * 2^-53
///
/// This is splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014)
/// started at `seed`: cell number i gets the output number i+1, so any cell can be computed alone.
double randomNumber(std::uint64_t seed, std::uint64_t linear);

} // namespace stencilc::ir
