/* Which level of a machine serves an access whose distances a signature tells. */
#ifndef LEVELS_H
#define LEVELS_H

#include "cause.h"
#include "machine.h"
#include "signature/signature.h"
#include <stdbool.h>
#include <stdint.h>

/* Share of the accesses in each group of distances that hit, by level; made once a machine. */
struct levels {
    const struct machine *machine;
    unsigned cold; /* level, from 0, that a line comes from which was never touched before */
    int line_sets; /* which of signature_line_sets[] cache 1 has; -1: none of them */
    int page_sets[MACHINE_TLBS];
    float first_hits[SIGNATURE_DEPTHS]; /* in cache 1, by depth in its sets */
    int page_lines; /* which of signature_line_sets[] has as many sets as lines in a page; or -1 */
    float deep_hits[SIGNATURE_DEPTHS]; /* in cache 2, by depth among the lines at one place of their
                                          pages; below 0: by distance */
    float hits[MACHINE_CACHES][SIGNATURE_GROUPS];
    float tlb_hits[MACHINE_TLBS][SIGNATURE_GROUPS];
    float code_hits[MACHINE_CACHES][SIGNATURE_GROUPS]; /* the first is the code cache */
};

/* Of M and the touches of S, which caches count on that do not replace what was used least lately.
 * Where memory is short these are taken for such that do. */
void levels_make(struct levels *l, const struct machine *m, const struct signature *s);

/* Returns the level that serves ACCESS, from 0; machine->levels is memory. CHANCE is uniform below
 * 1, and decides where the groups leave it open; one for all levels, so that they nest. */
unsigned levels_of(const struct levels *l, const struct signature_access *access, float chance);

/* Returns the cycles that the translation of ACCESS costs. */
double levels_translation(const struct levels *l, const struct signature_access *access,
                          float chance);

/* Returns the level that a line of code comes from whose distance is of group DISTANCE: 0 is the
 * code cache. */
unsigned levels_of_code(const struct levels *l, unsigned distance, float chance);

/* Returns the share of accesses of group DISTANCE that hit in CAPACITY lines of WAYS; WAYS 0 or
 * lines in their order (SCATTERED false): fully associative. */
double levels_share(unsigned distance, double capacity, double ways, bool scattered);

/* Returns the cycles by which S may be off on the machine of LEVELS since caches beyond the first
 * may be as small or as large as their answers' bounds say: accesses whose distance lies between
 * a bound and the size are served by the next level, or by this one, and what that changes counts
 * as much as such cycles do in CAUSE, those that were predicted. Sizes are independent: squares add
 * up. 0 where sizes have no bounds, or no access lies there. */
double edges_error(const struct levels *l, const struct signature *s, const double cause[CAUSES]);

#endif
