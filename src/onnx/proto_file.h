// SPDX-License-Identifier: Apache-2.0
//
// Protocol buffers and files. A message ends at 2 GB.
#pragma once

#include <cstddef>
#include <string>

namespace google::protobuf {
class MessageLite;
}

namespace rewright::onnx {

/// The most bytes that a message may have.
constexpr std::size_t largest_message = 2147483647;

/// Reads a file into `message`; `kind` completes "is not an ..." in errors.
/// Throws base::InputError for what is missing, empty, too large or broken.
void parse_file(const std::string& path, const std::string& kind,
                google::protobuf::MessageLite& message);

/// The bytes of `message`, which is to be written to `path`. Throws
/// base::InputError when they are more than a message may have.
std::string serialised(const google::protobuf::MessageLite& message,
                       const std::string& path);

}  // namespace rewright::onnx
