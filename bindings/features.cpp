#include <nanobind/stl/tuple.h>

#include "bindings/convert.hpp"
#include "features/frozen_features.hpp"

namespace linnet::bind {

Weighting weighting_of(const nb::dict& settings) {
  Weighting weighting;
  weighting.term = static_cast<TermWeight>(nb::cast<int>(settings["term"]));
  weighting.norm = static_cast<Norm>(nb::cast<int>(settings["unit"]));
  weighting.block_ends = span_of(nb::cast<Array<std::int64_t>>(settings["block_ends"], false));
  weighting.idf = span_of(nb::cast<Array<double>>(settings["rarity"], false));
  weighting.mean_lengths = span_of(nb::cast<Array<double>>(settings["mean_lengths"], false));
  weighting.signs = nb::cast<bool>(settings["signs"]);
  return weighting;
}

void bind_features(nb::module_& m) {
  m.def(
      "weigh",
      [](Array<std::int64_t> starts, Array<std::int32_t> columns, Array<std::uint32_t> counts,
         const nb::dict& settings, std::size_t threads) {
        const RowsView rows = rows_of(starts, columns, counts);
        const Weighting weighting = weighting_of(settings);
        std::vector<double> values;
        run([&](const Watch&) { values = weighting.weigh(rows, thread_count(threads)); },
            rows.columns.size() < 1000);
        return to_numpy(std::move(values));
      },
      "starts"_a, "columns"_a, "counts"_a, "settings"_a, "threads"_a, "The value of each count.");
  m.def(
      "renumber",
      [](Array<std::int64_t> starts, Array<std::int32_t> columns, nb::handle values,
         Array<std::int32_t> place) {
        return with_rows_of(starts, columns, values, [&](const auto& rows) {
          require(all_below(rows.columns, place.size()), "every column must have a place.");
          RenumberedRows out(rows, span_of(place));
          return nb::make_tuple(to_numpy(std::move(out.starts)), to_numpy(std::move(out.columns)),
                                to_numpy(std::move(out.values)));
        });
      },
      "starts"_a, "columns"_a, "values"_a, "place"_a,
      "Rows with each column at its place; without those at -1.");
  m.def(
      "join_rows",
      [](const std::vector<
             std::tuple<Array<std::int64_t>, Array<std::int32_t>, Array<std::uint32_t>>>& blocks,
         Array<std::int64_t> block_ends) {
        std::vector<RowsView> views;
        for (const auto& [starts, columns, counts] : blocks)
          views.push_back(rows_of(starts, columns, counts));
        const auto fits = [&](const RowsView& view) {
          return view.size() == views.front().size() && view.starts.front() == 0 &&
                 static_cast<std::size_t>(view.starts.back()) == view.columns.size();
        };
        require(!views.empty() && block_ends.size() == views.size() &&
                    std::all_of(views.begin(), views.end(), fits),
                "every block must have a row for each document, and an end.");
        Rows out;
        run([&](const Watch&) { out = join_rows(views, span_of(block_ends)); },
            views.front().size() < 10);
        return nb::make_tuple(to_numpy(std::move(out.starts)), to_numpy(std::move(out.columns)),
                              to_numpy(std::move(out.counts)));
      },
      "blocks"_a, "block_ends"_a, "Rows of counts of several blocks, side by side.");
  m.def(
      "build_lookup",
      [](Array<std::uint8_t> bytes, Array<std::int64_t> offsets) {
        return to_numpy(build_lookup(names_of(bytes, offsets)));
      },
      "bytes"_a, "offsets"_a, "The table that finds a name's column where it lies in a file.");
  m.def(
      "hash_columns",
      [](Array<std::uint8_t> bytes, Array<std::int64_t> offsets, int bits) {
        const NamesView names = names_of(bytes, offsets);
        std::vector<std::int64_t> columns;
        for (std::size_t i = 0; i < names.size(); ++i)
          columns.push_back(Hashing{bits}.column(names[i]));
        return to_numpy(std::move(columns));
      },
      "bytes"_a, "offsets"_a, "bits"_a, "The hashed column of each name.");
  m.def(
      "word_counts",
      [](nb::handle texts) {
        const std::vector<std::string_view> views = texts_of(texts);
        std::vector<std::int64_t> counts;
        Scan scan;
        for (const std::string_view text : views) {
          counts.push_back(0);
          each_word(text, TextSettings{}, scan, [&](std::string_view) { ++counts.back(); });
        }
        return to_numpy(std::move(counts));
      },
      "texts"_a, "The number of words of each text.");
  m.def(
      "hash_text", [](std::string_view text) { return hash_bytes(text, 0); }, "text"_a,
      "A 64-bit hash that is the same everywhere.");
}

}  // namespace linnet::bind
