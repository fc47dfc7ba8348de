/* Times parts of a program of one's own, and sends them as kernels in the record stream, so that
 * `analyze` shows them under the roof:
 *
 *     region_begin("solve", work, bytes);
 *     solve();
 *     region_end();
 *     ...
 *     region_send("--quick");
 *
 * Link libregion.a and pthread. One thread calls these, one region at a time. */
#ifndef REGION_H
#define REGION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is kept: of so many names so many sizes, of each the first timings. */
enum { REGION_NAMES = 16, REGION_SIZES = 32, REGION_TIMINGS = 25 };

/* Begins region NAME: lower-case letters, digits and '_', at most 23, in memory that stays. WORK:
 * floating-point operations that it does; 0: not known. BYTES that it has to move at least, in and
 * out, are its size: one WORK for each. region_send() reports what cannot be kept. */
void region_begin(const char *name, uint64_t work, uint64_t bytes);

/* Ends the region that was begun last. */
void region_end(void);

/* Sends a run of the record stream to standard output, among whatever the program writes there: the
 * clock, the reference cycle, all regions, and what OPTIONS of `probes` (words joined by blanks)
 * ask for, NULL: nothing else. "--quick" measures this machine, too: ceilings next to the regions.
 * 0, else an exit status of `probes`, after a message. */
int region_send(const char *options);

#ifdef __cplusplus
}
#endif

#endif
