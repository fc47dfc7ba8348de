/* Memory whose page size is what translations show, not what the system granted.
 *
 * Under some hypervisors a huge page is a name only: its TLB entries and frames are those of
 * base pages. Probes that order their loads by pages would then measure translations. */
#ifndef GRANTED_H
#define GRANTED_H

#include "hal/alloc.h"
#include "run/probe.h"

/* Is hal_alloc(), and then checks a huge page against the TLB, once for each size that is granted:
 * loads on as many base pages as fit in a large one cost what they cost packed together, unless
 * each base page has a translation of its own. Then block->page_bytes becomes the base page, and
 * only a block of one base page is contiguous. Takes some milliseconds. Not reentrant. */
int granted_alloc(struct hal_block *block, size_t size_bytes, size_t align_bytes,
                  enum hal_pages pages);

/* The size of huge pages that were granted and not mapped by one TLB entry, bytes; 0: none were. */
size_t granted_refuted_bytes(void);

/* The key of a series that says so: granted=BYTES; no key where none were. The last of its keys. */
struct probe_key granted_key(void);

/* Large memory for sweeps: BYTES, on huge pages where granted, else as much as can be had, halving
 * down to LEAST_BYTES. 0, or -1 when even that is not there. The caller frees it with hal_free().
 */
int chase_alloc(struct hal_block *block, size_t bytes, size_t least_bytes);

/* Segment size for BLOCK: its page size, or all of it when it has no pages. Where huge pages were
 * refuted: 16 pages, as a prefetcher that works inside a page soon has one page. */
size_t chase_segment_bytes(const struct hal_block *block);

#endif
