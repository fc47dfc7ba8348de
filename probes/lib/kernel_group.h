/* Measures kernels that compute the same, in all their variants, and sends their series. */
#ifndef KERNEL_GROUP_H
#define KERNEL_GROUP_H

#include "kernel_run.h"

struct kernel_group {
    const struct kernel *const *kernels; /* N of one name, the reference first */
    unsigned n;
    unsigned states;       /* bit S: enum kernel_state S */
    bool sweep;            /* all sizes; else a few within each level */
    bool database;         /* kernel_sizes_database() on one context in warm caches; at the middle
                            * one in cold caches, too, and on several contexts */
    bool model;            /* the key model is sent: seq, static, farm */
    uint64_t most_bytes;   /* of the arrays of all contexts together */
    uint64_t budget_ticks; /* 0: no limit */
};

/* Checks every variant at every size before anything is timed, then times all sizes of all variants
 * on 1, 2 ... contexts in shuffled order, and sends for each variant and number of contexts:
 *
 * - series run->name: E n and its counts (order of enum kernel_count), bytes, and the check as two
 *   halves; then S, x = n:0 and ops = laps, of caches that are not warm: sets of arrays; and x =
 * 0:1, the same call with n = 0;
 * - add_chain with it, x as above: the reference chain next to each timing;
 * - series traffic, where the port counts: E n, and lines in and out of each level in one lap,
 *   then the levels' lines in bytes. Where data were flushed by line (kernel_cold.h), out has those
 * that a flush after the lap writes back, too. Keys of (the probe), by (who counts), levels, and
 * only=in where nobody counts lines out of the last level, which are 0;
 * - series walks, likewise: E n, and walks of page tables in one lap; keys of traffic but levels.
 *
 * A size that is left out is a SKIP. Before them series expected, of the checks that the build
 * computed. RECORD_END_OK, or why nothing could be measured. */
enum record_end kernel_group_run(struct probe_run *run, const struct kernel_group *group);

#endif
