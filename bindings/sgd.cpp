#include "learning/sgd.hpp"

#include <memory>

#include "bindings/stride.hpp"

namespace linnet::bind {

namespace {

using WritableTable = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
constexpr std::size_t brief_entries = 1 << 19;  // times labels: about a millisecond

SgdSettings sgd_settings(const nb::dict& settings) {
  SgdSettings out{stride_of(settings)};
  out.penalty = {nb::cast<double>(settings["l1"]), nb::cast<double>(settings["l2"])};
  require(out.penalty.l1 >= 0 && out.penalty.l2 >= 0, "l1 and l2 must be 0 or above.");
  out.learning_rate = nb::cast<double>(settings["rate"]);
  out.with_offset = nb::cast<bool>(settings["offset"]);
  out.offset_rate = nb::cast<double>(settings["offset_rate"]);
  out.shuffled = nb::cast<bool>(settings["shuffled"]);
  out.average_from = nb::cast<double>(settings["average_from"]);
  require(out.average_from == 0 || (out.penalty.l1 == 0 && out.penalty.l2 == 0),
          "averaged weights take no penalty.");
  out.track_norms = nb::cast<bool>(settings["norms"]);
  return out;
}

// Where each label starts: a list of arrays, one number per label.
std::vector<SgdStart> starts_of(const nb::dict& starts, std::size_t n_labels, double visit) {
  const auto seeds = nb::cast<Array<std::uint32_t>>(starts["seeds"], false);
  require(seeds.size() == n_labels, "there must be one seed per label.");
  std::vector<SgdStart> out(n_labels);
  for (std::size_t l = 0; l < n_labels; ++l) {
    out[l].code = n_labels == 1 ? 1 : static_cast<std::int32_t>(l);
    out[l].seed = seeds.data()[l];
    out[l].visit = visit;
  }
  const std::array<std::pair<const char*, double SgdStart::*>, 7> numbers = {
      {{"positive_weights", &SgdStart::positive_weight},
       {"negative_weights", &SgdStart::negative_weight},
       {"offset", &SgdStart::offset},
       {"mean_offset", &SgdStart::mean_offset},
       {"mean_visits", &SgdStart::mean_visits},
       {"squares", &SgdStart::squares},
       {"absolutes", &SgdStart::absolutes}}};
  for (const auto& [name, member] : numbers) {
    const auto given = nb::cast<Array<double>>(starts[name], false);
    require(given.size() == n_labels, "there must be one number per label.");
    for (std::size_t l = 0; l < n_labels; ++l) out[l].*member = given.data()[l];
  }
  return out;
}

// The rounds, and the arrays they read.
class BoundRounds {
 public:
  BoundRounds(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values,
              Array<std::int32_t> codes, Array<double> weights,
              std::optional<Array<std::uint8_t>> held_out, WritableTable table,
              std::optional<WritableTable> lags, const nb::dict& settings, const nb::dict& labels)
      : starts_(starts), values_(values), codes_(codes), weights_(weights), held_out_(held_out) {
    const std::size_t n_columns = table.shape(0);
    n_labels_ = table.shape(1);
    require(
        starts.size() > 1 && ascending(starts, columns.size()) && columns.size() == values.size(),
        "the starts of rows must ascend within their columns, and each column must have a value.");
    require(all_below(span_of(columns), n_columns), "every column must be one of the table.");
    const std::size_t n = starts.size() - 1;
    require(codes.size() == n && weights.size() == n && (!held_out || held_out->size() == n),
            "there must be one code and one weight per document.");
    require(!lags || lags->size() == table.size(), "the lags must be as many as the weights.");
    table_ = table;
    lags_ = lags;
    const SgdSettings asked = sgd_settings(settings);
    require(asked.average_from == 0 || lags, "averages need a table of lags.");
    threads_ = thread_count(nb::cast<std::size_t>(settings["threads"]));
    const SgdDocuments documents{span_of(starts_),  {},
                                 span_of(values_),  span_of(codes_),
                                 span_of(weights_), held_out_span()};
    rounds_ = std::make_unique<SgdRounds>(
        documents, distinct_columns(span_of(columns), n_columns), asked,
        starts_of(labels, n_labels_, nb::cast<double>(settings["visit"])), table_span(),
        lag_span());
  }

  nb::dict round(Array<std::uint8_t> live) {
    require(live.size() == n_labels_, "there must be one flag per label.");
    const bool brief = values_.size() * n_labels_ < brief_entries;
    run([&](const Watch& watch) { rounds_->round(span_of(live), threads_, watch); }, brief);
    nb::dict out;
    out["loss"] = numbers([](const SgdOutput& label) { return label.loss; });
    out["objective"] = numbers([](const SgdOutput& label) { return label.objective; });
    out["finite"] = std::all_of(rounds_->outputs().begin(), rounds_->outputs().end(),
                                [](const SgdOutput& label) { return label.is_finite(); });
    out["mistakes"] = numbers([](const SgdOutput& label) { return label.held_out_error(); });
    return out;
  }

  // What a line of progress says of one label.
  nb::dict progress(std::size_t l) const {
    require(l < n_labels_, "a label must be one of the table.");
    const SgdOutput& label = rounds_->outputs()[l];
    nb::dict out;
    out["norm"] = std::sqrt(label.squares);
    out["nonzeros"] =
        std::count_if(label.weights.begin(), label.weights.end(), [](double w) { return w != 0; });
    out["offset"] = label.offset;
    out["visits"] = label.visits;
    return out;
  }

  nb::dict write() {
    rounds_->write({table_.data(), table_.size()}, writable_lags());
    nb::dict out;
    out["offset"] = numbers([](const SgdOutput& label) { return label.offset; });
    out["mean_offset"] = numbers([](const SgdOutput& label) { return label.mean_offset; });
    out["mean_visits"] = numbers([](const SgdOutput& label) { return label.mean_visits; });
    return out;
  }

 private:
  std::span<const std::uint8_t> held_out_span() const {
    return held_out_ ? span_of(*held_out_) : std::span<const std::uint8_t>{};
  }
  std::span<const double> table_span() const { return {table_.data(), table_.size()}; }
  std::span<const double> lag_span() const {
    return lags_ ? std::span<const double>{lags_->data(), lags_->size()}
                 : std::span<const double>{};
  }
  std::span<double> writable_lags() {
    return lags_ ? std::span<double>{lags_->data(), lags_->size()} : std::span<double>{};
  }
  template <class Of>
  nb::object numbers(Of of) const {
    std::vector<double> out;
    for (const SgdOutput& label : rounds_->outputs()) out.push_back(of(label));
    return to_numpy(std::move(out));
  }

  Array<std::int64_t> starts_;
  Array<double> values_;
  Array<std::int32_t> codes_;
  Array<double> weights_;
  std::optional<Array<std::uint8_t>> held_out_;
  WritableTable table_;
  std::optional<WritableTable> lags_;
  std::size_t n_labels_ = 0, threads_ = 1;
  std::unique_ptr<SgdRounds> rounds_;
};

}  // namespace

void bind_sgd(nb::module_& m) {
  nb::class_<BoundRounds>(m, "SgdRounds",
                          "Rounds of scikit-learn's online steps over documents, in place.")
      .def(nb::init<Array<std::int64_t>, Array<std::int32_t>, Array<double>, Array<std::int32_t>,
                    Array<double>, std::optional<Array<std::uint8_t>>, WritableTable,
                    std::optional<WritableTable>, const nb::dict&, const nb::dict&>(),
           "starts"_a, "columns"_a, "values"_a, "codes"_a, "weights"_a, "held_out"_a.none(),
           "table"_a.noconvert(), "lags"_a.noconvert().none(), "settings"_a, "labels"_a)
      .def("round", &BoundRounds::round, "live"_a,
           "Visit each document once, for each label that is live.")
      .def("progress", &BoundRounds::progress, "label"_a,
           "What a line of progress says of a label.")
      .def("write", &BoundRounds::write, "Put what was learned into the tables.");
  m.def(
      "distinct_columns",
      [](Array<std::int32_t> columns, std::size_t n_columns) {
        require(all_below(span_of(columns), n_columns), "every column must be one of the table.");
        DistinctColumns found = distinct_columns(span_of(columns), n_columns);
        return nb::make_tuple(to_numpy(std::move(found.columns)),
                              to_numpy(std::move(found.places)));
      },
      "columns"_a, "n_columns"_a,
      "The columns that rows have, ascending, and the place of each entry among them.");
}

}  // namespace linnet::bind
