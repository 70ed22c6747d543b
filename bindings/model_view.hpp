#pragma once

#include "bindings/convert.hpp"
#include "model/linear_model.hpp"

namespace linnet::bind {

template <class T>
void read_array(const nb::dict& arrays, const char* name, std::span<const T>& out) {
  if (arrays.contains(name)) out = span_of(nb::cast<Array<T>>(arrays[name], false));
}

inline bool shapes_fit(const LinearModelView& view) {
  const std::size_t cells = view.block_ends.size() * view.n_labels, pairs = view.labels.size();
  bool fits = view.n_labels > 0 && (!view.dense.empty() || view.rest.size() == cells) &&
              view.weights.size() == pairs;
  fits = fits && (view.squares.empty() || view.squares.size() == pairs);
  fits = fits &&
         (view.dense.empty() ? view.starts.size() == view.n_columns + 1
                             : view.dense.size() == view.n_columns * view.n_labels && pairs == 0);
  fits = fits && (view.shared.empty() ||
                  (view.shared.size() == view.n_columns && view.scale.size() == cells));
  fits = fits && (view.offset_vetoes.empty() ||
                  (view.offset_vetoes.size() == view.n_labels && view.rest_vetoes.size() == cells &&
                   view.vetoes.size() == pairs));
  std::int64_t before = 0;
  for (const std::int64_t end : view.block_ends)
    fits = fits && end >= before && end < 0x7FFFFFFF, before = end;
  return fits;
}

// A linear model over arrays that Python must keep alive.
inline LinearModelView model_view(const nb::dict& arrays) {
  LinearModelView view;
  read_array(arrays, "offset", view.offset);
  read_array(arrays, "rest", view.rest);
  read_array(arrays, "starts", view.starts);
  read_array(arrays, "labels", view.labels);
  read_array(arrays, "weights", view.weights);
  read_array(arrays, "squares", view.squares);
  read_array(arrays, "dense", view.dense);
  read_array(arrays, "shared", view.shared);
  read_array(arrays, "scale", view.scale);
  read_array(arrays, "offset_vetoes", view.offset_vetoes);
  read_array(arrays, "rest_vetoes", view.rest_vetoes);
  read_array(arrays, "vetoes", view.vetoes);
  read_array(arrays, "block_ends", view.block_ends);
  view.n_labels = view.offset.size();
  view.n_columns = view.block_ends.empty() ? 0 : static_cast<std::size_t>(view.block_ends.back());
  require(shapes_fit(view), "the arrays of a model must fit each other.");
  return view;
}

}  // namespace linnet::bind
