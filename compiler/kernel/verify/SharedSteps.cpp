/// \file State of shared memory while the verifier follows a sweep.
#include "kernel/verify/SharedSteps.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {

void SharedSteps::say(VarId var, const std::string &what) {
  broken.insert("in '" + where + "', '" + module.vars[var].hint.before +
                module.vars[var].hint.after + "' " + what);
}

void SharedSteps::read(const Place &place) {
  const auto found = filled.find(place.member);
  if (found != filled.end())
    readFilled(place, found->second);
  // In planes loaded asynchronously a warp writes boundary values, and reads other cells than
  // these.
  const bool isBrought = found != filled.end();
  for (const Written &write : writes)
    if (write.place.member == place.member &&
        (write.isOld || (!isBrought && write.place.slot == place.slot)))
      say(place.member, "is read with no barrier after it was written");
}

void SharedSteps::readFilled(const Place &place, const Filled &how) {
  if (how.arrived.valid() && !met.count(how.arrived))
    say(place.member, "is read while tensor loads to it are in flight");
  if (!how.byCopies)
    return;
  if (!copiesAreThere)
    say(place.member, "is read while copies to it are in flight");
  else if (!how.arrived.valid() && !warpHasMet)
    say(place.member, "is read before the warp that copies to it has met");
  const bool othersAreThere =
      blockHasMet || llvm::any_of(met, [&](VarId at) { return at != how.arrived; });
  if (!how.rows.count(place.row) && !othersAreThere)
    say(place.member, "is read where other threads copy, with no barrier of the block");
}

/// Stores that the kernel writes at `place`, for later checks. A second write to the same slot
/// (memory of one plane) in a step of the sweep is ignored. The verifier follows some loops for two
/// iterations only: write, arrival at a barrier, write. The last write would seem to have no
/// arrival after it.
void SharedSteps::write(const Place &place) {
  if (llvm::none_of(writes, [&](const Written &write) {
        return !write.isOld && write.place.member == place.member && write.place.slot == place.slot;
      }))
    writes.push_back({place});
}

void SharedSteps::fill(const Place &place, VarId arrived) {
  Filled &how = filled[place.member];
  if (arrived.valid()) {
    how.arrived = arrived;
    return;
  }
  how.byCopies = true;
  how.rows.insert(place.row);
}

void SharedSteps::wait(VarId barrier) {
  waitedFor.insert(barrier);
  met.insert(barrier);
  llvm::erase_if(writes, [&](const Written &write) { return write.announcedAt == barrier; });
}

void SharedSteps::arrive(VarId barrier) {
  arrivedAt.insert(barrier);
  for (Written &write : writes)
    if (!write.announcedAt.valid())
      write.announcedAt = barrier;
}

void SharedSteps::meetWarp() {
  warpHasMet = copiesAreThere;
  llvm::erase_if(writes, [](const Written &write) { return write.place.isOfWarp; });
}

void SharedSteps::meetBlock() {
  writes.clear();
  blockHasMet = warpHasMet = true;
}

void SharedSteps::endStep() {
  for (Written &write : writes)
    write.isOld = true;
  met.clear();
  copiesAreThere = warpHasMet = blockHasMet = false;
}

std::set<std::string> SharedSteps::end() {
  for (VarId barrier : waitedFor)
    if (!arrivedAt.count(barrier))
      say(barrier, "is waited for, but no thread arrives there");
  return broken;
}

} // namespace stencilc::kernel
