// SPDX-License-Identifier: Apache-2.0
//
// A place in a text a person wrote. Lines and columns count from one, as
// editors show them; zero means that the place is not known. Columns count
// bytes, which is the same as characters wherever a token can stand, since
// only comments may leave ASCII.
#pragma once

namespace rewright::base {

struct Position {
  int line = 0;
  int column = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

/// Whether the place is known at all.
constexpr bool is_known(Position position) { return position.line > 0; }

}  // namespace rewright::base
