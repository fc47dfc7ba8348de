/* Source: Cortex-A9 MPCore TRM, DDI 0407, section 2.2, SCU registers. */
#include "scu.h"
#include "memory_word.h"

enum { CONTROL = 0x00, CONFIGURATION = 0x04, INVALIDATE = 0x0c };
enum { ON = 1, EVERY_WAY = 0xffff, CORES_MASK = 3 };

void scu_start(uintptr_t periph_base)
{
    uint32_t control = word_in(periph_base + CONTROL);

    if ((control & ON) != 0) /* a boot loader did, and its other cores may be coherent already */
        return;
    word_out(periph_base + INVALIDATE, EVERY_WAY);
    word_out(periph_base + CONTROL, control | ON);
}

unsigned scu_cores(uintptr_t periph_base)
{
    return (word_in(periph_base + CONFIGURATION) & CORES_MASK) + 1;
}
