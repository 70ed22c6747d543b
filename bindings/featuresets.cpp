#include <array>
#include <cmath>

#include "bindings/convert.hpp"
#include "bindings/model_view.hpp"

namespace linnet::bind {

namespace {

// The pairs (name, value) of Python dicts, numbered by first sight, and the labels beside them.
// Values that are equal for Python, as True and 1, are the same.
class PairTable {
 public:
  // Rows of numbers of the pairs of (featureset, label), and the number of each label; new ones get
  // new numbers.
  nb::object add_labelled(nb::iterable labelled) {
    Found found;
    std::vector<std::int32_t> codes;
    for (nb::handle item : nb::iter(labelled)) {
      const nb::object pair = nb::steal(PySequence_Tuple(item.ptr()));
      if (!pair.is_valid()) throw nb::python_error();
      if (PyTuple_GET_SIZE(pair.ptr()) != 2)
        throw nb::type_error("a featureset and its label must come in pairs.");
      add_row(PyTuple_GET_ITEM(pair.ptr(), 0), found);
      codes.push_back(label_number(PyTuple_GET_ITEM(pair.ptr(), 1)));
    }
    return nb::make_tuple(to_numpy(std::move(found.starts)), to_numpy(std::move(found.numbers)),
                          to_numpy(std::move(codes)));
  }

  // Calls visit(name, pair) for each feature whose name is known; the pair is -1 where its value is
  // new.
  template <class Visit>
  void find(nb::handle featureset, Visit visit) {
    each(featureset, [&](std::size_t at, PyObject* key, PyObject* value) {
      if (const std::int32_t name = name_at(at, key); name >= 0) visit(name, pair_of(name, value));
    });
  }

  // The number of one pair, a new one where it is new.
  std::int32_t number(nb::handle key, nb::handle value) {
    return pair_number(name_number(features_.size(), key.ptr()), value.ptr());
  }

  std::size_t n_pairs() const { return name_of_.size(); }
  std::size_t n_names() const { return features_.size(); }
  nb::list names() const { return names_; }
  nb::list values() const { return values_; }
  nb::list labels() const { return labels_; }
  nb::object names_of_pairs() const { return to_numpy(std::vector<std::int32_t>(name_of_)); }

 private:
  struct Feature {
    nb::dict numbers;  // value → number of the pair
    PyObject* first[2] = {
        nullptr,
        nullptr};  // its first two values, which `numbers` keeps alive: mostly all there are
    std::int32_t first_numbers[2] = {-1, -1};
  };
  struct Found {
    std::vector<std::int64_t> starts = {0};
    std::vector<std::int32_t> numbers;
  };
  struct Place {
    nb::object key;
    std::int32_t name = -1;
  };
  // An object that is the key of a number, and so stays alive: many values are the very same object
  // again.
  struct Same {
    PyObject* value = nullptr;
    std::int32_t name = -1, number = -1;
  };

  template <class Visit>
  static void each(nb::handle featureset, Visit visit) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    nb::object dict = nb::borrow(featureset);
    if (!PyDict_Check(dict.ptr()))
      dict = nb::steal(PyObject_CallOneArg(reinterpret_cast<PyObject*>(&PyDict_Type), dict.ptr()));
    if (!dict.is_valid()) throw nb::python_error();
    PyObject *key = nullptr, *value = nullptr;
    Py_ssize_t position = 0;
    for (std::size_t at = 0; PyDict_Next(dict.ptr(), &position, &key, &value) != 0; ++at) {
      // Whoever compares keys may run any code: hold on to both.
      const nb::object held_key = nb::borrow(key), held_value = nb::borrow(value);
      visit(at, key, value);
    }
  }

  void add_row(nb::handle featureset, Found& found) {
    each(featureset, [&](std::size_t at, PyObject* key, PyObject* value) {
      found.numbers.push_back(pair_number(name_number(at, key), value));
    });
    found.starts.push_back(static_cast<std::int64_t>(found.numbers.size()));
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
  static bool same(PyObject* a, PyObject* b) {
    return a == b ||
           (PyUnicode_CheckExact(a) && PyUnicode_CheckExact(b) && PyUnicode_Compare(a, b) == 0);
  }

  // Most featuresets have the same names in the same order.
  std::int32_t name_at(std::size_t at, PyObject* key) {
    if (at < order_.size() && same(order_[at].key.ptr(), key)) return order_[at].name;
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

  Same& same_at(std::int32_t name, PyObject* value) {
    const auto bits =
        reinterpret_cast<std::uintptr_t>(value) / 16 + static_cast<std::uintptr_t>(name + 1) * 61;
    return same_[bits % same_.size()];
  }

  std::int32_t pair_of(std::int32_t name, PyObject* value) {
    const Feature& feature = features_[static_cast<std::size_t>(name)];
    if (value == feature.first[0]) return feature.first_numbers[0];
    if (value == feature.first[1]) return feature.first_numbers[1];
    if (const Same& same = same_at(name, value); same.value == value && same.name == name)
      return same.number;
    return number_in(feature.numbers, value);
  }

  std::int32_t label_number(PyObject* label) {
    Same& same = same_at(no_name, label);
    if (same.value == label && same.name == no_name) return same.number;
    if (const std::int32_t known = number_in(label_codes_, label); known >= 0) return known;
    same = {label, no_name, insert(label_codes_, label, labels_)};
    return same.number;
  }

  std::int32_t pair_number(std::int32_t name, PyObject* value) {
    std::int32_t pair = pair_of(name, value);
    if (pair >= 0) return pair;
    Feature& feature = features_[static_cast<std::size_t>(name)];
    pair = insert(feature.numbers, value, values_);
    name_of_.push_back(name);
    same_at(name, value) = {value, name, pair};
    for (int i = 0; i < 2; ++i)
      if (feature.first[i] == nullptr) {
        feature.first[i] = value, feature.first_numbers[i] = pair;
        break;
      }
    return pair;
  }

  nb::dict name_numbers_, label_codes_;
  nb::list names_, values_, labels_;   // values: of each pair
  std::vector<Feature> features_;      // of each name
  std::vector<std::int32_t> name_of_;  // of each pair
  std::vector<Place> order_;           // the names of the featuresets before, by place
  static constexpr std::int32_t no_name = -1;
  std::array<Same, 1024> same_;
};

// A linear model with a column for each pair of a table, and one for each name, for values that
// were never seen.
class PairModel {
 public:
  PairModel(PairTable& table, const nb::dict& arrays)
      : table_(table), keep_(arrays), view_(model_view(arrays)) {
    read_array(arrays, "of_pairs", of_pairs_);
    read_array(arrays, "of_names", of_names_);
    read_array(arrays, "order", order_);
    require(of_pairs_.size() == table.n_pairs() && of_names_.size() == table.n_names(),
            "there must be a column for each pair and each name.");
    require(order_.size() == view_.n_labels && all_below(order_, view_.n_labels),
            "the order must have every label.");
  }

  // log P(label given featureset): featuresets × labels.
  nb::object log_probabilities(nb::iterable featuresets) {
    std::vector<std::int64_t> starts = {0};
    std::vector<std::int32_t> columns;
    for (nb::handle featureset : nb::iter(featuresets)) {
      append(featureset, columns);
      starts.push_back(static_cast<std::int64_t>(columns.size()));
    }
    const std::vector<std::uint32_t> ones(columns.size(), 1);
    const RowsView rows{starts, columns, ones};
    std::vector<double> out(rows.size() * view_.n_labels);
    run(
        [&](const Watch&) {
          score_rows(view_, rows, std::span(out), 1);
          for (std::size_t row = 0; row < rows.size(); ++row)
            normalise(std::span(out).subspan(row * view_.n_labels));
        },
        columns.size() < 1000);
    return to_numpy(std::move(out), rows.size(), view_.n_labels);
  }

  // The number of the most probable label of one featureset, the first in the order of those that
  // tie.
  std::int32_t best(nb::handle featureset) {
    std::vector<std::int32_t> columns;  // of our own: to find them may run any code
    append(featureset, columns);
    const std::vector<std::uint32_t> ones(columns.size(), 1);
    std::vector<double> scores(view_.n_labels);
    score_row(view_, RowOf<std::uint32_t>{columns, ones}, scores.data());
    const auto score = [&](std::int32_t label) { return scores[static_cast<std::size_t>(label)]; };
    return *std::max_element(order_.begin(), order_.end(),
                             [&](auto a, auto b) { return score(a) < score(b); });
  }

 private:
  // Appends the columns of a featureset, ascending.
  void append(nb::handle featureset, std::vector<std::int32_t>& columns) {
    const std::size_t begin = columns.size();
    table_.find(featureset, [&](std::int32_t name, std::int32_t pair) {
      const auto n = static_cast<std::size_t>(name), p = static_cast<std::size_t>(pair);
      if (n < of_names_.size())
        columns.push_back(p < of_pairs_.size() ? of_pairs_[p] : of_names_[n]);
    });
    const auto row = columns.begin() + static_cast<std::ptrdiff_t>(begin);
    if (!std::is_sorted(row, columns.end())) std::sort(row, columns.end());
  }

  void normalise(std::span<double> scores) const {
    scores = scores.first(view_.n_labels);
    const double highest = *std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (double& score : scores) score -= highest, sum += std::exp(score);
    const double log_sum = std::log(sum);
    for (double& score : scores) score -= log_sum;
  }

  PairTable& table_;
  nb::dict keep_;
  LinearModelView view_;
  std::span<const std::int32_t> of_pairs_, of_names_, order_;
};

}  // namespace

void bind_featuresets(nb::module_& m) {
  nb::class_<PairTable>(m, "PairTable",
                        "The pairs (name, value) of Python dicts, numbered by first sight.")
      .def(nb::init<>())
      .def("add_labelled", &PairTable::add_labelled, "labelled"_a,
           "Rows (starts, numbers), and label codes.")
      .def("number", &PairTable::number, "name"_a.none(), "value"_a.none(),
           "The number of one pair.")
      .def_prop_ro("names", &PairTable::names)
      .def_prop_ro("values", &PairTable::values)
      .def_prop_ro("labels", &PairTable::labels)
      .def_prop_ro("names_of_pairs", &PairTable::names_of_pairs, "The number of each pair's name.");
  nb::class_<PairModel>(m, "PairModel", "A linear model over the pairs of a table.")
      .def(nb::init<PairTable&, const nb::dict&>(), "table"_a, "arrays"_a, nb::keep_alive<1, 2>())
      .def("log_probabilities", &PairModel::log_probabilities, "featuresets"_a,
           "Featuresets × labels.")
      .def("best", &PairModel::best, "featureset"_a, "The number of the most probable label.");
}

}  // namespace linnet::bind
