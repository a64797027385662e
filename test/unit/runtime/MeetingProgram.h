/// \file A program written by hand whose parts meet on the way of a step: numbers of the whole grid
/// that cells need, one that a step leaves to the next, and iterations that one of them ends.
#pragma once

#include "WaveProgram.h"

namespace stencilc {

inline constexpr Int64 kMostIterations = 4;

/// The value of the plane at z: of the other end, or the same beyond both. In a divided domain
/// planes beyond the ends are there.
template <bool kWraps> double planeAt(int nz, const View<const double> &view, int x, int y, int z) {
  return !kWraps && (z < 0 || z >= nz) ? 0.25 : view(x, y, (z + nz) % nz);
}

template <bool kWraps> void relax(Step &s) {
  const Grid g = s.grid();
  const PlaneRange planes = s.planes().count() > 0 ? s.planes() : PlaneRange{0, g.nz};
  const double number = s.steps<double, 0, 1>()[0];
  const auto u = s.read<double>(1, 1);
  const auto to = s.write<double>(0);
  s.forRange(planes.begin, planes.end, [&](int begin, int end) {
    for (int z = begin; z < end; ++z)
      for (int y = 0; y < g.ny; ++y)
        for (int x = 0; x < g.nx; ++x)
          to(x, y, z) =
              0.2 * u(x, y, z) + 0.01 * number +
              0.4 * (planeAt<kWraps>(g.nz, u, x, y, z - 1) + planeAt<kWraps>(g.nz, u, x, y, z + 1));
  });
}

/// On one device.
template <bool kWraps> void meetingStep(Step &s) {
  s.globalReduction(0);
  for (Int64 i = 0; i < kMostIterations; ++i) {
    s.carry(1, 0, 0, 0, i, kMostIterations);
    relax<kWraps>(s);
    s.globalReduction(1);
    if (s.isOver(0))
      break;
  }
  s.endCarry(1, 0);
}

template <bool kWraps> void globalReductionProducts(Check &check) {
  const auto u = check.read<double>(0, 0);
  const int nz = check.grid().nz;
  check.reduce<Reduce::Sum>([&]<int kWidth>(int x, int y, int z, auto &values) {
    for (int i = 0; i < kWidth; ++i)
      values[0][i] = u(x + i, y, z) * planeAt<kWraps>(nz, u, x + i, y, z + 1);
  });
}

inline void globalReductionMost(Check &check) {
  const auto u = check.read<double>(0, 1);
  check.reduce<Reduce::Max>([&]<int kWidth>(int x, int y, int z, auto &values) {
    for (int i = 0; i < kWidth; ++i)
      values[0][i] = u(x + i, y, z);
  });
}

/// u, a local field with what the iteration before has made, and what reads what.
struct MeetingProgram {
  ProgramDescription program{};
  SlabDescription slabs{};

  explicit MeetingProgram(bool wraps) {
    static constexpr FieldDescription fields[] = {
        {.name = "u", .storage = Scalar::F64, .levels = 1, .buffers = 2, .updated = true}};
    static constexpr LocalDescription locals[] = {{Scalar::F64, 1, 1}};
    static constexpr Reduce reductions[] = {Reduce::Sum, Reduce::Max, Reduce::Sum, Reduce::Max,
                                            Reduce::Norm};
    static constexpr int products[] = {0}, most[] = {1}, which[] = {2, 3, 4};
    static constexpr GlobalReductionDescription
        plain[] = {{products, 1, globalReductionProducts<false>}, {most, 1, globalReductionMost}},
        wrapping[] = {{products, 1, globalReductionProducts<true>}, {most, 1, globalReductionMost}};
    static constexpr CheckDescription checks[] = {{2, which, 3, false, reduce}};
    static constexpr ReportDescription reports[] = {
        {"total", "sum(u)", 2}, {"clock", "clock", 1}, {"size", "norm(u)", 2}};
    static constexpr PlaneUse uses[] = {{0, 0, 1}, {1, 1, 1}, {0, 1, 0}, {0, 1, 0}};
    static constexpr StepPiece pieces[] = {{StepAct::GlobalReduction, 0, 0, 1, 0},
                                           {StepAct::Begin, 0, 0, 0, 0},
                                           {StepAct::Kernel, 0, 1, 1, 1},
                                           {StepAct::GlobalReduction, 1, 3, 1, 0},
                                           {StepAct::End, 0, 0, 0, 0}};
    static constexpr CarryDescription carries[] = {{1, 0, 0, 0}};
    static constexpr RepeatDescription repeats[] = {{kMostIterations, 0, 1, true}};
    const Wave like(wraps, false, "after");
    program = like.program;
    program.name = "meeting";
    program.fields = fields;
    program.fieldCount = 1;
    program.locals = locals;
    program.localCount = 1;
    program.fusedCount = 0;
    program.step = wraps ? meetingStep<true> : meetingStep<false>;
    program.reductions = reductions;
    program.reductionCount = 5;
    program.globalReductions = wraps ? wrapping : plain;
    program.globalReductionCount = 2;
    program.checks = checks;
    program.reports = reports;
    program.reportValue = [](int report, const double *, const Grid &, const Moment &,
                             const double *found) { return found[report == 1 ? 5 : 2 + report]; };
    program.stepUniformBytes = sizeof(double);
    program.stepUniforms = [](const double *, const Grid &, const Moment &at, void *out) {
      const double sum = at.reduced(0);
      *static_cast<double *>(out) = sum / (1 + sum * sum);
    };
    program.iterationsEnd = [](int, const double *, const Grid &, const Moment &at,
                               const double *found) { return found[1] < 0.7 - 0.01 * at.step(); };
    program.keptCount = 1;
    program.keptValue = [](int, const double *, const Grid &, const Moment &, const double *found) {
      return found[5] + found[1];
    };
    program.keptAtFirst = [](int, const double *, const Grid &, const Moment &, const double *) {
      return 0.5;
    };
    slabs = like.slabs;
    slabs.pieces = pieces;
    slabs.pieceCount = 5;
    slabs.uses = uses;
    slabs.repeats = repeats;
    slabs.carries = carries;
    isWrapping = wraps;
  }
  MeetingProgram(const MeetingProgram &) = delete;
  void divide() {
    program.step = isWrapping ? relax<true> : relax<false>;
    program.slabs = &slabs;
    program.engine = &STENCILC_SYMBOL(slab_engine);
  }

private:
  bool isWrapping = false;
};

} // namespace stencilc
