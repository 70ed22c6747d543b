#include "learning/sgd.hpp"

#include "bindings/named.hpp"
#include "bindings/problem.hpp"
#include "bindings/writable_table.hpp"

namespace linnet::bind {

namespace {

// Rounds over fewer entries, times outputs, take about a millisecond at most: no thread is started.
constexpr std::size_t kBriefEntries = 1 << 19;

// Rows, the code of each document's label, and its weight. The arrays belong to Python, are checked
// once, and must not change as long as this lives.
class BoundSgdDocuments {
 public:
  BoundSgdDocuments(BoundRows rows, NumpyArray<std::int32_t> codes, NumpyArray<double> weights,
                    std::optional<NumpyArray<std::uint8_t>> held_out)
      : arrays_(std::move(rows)),
        codes_(std::move(codes)),
        weights_(std::move(weights)),
        held_out_(std::move(held_out)) {
    rows_ = arrays_.weighed();
    const std::size_t n = rows_.size();
    require(n > 0, "there must be at least one document.");
    require(codes_.size() == n && weights_.size() == n && (!held_out_ || held_out_->size() == n),
            "there must be one code and one weight per document.");
  }

  const WeighedRows& rows() const { return rows_; }
  SgdDocuments view() const {
    const auto held_out = held_out_ ? held_out_->span() : std::span<const std::uint8_t>{};
    return {rows_.starts, {}, rows_.values, codes_, weights_, held_out};
  }

 private:
  BoundRows arrays_;
  NumpyArray<std::int32_t> codes_;
  NumpyArray<double> weights_;
  std::optional<NumpyArray<std::uint8_t>> held_out_;
  WeighedRows rows_;
};

struct BoundSgdSettings {
  SgdSettings settings;
  double first_visit;
  std::size_t threads;

  BoundSgdSettings(const std::string& step_rule, double step_size, double cap, double l1, double l2,
                   double learning_rate, bool with_offset, double offset_rate, bool shuffled,
                   double average_from, bool track_norms, double first_visit_in,
                   std::size_t threads_in)
      : settings{step_rule_named(step_rule, step_size, cap),
                 {l1, l2},
                 learning_rate,
                 with_offset,
                 offset_rate,
                 shuffled,
                 average_from,
                 track_norms},
        first_visit(first_visit_in),
        threads(thread_count(threads_in)) {
    require(l1 >= 0 && l2 >= 0, "l1 and l2 must be 0 or above.");
    require(average_from == 0 || (l1 == 0 && l2 == 0), "averaged weights take no penalty.");
  }
};

// Where each output starts: one number per output.
struct BoundSgdStarts {
  using Numbers = NumpyArray<double>;

  NumpyArray<std::uint32_t> seeds;
  Numbers positive_weights;
  Numbers negative_weights;
  Numbers offset;
  Numbers mean_offset;
  Numbers mean_visits;
  Numbers squares;
  Numbers absolutes;

  BoundSgdStarts(NumpyArray<std::uint32_t> seeds_in, Numbers positive_weights_in,
                 Numbers negative_weights_in, Numbers offset_in, Numbers mean_offset_in,
                 Numbers mean_visits_in, Numbers squares_in, Numbers absolutes_in)
      : seeds(std::move(seeds_in)),
        positive_weights(std::move(positive_weights_in)),
        negative_weights(std::move(negative_weights_in)),
        offset(std::move(offset_in)),
        mean_offset(std::move(mean_offset_in)),
        mean_visits(std::move(mean_visits_in)),
        squares(std::move(squares_in)),
        absolutes(std::move(absolutes_in)) {
    for (const Numbers* numbers : {&positive_weights, &negative_weights, &offset, &mean_offset,
                                   &mean_visits, &squares, &absolutes}) {
      require(numbers->size() == seeds.size(), "there must be one number per output.");
    }
  }

  std::vector<SgdStart> view(double first_visit) const {
    const std::size_t n_outputs = seeds.size();
    std::vector<SgdStart> out(n_outputs);
    for (std::size_t k = 0; k < n_outputs; ++k) {
      const std::int32_t code = n_outputs == 1 ? 1 : static_cast<std::int32_t>(k);
      out[k] = {code,
                seeds.span()[k],
                positive_weights.span()[k],
                negative_weights.span()[k],
                offset.span()[k],
                mean_offset.span()[k],
                first_visit,
                mean_visits.span()[k],
                squares.span()[k],
                absolutes.span()[k]};
    }
    return out;
  }
};

// What a round has led to, by output.
struct BoundSgdRound {
  NumpyArray<double> loss;
  NumpyArray<double> objective;
  NumpyArray<double> held_out_error;
  bool is_finite;
};

// What a line of progress says of one output.
struct SgdProgress {
  double norm;
  std::int64_t n_nonzero;
  double offset;
  std::size_t visits;
};

// What was learned beside the tables, by output.
struct BoundSgdOffsets {
  NumpyArray<double> offset;
  NumpyArray<double> mean_offset;
  NumpyArray<double> mean_visits;
};

// The rounds, and the arrays they read.
class BoundSgdRounds {
 public:
  BoundSgdRounds(BoundSgdDocuments documents, const BoundSgdSettings& settings,
                 const BoundSgdStarts& starts, WritableTable weights,
                 std::optional<WritableTable> lags)
      : documents_(std::move(documents)),
        weights_(std::move(weights)),
        lags_(std::move(lags)),
        threads_(settings.threads) {
    require(all_below(documents_.rows().columns, weights_.n_rows()),
            "every column must be one of the table.");
    require(starts.seeds.size() == n_outputs(), "there must be one seed per output.");
    require(!lags_ || lags_->size() == weights_.size(), "the lags must be as many as the weights.");
    require(settings.settings.average_from == 0 || lags_, "averages need a table of lags.");
    rounds_ = std::make_unique<SgdRounds>(
        documents_.view(), distinct_columns(documents_.rows().columns, weights_.n_rows()),
        settings.settings, starts.view(settings.first_visit), weights_.span(), lag_span());
  }

  BoundSgdRound round(const NumpyArray<std::uint8_t>& live) {
    require(live.size() == n_outputs(), "there must be one flag per output.");
    const bool is_brief = documents_.rows().values.size() * n_outputs() < kBriefEntries;
    run([&](const Watch& watch) { rounds_->round(live, threads_, watch); }, is_brief);
    const std::vector<SgdOutput>& outputs = rounds_->outputs();
    const bool is_finite = std::all_of(outputs.begin(), outputs.end(),
                                       [](const SgdOutput& one) { return one.is_finite(); });
    return {numbers([](const SgdOutput& one) { return one.loss; }),
            numbers([](const SgdOutput& one) { return one.objective; }),
            numbers([](const SgdOutput& one) { return one.held_out_error(); }), is_finite};
  }

  SgdProgress progress(std::size_t output) const {
    require(output < n_outputs(), "an output must be one of the table.");
    const SgdOutput& one = rounds_->outputs()[output];
    const auto is_nonzero = [](double w) { return w != 0; };
    const auto n_nonzero = std::count_if(one.weights.begin(), one.weights.end(), is_nonzero);
    return {std::sqrt(one.squares), n_nonzero, one.offset, one.visits};
  }

  BoundSgdOffsets write() {
    rounds_->write(weights_.span(), lag_span());
    return {numbers([](const SgdOutput& one) { return one.offset; }),
            numbers([](const SgdOutput& one) { return one.mean_offset; }),
            numbers([](const SgdOutput& one) { return one.mean_visits; })};
  }

 private:
  std::size_t n_outputs() const { return weights_.n_columns(); }
  std::span<double> lag_span() const { return lags_ ? lags_->span() : std::span<double>{}; }
  template <class Of>
  NumpyArray<double> numbers(Of of) const {
    std::vector<double> out;
    for (const SgdOutput& one : rounds_->outputs()) out.push_back(of(one));
    return NumpyArray(std::move(out));
  }

  BoundSgdDocuments documents_;
  WritableTable weights_;
  std::optional<WritableTable> lags_;
  std::size_t threads_;
  std::unique_ptr<SgdRounds> rounds_;
};

struct BoundDistinctColumns {
  NumpyArray<std::int32_t> columns;
  NumpyArray<std::int32_t> places;
};

BoundDistinctColumns distinct(const NumpyArray<std::int32_t>& columns, std::size_t n_columns) {
  require(all_below(columns, n_columns), "every column must be one of the table.");
  DistinctColumns found = distinct_columns(columns, n_columns);
  return {NumpyArray(std::move(found.columns)), NumpyArray(std::move(found.places))};
}

void bind_sgd_inputs(nb::module_& m) {
  using Numbers = NumpyArray<double>;
  nb::class_<BoundSgdDocuments>(m, "SgdDocuments",
                                "Rows, the code of each document's label, and its weight.")
      .def(nb::init<BoundRows, NumpyArray<std::int32_t>, Numbers,
                    std::optional<NumpyArray<std::uint8_t>>>(),
           nb::kw_only(), "rows"_a, "codes"_a, "weights"_a, "held_out"_a = nb::none());
  nb::class_<BoundSgdSettings>(m, "SgdSettings", "How scikit-learn's online learners move.")
      .def(nb::init<const std::string&, double, double, double, double, double, bool, double, bool,
                    double, bool, double, std::size_t>(),
           nb::kw_only(), "step_rule"_a, "step_size"_a = 1.0, "cap"_a = 1.0, "l1"_a = 0.0,
           "l2"_a = 0.0, "learning_rate"_a = 1.0, "with_offset"_a = true, "offset_rate"_a = 1.0,
           "shuffled"_a = true, "average_from"_a = 0.0, "track_norms"_a = false,
           "first_visit"_a = 1.0, "threads"_a = 1);
  nb::class_<BoundSgdStarts>(m, "SgdStarts", "Where each output starts: one number per output.")
      .def(nb::init<NumpyArray<std::uint32_t>, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers,
                    Numbers>(),
           nb::kw_only(), "seeds"_a, "positive_weights"_a, "negative_weights"_a, "offset"_a,
           "mean_offset"_a, "mean_visits"_a, "squares"_a, "absolutes"_a);
}

void bind_sgd_results(nb::module_& m) {
  nb::class_<BoundSgdRound>(m, "SgdRound", "What a round has led to, by output.")
      .def_ro("loss", &BoundSgdRound::loss, "The sum over all documents.")
      .def_ro("objective", &BoundSgdRound::objective, "The sum over all documents.")
      .def_ro("held_out_error", &BoundSgdRound::held_out_error,
              "The weighted share of the documents held out that are on the wrong side.")
      .def_ro("is_finite", &BoundSgdRound::is_finite, "Whether all weights are finite numbers.");
  nb::class_<SgdProgress>(m, "SgdProgress", "What a line of progress says of one output.")
      .def_ro("norm", &SgdProgress::norm)
      .def_ro("n_nonzero", &SgdProgress::n_nonzero, "Weights of the documents' columns.")
      .def_ro("offset", &SgdProgress::offset)
      .def_ro("visits", &SgdProgress::visits);
  nb::class_<BoundSgdOffsets>(m, "SgdOffsets", "What was learned beside the tables, by output.")
      .def_ro("offset", &BoundSgdOffsets::offset)
      .def_ro("mean_offset", &BoundSgdOffsets::mean_offset)
      .def_ro("mean_visits", &BoundSgdOffsets::mean_visits);
}

}  // namespace

void bind_sgd(nb::module_& m) {
  bind_sgd_inputs(m);
  bind_sgd_results(m);
  nb::class_<BoundSgdRounds>(m, "SgdRounds",
                             "Rounds of scikit-learn's online steps over documents, in place.")
      .def(nb::init<BoundSgdDocuments, const BoundSgdSettings&, const BoundSgdStarts&,
                    WritableTable, std::optional<WritableTable>>(),
           "documents"_a, "settings"_a, "starts"_a, nb::kw_only(), "weights"_a,
           "lags"_a = nb::none())
      .def("round", &BoundSgdRounds::round, "live"_a,
           "Visit each document once, for each output that is live.")
      .def("progress", &BoundSgdRounds::progress, "output"_a)
      .def("write", &BoundSgdRounds::write, "Put what was learned into the tables.");
  nb::class_<BoundDistinctColumns>(m, "DistinctColumns", "The columns that rows have.")
      .def_ro("columns", &BoundDistinctColumns::columns, "Each once, ascending.")
      .def_ro("places", &BoundDistinctColumns::places, "Of each entry's column among them.");
  m.def("distinct_columns", &distinct, "columns"_a, "n_columns"_a);
}

}  // namespace linnet::bind
