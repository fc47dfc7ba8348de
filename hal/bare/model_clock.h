/* A clock that somebody outside keeps in memory. */
#ifndef MODEL_CLOCK_H
#define MODEL_CLOCK_H

#include "bare.h"
#include <stdint.h>

/* A clock that somebody outside keeps in the image's memory, so that the very image that is flashed
 * can run against a modelled memory whose truth is known (tests/targets/plugin). It is found by its
 * symbol; on hardware nobody writes there, and it costs nothing. */
struct bare_model_clock {
    volatile uint32_t ticks[2]; /* lower half, upper half; written from outside */
    volatile uint64_t hz;       /* the same; 0: there is no such clock */
    uint64_t n_windows;         /* for the model: the memory that hal_alloc() gives out */
    struct bare_model_window {
        uint64_t start, end, page_bytes;
    } window[BARE_WINDOWS];
};

extern struct bare_model_clock bare_model_clock;

/* Adds memory from START to END, in pages of PAGE_BYTES, to what the model is to know; up to
 * BARE_WINDOWS times. */
void bare_model_clock_window(uint64_t start, uint64_t end, uint64_t page_bytes);

/* Its ticks since it was started. */
uint64_t bare_model_ticks(void);

#endif
