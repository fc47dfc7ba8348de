/* From samples to answers. Each file infer/<name>.c exports `const struct analysis
 * analysis_<name>`; the table of all is generated from the file names. */
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include "log/log.h"
#include "result/result.h"
#include "series/method.h"

enum { ANALYSIS_AFTER = 6, ANALYSIS_ALSO = 4 };

struct analysis {
    const char *about;               /* one line: what it answers */
    const char *probe;               /* whose samples it reads: the probe of its answers */
    const char *also[ANALYSIS_ALSO]; /* other series that it reads, by the name in their PROBE; NULL
                                        ends them */
    const char *method;              /* its rule, as its answers name it */
    const char *after[ANALYSIS_AFTER]; /* analyses whose answers it looks up; NULL ends them */
    void (*infer)(const struct log_run *run, enum method method, struct results *out);
};

struct analysis_entry {
    const char *name;
    const struct analysis *analysis;
};
extern const struct analysis_entry analysis_table[];
extern const unsigned analysis_table_count;

/* Returns true when A names the series PROBE. */
bool analysis_reads(const struct analysis *a, const char *probe);

/* Fills ORDER, room for N, with indices of TABLE so that each analysis comes after those that it
 * names. NULL, or the name of one that cannot be placed: it names none that is there, or itself in
 * a circle. */
const char *analysis_order(const struct analysis_entry *table, unsigned n, unsigned *order);

/* Runs ANALYSIS alone on RUN, whose additions a cycle are found first; its answers name its probe
 * and its rule, and get their confidence from the evidence that it gives. OUT holds what it looks
 * up, and keeps it as it is: where ANALYSIS answers such a question anew, OUT then has both answers
 * (result/reconcile.h).
 */
void infer_one(const struct analysis *analysis, struct log_run *run, enum method method,
               struct results *out);

/* Runs the N analyses of TABLE on RUN, each after those that it looks up: it finds the answers of
 * the analyses in its .after, of those in theirs, and no others, so that no answer depends on the
 * order of TABLE. Then picks one answer to each question and lists them in the order of enum
 * quantity; answers that contradict each other become its problems. Returns NULL;
 * or, with nothing run, what analysis_order() returns. */
const char *infer_table(const struct analysis_entry *table, unsigned n, struct log_run *run,
                        enum method method, struct results *out);

/* The same with every analysis of analysis_table. */
const char *infer_all(struct log_run *run, enum method method, struct results *out);

/* The same but for the analyses whose N NAMES are given, which no other one may come after. */
const char *infer_without(const char *const *names, unsigned n, struct log_run *run,
                          enum method method, struct results *out);

/* What to say of the analysis that infer_all() returns. */
#define ANALYSIS_LOST "this program is broken; no place after those it names is left for analysis"

#endif
