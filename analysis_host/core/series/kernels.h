/* Kernels as probes timed them: series of one variant on so many contexts, with their counts. */
#ifndef SERIES_KERNELS_H
#define SERIES_KERNELS_H

#include "kernel_point.h"
#include "log/log.h"
#include "method.h"

struct kernel_run {
    const struct log_series *series;
    const char *name, *variant, *type, *state, *space, *spec; /* the log's; "" where it has none;
                                                               * STATE ends in "_walk" where
                                                               * caches were emptied by a walk */
    unsigned contexts;
    const char *schedule; /* "static" ... of chunks that are dealt; "" where the space says it, or
                           * each context has a stretch */
    uint64_t chunk, line_bytes;
    unsigned element_bytes;
    bool barrier;
    double cycle;                 /* ticks, while the series was timed; 0: not measured */
    double run_cycle;             /* the same of the run's own chain */
    struct kernel_point overhead; /* a run with n = 0; its ticks are 0: no time, or not measured */
    struct kernel_point *point;   /* ascending n; owned */
    size_t n_points;
    size_t first; /* index of the first run of the same name and type */
};

/* A check that the build computed. */
struct kernel_expected {
    const char *name;
    uint64_t n, check;
};

struct kernels {
    struct kernel_run *run; /* in the order of the log */
    size_t n;
    const struct kernel_run **by_name; /* the same by name, type, and place in the log */
    struct kernel_expected *expected;  /* by name, then n */
    size_t n_expected;
};

/* Probes whose series are kernels, in the order in which they run. */
enum { KERNEL_PROBES = 3 };
extern const char *const kernel_probes[KERNEL_PROBES];

/* Reads every series of probe PROBE in RUN with its companions. 0, or -1 when memory is short; to
 * be freed with kernels_free() in both cases. */
int kernels_read(struct kernels *kernels, const struct log_run *run, const char *probe,
                 enum method method);
void kernels_free(struct kernels *kernels);

/* Index in BY_NAME after the last run that has the name of number FROM. */
size_t kernels_name_end(const struct kernels *kernels, size_t from);

/* Points every point of KERNELS to its lines in REPLAY, which may be NULL and must stay. */
void kernels_replay(struct kernels *kernels, const struct replay *replay);

/* The point of R at N that was timed, or NULL. */
const struct kernel_point *kernels_at(const struct kernel_run *r, uint64_t n);

/* Operations of one run at P: all kinds together. */
double kernel_work(const struct kernel_point *p);
/* Bytes that at least cross a border that the arrays do not fit behind: lines in and lines out;
 * elements where lines are not counted. */
double kernel_compulsory_bytes(const struct kernel_run *r, const struct kernel_point *p);
/* Bytes that were counted across the last border that the port counts, 0 where it counts none.
 * Where lines out are not counted, those that the text writes stand in. */
double kernel_counted_bytes(const struct kernel_run *r, const struct kernel_point *p);
/* Bytes of all loads and stores. */
double kernel_access_bytes(const struct kernel_run *r, const struct kernel_point *p);
/* Beyond this share of a timing, call and loop are worth a word. */
#define KERNEL_MARKED 0.05
/* Share of P's time that call, loop and barrier take, 0 to 1. */
double kernel_overhead(const struct kernel_run *r, const struct kernel_point *p);
/* Folds of the arrays after one run at P; 0: not checked. */
uint64_t kernels_check(const struct kernel_point *p);
/* True when R's caches were warm, or its log tells nothing of them. */
bool kernels_warm(const struct kernel_run *r);
/* The first run of R's name: its reference. */
const struct kernel_run *kernels_reference(const struct kernels *k, const struct kernel_run *r);
/* A size at which R computes something else than its reference, or than the text; 0: none.
 * *OTHER: whom it disagrees with, "the text" or a variant. */
uint64_t kernels_disagree(const struct kernels *k, const struct kernel_run *r, const char **other);

#endif
