/* Source: ARM Generic Interrupt Controller Architecture Specification 1.0, IHI 0048A, sections 4.3
 * (distributor) and 4.4 (CPU interface); Cortex-A9 MPCore TRM, DDI 0407, section 1.5 for their
 * places. */
#include "gic.h"
#include "memory_word.h"

enum { CORE_CONTROL = 0x100, CORE_PRIORITY = 0x104, CORE_TAKE = 0x10c, CORE_DONE = 0x110 };
enum { ALL_CONTROL = 0x1000, ALL_SEND = 0x1f00 };
enum { ON = 1, EVERY_PRIORITY = 0xf0, WAKE = 1, ID_MASK = 0x3ff, TARGET_SHIFT = 16 };

void gic_start(uintptr_t periph_base)
{
    word_out(periph_base + ALL_CONTROL, ON);
}

void gic_start_core(uintptr_t periph_base)
{
    word_out(periph_base + CORE_PRIORITY, EVERY_PRIORITY);
    word_out(periph_base + CORE_CONTROL, ON);
}

void gic_wake(uintptr_t periph_base, unsigned core)
{
    word_out(periph_base + ALL_SEND, 1u << (TARGET_SHIFT + core) | WAKE);
}

bool gic_taken(uintptr_t periph_base)
{
    uint32_t taken = word_in(periph_base + CORE_TAKE); /* with the sender, which DONE wants, too */

    if ((taken & ID_MASK) != WAKE)
        return false;
    word_out(periph_base + CORE_DONE, taken);
    return true;
}
