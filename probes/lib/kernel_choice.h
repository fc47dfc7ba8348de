/* What probes of kernels share: names on the command line, their keys, and the order of the run. */
#ifndef KERNEL_CHOICE_H
#define KERNEL_CHOICE_H

#include "kernel.h"
#include "run/probe.h"

/* The kernels that a probe can run, and what of them a run without names takes. */
struct kernel_choice {
    /* Returns the Ith kernel of the image, those of one name together, its reference first; NULL:
     * there are no more. */
    const struct kernel *(*at)(unsigned i);
    /* Returns true when the run is to take KERNEL. */
    bool (*wanted)(const struct plan *plan, const struct kernel *kernel);
    const char *(*names)(const struct plan *plan); /* given names; NULL: none were, so no sweep */
    bool model;                                    /* the key model is sent: seq, static, farm */
    bool database;           /* without names: sizes, states and contexts of kernel_group.h */
    uint16_t all_tenths[3];  /* seconds / 10 for all together, by effort */
    uint16_t each_tenths[3]; /* for each that is named */
    uint16_t name_tenths[3]; /* for all variants of a name that is named; 0: no such limit */
    /* For the fastest sizes of those that are named, timed again: after each name, and at the end.
     */
    uint16_t settle_each_tenths[3], settle_tenths[3];
    unsigned sweep_points; /* of each kernel that is named: a guess */
};

/* Measures and sends what RUN's plan wants of CHOICE. */
enum record_end kernel_choice_run(struct probe_run *run, const struct kernel_choice *choice);

/* Returns about how many S that will be. */
unsigned kernel_choice_points(const struct plan *plan, const struct kernel_choice *choice);
/* Fills FORECAST with how long a run without names takes, and what it sends; kernels that are named
 * mostly end long before their limits, which show nothing. */
void kernel_choice_forecast(const struct plan *plan, const struct kernel_choice *choice,
                            struct probe_forecast *forecast);

/* Of struct probe_words whose OF is a struct kernel_choice: the Ith name, each once; the Kth
 * variant of the Ith name; NULL: there are no more. */
const char *kernel_name_at(const void *choice, unsigned i);
const char *kernel_variant_at(const void *choice, unsigned i, unsigned k);
/* Likewise: true when the N bytes at TEXT are NAME or NAME.VARIANT of one of its kernels. */
bool kernel_is_there(const void *choice, const char *text, size_t n);

/* Returns true when KERNEL is named in LIST, names or NAME.VARIANT joined by ','. */
bool kernel_is_listed(const struct kernel *kernel, const char *list);
/* Returns true when KERNEL's data space is in LIST, joined by ','. */
bool kernel_has_space(const struct kernel *kernel, const char *list);

/* Returns true when KERNEL's schedule is in LIST, joined by ','; stretches and cyclic spaces are
 * static. */
bool kernel_has_schedule(const struct kernel *kernel, const char *list);

/* Keys: space=, schedule=, state=, contexts=, n=, exact=, laps=. */
extern const struct probe_option kernel_space_key, kernel_schedule_key, kernel_state_key,
    kernel_contexts_key, kernel_n_key, kernel_exact_key, kernel_laps_key;

#endif
