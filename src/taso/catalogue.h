// SPDX-License-Identifier: Apache-2.0
//
// A catalogue of substitutions as the TASO superoptimizer writes it, and
// nothing read into it: operators and parameters are the codes of that system
// (see vocabulary.h), edges are pairs of an operator's number and a result's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace rewright::taso {

/// Result `slot` of operator `op` of the same side; with op < 0 an input of
/// the pattern, which that number names.
struct Edge {
  std::int64_t op = 0;
  std::int64_t slot = 0;
  friend bool operator==(const Edge&, const Edge&) = default;
};

struct Operator {
  int code = 0;
  std::vector<Edge> inputs;
  std::vector<std::pair<int, std::int64_t>> parameters;
  friend bool operator==(const Operator&, const Operator&) = default;
};

/// A result of the source and the result of the target that replaces it.
struct MappedOutput {
  Edge source;
  Edge target;
  friend bool operator==(const MappedOutput&, const MappedOutput&) = default;
};

struct Substitution {
  std::int64_t id = 0;
  std::vector<Operator> source;
  std::vector<Operator> target;
  std::vector<MappedOutput> outputs;
  friend bool operator==(const Substitution&, const Substitution&) = default;
};

struct Catalogue {
  std::vector<Substitution> substitutions;
  /// One for each entry that could not be read; the others are there.
  std::vector<base::InputError> errors;
};

/// Reads either form: JSON text, or protocol-buffer bytes (rules.proto), told
/// apart by content. Throws base::InputError, about the file `name`, for what
/// is neither; mistakes inside one entry are kept as errors.
Catalogue read_catalogue(const std::string& name, std::string_view bytes);

Catalogue read_json(const std::string& name, std::string_view text);
Catalogue read_protobuf(const std::string& name, std::string_view bytes);

}  // namespace rewright::taso
