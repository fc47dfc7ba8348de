/* Facts that a board with a Cortex-M states. */
#ifndef NEEDS_H
#define NEEDS_H

#include "bare.h"
#include "clock.h"
#include "register_field.h"
#include <stddef.h>
#include <stdint.h>

/* Besides: `board_uart` (bare.h); and in link.ld code_start, code_bytes, ram_start, ram_bytes and
 * stack_bytes (hal/arm_m/image.ld). */

struct m_range {
    uintptr_t start;
    size_t size_bytes;
};

struct m_board {
    /* Memory other than that in which the image's data lie; ends with a size of 0. NULL: none. */
    const struct m_range *more;
    /* Its memories, where it has several; NULL: one. */
    const struct bare_region *regions;
    /* Counters other than the core's cycle counter, best first, up to M_CLOCKS; ends with a driver
     * of NULL. NULL: none. */
    const struct clock *clocks;
    /* Clocks, pins, wait states: before the console starts. NULL: nothing. */
    void (*start)(void);
    /* Registers of the chip that the log reports (hal/os_reported.h), as FLASH_ACR; ends with an
     * empty id. NULL: none. */
    const struct register_field *registers;
};
enum { M_CLOCKS = 4 };
extern const struct m_board board;

/* Where the image ends in the memory that holds its code, from image.ld. */
extern char image_end[];

#endif
