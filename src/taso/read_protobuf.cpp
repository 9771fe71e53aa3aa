// SPDX-License-Identifier: Apache-2.0
//
// The protocol-buffer form of a catalogue. Its entries have no numbers of
// their own; they are counted from 0.
#include <limits>

#include "taso/catalogue.h"
#include "taso/rules.pb.h"

namespace rewright::taso {
namespace {

void require(bool is_given, const std::string& file, const std::string& what) {
  if (!is_given) throw base::InputError(file, what);
}

Operator read(const wire::Node& node, const std::string& file,
              const std::string& place) {
  require(node.has_code(), file, place + ": has no type");
  Operator op;
  op.code = node.code();
  for (const wire::Edge& e : node.inputs()) {
    require(e.has_op() && e.has_slot(), file,
            place + ": an input lacks its operator or its result");
    op.inputs.push_back({e.op(), e.slot()});
  }
  for (const wire::Setting& s : node.settings()) {
    require(s.has_key() && s.has_value(), file,
            place + ": a parameter lacks its key or its value");
    op.parameters.emplace_back(s.key(), s.value());
  }
  return op;
}

template <class Nodes>
std::vector<Operator> read_side(const Nodes& nodes, const std::string& file,
                                const std::string& side) {
  std::vector<Operator> ops;
  for (const wire::Node& node : nodes)
    ops.push_back(
        read(node, file, side + " operator " + std::to_string(ops.size())));
  return ops;
}

Substitution read(const wire::Entry& entry, std::int64_t id,
                  const std::string& file) {
  const std::string rule = "rule " + std::to_string(id) + ", ";
  Substitution s;
  s.id = id;
  s.source = read_side(entry.source(), file, rule + "source");
  s.target = read_side(entry.target(), file, rule + "target");
  for (const wire::Match& m : entry.outputs()) {
    require(m.has_source_op() && m.has_source_slot() && m.has_target_op() &&
                m.has_target_slot(),
            file, rule + "a mapped output lacks one of its four numbers");
    s.outputs.push_back(
        {{m.source_op(), m.source_slot()}, {m.target_op(), m.target_slot()}});
  }
  return s;
}

}  // namespace

Catalogue read_protobuf(const std::string& name, std::string_view bytes) {
  wire::Collection collection;
  if (bytes.size() > std::numeric_limits<int>::max() ||
      !collection.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    throw base::InputError(
        name, "is neither JSON text nor a protocol buffer of rules");
  Catalogue catalogue;
  std::int64_t id = 0;
  for (const wire::Entry& entry : collection.entries()) {
    try {
      catalogue.substitutions.push_back(read(entry, id, name));
    } catch (const base::InputError& e) {
      catalogue.errors.push_back(e);
    }
    ++id;
  }
  return catalogue;
}

}  // namespace rewright::taso
