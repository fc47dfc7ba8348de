/* What is known of a kernel on so many contexts, and its way into the stream. */
#ifndef KERNEL_SEND_H
#define KERNEL_SEND_H

#include "kernel_run.h"

enum {
    KERNEL_PASSES = 25,  /* most timings of one size */
    KERNEL_EXPECTED = 4, /* most sizes whose checks the build computed */
};

/* One size. */
struct kernel_point {
    uint64_t n, check;
    uint64_t laps;      /* or sets of arrays, where the state is another than warm */
    uint64_t lap_ticks; /* of a lap alone */
    unsigned n_ticks;
    bool checked_only;        /* is not timed */
    bool absent;              /* of other series alone: neither measured nor sent */
    enum record_end left_out; /* RECORD_END_OK: was not */
    struct hal_traffic moved[PLAN_CACHES];
    uint64_t ticks[KERNEL_PASSES], reference_ticks[KERNEL_PASSES];
    uint64_t (*events)[KERNEL_PASSES]; /* of each event, next to TICKS; NULL: none is counted */
};

/* One kernel on so many contexts. */
struct kernel_series {
    const struct kernel *kernel;
    unsigned contexts;
    enum kernel_state state;
    const char *flush;            /* the way that made the state: flush_name(); NULL: warm */
    bool model;                   /* the key model is sent: how contexts share the work */
    bool own;                     /* each context has its own arrays */
    bool again;                   /* the key again is sent: timed once more (kernel_kept.h) */
    struct kernel_point overhead; /* n = 0 */
    struct kernel_point *points;  /* ascending, those that are checked alone last */
    unsigned n_points;
};

/* The names in the stream: "warm", "data", "code", "cold", NULL. */
extern const char *const kernel_states[KERNEL_STATES + 1];

/* Sends SERIES, its reference chain and its traffic (kernel_group.h). REFERENCE_OPS: additions
 * next to each timing. */
void kernel_send(struct probe_run *run, const struct kernel_series *series, uint64_t reference_ops);

/* Begins SERIES of PROBE: its keys alone. */
void kernel_send_keys(struct probe_run *run, const char *probe, const struct kernel_series *series);

/* Sends the checks that the build computed for the kernels named as FIRST; nothing without any. */
void kernel_send_expected(struct probe_run *run, const struct kernel *first);

#endif
