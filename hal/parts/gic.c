/* Source: ARM Generic Interrupt Controller Architecture Specification 1.0, IHI 0048A, sections 4.3
 * (distributor) and 4.4 (CPU interface); Cortex-A9 MPCore TRM, DDI 0407, section 1.5 for their
 * places. */
#include "gic.h"
#include "memory_word.h"

enum { ICCICR = 0x100, ICCPMR = 0x104, ICCIAR = 0x10c, ICCEOIR = 0x110 };
enum { ICDDCR = 0x1000, ICDSGIR = 0x1f00 };
enum { ENABLE = 1, EVERY_PRIORITY = 0xf0, WAKE = 1, ID_MASK = 0x3ff, CPU_TARGET_LIST_SHIFT = 16 };

void gic_start(uintptr_t periph_base)
{
    word_out(periph_base + ICDDCR, ENABLE);
}

void gic_start_core(uintptr_t periph_base)
{
    word_out(periph_base + ICCPMR, EVERY_PRIORITY);
    word_out(periph_base + ICCICR, ENABLE);
}

void gic_wake(uintptr_t periph_base, unsigned core)
{
    word_out(periph_base + ICDSGIR, 1u << (CPU_TARGET_LIST_SHIFT + core) | WAKE);
}

bool gic_taken(uintptr_t periph_base)
{
    uint32_t taken = word_in(periph_base + ICCIAR); /* with the sender, which ICCEOIR wants, too */

    if ((taken & ID_MASK) != WAKE)
        return false;
    word_out(periph_base + ICCEOIR, taken);
    return true;
}
