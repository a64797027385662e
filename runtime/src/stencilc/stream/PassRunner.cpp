/// \file The passes of a streamed run, strip by strip and chunk by chunk.
#include "stencilc/stream/PassRunner.h"
#include "stencilc/Seconds.h"

namespace stencilc::inline STENCILC_SPACE {

Status PassRunner::run(const StreamPass &next, const void *uniforms, std::int64_t stepsBefore,
                       const TellProgress &tell) {
  const StreamShape &shape = next.shape;
  UnderWay pass = {shape, stepsBefore, tell, secondsNow(), {}};
  for (int turn = 0; turn < choice.strips.count; ++turn) {
    const int index = choice.strips.inTurn(homes.passesSoFar(), turn);
    const Strip strip = choice.strips.strip(index, shape.steps());
    const StreamShape sweep = Strips::sweep(shape, turn);
    for (const StreamTask &task : tasks.sweep(sweep, streamRings(sweep, domain.uses))) {
      const int chunk = turn * shape.chunks() + task.chunk;
      if (task.act == StreamAct::Launch)
        if (Status status = keepBehind(pass, chunk); !status)
          return status;
      if (Status status = runner.enqueue(task, sweep, strip, uniforms); !status)
        return status;
      if (task.act == StreamAct::Launch)
        pass.ends[static_cast<std::size_t>(chunk)] = task.number;
    }
  }
  homes.hasPassed(next.depth);
  return {};
}

/// Before the first launch of a chunk: lets the host run so many chunks ahead of the device, so
/// that it knows where that is: as many as end a pass, as copies of the next one begin beside them,
/// and as the queue has room for.
Status PassRunner::keepBehind(UnderWay &pass, int chunk) {
  constexpr int kFewest = 4, kTasks = 1024;
  if (static_cast<int>(pass.ends.size()) > chunk)
    return {};
  pass.ends.resize(static_cast<std::size_t>(chunk) + 1, -1);
  const int room = kTasks / std::max(1, static_cast<int>(pass.shape.levels.size()));
  const int ahead = std::max(kFewest, std::min(room, pass.shape.trailing() + kFewest));
  const bool isLaunched = chunk >= ahead && pass.ends[static_cast<std::size_t>(chunk - ahead)] >= 0;
  return isLaunched ? awaitChunk(pass, chunk - ahead) : Status();
}

/// Waits for a chunk of the pass under way, and tells how far it is.
Status PassRunner::awaitChunk(const UnderWay &pass, int chunk) {
  Status status =
      runner.itsQueues().await(kQueueCompute, pass.ends[static_cast<std::size_t>(chunk)]);
  if (status)
    status = homes.check();
  if (!status || !pass.tell)
    return status;
  const Strips &strips = choice.strips;
  const int chunks = pass.shape.chunks(), steps = pass.shape.steps();
  const double share = double(chunk + 1) / (chunks * strips.count);
  const double took = secondsNow() - pass.start;
  std::string where = format("pass %d, ", homes.passesSoFar() + 1);
  if (strips.count > 1)
    where += format("strip %d of %d, ", chunk / chunks + 1, strips.count);
  where +=
      format("chunk %d of %d, %.3g GiB/s each way", chunk % chunks + 1, chunks,
             share * pass.shape.planes * domain.bytesIn() * strips.share(steps) / took / (1 << 30));
  pass.tell(double(pass.stepsBefore) + share * steps, where);
  return status;
}

Status PassRunner::settle() {
  Status status = runner.itsQueues().settle();
  return status ? homes.check() : status;
}

} // namespace stencilc::inline STENCILC_SPACE
