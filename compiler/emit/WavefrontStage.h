/// \file One stage of a wavefront as text: the rows it reads, the values it computes in each phase.
#pragma once

#include "emit/Context.h"
#include "emit/ExprPrinter.h"
#include "emit/Numbers.h"
#include "plan/WavefrontShape.h"
#include <map>
#include <set>

namespace stencilc::emit {

/// A row of cells a stage reads: `age` planes after it was new, `dy` rows away.
struct WaveRow {
  ir::FieldId field;
  int level = 0, age = 0, dy = 0;
  bool isStill = false; // of cells that never change: as it came from memory
  friend auto operator<=>(const WaveRow &, const WaveRow &) = default;
};
/// Cells left and right of the thread's own.
struct WaveMargins {
  int left = 0, right = 0;
};

/// Names of what waits in registers, for all stages.
struct WaitingNames {
  std::map<std::pair<ir::StageId, ir::ExprId>, std::string> values;
};

class WavefrontStage {
public:
  WavefrontStage(ContextState &state, const plan::WavefrontShape &shape,
                 const plan::StagePipeline &stage, const WaitingNames &waiting,
                 const NumberNames &numbers, Names &scope);

  /// Everything the template needs: early and late rows, statements and results.
  llvm::json::Object context();
  /// Margins needed for the rows of age 1 or 0 of each field, over both phases.
  const std::map<WaveRow, WaveMargins> &rowsRead() const { return allRows; }

private:
  struct Phase {
    bool isEarly;
    Names scope; // of the loop over cells
    std::map<WaveRow, WaveMargins> rows;
    llvm::json::Array groups;
  };

  struct Window {
    int low = 0, high = 0; // rows beside the own
    WaveMargins margins;
  };

  std::optional<Window> findWindow(const Phase &phase, const WaveRow &row) const;
  struct Slide {
    int low = 0, high = 0;
  };
  llvm::json::Value slideOf(const Phase &phase, const WaveRow &row);
  llvm::json::Array slideList();
  llvm::json::Value holdOf(const Phase &phase, const WaveRow &row);
  llvm::json::Array holdList();
  std::string windowName(WaveRow row);
  llvm::json::Value windowOf(const Phase &phase, const WaveRow &row);
  llvm::json::Array windowList(const Phase &phase);
  bool dependsOnNew(ir::ExprId id, int time) const;
  void findEarly();
  std::vector<ir::ExprId> wanted(int time, bool isEarly) const;
  void printPhase(Phase &phase);
  llvm::json::Object printGroup(Phase &phase, int time);
  LeafText leaves(Phase &phase, int time);
  std::string readText(Phase &phase, const ir::Read &read, int time);
  std::string waitingText(ir::ExprId id, int time) const;
  llvm::json::Value ownOf(const WaveRow &row) const;
  bool isHeld(const WaveRow &row) const;
  llvm::json::Array rowList(const Phase &phase);
  std::string frozenTest(int axis, const std::string &c) const;
  WaveRow rowRead(const ir::Read &read, int time) const;
  int rowOf(const Phase &all, ir::ExprId id, int time) const;
  int fixedRow(const Phase &all, ir::ExprId id) const;
  void findRowTimes(const Phase &all);
  void delayWaiting(const Phase &all, const std::map<ir::ExprId, std::vector<ir::ExprId>> &users);
  std::string rowsOf(ir::ExprId id, bool isOut) const;
  bool keepsName(ir::ExprId id) const;
  llvm::json::Object rowGroup(const Phase &all, Phase last, int dy);
  llvm::json::Value rowwise(const Phase &all, const Phase &last);
  int waitOf(const WaveRow &row) const;
  bool loadsMargins(const WaveRow &row, const WaveMargins &margins) const;
  bool isRead(ir::ExprId id) const { return std::holds_alternative<ir::Read>(program[id].node); }
  bool isOperation(ir::ExprId id) const { return stage.at.count(id) != 0; }

  ContextState &state;
  const ir::Program &program;
  const plan::WavefrontShape &shape;
  const plan::StagePipeline &stage;
  const WaitingNames &waiting;
  const NumberNames &numbers;
  Names &scope;
  const int along;
  mutable std::map<std::pair<ir::ExprId, int>, bool> newness; // what dependsOnNew() has found
  std::set<ir::ExprId> early;                 // computed before the newest plane enters
  std::map<ir::ExprId, std::string> frontier; // of these, used afterwards: array names
  std::map<WaveRow, WaveMargins> allRows;
  std::map<WaveRow, Slide> slides;
  std::map<WaveRow, Slide> holds;     // of fields that never change, by age at the first time step
  std::map<ir::ExprId, int> rowTimes; // cut by rows: when operations happen
  std::map<ir::ExprId, std::string> crossing; // of these, used at later rows: array names
  std::map<std::string, int> lastLeft;        // margins of rows needed beside its value
  const Phase *windowsFrom = nullptr;         // whose windows rows come from, if not their own
  std::map<WaveRow, std::string> windowNames; // stages beside each other have windows of their own
};

/// Replaces the placeholder of a row's left margin by its size.
void settleMargins(llvm::json::Value &value, const std::map<std::string, int> &left);

/// Whether a time step takes the newest cells of the one before as computed, and cells that never
/// change are put back beside: that they are wrong for a moment harms only themselves. With several
/// stages others read them.
bool usesRaw(const ir::Program &program, const plan::WavefrontShape &shape);

/// The function of the runtime that gives the coordinate standing for one beyond a face.
const char *mappingName(ir::BoundaryKind kind);

/// What the template needs of one kernel.
llvm::json::Object wavefrontContext(ContextState &state, const plan::WavefrontShape &shape);

/// What follows the new cells of a stage where faces repeat some beyond the grid; false where none
/// does. `still`, `stillRow`: texts of the mask of a row's cells that never change, and of whether
/// none of the row changes; empty where there are none.
llvm::json::Value repeatsContext(ContextState &state, const plan::WavefrontShape &shape,
                                 ir::StageId stage, const std::string &still,
                                 const std::string &stillRow);

/// The cells of a field that keep their values in tiles that end where the grid does; false where
/// there are none.
llvm::json::Value rimContext(const ContextState &state, const plan::WavefrontShape &shape,
                             ir::FieldId field);

/// The constant with the number of planes of a stream that each warp brings for itself.
std::string ownConstant(const ContextState &state, const analysis::Stream &stream);

/// "u_c", "u_ym1", "u_old_yp1", "u_old2": a row by age and displacement.
std::string waveRowName(const ContextState &state, const WaveRow &row);

} // namespace stencilc::emit
