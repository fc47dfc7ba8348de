/* Products of matrices in memory of their own: filled, checked against plain loops, and timed. */
#ifndef TUNE_PRODUCT_H
#define TUNE_PRODUCT_H

#include "candidates.h"

/* Gets memory for products of side N by each of COUNT candidates AT. 0, or -1 and none is held. */
int product_memory_get(const struct tune_candidate *at, unsigned count, size_t n);
void product_memory_give_back(void);

/* Multiplies small matrices by C, more than a tile in each direction and with edges. Returns true
 * when every element is what plain loops make of it, and none outside C was touched. Needs memory
 * for products of side product_check_side(C). */
bool product_is_right(const struct tune_candidate *c);
size_t product_check_side(const struct tune_candidate *c);

/* Fills matrices of side N on TYPE for what follows. */
void product_fill(const char *type, size_t n);

/* Multiplies them once by C. Returns what it took: nanoseconds of this thread where BY_THREAD, else
 * ticks; MEASURE_NONE where the clock went back. */
uint64_t product_time(const struct tune_candidate *c, size_t n, bool by_thread);

/* Returns a fold of the product, the same for the same numbers. */
uint64_t product_fold(const char *type, size_t n);

#endif
