/* Methods of analysis dram: refresh by the times of slow loads, rows and banks by pairs of lines.
 */
#ifndef INFER_DRAM_H
#define INFER_DRAM_H

#include "log/log.h"
#include "model/parity.h"
#include "model/period.h"
#include <stdbool.h>

/* ---- refresh ---- */

struct dram_refresh {
    size_t n_stretches, n_slow;
    double span;                         /* of all stretches, ticks */
    bool found;                          /* slow loads have a period */
    struct period period;                /* the strongest, ticks */
    double lasts, lasts_low, lasts_high; /* ticks that loads wait for its end; 0: not known */
};

/* Fills *OUT from series S, whose key is refresh. TICK_NS: nanoseconds of a tick. Returns false
 * where memory is short. */
bool dram_refresh_of(const struct log_series *s, double tick_ns, struct dram_refresh *out);

/* ---- pairs of lines ---- */

struct dram_pairs {
    size_t n_pairs, n_again; /* timed, and timed again */
    bool differ;             /* they have two modes */
    double open, conflict; /* ticks of two loads, in either mode; OPEN of all where there is one */
    double conflicts;      /* pairs in the slower one */
    double banks, low, high; /* that this share of conflicts says, and bounds; 0: none */
    size_t n_masks;          /* functions of address bits that choose a bank; 0: not known */
    uint64_t mask[PARITY_MOST];
    size_t even, n_known; /* of conflicts whose address bits are known those that agree with them */
};

/* Fills *OUT from series PAIRS and, where not NULL, RETEST. Returns false where memory is short. */
bool dram_pairs_of(const struct log_series *pairs, const struct log_series *retest,
                   struct dram_pairs *out);

#endif
