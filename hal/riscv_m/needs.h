/* Facts that a board with a RISC-V core in machine mode states. */
#ifndef NEEDS_H
#define NEEDS_H

#include "bare.h"
#include "clock.h"
#include <stddef.h>
#include <stdint.h>

/* Besides: `board_uart` (bare.h); and image_start in link.ld (hal/riscv_m/image.ld). */
struct m_board {
    /* Memory, in which the image lies. Of what a device tree tells, no more is used. */
    uintptr_t ram_start;
    size_t ram_bytes;
    /* Counters beside the core's cycle counter, best first, up to M_CLOCKS; ends with a driver of
     * NULL. NULL: none. */
    const struct clock *clocks;
    /* Does what cannot wait: pins, clocks. Before the console starts. NULL: nothing. */
    void (*start)(void);
};
enum { M_CLOCKS = 4 };
extern const struct m_board board;

#endif
