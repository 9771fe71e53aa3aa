// SPDX-License-Identifier: Apache-2.0
//
// Files that are written whole or not at all. The new text goes to a temporary
// file beside the old one, to the disk, and is renamed: whatever happens on
// the way, a reader finds the old file or the new one, and a program may
// replace a file that it has read.
#pragma once

#include <string>

namespace rewright::base {

/// Replaces a file as one step: a temporary file beside it is written and
/// renamed, so that a reader sees the old text or the new. What is not a
/// regular file, such as /dev/null, is written to directly. Throws
/// base::InputError.
void write_file(const std::string& path, const std::string& text);

}  // namespace rewright::base
