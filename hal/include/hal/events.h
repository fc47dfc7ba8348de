/* Event counters of the core, for events that a user names: instructions, cycles, misses. */
#ifndef HAL_EVENTS_H
#define HAL_EVENTS_H

#include <stdint.h>

/* Events that are counted at once, and the bytes of a name, its end among them. */
enum { HAL_EVENTS = 4, HAL_EVENT_BYTES = 48 };

/* A count that is not known: the counter overflowed, or the system counted something else in
 * between. */
#define HAL_EVENT_LOST UINT64_MAX

/* What an event counts, as far as a test can show that it does. */
enum hal_event_kind {
    HAL_EVENT_OTHER,
    HAL_EVENT_CYCLES,       /* of the core */
    HAL_EVENT_INSTRUCTIONS, /* retired */
    HAL_EVENT_LINES,        /* read into a cache */
    HAL_EVENT_FLOPS,        /* floating-point instructions or operations */
    HAL_EVENT_TLB,          /* misses of loads in a data TLB */
};

/* Returns who counts: "pmu" (ARM), "hpm" (RISC-V), "x86", "perf" (Linux). A literal; NULL: this
 * machine has no event counters that the port can read. */
const char *hal_events_name(void);

/* Adds the event NAME, of at most HAL_EVENT_BYTES - 1 bytes, to those that are counted. Names are
 * those of the architecture on bare boards, those of perf and of libpfm4 under Linux; everywhere
 * rN is the event with the hexadecimal code N, as the core's manual has it. Returns NULL and fills
 * *KIND; or returns why the event cannot be counted, a literal, and adds nothing. */
const char *hal_event_add(const char *name, enum hal_event_kind *kind);

/* Removes the event that was added last. */
void hal_event_drop(void);

/* Starts to count all events on the context that calls, from 0. */
void hal_events_begin(void);

/* Fills COUNTS, in the order of hal_event_add(), with what was counted on the context that calls
 * since its last hal_events_begin(). HAL_EVENT_LOST: not known. */
void hal_events_end(uint64_t counts[HAL_EVENTS]);

#endif
