/* The chip that an image is made for. */
#ifndef CHIP_H
#define CHIP_H

#include <stdint.h>

/* A word by which a chip identifies itself, at a place that its maker fixed. */
struct m_chip {
    const char *name;
    uintptr_t at;
    uint32_t mask, value; /* what its word is, as far as MASK is 1 */
};

/* Ends an image that was written to another chip than CHIP: says so where the console is that of
 * the board, with status M_CHIP_OTHER where somebody listens. For the board's start; where nothing
 * answers at the place, the fault is reported. */
enum { M_CHIP_OTHER = 1 };
void m_chip_must_be(const struct m_chip *chip);

#endif
