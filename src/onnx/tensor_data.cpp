// SPDX-License-Identifier: Apache-2.0
#include "onnx/tensor_data.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "onnx/element.h"
#include "onnx/external_data.h"

namespace rewright::onnx {

namespace {

using evaluate::BFloat16;
using evaluate::Boolean;
using evaluate::Dense;
using evaluate::Half;
using evaluate::Tensor;
using Proto = ::onnx::TensorProto;

/// One tensor of one model: the context of every message.
class Decoder {
 public:
  Decoder(const Proto& tensor, const std::string& model_path)
      : tensor_(tensor), model_path_(model_path) {}

  Tensor decode() {
    const auto type = element_type(tensor_.data_type());
    if (!type)
      fail("has the element type " + data_type_name(tensor_.data_type()) +
           ", which is not supported");
    if (tensor_.has_segment()) fail("is stored in segments");
    if (tensor_.dims_size() > most_dims)
      fail("has " + std::to_string(tensor_.dims_size()) + " dims, more than " +
           std::to_string(most_dims));
    switch (*type) {
      case ir::ElementType::float64:
        return dense<double>(tensor_.double_data());
      case ir::ElementType::float32:
        return dense<float>(tensor_.float_data());
      case ir::ElementType::float16:
        return dense<Half>(tensor_.int32_data());
      case ir::ElementType::bfloat16:
        return dense<BFloat16>(tensor_.int32_data());
      case ir::ElementType::int64:
        return dense<std::int64_t>(tensor_.int64_data());
      case ir::ElementType::int32:
        return dense<std::int32_t>(tensor_.int32_data());
      case ir::ElementType::int16:
        return dense<std::int16_t>(tensor_.int32_data());
      case ir::ElementType::int8:
        return dense<std::int8_t>(tensor_.int32_data());
      case ir::ElementType::boolean:
        return dense<Boolean>(tensor_.int32_data());
    }
    fail("has an element type that is not supported");
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw base::InputError(model_path_, describe(tensor_) + " " + message);
  }

  /// Bounded by what a vector can hold, so that products cannot overflow.
  std::int64_t element_count() const {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    std::int64_t count = 1;
    bool is_empty = false;
    for (const std::int64_t dim : tensor_.dims()) {
      if (dim < 0) fail("has a negative size");
      if (dim == 0) is_empty = true;
      if (dim > 0 && count > most / dim) fail("is too large");
      if (dim > 0) count *= dim;
    }
    return is_empty ? 0 : count;
  }

  template <class E, class Field>
  Tensor dense(const Field& field) {
    Dense<E> dense;
    dense.shape.assign(tensor_.dims().begin(), tensor_.dims().end());
    const std::int64_t count = element_count();
    if (is_external(tensor_)) {
      require_size<E>(external_size(tensor_, model_path_), count);
      dense.data =
          from_bytes<E>(read_external_data(tensor_, model_path_), count);
    } else if (tensor_.has_raw_data()) {
      dense.data = from_bytes<E>(tensor_.raw_data(), count);
    } else {
      require_count(field.size(), count);
      dense.data.reserve(static_cast<std::size_t>(count));
      for (const auto value : field) dense.data.push_back(element<E>(value));
    }
    return dense;
  }

  void require_count(std::int64_t found, std::int64_t expected) const {
    if (found != expected)
      fail("holds " + std::to_string(found) + " elements, but its shape has " +
           std::to_string(expected));
  }

  template <class E>
  static constexpr std::size_t width_of = std::is_same_v<E, Boolean>
                                              ? 1
                                              : sizeof(E);

  template <class E>
  void require_size(std::uint64_t bytes, std::int64_t count) const {
    if (bytes % width_of<E> != 0) fail("ends in the middle of an element");
    require_count(static_cast<std::int64_t>(bytes / width_of<E>), count);
  }

  template <class E, class Value>
  static E element(Value value) {
    if constexpr (std::is_same_v<E, Boolean>)
      return Boolean{value != 0};
    else if constexpr (std::is_same_v<E, Half> || std::is_same_v<E, BFloat16>)
      return std::bit_cast<E>(static_cast<std::uint16_t>(value));
    else
      return static_cast<E>(value);
  }

  template <class E>
  std::vector<E> from_bytes(const std::string& bytes, std::int64_t count) {
    constexpr std::size_t width = width_of<E>;
    require_size<E>(bytes.size(), count);
    std::vector<E> elements(static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < elements.size(); ++k)
      elements[k] = read_element<E, width>(bytes.data() + k * width);
    return elements;
  }

  template <class E, std::size_t width>
  static E read_element(const char* at) {
    if constexpr (std::is_same_v<E, Boolean>) {
      return Boolean{*at != 0};
    } else {
      char bytes[width];
      for (std::size_t b = 0; b < width; ++b) {
        const bool is_little = std::endian::native == std::endian::little;
        bytes[is_little ? b : width - 1 - b] = at[b];
      }
      E element;
      std::memcpy(&element, bytes, width);
      return element;
    }
  }

  const Proto& tensor_;
  const std::string& model_path_;
};

}  // namespace

Tensor decode(const Proto& tensor, const std::string& model_path) {
  return Decoder(tensor, model_path).decode();
}

}  // namespace rewright::onnx
