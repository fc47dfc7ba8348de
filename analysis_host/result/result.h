#ifndef INFER_H
#define INFER_H

#include "log/log.h"
#include <stdbool.h>
#include <stddef.h>

/* From samples to answers. Each infer/<name>.c exports `const struct analysis analysis_<name>`; the
 * table is generated from the file names. */

enum method { METHOD_ROBUST, METHOD_PAPER };

enum result_kind {
    RESULT_NUMBER, /* value holds it */
    RESULT_NAME,   /* text holds it */
    RESULT_NULL,   /* not determined: note says why */
    RESULT_NONE,   /* the machine has no such thing: note is "none" */
};

/* One answer (schema pontoon.report/1). Numbers are in UNIT. */
struct result {
    char id[48]; /* "cache.1.size" ... */
    enum result_kind kind;
    double value;
    char text[24];
    bool has_nominal, has_bounds;
    double nominal, low, high;
    double ns; /* the same latency in nanoseconds; 0: no latency, or the tick's length is unknown */
    double gb_per_s; /* the same bandwidth in 10^9 bytes a second; 0: as for ns */
    char unit[16];
    double confidence; /* 0 to 1; 0 for RESULT_NULL */
    char method[24];   /* the rule: "levels", "qt_clustering" ... */
    char probe[24];    /* where the samples came from */
    char note[200];
    bool damaged; /* rests on a series with missing points */
};

struct locality;
struct memory_nodes;

struct results {
    struct result *at;
    size_t n;
    bool no_memory;
    struct locality *locality;  /* infer_locality.h; owned; NULL: not measured */
    struct memory_nodes *nodes; /* infer_nodes.h; owned; NULL: not measured */
    unsigned *processor; /* of each of n_processor contexts, any number; owned; NULL: unknown */
    size_t n_processor;
};

/* Appends a result with ID (printf-like) and zeroes the rest; never NULL: when memory is short it
 * returns a scratch result and sets no_memory. Valid until the next add. */
struct result *results_add(struct results *r, const char *unit, const char *id, ...)
    __attribute__((format(printf, 3, 4)));
const struct result *results_find(const struct results *r, const char *id);
void results_free(struct results *r);

/* Sets kind NULL and the printf-like reason. */
void result_unknown(struct result *r, const char *why, ...) __attribute__((format(printf, 2, 3)));

struct analysis {
    unsigned rank; /* ascending: later ones may look up what earlier ones added */
    const char *about;
    void (*infer)(const struct log_run *run, enum method method, struct results *out);
};

struct analysis_entry {
    const char *name;
    const struct analysis *analysis;
};
extern const struct analysis_entry analysis_table[];
extern const unsigned analysis_table_count;

/* Runs every analysis on RUN, in rank order. */
void infer_all(const struct log_run *run, enum method method, struct results *out);

#endif
