// SPDX-License-Identifier: Apache-2.0
#include "syntax/ast.h"

namespace rewright::syntax {

bool operator==(const Expr& a, const Expr& b) {
  return a.kind == b.kind && a.text == b.text && a.children == b.children &&
         a.keys == b.keys;
}

}  // namespace rewright::syntax
