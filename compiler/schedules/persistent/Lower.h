/// \file Lowering (emission of the kernel) of schedule persistent.
#pragma once

#include "schedules/persistent/State.h"

namespace stencilc::schedules {

/// Adds the kernel of `plan` to `module`, and the host function that launches it. If
/// `recordsReceivers` is true, the kernel stores after each step the values that receivers need.
void lowerPersistent(kernel::Module &module, const analysis::Facts &facts,
                     const plan::KernelPlan &plan, bool recordsReceivers);

// Parts of the kernel.

/// Emits the updates by the program's kernel number `index` (from 0) of the cells whose operands
/// are valid: the block's own cells, and a part of the halo that shrinks with each step after an
/// exchange. `step` is the number of time steps that the launch has completed. `inRound` is the
/// index of the step in its round (the steps between two exchanges). A shortened first round does
/// not begin at 0.
void updateTile(PersistentState &s, std::size_t index, const kernel::Term &step,
                const kernel::Term &inRound);

/// Emits the code that stores values for receivers (positions at which a program observes a field):
/// the new values of received fields that the program's kernel number `index` (from 0) updates.
/// `step` is the number of time steps that the launch completed before this one.
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
