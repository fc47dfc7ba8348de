/* Facts that a bare ARMv7-A board and its core's port state for the code that both share. */
#ifndef NEEDS_H
#define NEEDS_H

#include "bare.h"
#include "clock.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Stated by a board with an ARMv7-A core (board.c), and what a core's port (hal/arm_a9,
 * hal/arm_a8) brings. Besides: `board_uart` (bare.h); and in link.ld image_start, where the image
 * is linked and loaded, and board_pl310, the base of the PL310 or 0. */

struct arm_range {
    uintptr_t start;
    size_t size_bytes;
};

struct arm_board {
    /* Memory: START a multiple of 16 MiB; its first 16 MiB hold the image, at least 64 MiB in all.
     */
    struct arm_range ram;
    /* Ranges mapped as device memory, whole MiB; ends with a size of 0. All else is not mapped. */
    const struct arm_range *devices;
    /* Its memories, where it has several; NULL: one. What lies outside of RAM is mapped by whole
     * MiB, as memory that no cache holds. */
    const struct bare_region *regions;
    /* Counters other than the core's cycle counter, best first, up to ARM_CLOCKS; ends with a
     * driver of NULL. */
    const struct clock *clocks;
    /* Does what cannot wait: stops a watchdog that runs. Before caches and MMU are on; NULL:
     * nothing. */
    void (*start)(void);
};
enum { ARM_CLOCKS = 4 };
extern const struct arm_board board;

/* Boards with a Cortex-A9. */
struct a9_board {
    uintptr_t
        periph_base; /* of SCU, interrupt controller, timers; CBAR lies on some emulated boards */
    uintptr_t pl310_base; /* 0: none */
    /* Turns the PL310 on where its control register is out of reach; NULL: the register is. */
    void (*pl310_enable)(void);
    /* Lets core CORE, 1 to 3, start at ENTRY, in addition to what every board does: those that are
     * parked in this image are woken by interrupt. NULL: nothing else to do. */
    void (*release)(unsigned core, uintptr_t entry);
    /* The image runs in Non-secure state: what only Secure state may write is left alone. */
    bool nonsecure;
};
extern const struct a9_board board_a9;

/* Boards with a Cortex-A8. */
struct a8_board {
    /* The image runs in Non-secure state, where writing ACTLR is undefined: if the second-level
     * cache is off, the board's start asks its ROM. */
    bool nonsecure;
};
extern const struct a8_board board_a8;

/* ---- from the core's port ---- */

/* Memory is mapped as shareable: cores are kept coherent. A core that has no such company may well
 * not cache what is. */
extern const bool core_shares_memory;

/* Before caches are on, on each core: what else the core needs. */
void core_start(void);

/* Bits of ACTLR that the image reports (hal/os_reported.h), by the names of the core's manual; ends
 * with an id of NULL. */
struct core_bit {
    const char *id;
    uint8_t shift;
};
extern const struct core_bit core_actlr_bits[];

/* Sets *ID and *VALUE to what register field I, from 0, of the cache outside the core says, and
 * returns true; false after the last one, or where there is no such cache. */
bool core_outer_reported(unsigned i, const char **id, uint32_t *value);

/* Starts the cache outside the core; once, after core_start() on the first core. */
void core_outer_start(void);

/* Writes back and drops the lines of [START, END) in the cache outside the core, where there is
 * one. */
void core_outer_flush(uintptr_t start, uintptr_t end);

/* On a core other than the first that came in with it: returns when it may start. */
void core_park(void);

/* On a core other than the first, MMU and caches on: signals to the first that it is here. */
void core_arrived(void);

/* ---- from entry.S ---- */

/* Where a core that is released begins; addresses of what the linker placed. */
extern char arm_released_entry[], arm_vectors[];

#endif
