/* The clock that everything is measured with. */
#ifndef HAL_TIMER_H
#define HAL_TIMER_H

#include <stdint.h>

/* The clock that every probe reads. A port picks the best clock it has at run time. */

/* Chooses the clock and tests that it advances; falls back to the next one when it does not
 * (PMCCNTR reads 0 for ever on some emulators). Call once, before any other call here.
 * 0, or -1 when no clock of the port advances. */
int hal_timer_start(void);

/* Ticks since an unstated origin, on the calling context. Never goes back on one context, except
 * that it wraps at hal_timer_bits(). Reads the clock after every earlier load has its value and
 * before any later one starts. Cannot fail. Costs what probe timer_floor measures. */
uint64_t hal_timer_now_ticks(void);

/* Width of the counter, bits, 16 to 64: differences of two readings are taken modulo 2^bits, and
 * are meaningful below half of that. */
unsigned hal_timer_bits(void);

/* Ticks in one second, constant while the image runs; 0 when the port cannot know. */
uint64_t hal_timer_hz(void);

/* The clock that was chosen, for the RUN sentence: "tsc", "monotonic_raw" ... A literal. */
const char *hal_timer_name(void);

/* Nanoseconds that the calling thread has run, those in which others ran left out; 0 where a port
 * has no such clock. Costs a system call: for timings of a millisecond and more. */
uint64_t hal_timer_thread_ns(void);

#endif
