#include "bindings/convert.hpp"

namespace linnet::bind {

namespace {

// The pairs (name, value) of Python dicts, numbered by first sight, and the labels beside them.
// Values that are equal for Python, as True and 1, are the same.
class PairTable {
 public:
  // Rows of numbers of pairs; new pairs get new numbers.
  nb::object add(nb::iterable featuresets) {
    Found found;
    for (nb::handle featureset : nb::iter(featuresets)) add_row(featureset, found);
    return nb::make_tuple(to_numpy(std::move(found.starts)), to_numpy(std::move(found.numbers)));
  }

  // The same of (featureset, label), and the number of each label.
  nb::object add_labelled(nb::iterable labelled) {
    Found found;
    std::vector<std::int32_t> codes;
    for (nb::handle item : nb::iter(labelled)) {
      const nb::object pair = nb::steal(PySequence_Tuple(item.ptr()));
      if (!pair.is_valid()) throw nb::python_error();
      if (PyTuple_GET_SIZE(pair.ptr()) != 2) throw nb::type_error("a featureset and its label must come in pairs.");
      add_row(PyTuple_GET_ITEM(pair.ptr(), 0), found);
      PyObject* label = PyTuple_GET_ITEM(pair.ptr(), 1);
      std::int32_t code = number_in(label_codes_, label);
      if (code < 0) code = insert(label_codes_, label, labels_);
      codes.push_back(code);
    }
    return nb::make_tuple(to_numpy(std::move(found.starts)), to_numpy(std::move(found.numbers)),
                          to_numpy(std::move(codes)));
  }

  // Rows of columns, ascending: that of each known pair, that of the name where only its value is new, none else.
  nb::object find(nb::iterable featuresets, Array<std::int32_t> of_pairs, Array<std::int32_t> of_names) {
    require(of_pairs.size() == name_of_.size() && of_names.size() == features_.size(),
            "there must be a column for each pair and each name.");
    Found found;
    for (nb::handle featureset : nb::iter(featuresets)) {
      each(featureset, [&](std::size_t at, PyObject* key, PyObject* value) {
        const std::int32_t name = name_at(at, key);
        if (name < 0) return;
        const std::int32_t pair = pair_of(features_[static_cast<std::size_t>(name)], value);
        found.numbers.push_back(pair < 0 ? of_names.data()[name] : of_pairs.data()[pair]);
      });
      const auto row = found.numbers.begin() + found.starts.back();
      if (!std::is_sorted(row, found.numbers.end())) std::sort(row, found.numbers.end());
      found.starts.push_back(static_cast<std::int64_t>(found.numbers.size()));
    }
    return nb::make_tuple(to_numpy(std::move(found.starts)), to_numpy(std::move(found.numbers)));
  }

  // The number of one pair, a new one where it is new.
  std::int32_t number(nb::handle key, nb::handle value) {
    return pair_number(name_number(features_.size(), key.ptr()), value.ptr());
  }

  nb::list names() const { return names_; }
  nb::list values() const { return values_; }
  nb::list labels() const { return labels_; }
  nb::object names_of_pairs() const { return to_numpy(std::vector<std::int32_t>(name_of_)); }

 private:
  struct Feature {
    nb::dict numbers;                         // value → number of the pair
    PyObject* first[2] = {nullptr, nullptr};  // its first two values, which `numbers` keeps alive: mostly all there are
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
    return a == b || (PyUnicode_CheckExact(a) && PyUnicode_CheckExact(b) && PyUnicode_Compare(a, b) == 0);
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

  static std::int32_t pair_of(const Feature& feature, PyObject* value) {
    if (value == feature.first[0]) return feature.first_numbers[0];
    if (value == feature.first[1]) return feature.first_numbers[1];
    return number_in(feature.numbers, value);
  }

  std::int32_t pair_number(std::int32_t name, PyObject* value) {
    Feature& feature = features_[static_cast<std::size_t>(name)];
    std::int32_t pair = pair_of(feature, value);
    if (pair >= 0) return pair;
    pair = insert(feature.numbers, value, values_);
    name_of_.push_back(name);
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
};

}  // namespace

void bind_featuresets(nb::module_& m) {
  nb::class_<PairTable>(m, "PairTable", "The pairs (name, value) of Python dicts, numbered by first sight.")
      .def(nb::init<>())
      .def("add", &PairTable::add, "featuresets"_a, "Rows (starts, numbers); new pairs get new numbers.")
      .def("add_labelled", &PairTable::add_labelled, "labelled"_a, "The same of (featureset, label), and label codes.")
      .def("find", &PairTable::find, "featuresets"_a, "of_pairs"_a, "of_names"_a, "Rows (starts, columns).")
      .def("number", &PairTable::number, "name"_a.none(), "value"_a.none(), "The number of one pair.")
      .def_prop_ro("names", &PairTable::names)
      .def_prop_ro("values", &PairTable::values)
      .def_prop_ro("labels", &PairTable::labels)
      .def_prop_ro("names_of_pairs", &PairTable::names_of_pairs, "The number of each pair's name.");
}

}  // namespace linnet::bind
