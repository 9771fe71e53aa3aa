// SPDX-License-Identifier: Apache-2.0
#include "onnx/node_order.h"

#include <queue>
#include <string>
#include <unordered_map>
#include <utility>

#include <onnx/onnx_pb.h>

#include "onnx/model_names.h"

namespace rewright::onnx {

std::vector<std::size_t> order_of_use(
    const std::vector<::onnx::NodeProto>& nodes,
    const std::vector<int>& places) {
  std::unordered_map<std::string, std::size_t> producers;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (const std::string& name : nodes[n].output())
      if (!name.empty()) producers.emplace(name, n);
  std::vector<std::vector<std::size_t>> readers(nodes.size());
  std::vector<std::size_t> missing(nodes.size(), 0);
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for_each_read(nodes[n], [&](const std::string& name) {
      const auto producer = producers.find(name);
      if (producer == producers.end()) return;
      readers[producer->second].push_back(n);
      ++missing[n];
    });
  using Next = std::pair<int, std::size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> ready;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (missing[n] == 0) ready.emplace(places[n], n);
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    const std::size_t n = ready.top().second;
    ready.pop();
    order.push_back(n);
    for (const std::size_t reader : readers[n])
      if (--missing[reader] == 0) ready.emplace(places[reader], reader);
  }
  return order;
}

}  // namespace rewright::onnx
