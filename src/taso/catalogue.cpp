// SPDX-License-Identifier: Apache-2.0
#include "taso/catalogue.h"

#include <algorithm>

namespace rewright::taso {
namespace {

/// Text has no control characters; a protocol buffer of rules has many, since
/// every number in it is preceded by one.
bool is_text(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\n' && c != '\r' && c != '\t';
  });
}

}  // namespace

Catalogue read_catalogue(const std::string& name, std::string_view bytes) {
  if (bytes.empty()) throw base::InputError(name, "is empty");
  Catalogue catalogue =
      is_text(bytes) ? read_json(name, bytes) : read_protobuf(name, bytes);
  if (catalogue.substitutions.empty() && catalogue.errors.empty())
    throw base::InputError(name, "holds no rules");
  return catalogue;
}

}  // namespace rewright::taso
