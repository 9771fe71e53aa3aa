// SPDX-License-Identifier: Apache-2.0
#include "ops/common_window.h"

#include <algorithm>

#include "ir/unsupported.h"
#include "ops/common_reduce.h"

namespace rewright::ops {

using index::Expr;

ir::AttributeSpec spatial_attribute(const std::string& name, bool required) {
  return {.name = name,
          .kind = ir::AttributeKind::per_axis,
          .frame = ir::Frame::operand_spatial,
          .required = required};
}

ir::AttributeSpec flag_attribute(const std::string& name) {
  return {.name = name,
          .kind = ir::AttributeKind::flag,
          .fallback = ir::Attribute(Expr(0))};
}

ir::AttributeSpec auto_pad_attribute() {
  return {.name = "auto_pad",
          .kind = ir::AttributeKind::text,
          .fallback = ir::Attribute(std::string("NOTSET"))};
}

namespace {

void pad_to_fit(Window& w, bool odd_at_end) {
  w.padded_to_fit = true;
  w.output = index::ceildiv(w.spread, w.stride);
  const Expr total =
      index::max((w.output - 1) * w.stride + w.reach() + 1 - w.spread, 0);
  const Expr half = index::div(total, 2);
  w.low = odd_at_end ? half : total - half;
  w.high = odd_at_end ? total - half : half;
}

void set_output(Window& w, bool ceil_mode) {
  const Expr room = w.spread + w.low + w.high - (w.reach() + 1);
  if (!ceil_mode)
    w.output = index::div(room, w.stride) + 1;
  else  // the last window starts before input + low
    w.output = index::min(index::ceildiv(room, w.stride),
                          index::div(w.spread + w.low - 1, w.stride)) +
               1;
}

std::string padding_mode(const ir::Call& call) {
  const std::string mode =
      call.has("auto_pad") ? call.text("auto_pad") : "NOTSET";
  if (mode != "NOTSET" && mode != "VALID" && mode != "SAME_UPPER" &&
      mode != "SAME_LOWER")
    throw ir::IllFormed("auto_pad '" + mode +
                        "' is none of NOTSET, VALID, SAME_UPPER, SAME_LOWER");
  if (mode != "NOTSET" && (call.has("low") || call.has("high")))
    throw ir::IllFormed("auto_pad " + mode + " excludes low and high");
  return mode;
}

// (n - 1)*d + 1 for n elements, and 0 for none.
Expr spread_out(const Window& w, const index::Facts& facts) {
  if (w.input_dilation.is(1)) return w.input;
  const Expr gaps = facts.simplify(index::max(w.input - 1, 0));
  return facts.simplify(w.input + gaps * (w.input_dilation - 1));
}

}  // namespace

index::Formula Window::has_input(const Expr& position) const {
  if (input_dilation.is(1)) return index::in_range(position, input);
  return index::nonnegative(position) &&
         index::less_equal(position, (input - 1) * input_dilation) &&
         index::equal(index::mod(position, input_dilation), 0);
}

std::vector<Window> windows(const ir::Call& call,
                            const std::vector<Expr>& kernel) {
  const std::string mode = padding_mode(call);
  const bool ceil_mode = call.has("ceil_mode") && call.flag("ceil_mode");
  if (ceil_mode && mode == "VALID")
    throw ir::Unsupported(
        "ceil_mode has no agreed meaning with auto_pad VALID");
  std::vector<Window> list;
  for (std::size_t k = 0; k < kernel.size(); ++k) {
    const ir::Dim& dim = call.shape(0).at(k + 2);
    Window w{.group = dim.group,
             .input = dim.extent,
             .kernel = kernel[k],
             .stride = call.per_axis("strides", k, 1),
             .dilation = call.per_axis("dilations", k, 1),
             .low = call.per_axis("low", k, 0),
             .high = call.per_axis("high", k, 0),
             .output = {},
             .may_crop = call.has("crop") && call.flag("crop"),
             .input_dilation = call.per_axis("input_dilations", k, 1)};
    w.spread = spread_out(w, call.facts);
    if (mode.starts_with("SAME"))
      pad_to_fit(w, mode == "SAME_UPPER");
    else
      set_output(w, ceil_mode);
    list.push_back(std::move(w));
  }
  return list;
}

std::vector<Window> pool_windows(const ir::Call& call) {
  require_batch_and_channels(call);
  const auto& given = std::get<ir::PerAxis>(call.attributes.at("kernel"));
  const std::size_t spatial = call.shape(0).size() - 2;
  std::vector<Expr> kernel;
  for (std::size_t k = 0; k < spatial; ++k) {
    if (k >= given.values.size() || !given.values[k])
      throw ir::IllFormed("kernel must have an extent for each of the " +
                          std::to_string(spatial) + " spatial dims of " +
                          ir::print(call.shape(0)));
    kernel.push_back(*given.values[k]);
  }
  return windows(call, kernel);
}

namespace {

void require(const Window& w, const index::Formula& component,
             const std::string& text, std::vector<ir::Condition>& conditions) {
  conditions.push_back({on_every_axis(w.dim(w.input), component), text});
}

}  // namespace

void require_windows(const std::vector<Window>& windows,
                     std::vector<ir::Condition>& conditions) {
  for (const Window& w : windows) {
    require(w, index::less_equal(1, w.stride),
            "have strides of at least 1, not " + index::print(w.stride),
            conditions);
    require(w, index::less_equal(1, w.dilation),
            "have dilations of at least 1, not " + index::print(w.dilation),
            conditions);
    if (!w.input_dilation.is(1))
      require(w, index::less_equal(1, w.input_dilation),
              "have input dilations of at least 1, not " +
                  index::print(w.input_dilation),
              conditions);
    require(w, index::less_equal(1, w.kernel),
            "have kernel extents of at least 1, not " + index::print(w.kernel),
            conditions);
    if (w.padded_to_fit) continue;
    if (!w.may_crop)
      require(w, index::nonnegative(w.low) && index::nonnegative(w.high),
              "have no negative padding, not " + index::print(w.low) + " and " +
                  index::print(w.high),
              conditions);
    const Expr padded = w.spread + w.low + w.high;
    require(w, index::less(w.reach(), padded),
            "have kernels that fit into the padded input, but " +
                index::print(w.reach() + 1) + " exceeds " +
                index::print(padded),
            conditions);
  }
}

void require_inputs_in_windows(const std::vector<Window>& windows,
                               std::vector<ir::Condition>& conditions) {
  for (const Window& w : windows) {
    if (!w.padded_to_fit)
      require(w,
              index::less_equal(w.low, w.reach()) &&
                  index::less_equal(w.high, w.reach()),
              "have padding shorter than the window, but " +
                  index::print(w.low) + " or " + index::print(w.high) +
                  " exceeds " + index::print(w.reach()),
              conditions);
    require(w, index::less_equal(w.dilation, w.input) || index::equal(w.low, 0),
            "have an element of the input in every window, but dilation " +
                index::print(w.dilation) + " exceeds extent " +
                index::print(w.input),
            conditions);
  }
}

void require_batch_and_channels(const ir::Call& call) {
  const ir::Shape& shape = call.shape(0);
  if (shape.size() < 2 || ir::is_group(shape[0]) || ir::is_group(shape[1]))
    throw ir::IllFormed(
        "the input must begin with single axes for batch and channels, but "
        "has shape " +
        ir::print(shape));
}

ir::Shape pooled_shape(const ir::Call& call,
                       const std::vector<Window>& windows) {
  ir::Shape shape = {call.shape(0)[0], call.shape(0)[1]};
  for (const Window& w : windows) shape.push_back(w.dim(w.output));
  return shape;
}

WindowElement window_element(const std::vector<Window>& windows,
                             const ir::Indices& at) {
  WindowElement element;
  for (std::size_t k = 0; k < windows.size(); ++k) {
    const Window& w = windows[k];
    element.bound.push_back(
        bind_over("k" + std::to_string(k), w.dim(w.kernel)));
    const Expr kernel(element.bound.back().symbol);
    const Expr position = w.position(at.at(k + 2), kernel);
    element.kernel.push_back(kernel);
    element.positions.push_back(w.input_at(position));
    element.inside =
        element.inside && on_every_axis(w.dim(w.input), w.has_input(position));
  }
  return element;
}

std::vector<ir::Dim> spatial_dim(const ir::Shape& spatial, int from_end) {
  std::vector<ir::Dim> dims;
  for (std::size_t k = spatial.size(); k-- > 0;) {
    if (ir::is_group(spatial[k])) {
      dims.push_back(spatial[k]);  // of unknown rank: this one, or one before
    } else if (from_end > 0 && dims.empty()) {
      --from_end;
    } else {
      dims.push_back(spatial[k]);
      if (from_end-- == 0) return dims;
    }
  }
  dims.push_back({1});
  return dims;
}

std::vector<ir::NamedDim> window_named_dims(
    const std::vector<Window>& windows) {
  ir::Shape input, kernel, stride, pad, dilation;
  for (const Window& w : windows) {
    input.push_back(w.dim(w.input));
    kernel.push_back(w.dim(w.kernel));
    stride.push_back(w.dim(w.stride));
    pad.push_back(w.dim(w.low));
    pad.push_back(w.dim(w.high));
    dilation.push_back(w.dim(w.dilation));
  }
  return {{"H", spatial_dim(input, 1)},
          {"W", spatial_dim(input, 0)},
          {"KH", spatial_dim(kernel, 1)},
          {"KW", spatial_dim(kernel, 0)},
          {"kernel", kernel},
          {"stride", stride},
          {"pad", pad},
          {"dilation", dilation}};
}

std::vector<ir::NamedDim> pool_named_dims(const ir::Call& call) {
  std::vector<ir::NamedDim> names = window_named_dims(pool_windows(call));
  names.push_back({"N", {call.shape(0)[0]}});
  names.push_back({"C", {call.shape(0)[1]}});
  return names;
}

}  // namespace rewright::ops
