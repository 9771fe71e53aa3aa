// SPDX-License-Identifier: Apache-2.0
//
// The words for what evidence.h enumerates: names are the tokens of the JSON
// record and never change; sentences are for people.
#pragma once

#include <string_view>

#include "evidence/evidence.h"

namespace rewright::evidence {

std::string_view name(Status status);
std::string_view name(LegalityStatus status);

/// What floating point loses, to follow "In floating point: ".
std::string_view sentence(FloatEffect effect);

/// The law an axiom stands for, in the rule language where it has one.
std::string_view law(Axiom axiom);

}  // namespace rewright::evidence
