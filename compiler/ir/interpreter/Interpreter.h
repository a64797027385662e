/// \file The oracle (reference interpreter): evaluates a program cell by cell, exactly as Program.h
/// defines it.
///
/// The code is slow and simple on purpose. Every back end must compute the same bits, so the
/// interpreter shares no code with the emitters or with constant folding.
#pragma once

#include "ir/Program.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::ir {

/// Cell values of one time level of one field. `type` can represent every value exactly.
struct Grid {
  ScalarType type;
  Extents extents;
  std::vector<double> cells; // x varies fastest

  std::size_t index(std::int64_t x, std::int64_t y = 0, std::int64_t z = 0) const {
    return static_cast<std::size_t>(x + extents[0] * (y + extents[1] * z));
  }
  double at(std::int64_t x, std::int64_t y = 0, std::int64_t z = 0) const {
    return cells[index(x, y, z)];
  }
};

/// Inputs of a run: grid size, parameter values, time series, and coordinates of points of sources
/// and receivers.
struct RunSetup {
  Extents extents;
  std::vector<double> params;                   // indexed by ParamId
  std::vector<std::vector<double>> series = {}; // indexed by SeriesId; empty where missing
  /// Coordinates of points (of sources and receivers) that come from files, by PointsId. The list
  /// has one number per axis for the first point, then for the next point, and so on.
  std::vector<std::vector<double>> points = {};
};

/// State of a simulation between two time steps. fields[field][k] is time level t-k of a stored
/// field. Local fields (which exist only within a time step) have the highest ids and are not
/// stored. Profile p (a field over some axes) is fields[n + p][0], where n is the number of stored
/// fields. It has one cell along axes that it lacks.
struct State {
  std::vector<std::vector<Grid>> fields;
  std::int64_t steps = 0;
  std::vector<double> kept = {}; // carried scalars, indexed by KeptId; empty before the first step
};

/// Returns a setup for a grid of `extents` cells with the default values of all parameters.
RunSetup defaultSetup(const Program &program, const Extents &extents);

/// Returns the initial state: all levels of all fields, and all profiles (fields over some axes).
/// Initial values are computed in f64 and rounded once to the storage type. Fields without initial
/// value are 0. A level that starts from a file is 0, too: the caller reads the file.
State initialState(const Program &program, const RunSetup &setup);

/// Returns the extents of a profile, a field over some of the axes, on a grid of `extents` cells.
/// Extents are 1 along axes that the profile lacks.
Extents profileExtents(const ProfileDecl &profile, const Extents &extents);

/// Computes one time step and stores it in `state`. Preconditions: the program passes the verifier,
/// and the extents are at least Footprint::minimumExtents.
void interpretStep(const Program &program, const RunSetup &setup, State &state);

/// Value of one report after one time step.
struct Reported {
  std::int64_t step;  // time step of the simulation, counted from 1
  std::size_t report; // index into Program::reports
  double value;
};
/// Values of one receiver after one time step: one for each of its points, rounded to the storage
/// type of the field.
struct Received {
  std::int64_t step; // time step of the simulation, counted from 1
  PointsId receiver;
  std::vector<double> values;
};
/// Result of a run of several time steps. Reports are sorted by time step, then by their order in
/// the source.
struct RunResult {
  std::vector<Reported> reports;
  std::vector<Received> traces;    // sorted by step, then by source order
  std::int64_t steps = 0;          // number of steps computed
  std::optional<std::size_t> rule; // index into Program::rules of the rule that ended the run
};
/// Computes one time step and stores it in `state`. Then evaluates the reports, receivers and rules
/// (`until` conditions) whose intervals end with this step, and appends the values to `result`.
void interpretStep(const Program &program, const RunSetup &setup, State &state, RunResult &result);
/// Computes up to `steps` time steps. Stops earlier if a rule (a stopping condition) ends the run.
/// Returns the values of reports, receivers and rules.
RunResult interpretRun(const Program &program, const RunSetup &setup, State &state,
                       std::int64_t steps);

/// Largest number of points of one source or receiver.
inline constexpr std::size_t kMostPoints = 1u << 24;
/// Returns the coordinates of the points of a source or receiver, from its file or its declaration.
/// Each point has one number for each axis, in cells. If ranges declare more than kMostPoints
/// points, the points beyond that number are left out.
std::vector<std::vector<double>> placesOf(const Program &program, PointsId id,
                                          const RunSetup &setup);
/// Returns the number of points of the source that uses `series`, which is the number of columns
/// that the series needs. Returns 0 if no source uses the series.
std::int64_t pointsOf(const Program &program, SeriesId series, const RunSetup &setup);
/// Returns the extents, in cells, of the field to which `points` (of a source or receiver) belong.
/// `grid` has the extents of the grid.
Extents ownExtents(const Program &program, const PointsDecl &points, const Extents &grid);
/// Error of one source or receiver: a point outside of the cells of its field, or an empty range of
/// points.
struct Misplaced {
  int axis;
  std::int64_t missing; // number of cells along `axis` by which the point is outside, at least 1
  std::string text;     // error message
};
std::optional<Misplaced> misplaced(const Program &program, const RunSetup &setup);

/// Returns the values of all uniforms (scalars that the host computes), by UniformId and rounded to
/// their types, for the time step after `steps` completed ones. `reductionValues` has the results
/// of in-step reductions by ReductionId. `earlier` has the scalars carried over from the last time
/// step by KeptId. Missing entries count as NaN.
std::vector<double> evaluateUniforms(const Program &program, const RunSetup &setup,
                                     std::int64_t steps = 0,
                                     const std::vector<double> &reductionValues = {},
                                     const std::vector<double> &earlier = {});

/// Returns the value of `random(seed)` at a cell, in [0, 1). `linear` is the cell's index in the
/// grid, x + nx * (y + ny * z). The arithmetic is on unsigned 64-bit integers and wraps:
///
///     k = seed + 0x9E3779B97F4A7C15 * (linear + 1)
///     k = (k xor (k >> 30)) * 0xBF58476D1CE4E5B9
///     k = (k xor (k >> 27)) * 0x94D049BB133111EB
///     k = k xor (k >> 31)
///     value = (k >> 11) * 2^-53
///
/// This is splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014)
/// started at `seed`. Cell number i gets output number i+1, so each cell can be computed alone.
double randomNumber(std::uint64_t seed, std::uint64_t linear);

} // namespace stencilc::ir
