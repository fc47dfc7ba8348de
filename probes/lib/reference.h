/* The reference chain: dependent 32-bit additions, one of which is the unit "cycle" of every
 * latency that the host reports (BlackjackBench section 3.3.1). */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "measure.h"

/* REFERENCE_ADD adds a register, which no core folds at rename as recent ones do with constants;
 * REFERENCE_XOR is a chain of another kind, to cross-check that one addition is one cycle.
 * REFERENCE_ADD_LONG has the loop of REFERENCE_ADD around four times as many additions: the two
 * differ by what the loop itself takes. Long laps, as a compiler may lay out two loops a cycle
 * apart.
 */
enum reference_kind { REFERENCE_ADD, REFERENCE_XOR, REFERENCE_ADD_LONG, REFERENCE_KINDS };

/* The kernel of KIND; its ops are rounded up to a multiple of REFERENCE_LAP, of long
 * laps REFERENCE_LONG_LAP. Lives for ever. */
enum { REFERENCE_LAP = 64, REFERENCE_LONG_LAP = 256 };
const struct measure_kernel *reference_kernel(enum reference_kind kind);

/* Times OPS additions of REFERENCE_ADD after a lap that fetches its code: what ran since the last
 * timing may have driven it out of a small instruction cache. As measure_ticks(). */
uint64_t reference_ticks(uint64_t ops);

#endif
