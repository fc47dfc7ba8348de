/* Source: Cortex-A9 MPCore TRM, DDI 0407, section 2.2, SCU registers. */
#include "scu.h"
#include "memory_word.h"

enum { SCU_CONTROL = 0x00, SCU_CONFIGURATION = 0x04, SCU_INVALIDATE_ALL = 0x0c };
enum { CONTROL_SCU_ENABLE = 1, EVERY_WAY = 0xffff, CONFIGURATION_CPU_NUMBER = 3 };

void scu_start(uintptr_t periph_base)
{
    uint32_t control = word_in(periph_base + SCU_CONTROL);

    /* A boot loader has turned it on, and its other cores may be coherent already. */
    if ((control & CONTROL_SCU_ENABLE) != 0)
        return;
    word_out(periph_base + SCU_INVALIDATE_ALL, EVERY_WAY);
    word_out(periph_base + SCU_CONTROL, control | CONTROL_SCU_ENABLE);
}

unsigned scu_cores(uintptr_t periph_base)
{
    return (word_in(periph_base + SCU_CONFIGURATION) & CONFIGURATION_CPU_NUMBER) + 1;
}
