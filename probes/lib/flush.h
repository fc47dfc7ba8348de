/* Makes caches cold: by the port's flush where it is seen to work, else by a walk over more memory
 * than they hold. */
#ifndef FLUSH_H
#define FLUSH_H

#include "hal/alloc.h"
#include "run/probe.h"

struct flush {
    bool by_line;           /* the port flushes, and a flushed line costs a miss; else by walk */
    bool code;              /* code can be flushed, too, or is walked */
    struct hal_block other; /* what is walked; flush.c's own */
};

/* Returns true when the port flushes lines, and a flushed one costs a miss; looked at once in an
 * image, in some milliseconds. */
bool flush_by_line(void);

/* Leaves no line of the N_BYTES at START in a cache, where flush_by_line(), but one of each page:
 * that of its byte number KEPT, whose load translates the page. */
void flush_but_translations(const void *start, size_t n_bytes, size_t kept);

/* Gets ready: finds out, once in an image, whether the port's flush does anything, and where it
 * does not, gets up to MOST_BYTES to walk: four times the last cache that PLAN knows. 0, or -1: no
 * memory beyond the last cache, and then *FLUSH can do nothing. flush_end() either way. */
int flush_begin(struct flush *flush, const struct plan *plan, size_t most_bytes);
void flush_end(struct flush *flush);

/* Leaves no line of the N_BYTES at START in a data cache. By walk: as far as the memory walked
 * reaches, and what the caches then hold are other lines. */
void flush_data(const struct flush *flush, const void *start, size_t n_bytes);

/* Leaves no code but its own in a cache of instructions. By walk: as far as the code of all
 * operations that the image times reaches, which may be less than such a cache holds. Nothing where
 * code is false. */
void flush_code(const struct flush *flush);

/* Returns "line" or "walk": the key flush of a series. A literal. */
const char *flush_name(const struct flush *flush);

#endif
