// Models and vocabularies with damaged arrays: scores may be wrong, but nothing outside the arrays
// is ever touched.
#include <algorithm>

#include "features/frozen_features.hpp"
#include "fuzzing.hpp"
#include "tests/random_model.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

struct Vocabulary {
  Names names;
  std::vector<std::uint64_t> slots;
  VocabularyView view() const { return {{names.bytes, names.offsets}, slots}; }
};

std::vector<std::string> some_names(Chance& chance) {
  std::vector<std::string> names;
  for (std::size_t n = chance.below(30); n > 0; --n) names.push_back(random_text(chance, 3));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Vocabulary damaged_vocabulary(const std::vector<std::string>& list, Chance& chance) {
  Vocabulary vocabulary{names_of(list), {}};
  vocabulary.slots = build_lookup({vocabulary.names.bytes, vocabulary.names.offsets});
  damage(vocabulary.names.offsets, chance);
  damage(vocabulary.names.bytes, chance);
  damage(vocabulary.slots, chance);
  if (chance.one_in(4)) vocabulary.slots.resize(std::size_t{1} << chance.below(6), chance.next());
  if (chance.one_in(4))
    vocabulary.names.bytes.resize(chance.below(vocabulary.names.bytes.size() + 1));
  vocabulary.names.bytes.shrink_to_fit();
  vocabulary.slots.shrink_to_fit();
  return vocabulary;
}

FrozenBlock block_of(const Vocabulary& vocabulary, Chance& chance) {
  FrozenBlock block;
  block.text.kind = static_cast<Kind>(chance.below(3));
  block.text.longest = 1 + static_cast<int>(chance.below(3));
  block.vocabulary = vocabulary.view();
  block.presence = chance.one_in(3);
  return block;
}

// Whatever a damaged vocabulary finds lies inside it and has the name that was asked for.
void check_find(const Vocabulary& vocabulary, const std::vector<std::string>& list,
                Chance& chance) {
  const VocabularyView view = vocabulary.view();
  for (std::size_t n = 0; n < 10; ++n) {
    const std::string name =
        list.empty() || chance.one_in(4) ? random_bytes(chance, 40) : chance.pick(list);
    const std::int64_t found = view.find(name);
    check(found >= -1 && found < static_cast<std::int64_t>(view.names.size()),
          "a column lies inside the vocabulary");
    check(found < 0 || view.names[static_cast<std::size_t>(found)] == name,
          "and has the name that was asked for");
  }
}

void damage(Model& model, Chance& chance) {
  damage(model.starts, chance);
  damage(model.labels, chance);
  damage(model.offset_vetoes, chance);
  damage(model.rest_vetoes, chance);
  damage(model.vetoes, chance);
  for (auto* values :
       {&model.offset, &model.rest, &model.weights, &model.squares, &model.shared, &model.scale})
    if (chance.one_in(3) && !values->empty())
      (*values)[chance.below(values->size())] = std::numeric_limits<double>::quiet_NaN();
}

void one_round(Chance& chance) {
  const auto list = some_names(chance);
  const Vocabulary vocabulary = damaged_vocabulary(list, chance);
  check_find(vocabulary, list, chance);

  std::vector<std::string> texts;
  for (std::size_t n = chance.below(12); n > 0; --n)
    texts.push_back(chance.one_in(3) ? random_bytes(chance, 60) : random_text(chance, 10));
  const FrozenFeatures features{{block_of(vocabulary, chance)}};
  const Rows rows = features.rows({{texts.begin(), texts.end()}}, 1 + chance.below(3), Watch{});
  for (const std::int32_t column : rows.columns)
    check(column >= 0 && static_cast<std::size_t>(column) < vocabulary.names.size(),
          "a row has columns of the vocabulary only");

  // The model may know more or fewer columns than the rows name.
  Model model = random_model(chance);
  if (!chance.one_in(4)) damage(model, chance);
  std::vector<double> scores(texts.size() * model.n_labels);
  score_rows(model.view(), RowsView{rows.starts, rows.columns, rows.counts}, scores,
             1 + chance.below(3));
  Row row = random_row(chance, model.n_columns);
  test::damage(row.columns, chance);
  std::vector<double> one(model.n_labels);
  score_row(model.view(), row.view(), one.data());
}

}  // namespace

int main(int count, char** arguments) { return fuzz::run(count, arguments, one_round); }
