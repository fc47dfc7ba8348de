/* Machines, each under some variants, run on the simulated board; their logs analysed with one
 * method or both, and the answers held against the machine files. */
#ifndef CAMPAIGN_H
#define CAMPAIGN_H

#include "analysis/analysis.h"
#include "boards.h"
#include "counts.h"
#include "truth.h"
#include "variant.h"

enum { METHODS = 2, VARIANTS_MOST = 16, PATH_BYTES = 1024 };

struct answer {
    enum verdict verdict;
    bool there;  /* a result with this id, if only to say that it is not known */
    bool valued; /* it has a value */
    double confidence;
    char counted[COUNTS_LINE], note[120]; /* where valued */
    char text[TRUTH_TEXT_BYTES];
};

/* One machine under one variant. */
struct outcome {
    struct sim_machine machine; /* as it ran */
    char label[PATH_BYTES];
    char machine_file[PATH_BYTES], log_file[PATH_BYTES];
    struct truth truth[TRUTHS_MOST];
    size_t n_truths;
    struct answer answer[METHODS][TRUTHS_MOST];
    size_t variant; /* index */
    bool failed;    /* the board did not end well, or its log is damaged */
};

struct campaign {
    struct boards boards;
    bool method[METHODS]; /* which to try */
    const char *only;     /* patterns of ids, commas between, to compare; NULL: what an analysis is
                             there for */
    const char *folder;   /* machine files and logs go here; it exists */
    struct variant variants[VARIANTS_MOST];
    size_t n_variants; /* 0: the files as they are */
    struct outcome *outcomes;
    size_t n_outcomes;
};

struct score {
    unsigned recovered, compared;
    unsigned sure, sure_wrong; /* values given with a confidence above 0.9; wrong ones among them */
};

/* Adds FILE, or the *.machine files in the folder FILE by name, under every variant; starts
 * nothing. Returns 0; or -1 after a message when one of them is wrong. */
int campaign_add(struct campaign *campaign, const char *file);

/* Runs everything. Returns 0; or -1 when interrupted or short of memory. */
int campaign_run(struct campaign *campaign);

/* Returns true when truth I of OUTCOME is compared: it was asked for, or any outcome of the
 * campaign has a result of its kind. */
bool campaign_compares(const struct campaign *campaign, const struct outcome *outcome, size_t i);

/* Returns the sums over the outcomes of one variant, or of all (VARIANTS_MOST). */
struct score campaign_score(const struct campaign *campaign, enum method method, size_t variant);
/* Returns those of one outcome alone. */
struct score campaign_outcome_score(const struct campaign *campaign, const struct outcome *outcome,
                                    enum method method);
bool campaign_failed(const struct campaign *campaign);

/* Writes one row a parameter to standard output; LOSSES: of what was not recovered only. */
void campaign_print_rows(const struct campaign *campaign, enum method method, bool losses);
/* Writes one row a variant: how much either method recovered. */
void campaign_print_table(const struct campaign *campaign);
/* Writes one row a range of confidence: how many values METHOD gave with it, how many of them were
 * right, and how many would have been right if the confidence were exact. */
void campaign_print_calibration(const struct campaign *campaign, enum method method);
/* Returns true when of the values that METHOD gave, in each tenth of confidence with a hundred or
 * more, the share that is right is at most 5 points below their confidence, and at most 1 in 200 of
 * those above 0.9 is wrong; else after a message. */
bool campaign_calibrated(const struct campaign *campaign, enum method method);
/* Writes one row a value that METHOD gave with a confidence above 0.9 and that is wrong. */
void campaign_print_sure_wrong(const struct campaign *campaign, enum method method);
/* Appends a line a value that METHOD gave (counts.h) to FILE. Returns 0, or -1 after a message. */
int campaign_append_counts(const struct campaign *campaign, enum method method, const char *file);
/* Writes one row a machine whose file names a trait: the trait, the machine, and how much METHOD
 * recovered; a group of their own. Nothing where no file does. */
void campaign_print_traits(const struct campaign *campaign, enum method method);
/* Names the kinds of parameters that no analysis answered, if there are any. */
void campaign_print_uncovered(const struct campaign *campaign);

void campaign_free(struct campaign *campaign);

/* "robust", "paper" */
extern const char *const campaign_method_names[METHODS];

#endif
