/// \file Lowering (emission of the kernel) of schedule persistent.
#pragma once

#include "schedules/persistent/State.h"

namespace stencilc::schedules {

/// Adds the kernel of `plan` to `module`, and the host function that launches it. If
/// `recordsReceivers`, the kernel stores the values of cells that receivers read after each step.
void lowerPersistent(kernel::Module &module, const analysis::Facts &facts,
                     const plan::KernelPlan &plan, bool recordsReceivers);

// Parts of the kernel.

/// Emits the updates of the program's kernel number `index` (from 0) on the cells of the tile that
/// are still valid. `step` is the number of time steps that the launch has completed. `round` is
/// the number of those completed since the last exchange.
void updateTile(PersistentState &s, std::size_t index, const kernel::Term &step,
                const kernel::Term &round);

/// Emits the code that stores values for receivers (positions at which a program observes a field),
/// of fields that the program's kernel number `index` has updated. `step` is the number of time
/// steps that the launch had completed before.
void recordReceivers(PersistentState &s, std::size_t index, const kernel::Term &step);

/// Emits the load of the tile with its halo from memory. Returns true if it ends with a barrier of
/// the block.
bool loadTile(PersistentState &s);
/// Emits an exchange of cells with neighbouring blocks. `number` is its number in the launch, from
/// 1. `step` is the number of steps of the launch that are done.
void exchangeHalo(PersistentState &s, const kernel::Term &number, const kernel::Term &step);
/// Emits the stores of the block's own cells, at the end of the launch.
void storeTile(PersistentState &s);

} // namespace stencilc::schedules
