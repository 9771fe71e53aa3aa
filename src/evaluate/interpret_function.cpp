// SPDX-License-Identifier: Apache-2.0
#include "evaluate/interpret_function.h"

#include <stdexcept>

#include "evaluate/arithmetic.h"
#include "evaluate/rounding.h"

namespace rewright::evaluate {

using ir::Function;
using ir::Monoid;

namespace {

template <class E>
Tensor single(E value) {
  return Dense<E>{{}, {std::move(value)}};
}

Tensor truth(bool value) { return single(Boolean{value}); }

template <class E>
E unary(Function f, const E& x) {
  using A = Arithmetic<E>;
  switch (f) {
    case Function::neg:
      return A::neg(x);
    case Function::abs:
      return A::abs(x);
    case Function::exp:
      return A::exp(x);
    case Function::log:
      return A::log(x);
    case Function::sqrt:
      return A::sqrt(x);
    case Function::sigmoid:
      return A::sigmoid(x);
    case Function::tanh:
      return A::tanh(x);
    case Function::erf:
      return A::erf(x);
    case Function::sin:
      return A::sin(x);
    case Function::cos:
      return A::cos(x);
    case Function::atan:
      return A::atan(x);
    case Function::round:
      return rounded_in_world(x);
    default:
      throw std::logic_error("no function of one number");
  }
}

template <class E>
E binary(Function f, const E& x, const E& y) {
  using A = Arithmetic<E>;
  switch (f) {
    case Function::add:
      return A::add(x, y);
    case Function::mul:
      return A::mul(x, y);
    case Function::div:
      return A::div(x, y);
    case Function::min:
      return A::min(x, y);
    case Function::max:
      return A::max(x, y);
    default:
      throw std::logic_error("no function of two numbers");
  }
}

template <class E>
bool compared(Function f, const E& x, const E& y) {
  using A = Arithmetic<E>;
  switch (f) {
    case Function::equal:
      return A::equal(x, y);
    case Function::less:
      return A::less(x, y);
    case Function::less_or_equal:
      return A::less_or_equal(x, y);
    default:
      throw std::logic_error("no comparison");
  }
}

bool logical(Function f, const std::vector<Tensor>& args) {
  const bool x = truth_of(args.at(0));
  switch (f) {
    case Function::logical_not:
      return !x;
    case Function::logical_and:
      return x && truth_of(args.at(1));
    case Function::logical_or:
      return x || truth_of(args.at(1));
    default:
      throw std::logic_error("no function of truth values");
  }
}

Function function_of(Monoid m) {
  switch (m) {
    case Monoid::sum:
      return Function::add;
    case Monoid::product:
      return Function::mul;
    case Monoid::min:
      return Function::min;
    case Monoid::max:
      return Function::max;
    case Monoid::conjunction:
      return Function::logical_and;
    case Monoid::disjunction:
      return Function::logical_or;
  }
  throw std::logic_error("unknown monoid");
}

template <class E>
E identity(Monoid m) {
  using A = Arithmetic<E>;
  switch (m) {
    case Monoid::sum:
      return A::from_integer(0);
    case Monoid::product:
      return A::from_integer(1);
    case Monoid::min:
      return A::highest();
    case Monoid::max:
      return A::lowest();
    case Monoid::conjunction:
      return A::from_constant({ir::ConstantNumber::Kind::truth, 0, true});
    case Monoid::disjunction:
      return A::from_constant({ir::ConstantNumber::Kind::truth, 0, false});
  }
  throw std::logic_error("unknown monoid");
}

}  // namespace

bool truth_of(const Tensor& scalar) {
  return scalar.as<Boolean>().data.at(0).value;
}

bool takes_truth(Function f) {
  return f == Function::logical_not || f == Function::logical_and ||
         f == Function::logical_or;
}

bool compares(Function f) {
  return f == Function::equal || f == Function::less ||
         f == Function::less_or_equal;
}

Tensor interpret_to_integer(const Tensor& scalar, ir::ElementType type) {
  return with_world(static_cast<int>(type), [&]<class I>(Element<I>) -> Tensor {
    if constexpr (std::is_integral_v<I>)
      return with_element(scalar, [&]<class E>(Element<E>) -> Tensor {
        return single(code_of<I>(scalar.as<E>().data.at(0)));
      });
    else
      throw std::logic_error("no integer type");
  });
}

Tensor interpret_to_real(const Tensor& scalar, int world) {
  return with_element(scalar, [&]<class I>(Element<I>) -> Tensor {
    if constexpr (std::is_integral_v<I>)
      return with_world(world, [&]<class E>(Element<E>) -> Tensor {
        return single(Arithmetic<E>::from_integer(scalar.as<I>().data.at(0)));
      });
    else
      throw NotInWorld("integers that are converted have their own type");
  });
}

Tensor interpret_function(Function f, const std::vector<Tensor>& args) {
  if (takes_truth(f)) return truth(logical(f, args));
  return with_element(args.at(0), [&]<class E>(Element<E>) -> Tensor {
    const auto arg = [&](std::size_t k) -> const E& {
      return args.at(k).as<E>().data.at(0);
    };
    if (compares(f)) return truth(compared(f, arg(0), arg(1)));
    if (args.size() == 1) return single(unary(f, arg(0)));
    return single(binary(f, arg(0), arg(1)));
  });
}

Tensor interpret_monoid(Monoid m, const Tensor& a, const Tensor& b) {
  return interpret_function(function_of(m), {a, b});
}

Tensor interpret_identity(Monoid m, int world) {
  return with_world(world, [&]<class E>(Element<E>) -> Tensor {
    return single(identity<E>(m));
  });
}

}  // namespace rewright::evaluate
