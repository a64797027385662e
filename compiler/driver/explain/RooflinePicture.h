/// \file The roofline of a machine with the plans of a program, as data and as text.
///
/// The horizontal axis is instructions of the FMA pipe per byte of device memory. The vertical axis
/// is updates per second. Roofs are the upper bounds by memory and by arithmetic. A point is the
/// predicted rate of a plan. A vertical line marks plans that compute one time step at a time and
/// read each value once. Plans that fuse time steps are right of it, and plans that read cells
/// again are left of it.
#pragma once

#include "driver/explain/ExplainCandidates.h"
#include "plan/cost/Roofline.h"
#include "plan/store/TuningRecord.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// A plan of the program as a point in the roofline.
struct RooflinePoint {
  std::string label;      // name of the schedule
  std::size_t number = 0; // position in the list of candidates, from 1
  double intensity = 0;   // instructions per byte
  double predicted = 0;   // 1e9 updates per second
  double measured = 0;    // 0: not measured
  bool isChosen = false;
};

/// A bound of the rate in the roofline, by a memory or by the arithmetic of one precision.
struct RooflineRoof {
  std::string label;      // "memory 4224 GB/s", "FMA f64 16.7 T/s"
  bool isMemory = false;  // sloped: bytes per second; else flat: instructions per second
  bool isPrograms = true; // bounds this program: device memory, or its own precision
  double perSecond = 0;
};

/// All data of a roofline: texts, bounds (roofs) and plans (points).
struct RooflinePicture {
  std::string title, subtitle;
  /// Names of the two quantities for axis labels: "instructions of the FMA pipe" and "device
  /// memory" on GPUs, "arithmetic instructions" and "memory" on CPUs.
  std::string instructions, memory;
  double operations = 1; // instructions of the FMA pipe per update
  double ideal = 0;      // instructions per byte if a time step moves each value once
  std::vector<RooflineRoof> roofs;
  std::vector<RooflinePoint> points; // the chosen plan, and the best of each other schedule

  /// Returns the upper bound of the rate in GLUP/s at `intensity` (instructions per byte). Only the
  /// roofs of device memory and of the program's precision count.
  double allowed(double intensity) const;
  /// Returns one end of an axis of the roofline: left and right of the horizontal axis, bottom and
  /// top of the vertical axis. Each end is 1, 2 or 5 times a power of ten. All points and the
  /// corner between both roofs (bounds) are inside.
  double left() const, right() const, bottom() const, top() const;
};

/// Returns the ticks of a logarithmic axis from `low` to `high`: 1, 2, 5, 10, 20 and so on.
std::vector<double> ticks(double low, double high);

/// Returns the roofline of a program on a machine: the roofs (upper bounds), the chosen plan, and
/// the best plan of each other schedule in `list`. `records` are measurements of plans, and each
/// measured rate is drawn at the point of its plan.
RooflinePicture rooflinePicture(const analysis::Facts &facts, const plan::Target &target,
                                const std::string &machine, const plan::Roofline &roofline,
                                const CandidateList &list,
                                const std::vector<plan::TuningRecord> &records);

/// Prints the roofline as a chart of characters. A digit is the predicted rate of a plan, `*` a
/// measured rate.
void printRoofline(const RooflinePicture &picture, llvm::raw_ostream &out);

} // namespace stencilc::driver
