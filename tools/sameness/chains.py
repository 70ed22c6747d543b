"""Chains of commands, one table for all that is more than to train and to predict."""

TRAIN_SMS = "train data/sms.jsonl -o model.linnet --threads 1 --json"
TRAIN_TREC = "train data/trec.jsonl -o model.linnet --threads 1 --json"
TRAIN_FILMS = "train data/films.jsonl -o model.linnet --threads 1 --json"
TRAIN_ORDERS = "train data/orders.jsonl -o model.linnet --threads 1 --json"
CALIBRATE_SMS = "calibrate model.linnet data/sms-more.jsonl --threads 1 --json"
CALIBRATE_TREC = "calibrate model.linnet data/trec-more.jsonl --threads 1 --json"
TUNE_MESSAGES = "tune data/messages.csv -o model.linnet --threads 1 --json --folds 3"
LEXICONS = "--lexicon good=data/positive-words.txt --lexicon bad=data/negative-words.txt"
TONE = "'a good film, but not a great one'"

CHAINS = {
    "calibrate multinomial": (
        f"{TRAIN_SMS} --learner multinomial",
        f"{CALIBRATE_SMS} -o auto.linnet",
        f"{CALIBRATE_SMS} -o temperature.linnet --method temperature",
        f"{CALIBRATE_SMS} -o shared-platt.linnet --method shared-platt",
        f"{CALIBRATE_SMS} -o platt.linnet --method platt",
        f"{CALIBRATE_SMS} -o isotonic.linnet --method isotonic",
        f"{CALIBRATE_SMS} -o none.linnet --method none --cutoff spam=0.9",
        "predict isotonic.linnet data/sms-test.jsonl --probabilities",
        "evaluate platt.linnet data/sms-test.jsonl --json",
    ),
    "calibrate svm": (
        f"{TRAIN_TREC} --learner svm --words 1-2",
        f"{CALIBRATE_TREC} -o auto.linnet",
        f"{CALIBRATE_TREC} -o temperature.linnet --method temperature",
        f"{CALIBRATE_TREC} -o shared-platt.linnet --method shared-platt",
        f"{CALIBRATE_TREC} -o platt.linnet --method platt",
        f"{CALIBRATE_TREC} -o isotonic.linnet --method isotonic",
        f"{CALIBRATE_TREC} -o unsure.linnet --method platt --cutoff 0.8 --unsure",
        "predict isotonic.linnet data/trec-test.jsonl --probabilities",
        "predict unsure.linnet data/trec-test.jsonl --top 3",
        "evaluate unsure.linnet data/trec-test.jsonl --json",
    ),
    "calibrate with cutoffs": (
        f"{TRAIN_SMS} --learner logistic",
        f"{CALIBRATE_SMS} -o f1.linnet --cutoff spam=f1",
        f"{CALIBRATE_SMS} -o budget.linnet --cutoff spam=budget:ham:0.01",
        f"{CALIBRATE_SMS} -o cost.linnet --cutoff cost --cost ham:spam=10",
        "inspect cost.linnet --json",
        "predict budget.linnet data/sms-test.jsonl --probabilities",
        "evaluate cost.linnet data/sms-test.jsonl --json --spam spam",
    ),
    "calibrate multilabel": (
        f"{TRAIN_FILMS} --learner logistic",
        "calibrate model.linnet data/films-test.jsonl -o platt.linnet --method platt --json",
        "calibrate model.linnet data/films-test.jsonl -o f1.linnet --cutoff funny=f1 --json",
        "predict platt.linnet data/films-test.jsonl --probabilities",
    ),
    "learn and forget multilabel": (
        f"{TRAIN_FILMS} --learner multinomial",
        "learn model.linnet data/films-test.jsonl -o learned.linnet --threads 1 --json",
        "forget learned.linnet data/films-test.jsonl -o forgotten.linnet --threads 1 --json",
        "predict learned.linnet data/films-test.jsonl --probabilities",
    ),
    "learn and forget columns and weights": (
        f"{TRAIN_ORDERS} --learner mixed --categorical colour --weight weight",
        "learn model.linnet data/orders-test.jsonl -o learned.linnet --weight weight --json",
        "forget learned.linnet data/orders-test.jsonl -o forgotten.linnet --weight weight --json",
        "predict learned.linnet data/orders-test.jsonl --probabilities",
    ),
    "learn calibrated": (
        f"{TRAIN_SMS} --learner multinomial --calibration platt",
        "learn model.linnet data/sms-more.jsonl -o learned.linnet --threads 1 --json",
        "predict learned.linnet data/sms-test.jsonl --probabilities",
        "inspect learned.linnet --json",
    ),
    "lexicon learner": (
        f"train --learner lexicon {LEXICONS} -o model.linnet --json",
        f"train --learner lexicon {LEXICONS} -o offset.linnet --offset good=0.5,bad=0 --json",
        f"explain model.linnet {TONE} --json",
        f"explain offset.linnet {TONE} --json",
        "predict offset.linnet data/sms-test.jsonl --top 9",
        "inspect offset.linnet --json",
    ),
    "kept documents": (
        f"{TRAIN_SMS} --learner svm --keep-documents --weighting tfidf",
        "explain model.linnet 'You have won a prize' --nearest 3 --json",
    ),
    "explain pairs of words and characters": (
        f"{TRAIN_SMS} --learner logistic --words 1-2 --chars 3",
        "explain model.linnet 'You have won a prize. Call 0800 now!' --json",
        "explain model.linnet 'You have won a prize. Call 0800 now!' --json --top 5",
        "inspect model.linnet --json --top 30",
    ),
    "explain columns": (
        f"{TRAIN_ORDERS} --learner logistic --categorical colour --numeric price",
        "explain model.linnet --field text='late parcel' --field colour=red --field price=3 --json",
    ),
    "small svm": (f"{TRAIN_SMS} --learner svm --small --words 1-2",),
    "small multinomial": (f"{TRAIN_TREC} --learner multinomial --small",),
    "no learner, messages": (
        "train data/messages.csv -o model.linnet --threads 1 --json",
        "predict model.linnet data/sms-test.jsonl --probabilities",
        "inspect model.linnet --json",
        "inspect model.linnet --recipe",
    ),
    "no learner, topics": ("train data/topics.jsonl -o model.linnet --threads 2 --json",),
    "no learner, multilabel": ("train data/films-test.jsonl -o model.linnet --threads 1 --json",),
    "no learner, some settings": (
        "train data/topics.jsonl -o model.linnet --threads 1 --json --norm --words 1",
        "train data/topics.jsonl -o small.linnet --threads 1 --json --small --smoothing 0.5",
    ),
    "recipe again": (
        f"{TRAIN_TREC} --learner svm --words 1-2 --weighting tfidf",
        "inspect model.linnet --recipe",
        "train data/trec.jsonl -o again.linnet --recipe 2-inspect.out --threads 1 --json",
        "train data/trec.jsonl -o other.linnet --recipe 2-inspect.out --strength 1e-3 --json",
    ),
    "tune a grid": (
        f"{TUNE_MESSAGES} --grid words=1,1-2 --grid learner=mixed,svm --save-recipe best.toml",
        "train data/messages.csv -o again.linnet --recipe best.toml --threads 1 --json",
    ),
    "tune by default": (f"{TUNE_MESSAGES} --metric macro-f1 --report report.json",),
    "tune at random": (
        f"{TUNE_MESSAGES} --search random --draws 6 --learner svm --grid strength=1e-6..1e-2",
        "inspect model.linnet --json",
    ),
    "tune by halving": (f"{TUNE_MESSAGES} --search halving --grid smoothing=0.01,0.1,1,10",),
    "tune by kinds": (f"{TUNE_MESSAGES} --search kinds --grid learner=svm,complement",),
    "tune with outer folds": (
        f"{TUNE_MESSAGES} --outer-folds 3 --one-standard-error --grid smoothing=0.1,1",
        "inspect model.linnet --json",
    ),
    "tune with groups": (
        "tune data/orders.jsonl -o model.linnet --group author --folds 3 --grid words=1,2 --json",
        "tune data/orders.jsonl -o later.linnet --time day --folds 3 --grid smoothing=1,2 --json",
    ),
    "tune multilabel": (
        "tune data/films-test.jsonl -o model.linnet --grid learner=logistic,svm --folds 3 --json",
        "predict model.linnet data/films.jsonl --top 9",
    ),
    "cross-validate smoothing": (
        "cross-validate data/sms.jsonl --smoothing 0.01,0.1,1 --words 1-2 --json --threads 1",
        "cross-validate data/sms.jsonl --smoothing 0.01,0.1,1 --words 1-2 --json --threads 2",
    ),
    "cross-validate strength": (
        "cross-validate data/trec.jsonl --learner svm --strength 1e-4,1e-3 --folds 3 --json",
        "cross-validate data/trec.jsonl --learner logistic --penalty l1 --path 5 --folds 3 --json",
    ),
    "cross-validate leaving one out": (
        "cross-validate data/messages.csv --leave-one-out --learner bernoulli --json",
        "cross-validate data/orders.jsonl --leave-one-out --group author --learner mixed --json",
    ),
    "cross-validate groups, times and weights": (
        "cross-validate data/orders.jsonl --group author --repeats 2 --folds 4 --json",
        "cross-validate data/orders.jsonl --time day --folds 4 --learner logistic --json",
        "cross-validate data/orders.jsonl --weight weight --folds 4 --learner svm --json",
        "cross-validate data/orders.jsonl --leaks --aside place --folds 4 --json",
    ),
    "cross-validate suspects": (
        "cross-validate data/sms.jsonl --folds 4 --suspects suspects.jsonl --json",
        "cross-validate data/messages.csv --suspects suspects.csv --calibration platt --json",
    ),
    "cross-validate multilabel": (
        "cross-validate data/films.jsonl --folds 3 --learner logistic --json",
        "cross-validate data/films.jsonl --folds 3 --smoothing 0.1,1 --json",
    ),
    "evaluate in full": (
        f"{TRAIN_SMS} --learner multinomial --words 1-2",
        "evaluate model.linnet data/sms-test.jsonl --json --likelihood --spam spam --slice-length",
        "evaluate model.linnet data/sms-test.jsonl --json --train data/sms.jsonl",
        "evaluate model.linnet data/sms-test.jsonl --json --no-ledger --report report.json",
    ),
    "evaluate groups and slices": (
        f"{TRAIN_ORDERS} --learner logistic --calibration platt",
        "evaluate model.linnet data/orders-test.jsonl --json --group author --slice colour",
        "evaluate model.linnet data/orders-test.jsonl --train data/orders.jsonl --json",
        "evaluate model.linnet data/orders-test.jsonl --json --cost data/costs.json",
    ),
    "compare two models": (
        f"{TRAIN_SMS} --learner multinomial",
        "train data/sms.jsonl -o other.linnet --threads 1 --json --learner svm",
        "compare model.linnet other.linnet data/sms-test.jsonl --json",
        "compare model.linnet other.linnet data/sms-test.jsonl --json --metric macro-f1",
    ),
    "predict into files": (
        f"{TRAIN_TREC} --learner logistic",
        "predict model.linnet data/trec-test.jsonl -o labels.jsonl --top 3 --json",
        "predict model.linnet data/trec-test.jsonl -o labels.csv --probabilities --json",
        "predict model.linnet data/trec-test.jsonl -o labels.parquet --threads 2 --json",
        "predict model.linnet data/lines.txt --probabilities",
    ),
    "read other formats": (
        "train data/sms.tsv -o tsv.linnet --learner multinomial --json",
        "train data/sms.fasttext -o fasttext.linnet --format fasttext --learner svm --json",
        "train data/mail -o folder.linnet --learner multinomial --json",
        "predict folder.linnet data/sms-test.jsonl --probabilities",
    ),
    "vectors": (
        f"{TRAIN_SMS} --learner svm --weighting tfidf",
        "vectors model.linnet data/sms-test.jsonl -o test.svm --names names.txt --json",
        "vectors model.linnet data/sms-test.jsonl -o numbers.svm --label-numbers --json",
        "train test.svm -o again.linnet --format svmlight --learner logistic --json",
    ),
    "split": (
        "split data/messages.csv -o parts --test 0.2 --dev 0.1 --json",
        "split data/orders.jsonl -o groups --group author --json",
        "split data/orders.jsonl -o times --time day --seed 3 --json",
    ),
    "curves": (
        "curve data/messages.csv --folds 3 --json",
        "curve data/messages.csv --along smoothing --values 0.1,1,10 --folds 3 --json",
        "curve data/messages.csv --along strength --learner svm --folds 3 --json",
    ),
    "sampled documents": (
        f"{TRAIN_SMS} --learner multinomial",
        "sample model.linnet --documents 20 --seed 3",
        "sample model.linnet --documents 5 --length 8 --json",
    ),
}
