// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "catch.h"
#include "evaluate/compare.h"

namespace rewright::evaluate {

namespace {

template <class E>
Tensor tensor(std::vector<std::int64_t> shape, std::vector<E> data) {
  return Dense<E>{std::move(shape), std::move(data)};
}

const float nan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("the first differing element is found with its index") {
  const Tensor a = tensor<std::int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor b = tensor<std::int32_t>({2, 3}, {1, 2, 3, 4, 0, 0});
  CHECK(!differ(a, a));
  const auto found = differ(a, b);
  REQUIRE(found);
  CHECK(found->offset == 4);
  CHECK(found->index == std::vector<std::int64_t>{1, 1});
}

TEST_CASE("tensors of other shapes or worlds differ as a whole") {
  const Tensor a = tensor<float>({2}, {1, 2});
  CHECK(differ(a, tensor<float>({2, 1}, {1, 2}))->offset == -1);
  CHECK(differ(a, tensor<double>({2}, {1, 2}))->offset == -1);
}

TEST_CASE("NaN equals NaN, and only bits tell zeros apart") {
  const Tensor a = tensor<float>({2}, {0.0F, nan});
  const Tensor b = tensor<float>({2}, {-0.0F, -nan});
  CHECK(!differ(a, b));
  CHECK(differ_bitwise(a, b)->offset == 0);
  CHECK(!differ_bitwise(a, a));
  CHECK(differ(a, tensor<float>({2}, {0.0F, 1.0F}))->offset == 1);
}

TEST_CASE("half precision is compared like float") {
  CHECK(
      !differ(tensor<Half>({1}, {Half(nan)}), tensor<Half>({1}, {Half(nan)})));
  CHECK(differ_bitwise(tensor<Half>({1}, {Half(0.0F)}),
                       tensor<Half>({1}, {Half(-0.0F)})));
}

TEST_CASE("reals may differ by a tolerance of their size or of a scale") {
  const base::Real one = 1, near = one + ldexp(one, -210);
  const Tensor a = tensor<base::Real>({1}, {one});
  const Tensor b = tensor<base::Real>({1}, {near});
  CHECK(differ(a, b));
  CHECK(!differ(a, b, {0x1p-200, 0}));
  const Tensor zero = tensor<base::Real>({1}, {0});
  const Tensor tiny = tensor<base::Real>({1}, {ldexp(one, -210)});
  CHECK(differ(zero, tiny, {0x1p-200, 0}));
  CHECK(!differ(zero, tiny, {0x1p-200, 1}));
}

TEST_CASE("bounded values differ when their intervals are apart") {
  const Tensor a = tensor<Bounded<float>>({1}, {{1, 0.25}});
  CHECK(!differ_beyond_bounds(a, tensor<Bounded<float>>({1}, {{1.5F, 0.25}})));
  CHECK(differ_beyond_bounds(a, tensor<Bounded<float>>({1}, {{1.5F, 0.125}})));
  const double unbounded = std::numeric_limits<double>::infinity();
  CHECK(
      !differ_beyond_bounds(a, tensor<Bounded<float>>({1}, {{9, unbounded}})));
}

TEST_CASE("the worst error over its bound shows how sharp bounds are") {
  const Tensor exact = tensor<base::Real>({2}, {1, 2});
  const auto against = [&](Bounded<float> a, Bounded<float> b) {
    return error_over_bound(tensor<Bounded<float>>({2}, {a, b}), exact);
  };
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(against({1, 0}, {2.5F, 1}).worst == 0.5);
  CHECK(against({1, 0}, {2.5F, 1}).elements == 2);
  CHECK(against({1.5F, 0}, {2, 0}).worst == infinity);
  CHECK(against({1.5F, infinity}, {2, 0}).worst == 0);
  CHECK(against({1.5F, infinity}, {2, 0}).unbounded == 1);
}

TEST_CASE("elements print as their world writes them") {
  CHECK(tensor<float>({1}, {0.1F}).element_text(0) == "0.1");
  CHECK(tensor<std::int8_t>({1}, {-5}).element_text(0) == "-5");
  CHECK(tensor<base::Rational>({1}, {base::Rational(1, 3)}).element_text(0) ==
        "1/3");
  CHECK(tensor<Boolean>({1}, {{true}}).element_text(0) == "true");
  CHECK(tensor<Half>({}, {Half(0.5F)}).element_name() == "float16");
  CHECK(tensor<base::Residue>({}, {5}).element_name() == "residue");
}

}  // namespace rewright::evaluate
