/* Answers, as analyses give them and reports read them. */
#ifndef RESULT_H
#define RESULT_H

#include "id.h"
#include "log/log.h"
#include <stdbool.h>
#include <stddef.h>

enum result_kind {
    RESULT_NUMBER, /* value holds it */
    RESULT_NAME,   /* text holds it */
    RESULT_NULL,   /* not determined: note says why, remedy what to do */
    RESULT_NONE,   /* the machine has no such thing: note is "none" */
};

enum { RESULT_NOTE = 440, RESULT_WORDS = 200 };

/* What would tell an answer that is not known. */
enum remedy_kind {
    REMEDY_UNSAID,
    REMEDY_RUN,   /* a run of `probes` */
    REMEDY_TEXT,  /* another build of it, or another use of analyze: words say which */
    REMEDY_NEVER, /* nothing on this machine: words say why */
};

enum { REMEDY_PROBES = 64, REMEDY_KEY = 16, REMEDY_VALUE = 64, REMEDY_KEYS = 2 };

/* A key of `probes` and its value. */
struct remedy_key {
    char name[REMEDY_KEY];
    char value[REMEDY_VALUE];
    double limit; /* the same number, where a larger one does as well; 0: none does */
};

/* The report makes a sentence of it: report/format/remedy.h. */
struct remedy {
    enum remedy_kind kind;
    char probes[REMEDY_PROBES]; /* joined by commas, without the two that are of every run */
    struct remedy_key key[REMEDY_KEYS];
    unsigned n_keys;
    bool thorough; /* with --thorough */
    bool open;     /* a value is SIZE: a person has to give it */
    bool tried;    /* the run was made and did not tell */
    char words[RESULT_WORDS];
};

/* Which analysis gave an answer, and which it could not read. */
struct result_origin {
    unsigned char analysis; /* its number in its run, 1 to 63; 0: none of a run */
    uint64_t hidden;        /* bit N: what analysis N gave was not to be found */
};

/* One answer (schema pontoon.report/2). Numbers are in UNIT. */
struct result {
    struct result_id name;
    char id[ID_BYTES]; /* name.text */
    enum result_kind kind;
    double value;
    char text[48];
    bool has_nominal, has_bounds;
    double nominal, low, high;
    double ns; /* the same latency in nanoseconds; 0: no latency, or the tick's length is unknown */
    double gb_per_s; /* the same bandwidth in 10^9 bytes a second; 0: as for ns */
    double
        gflop_per_s; /* the same rate of arithmetic in 10^9 operations a second, by time; as ns */
    double sure_at_most; /* of what the answer is made of; 0: of samples alone */
    char unit[16];
    double evidence;   /* 0 to 1, from the samples alone: stats/evidence.h; set by its analysis */
    double confidence; /* 0 to 1; 0 for RESULT_NULL; result/calibrate.h makes it of the evidence */
    double widened;    /* bounds were moved apart by this, each as a natural logarithm */
    char method[24];   /* the rule: "levels", "qt_clustering" ... */
    char probe[24];    /* where the samples came from */
    char note[RESULT_NOTE];
    struct remedy remedy;      /* RESULT_NULL: what would tell; else what would tell better */
    uint64_t series_line;      /* where the series begins that it rests on, if not the first of its
                                  probe and keys; 0: nothing is said */
    bool revises;              /* an earlier answer to the same question: result_revise() */
    struct result_origin from; /* the analysis that gave it */
    bool damaged;              /* rests on a series with missing points */
    bool contradicts;          /* cannot be true together with another answer: note says which */
};

struct topology;
struct memory_nodes;
struct pattern_texts;
struct replay;
struct likeness;
struct audit;

/* What answers rest on unless their analysis says otherwise; texts are literals. */
struct result_source {
    const char *probe, *method;
    struct result_origin from;
};

/* Answers that cannot be true together. */
struct contradiction {
    char *what;        /* which, with their values; owned */
    const char *among; /* "peaks of several contexts"; not owned */
};

struct results {
    struct result *at;
    size_t n;
    bool no_memory;
    size_t *slots; /* answers by the hashes of their ids, each plus 1; owned; NULL: look at all */
    size_t n_slots, n_indexed;      /* size of that table, a power of two; answers that it knows */
    struct result_source source;    /* of the analysis that runs */
    struct topology *topology;      /* result/topology.h; owned; NULL: not measured */
    struct memory_nodes *nodes;     /* result/nodes.h; owned; NULL: not measured */
    struct pattern_texts *patterns; /* result/pattern_texts.h; owned; NULL: not given */
    struct replay *replay;          /* result/replay.h; owned; NULL: not given */
    const struct likeness *like;    /* analyze's like/like.h; not owned; NULL: not asked for */
    const struct audit *audit;      /* analyze's audit/audit.h; as like */
    unsigned *processor; /* of each of n_processor contexts, any number; owned; NULL: unknown */
    size_t n_processor;
    struct log_problem *problems; /* of answers, which make the log damaged; owned */
    size_t n_problems;
    struct contradiction *contradictions; /* doubts; owned */
    size_t n_contradictions;
};

/* Appends the answer ID with its unit, and the probe and method of the analysis that runs; the rest
 * is 0. Never NULL: when memory is short it returns a scratch result and sets no_memory. Valid
 * until the next add. */
struct result *result_add(struct results *r, struct result_id id);

/* The same, from the samples of SERIES: its probe, and damaged where it is. */
struct result *result_add_from(struct results *r, struct result_id id,
                               const struct log_series *series);

/* Adds REVISED: the answer of the analysis that runs to a question that another analysis answered.
 * It was made from a copy of that answer, which this analysis has read; its note says what other
 * samples showed and why this one is to be relied on. Look-ups find it from now on;
 * results_reconcile() drops the other one. Answers of R move as of result_add(). */
void result_revise(struct results *r, const struct result *revised);

void results_free(struct results *r);

/* Hash of the text of an id, for the table of struct results. */
size_t result_hash(const char *text);
/* Makes the table of R anew: its answers were put into another order. Where memory is short, R is
 * without one. */
void results_index(struct results *r);

/* Says by which rule R was found, where it is another than its analysis' usual one. */
void result_by(struct result *r, const char *method);

/* The machine has no such thing. */
void result_none(struct result *r);

/* Adds to the note of R, printf-like, after a semicolon where it says something already. What does
 * not fit is cut. */
void result_remark(struct result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text made printf-like, for one call: as found of result_unknown(). */
struct result_words {
    char text[RESULT_WORDS];
};
struct result_words result_words(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* R is not determined. WANTED: what its rule needs; FOUND: what was met in its place, with the
 * numbers; REMEDY: what would tell (result/remedy.h). The note becomes "WANTED; FOUND". */
void result_unknown(struct result *r, const char *wanted, const char *found, struct remedy remedy);

/* True where R is not determined and its remedy can be tried on this machine. */
bool result_has_remedy(const struct result *r);

#endif
