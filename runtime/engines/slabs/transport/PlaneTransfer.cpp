/// \file Chooses between NCCL and MPI for copies of planes between processes.
#include "runtime/engines/slabs/transport/PlaneTransfer.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/parts/ranks/Launcher.h"
#include <map>
#include <sstream>

namespace stencilc::inline STENCILC_SPACE {

std::string TransferOffer::text() const {
  std::string lines = std::to_string(nccl) + "\n" + why;
  for (const std::string &place : places)
    lines += "\n" + place;
  return lines;
}

TransferOffer TransferOffer::read(const std::string &text) {
  std::istringstream lines(text);
  TransferOffer offer;
  std::string line;
  std::getline(lines, line);
  if (std::int64_t number = 0; parseInteger(line, number))
    offer.nccl = static_cast<int>(number);
  std::getline(lines, offer.why);
  while (std::getline(lines, line))
    offer.places.push_back(line);
  return offer;
}

/// Returns a message with the reason why the processes cannot use NCCL for planes, or "" if they
/// can.
static std::string whyNotNccl(const std::vector<TransferOffer> &all) {
  std::map<std::string, std::size_t> taken; // key: host and bus ID; value: process
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const TransferOffer &its = all[rank];
    if (its.nccl == 0)
      return its.why.empty() ? "" : format("process %zu has no NCCL: ", rank) + its.why;
    if (its.nccl != all[0].nccl)
      return "process 0 has NCCL " + ncclVersionText(all[0].nccl) + format(", process %zu ", rank) +
             ncclVersionText(its.nccl);
    for (const std::string &place : its.places)
      if (const auto [found, isNew] = taken.try_emplace(place, rank); !isNew)
        return format("processes %zu and %zu share a GPU, ", found->second, rank) + place;
  }
  return "";
}

PlaneTransfer wayOf(const std::vector<TransferOffer> &all) {
  PlaneTransfer way;
  way.why = whyNotNccl(all);
  way.isNccl = way.why.empty() && all[0].nccl > 0;
  way.text = way.isNccl ? "NCCL " + ncclVersionText(all[0].nccl) : "MPI on host buffers";
  return way;
}

Status agreeOnWay(Ranks &ranks, const SlabParts &parts, PlaneTransfer &way) {
  TransferOffer mine;
  for (const SlabPart &part : parts) {
    Device &device = part.itsDevice();
    const bool mayHave = device.isGpu() || (device.isEmulated() && isNcclNamed());
    if (const Nccl *const nccl = mayHave ? openNccl(mine.why) : nullptr)
      mine.nccl = nccl->number;
    if (const std::string bus = device.busId(); !bus.empty())
      mine.places.push_back(hostName() + " " + bus);
  }
  std::vector<std::string> texts;
  if (Status status = ranks.gather(mine.text(), texts); !status)
    return status;
  std::vector<TransferOffer> all;
  for (const std::string &text : texts)
    all.push_back(TransferOffer::read(text));
  way = wayOf(all);
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
