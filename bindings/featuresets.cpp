#include <array>

#include "bindings/convert.hpp"
#include "bindings/settings.hpp"

namespace linnet::bind {

namespace {

// Rows of pair numbers of featuresets, and the code of each label.
struct LabelledPairs {
  NumpyArray<std::int64_t> starts;
  NumpyArray<std::int32_t> pairs;
  NumpyArray<std::int32_t> labels;
};

// The pairs (name, value) of Python dicts, numbered by first sight, and the labels beside them.
// Values that are equal for Python, as True and 1, are the same.
class FeaturesetTable {
 public:
  using Objects = nb::typed<nb::list, nb::any>;

  // Numbers the pairs of (featureset, label); new ones get new numbers.
  LabelledPairs add_labelled(nb::typed<nb::iterable, nb::object> labelled) {
    PairRows rows;
    std::vector<std::int32_t> labels;
    for (nb::handle item : nb::iter(labelled)) {
      const nb::object pair = nb::steal(PySequence_Tuple(item.ptr()));
      if (!pair.is_valid()) throw nb::python_error();
      if (PyTuple_GET_SIZE(pair.ptr()) != 2)
        throw nb::type_error("a featureset and its label must come in pairs.");
      add_row(PyTuple_GET_ITEM(pair.ptr(), 0), rows);
      labels.push_back(label_number(PyTuple_GET_ITEM(pair.ptr(), 1)));
    }
    return {NumpyArray(std::move(rows.starts)), NumpyArray(std::move(rows.pairs)),
            NumpyArray(std::move(labels))};
  }

  // Calls visit(name, pair) for each feature whose name is known; the pair is -1 where its value is
  // new.
  template <class Visit>
  void find(nb::handle featureset, Visit visit) {
    each_item(featureset, [&](std::size_t at, PyObject* key, PyObject* value) {
      const std::int32_t name = name_at(at, key);
      if (name >= 0) visit(name, find_pair(name, value));
    });
  }

  // The number of one pair, a new one where it is new.
  std::int32_t number(nb::handle key, nb::handle value) {
    return pair_number(name_number(features_.size(), key.ptr()), value.ptr());
  }

  std::size_t n_pairs() const { return name_of_.size(); }
  std::size_t n_names() const { return features_.size(); }
  Objects names() const { return names_; }
  Objects values() const { return values_; }
  Objects labels() const { return labels_; }
  NumpyArray<std::int32_t> names_of_pairs() const {
    return NumpyArray(std::vector<std::int32_t>(name_of_));
  }

 private:
  struct PairRows {
    std::vector<std::int64_t> starts = {0};
    std::vector<std::int32_t> pairs;
  };
  // A value of a feature, alive because it is a key of `numbers`.
  struct KnownValue {
    PyObject* value = nullptr;
    std::int32_t pair = -1;
  };
  struct Feature {
    nb::dict numbers;                 // value → number of the pair
    std::array<KnownValue, 2> first;  // its first two values: mostly all there are
  };
  // A name that featuresets had at some position.
  struct NameAt {
    nb::object key;
    std::int32_t name = -1;
  };
  // An object that is the key of a number, and so stays alive: many values are the very same object
  // again.
  struct CachedObject {
    PyObject* value = nullptr;
    std::int32_t name = -1;
    std::int32_t number = -1;
  };

  template <class Visit>
  static void each_item(nb::handle featureset, Visit visit) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    nb::object dict = nb::borrow(featureset);
    if (!PyDict_Check(dict.ptr()))
      dict = nb::steal(PyObject_CallOneArg(reinterpret_cast<PyObject*>(&PyDict_Type), dict.ptr()));
    if (!dict.is_valid()) throw nb::python_error();
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t position = 0;
    for (std::size_t at = 0; PyDict_Next(dict.ptr(), &position, &key, &value) != 0; ++at) {
      // Whoever compares keys may run any code: hold on to both.
      const nb::object held_key = nb::borrow(key);
      const nb::object held_value = nb::borrow(value);
      visit(at, key, value);
    }
  }

  void add_row(nb::handle featureset, PairRows& rows) {
    each_item(featureset, [&](std::size_t at, PyObject* key, PyObject* value) {
      rows.pairs.push_back(pair_number(name_number(at, key), value));
    });
    rows.starts.push_back(static_cast<std::int64_t>(rows.pairs.size()));
  }

  static std::int32_t number_in(const nb::dict& numbers, PyObject* key) {
    PyObject* found = PyDict_GetItemWithError(numbers.ptr(), key);
    if (found == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    return found == nullptr ? -1 : static_cast<std::int32_t>(PyLong_AsLong(found));
  }

  static std::int32_t insert(nb::dict& numbers, PyObject* key, nb::list& list) {
    const std::size_t number = list.size();
    require(number < 0x7FFFFFFF, "there are too many distinct values.");
    numbers[nb::handle(key)] = number;
    list.append(nb::handle(key));
    return static_cast<std::int32_t>(number);
  }

  // Quicker than a look-up, since most names are str.
  static bool same_name(PyObject* a, PyObject* b) {
    if (a == b) return true;
    return PyUnicode_CheckExact(a) && PyUnicode_CheckExact(b) && PyUnicode_Compare(a, b) == 0;
  }

  // The number of a name, or -1. Most featuresets have the same names in the same order.
  std::int32_t name_at(std::size_t at, PyObject* key) {
    if (at < order_.size() && same_name(order_[at].key.ptr(), key)) return order_[at].name;
    const std::int32_t name = number_in(name_numbers_, key);
    if (name >= 0 && at <= order_.size()) {
      if (at == order_.size()) order_.emplace_back();
      order_[at] = {nb::borrow(key), name};
    }
    return name;
  }

  std::int32_t name_number(std::size_t at, PyObject* key) {
    const std::int32_t name = name_at(at, key);
    if (name >= 0) return name;
    features_.emplace_back();
    return insert(name_numbers_, key, names_);
  }

  // The entry of a direct-mapped cache for an object beside a name. Objects are aligned to 16
  // bytes; 61 is a prime that spreads names over the entries.
  CachedObject& cached(std::int32_t name, PyObject* value) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(value) / 16;
    const std::uintptr_t spread = static_cast<std::uintptr_t>(name + 1) * 61;
    return cache_[(address + spread) % cache_.size()];
  }

  // The number of a pair, or -1.
  std::int32_t find_pair(std::int32_t name, PyObject* value) {
    const Feature& feature = features_[static_cast<std::size_t>(name)];
    for (const KnownValue& known : feature.first)
      if (value == known.value) return known.pair;
    const CachedObject& cached_value = cached(name, value);
    if (cached_value.value == value && cached_value.name == name) return cached_value.number;
    return number_in(feature.numbers, value);
  }

  std::int32_t label_number(PyObject* label) {
    CachedObject& entry = cached(no_name, label);
    if (entry.value == label && entry.name == no_name) return entry.number;
    const std::int32_t known = number_in(label_codes_, label);
    if (known >= 0) return known;
    entry = {label, no_name, insert(label_codes_, label, labels_)};
    return entry.number;
  }

  std::int32_t pair_number(std::int32_t name, PyObject* value) {
    std::int32_t pair = find_pair(name, value);
    if (pair >= 0) return pair;
    Feature& feature = features_[static_cast<std::size_t>(name)];
    pair = insert(feature.numbers, value, values_);
    name_of_.push_back(name);
    cached(name, value) = {value, name, pair};
    for (KnownValue& known : feature.first) {
      if (known.value != nullptr) continue;
      known = {value, pair};
      break;
    }
    return pair;
  }

  static constexpr std::int32_t no_name = -1;  // labels are cached beside it
  static constexpr std::size_t cache_size = 1024;

  nb::dict name_numbers_;
  nb::dict label_codes_;
  Objects names_;
  Objects values_;  // of each pair
  Objects labels_;
  std::vector<Feature> features_;      // of each name
  std::vector<std::int32_t> name_of_;  // of each pair
  std::vector<NameAt> order_;          // the names of the featuresets before, by position
  std::array<CachedObject, cache_size> cache_;
};

using Columns = NumpyArray<std::int32_t>;

// A linear model with a column for each pair of a table, and one for each name, for values that
// were never seen.
class FeaturesetModel {
 public:
  FeaturesetModel(FeaturesetTable& table, BoundWeights weights, Columns pair_columns,
                  Columns name_columns, Columns label_order)
      : table_(table),
        weights_(std::move(weights)),
        model_(weights_.view()),
        pair_columns_(std::move(pair_columns)),
        name_columns_(std::move(name_columns)),
        label_order_(std::move(label_order)) {
    require(pair_columns_.size() == table.n_pairs() && name_columns_.size() == table.n_names(),
            "there must be a column for each pair and each name.");
    require(label_order_.size() == model_.n_labels && all_below(label_order_, model_.n_labels),
            "the order must have every label.");
  }

  // log P(label given featureset): featuresets × labels.
  NumpyTable<double> log_probabilities(nb::typed<nb::iterable, nb::object> featuresets) {
    std::vector<std::int64_t> starts = {0};
    std::vector<std::int32_t> columns;
    for (nb::handle featureset : nb::iter(featuresets)) {
      append(featureset, columns);
      starts.push_back(static_cast<std::int64_t>(columns.size()));
    }
    std::vector<double> out;
    run([&](const Watch&) { out = linnet::log_probabilities(model_, starts, columns); },
        columns.size() < BRIEF_ENTRIES);
    return table_of(std::move(out), starts.size() - 1, model_.n_labels);
  }

  // The number of the most probable label of one featureset, the first in the order of those that
  // tie.
  std::int32_t best(nb::handle featureset) {
    std::vector<std::int32_t> columns;  // of our own: to find them may run any code
    append(featureset, columns);
    const std::vector<std::uint32_t> ones(columns.size(), 1);
    std::vector<double> scores(model_.n_labels);
    score_row(model_, RowOf<std::uint32_t>{columns, ones}, scores.data());
    return best_label_in_order(scores, label_order_);
  }

 private:
  // Appends the columns of a featureset, ascending.
  void append(nb::handle featureset, std::vector<std::int32_t>& columns) {
    const auto pair_columns = pair_columns_.span();
    const auto name_columns = name_columns_.span();
    const std::size_t begin = columns.size();
    table_.find(featureset, [&](std::int32_t name, std::int32_t pair) {
      const auto n = static_cast<std::size_t>(name);
      const auto p = static_cast<std::size_t>(pair);
      if (n >= name_columns.size()) return;
      columns.push_back(p < pair_columns.size() ? pair_columns[p] : name_columns[n]);
    });
    const auto row = columns.begin() + static_cast<std::ptrdiff_t>(begin);
    if (!std::is_sorted(row, columns.end())) std::sort(row, columns.end());
  }

  FeaturesetTable& table_;
  BoundWeights weights_;  // kept alive
  LinearModelView model_;
  Columns pair_columns_;
  Columns name_columns_;
  Columns label_order_;
};

}  // namespace

void bind_featuresets(nb::module_& m) {
  nb::class_<LabelledPairs>(m, "LabelledPairs", "Featuresets as rows of pairs, and their labels.")
      .def_ro("starts", &LabelledPairs::starts)
      .def_ro("pairs", &LabelledPairs::pairs)
      .def_ro("labels", &LabelledPairs::labels);
  nb::class_<FeaturesetTable>(m, "FeaturesetTable",
                              "The pairs (name, value) of Python dicts, numbered by first sight.")
      .def(nb::init<>())
      .def("add_labelled", &FeaturesetTable::add_labelled, "labelled"_a,
           "Number the pairs of featuresets and their labels.")
      .def("number", &FeaturesetTable::number, "name"_a.none(), "value"_a.none(),
           "The number of one pair.")
      .def_prop_ro("names", &FeaturesetTable::names)
      .def_prop_ro("values", &FeaturesetTable::values, "Of each pair.")
      .def_prop_ro("labels", &FeaturesetTable::labels)
      .def_prop_ro("names_of_pairs", &FeaturesetTable::names_of_pairs,
                   "The number of each pair's name.");
  nb::class_<FeaturesetModel>(m, "FeaturesetModel", "A linear model over the pairs of a table.")
      .def(nb::init<FeaturesetTable&, BoundWeights, Columns, Columns, Columns>(), "table"_a,
           "weights"_a, nb::kw_only(), "pair_columns"_a, "name_columns"_a, "label_order"_a,
           nb::keep_alive<1, 2>())
      .def("log_probabilities", &FeaturesetModel::log_probabilities, "featuresets"_a,
           "Featuresets × labels.")
      .def("best", &FeaturesetModel::best, "featureset"_a,
           "The number of the most probable label.");
}

}  // namespace linnet::bind
