#ifndef EXPORTS_H
#define EXPORTS_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Answers in the words of the programs that use them. Each export_<kind>.c exports `const struct
 * export_kind export_<kind>`; the table is generated from the file names. A kind writes what it
 * knows and refuses when a value that its consumer needs is not known; it never makes one up. */

/* What a kind writes: values as measured, the nearest that hardware is built in, both side by side,
 * or the samples themselves. */
enum export_values { EXPORT_EFFECTIVE, EXPORT_NOMINAL, EXPORT_BOTH, EXPORT_RAW };

/* What a kind works with. */
struct exporter {
    FILE *out; /* memory: nothing of it is seen when the kind refuses */
    const struct log *log;
    const struct results *results;
    enum export_values values;
    char refused[300]; /* the first reason; empty: none */
};

/* How the statement of what was written is set off from the rest. */
enum export_comment {
    COMMENT_HASH, /* # ... */
    COMMENT_C,    /* a comment of C, also in device trees */
    COMMENT_OWN,  /* the format has none: the kind says it in the format's own way */
};

struct export_kind {
    const char *about; /* one line for --export=list: the consumer, and how it takes the file */
    enum export_values values;
    enum export_comment comment;
    void (*write)(struct exporter *e);
};

struct export_kind_entry {
    const char *name;
    const struct export_kind *export_kind;
};
extern const struct export_kind_entry export_table[];
extern const unsigned export_table_count;

/* ---- for kinds ---- */

/* Keeps the printf-like reason unless there is one already. */
void export_refuse(struct exporter *e, const char *why, ...) __attribute__((format(printf, 2, 3)));

/* Whether ID is known, and then its number in its own unit: nominal where the kind writes such and
 * there is one, else as measured. */
bool export_known(const struct exporter *e, const char *id, double *value);

/* The same; 0, after refusing with the reason, where it is not known or not above 0. */
double export_need(struct exporter *e, const char *id);

/* Levels of data cache; 0, after refusing, where there are none or their number is not known. */
unsigned export_levels(struct exporter *e);

/* One level of data cache. */
struct export_cache {
    double bytes, line_bytes;
    double ways, sets; /* 0: not known */
    bool rounded; /* the sets are the power of two nearest to what size, ways and line come to */
};

/* Cache LEVEL, from 1; refuses when its size or line is not known, the other also when its ways are
 * not. */
struct export_cache export_cache(struct exporter *e, unsigned level);
struct export_cache export_whole_cache(struct exporter *e, unsigned level);

/* "effective" ... */
const char *export_values_name(enum export_values values);

/* The key of RUN, or OTHERWISE; bytes that could end a comment or a string are '_'. Valid until the
 * next call. */
const char *export_run_text(const struct exporter *e, const char *key, const char *otherwise);

/* Square blocks of 8-byte numbers of which three fit into BYTES: their side. */
double export_tile(double bytes);

/* GCC's --param settings, one "NAME=VALUE" a call. Sizes are KiB there, lines bytes. */
void export_gcc_params(struct exporter *e, void (*param)(void *ctx, const char *setting),
                       void *ctx);

/* What C and CMake call the parameters, in one order. */
struct export_parameter {
    char name[40];               /* HWP_CACHE_LINE_BYTES ... */
    const struct result *result; /* NULL: not measured */
    double value;                /* meaningful where the result has a number */
    const char *why;             /* why there is no number; NULL: there is one */
};
void export_parameters(const struct exporter *e,
                       void (*take)(void *ctx, const struct export_parameter *p), void *ctx);

/* ---- for analyze ---- */

enum { EXPORTS_MOST = 32 };

/* What was asked for: kinds with the file that each goes to; NULL: standard output. */
struct exports {
    struct export_order {
        const struct export_kind_entry *kind;
        const char *file;
    } at[EXPORTS_MOST];
    size_t n;
};

/* Adds the order KIND[=FILE], where FILE "-" is standard output; TEXT must stay. NULL, or what is
 * wrong with it; valid until the next call. */
const char *exports_order(struct exports *x, const char *text);

/* Whether one goes to standard output: at most one does. */
bool exports_to_output(const struct exports *x);

/* The kinds, one line each. */
void exports_list(FILE *out);

enum exports_status { EXPORTS_WRITTEN, EXPORTS_REFUSED, EXPORTS_FAILED };

/* Makes and writes every order, the one for standard output by PUT, which returns 0 when all N
 * bytes went out. FROM names the log. Messages go to ERR. The worst that happened to any; those
 * that neither was refused nor failed are written all the same. */
enum exports_status exports_write(const struct exports *x, const struct log *log,
                                  const struct results *results, const char *from,
                                  int (*put)(const char *text, size_t n), FILE *err);

/* What the kind NAME writes, to be freed; NULL where there is no such kind, or it refuses, or
 * memory is short. */
char *exports_text(const char *name, const struct log *log, const struct results *results);

/* Makes FILE hold the N bytes of TEXT, or leaves it as it was: they are written beside it, then
 * renamed. What is no regular file, a device say, is written as it is. 0, or an errno. */
int exports_replace(const char *file, const char *text, size_t n);

/* ---- behind the kind hwloc, by libhwloc where it was found ---- */

/* NAME = TEXT of something. */
struct export_info {
    const char *name;
    char text[160];
};

enum export_box_kind { EXPORT_GROUP, EXPORT_CACHE, EXPORT_CORE };

/* What some contexts have in common: places FIRST to FIRST + COUNT - 1 of the order. */
struct export_box {
    enum export_box_kind kind;
    size_t first, count;
    unsigned level;            /* EXPORT_CACHE: from 1 */
    struct export_cache cache; /* EXPORT_CACHE: what is 0 in it is not known */
    char title[40];            /* EXPORT_GROUP: what a drawing is to call it */
    struct export_info info[2];
    unsigned n_info;
};

enum { EXPORT_MEMORIES = 16, EXPORT_INFOS = 48 };

/* A node of memory, and those that have it nearest. */
struct export_memory {
    size_t first, count;
    /* From these contexts to each memory; 0: not known. */
    unsigned long long ns[EXPORT_MEMORIES], mib_per_s[EXPORT_MEMORIES];
};

struct export_topology {
    size_t contexts;
    unsigned *order;        /* contexts, so that whatever they have in common is a run of places */
    struct export_box *box; /* none crosses another; each comes after those that hold it */
    size_t n_boxes;
    struct export_memory
        memory[EXPORT_MEMORIES]; /* each is all contexts' or has a box of its own */
    unsigned n_memories;         /* at least 1 */
    /* From core to core, or from context to context where there are no cores, in the order of their
     * places: n_distances * n_distances; NULL: not known. */
    unsigned long long *distance;
    size_t n_distances;
    struct export_info info[EXPORT_INFOS]; /* of the machine */
    unsigned n_info;
};

/* Fills *T, all 0, with where things are; what cannot be placed is told in its infos. Refuses where
 * nothing at all can be. export_places_free() in any case. */
void export_places(struct exporter *e, struct export_topology *t);
void export_places_free(struct export_topology *t);

/* Adds the printf-like TEXT as NAME, a literal; what is too much is cut off. */
void export_tell(struct export_topology *t, const char *name, const char *text, ...)
    __attribute__((format(printf, 3, 4)));

/* A run of places that have something in common, KIND of LEVEL (0: no cache). NULL: it crosses
 * another, or there is no memory. Valid until the next call. */
struct export_box *export_box(struct export_topology *t, enum export_box_kind kind, unsigned level,
                              size_t first, size_t count);

/* Fills the memories of *T, and what is known of ways to them. */
void export_memories(struct exporter *e, struct export_topology *t);

/* Writes hwloc's XML of T. NULL, or why not. */
const char *export_topology(FILE *out, const struct export_topology *t);

#endif
