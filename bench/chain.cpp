// SPDX-License-Identifier: Apache-2.0
//
// Writes a chain of N nodes (Relu, Mul and Add with a constant, pairs of
// Transpose) and the same chain edited here and there in ways that change
// nothing, about one place in ten: for how long it takes to show that two
// models are equal, as they grow.
//
//   bench_chain N OUT_A OUT_B [SEED]
#include <random>
#include <string>

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "base/file.h"

namespace {

using Proto = ::onnx::ModelProto;

/// One of the two models, its values in a row.
class Chain {
 public:
  explicit Chain(const std::string& name) {
    model_.set_ir_version(8);
    model_.add_opset_import()->set_version(17);
    model_.mutable_graph()->set_name(name);
    declare(*model_.mutable_graph()->add_input(), "x");
  }

  void add(const std::string& op_type) { node(op_type, {last_}); }
  void transpose() {
    ::onnx::AttributeProto& perm = *node("Transpose", {last_}).add_attribute();
    perm.set_name("perm");
    perm.set_type(::onnx::AttributeProto::INTS);
    perm.add_ints(1);
    perm.add_ints(0);
  }
  void with_constant(const std::string& op_type, float value, bool is_first) {
    const std::string name = fmt::format("c{}", constants_++);
    ::onnx::TensorProto& c = *model_.mutable_graph()->add_initializer();
    c.set_name(name);
    c.set_data_type(::onnx::TensorProto::FLOAT);
    c.add_dims(4);
    for (int k = 0; k < 4; ++k) c.add_float_data(value + 0.25F * k);
    if (is_first)
      node(op_type, {name, last_});
    else
      node(op_type, {last_, name});
  }

  int size() const { return model_.graph().node_size(); }

  void write(const std::string& path) {
    node("Identity", {last_}).set_output(0, "y");
    declare(*model_.mutable_graph()->add_output(), "y");
    rewright::base::write_file(path, model_.SerializeAsString());
  }

 private:
  static void declare(::onnx::ValueInfoProto& value, const std::string& name) {
    value.set_name(name);
    auto& type = *value.mutable_type()->mutable_tensor_type();
    type.set_elem_type(::onnx::TensorProto::FLOAT);
    for (int k = 0; k < 2; ++k)
      type.mutable_shape()->add_dim()->set_dim_value(4);
  }

  ::onnx::NodeProto& node(const std::string& op_type,
                          const std::vector<std::string>& inputs) {
    ::onnx::NodeProto& node = *model_.mutable_graph()->add_node();
    node.set_op_type(op_type);
    node.set_name(fmt::format("{}_{}", op_type, size()));
    for (const std::string& input : inputs) node.add_input(input);
    last_ = fmt::format("v{}", size());
    node.add_output(last_);
    return node;
  }

  Proto model_;
  std::string last_ = "x";
  int constants_ = 0;
};

/// Adds one link to both chains; `is_edited` says whether they differ in it.
void add_link(int kind, float number, bool is_edited, Chain& a, Chain& b) {
  if (kind == 0) {
    a.add("Relu");
    b.add("Relu");
    if (is_edited) b.add("Relu");
  } else if (kind == 1) {
    a.transpose();
    a.transpose();
    if (is_edited) return;
    b.transpose();
    b.transpose();
  } else {
    const std::string op_type = kind == 2 ? "Mul" : "Add";
    a.with_constant(op_type, number, false);
    b.with_constant(op_type, number, is_edited);
  }
}

void write_chains(int count, const std::string& path_a,
                  const std::string& path_b, unsigned seed) {
  std::mt19937 random(seed);
  Chain a("chain"), b("edited");
  while (a.size() < count - 1) {
    const auto kind = static_cast<int>(random() % 4);
    const auto number = 0.5F + static_cast<float>(random() % 16) / 16;
    add_link(kind, number, random() % 10 == 0, a, b);
  }
  a.write(path_a);
  b.write(path_b);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int count = argc > 3 ? std::atoi(argv[1]) : 0;
    if (count < 2 || argc > 5)
      throw std::runtime_error("usage: bench_chain N OUT_A OUT_B [SEED]");
    const auto seed = argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 1UL;
    write_chains(count, argv[2], argv[3], static_cast<unsigned>(seed));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_chain: {}\n", error.what());
    return 3;
  }
}
