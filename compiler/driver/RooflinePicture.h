/// \file The roofline of a machine with a program on it, as points and roofs, and as text.
///
/// Across: instructions of the FMA pipe per byte of device memory. Up: updates per second, so that
/// a plan stands where it is predicted, and the roofs are what memory and the pipe allow. Schedules
/// that fuse steps or read cells again stand right or left of one step at a time.
#pragma once

#include "driver/ExplainCandidates.h"
#include "plan/Roofline.h"
#include "plan/TuningRecord.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace stencilc::driver {

struct RooflinePoint {
  std::string label;      // name of the schedule
  std::size_t number = 0; // as in the list of candidates
  double intensity = 0;   // instructions per byte
  double predicted = 0;   // 1e9 updates per second
  double measured = 0;    // 0: not measured
  bool isChosen = false;
};

struct RooflineRoof {
  std::string label;      // "memory 4224 GB/s", "FMA f64 16.7 T/s"
  bool isMemory = false;  // sloped: bytes per second; else flat: instructions per second
  bool isPrograms = true; // device memory, and the precision the program computes in
  double perSecond = 0;
};

struct RooflinePicture {
  std::string title, subtitle;
  /// "instructions of the FMA pipe", "device memory"; for CPUs "arithmetic instructions", "memory".
  std::string instructions, memory;
  double operations = 1; // instructions of the FMA pipe an update
  double ideal = 0;      // instructions per byte with one step at a time, nothing read again
  std::vector<RooflineRoof> roofs;
  std::vector<RooflinePoint> points; // the plan, and the best of each other schedule

  /// What the roofs of the program's own precision allow at `intensity`, 1e9 updates per second.
  double allowed(double intensity) const;
  /// Ends of the axes: 1, 2 or 5 times a power of ten, around all points and the ridge.
  double left() const, right() const, bottom() const, top() const;
};

/// 1, 2, 5, 10 and so on from `low` to `high`.
std::vector<double> ticks(double low, double high);

/// `records` are measurements of any plan of the list.
RooflinePicture rooflinePicture(const analysis::Facts &facts, const plan::Target &target,
                                const std::string &machine, const plan::Roofline &roofline,
                                const CandidateList &list,
                                const std::vector<plan::TuningRecord> &records);

/// A chart of characters: roofs, a number for each point, `*` for what was measured.
void printRoofline(const RooflinePicture &picture, llvm::raw_ostream &out);

} // namespace stencilc::driver
