// SPDX-License-Identifier: Apache-2.0
//
// The user's mistakes. Everything wrong in a rule file, a target file or on
// the command line becomes one InputError, which knows the place and shows
// it the way compilers do:
//
//     slice.rule:3:10: unknown size 'M' (did you mean 'N'?)
//       input  x : T[M]
//                    ^
//
// Our own mistakes are assertions and never take this road.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"

namespace rewright::base {

/// A text with the name to call it by, usually a path. Shared by pointer
/// (std::shared_ptr<const Source>) among all that point into it.
struct Source {
  std::string name;
  std::string text;
};

class InputError : public std::runtime_error {
 public:
  /// A mistake at `position`. When `source` is an excerpt of a larger file,
  /// as a formula inside a TOML string is, `origin` is where the excerpt
  /// begins there; `position` always counts in the larger file.
  InputError(const Source& source, Position position, std::string message,
             Position origin = {1, 1});

  /// A mistake about a whole file: rendered as `file: message`.
  InputError(std::string file, std::string message);

  const std::string& file() const { return file_; }
  Position position() const { return position_; }

  /// What is wrong, without the place.
  const std::string& message() const { return message_; }

  /// The source line the position is in; empty if it is not known.
  const std::string& line() const { return line_; }

  /// Place, message, line and caret: the same text as `what()`.
  std::string rendered() const { return what(); }

 private:
  std::string file_;
  Position position_;
  std::string message_;
  std::string line_;
};

/// ` (did you mean 'ReduceSum'?)` for the known name nearest to `wrong` by
/// edit distance (insert, delete, replace, swap neighbours; case is free),
/// or nothing when none is near. The first of equally near names wins.
std::string suggestion(std::string_view wrong,
                       const std::vector<std::string>& known);

}  // namespace rewright::base
