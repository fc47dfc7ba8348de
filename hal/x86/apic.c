/* Programs the local APIC: starts and wakes processors. */
#include "apic.h"
#include "clock.h"
#include "cpu.h"
#include "layout.h"
#include "vectors.h"
#include <cpuid.h>

/* SDM vol. 3A, table 10-1: offsets in bytes. */
enum {
    APIC_EOI = 0xb0,
    APIC_SVR = 0xf0,
    APIC_ICR_LOW = 0x300,
    APIC_ICR_HIGH = 0x310,
};

/* Section 10.6.1. */
enum {
    ICR_FIXED = 0 << 8,
    ICR_INIT = 5 << 8,
    ICR_STARTUP = 6 << 8,
    ICR_SEND_PENDING = 1 << 12,
    ICR_ASSERT = 1 << 14,
    ICR_DESTINATION_SHIFT = 24,
    SVR_APIC_ENABLE = 1 << 8, /* in the register of the spurious vector: section 10.9 */
};

static volatile uint32_t *apic;

void x86_apic_start(uintptr_t registers)
{
    apic = (volatile uint32_t *)registers;
}

void x86_apic_enable(void)
{
    apic[APIC_SVR / 4] = SVR_APIC_ENABLE | X86_SPURIOUS_VECTOR;
}

uint8_t x86_apic_id(void)
{
    unsigned a, b, c, d;

    __cpuid(1, a, b, c, d);
    return (uint8_t)(b >> 24);
}

static void command(uint8_t apic_id, uint32_t what)
{
    apic[APIC_ICR_HIGH / 4] = (uint32_t)apic_id << ICR_DESTINATION_SHIFT;
    apic[APIC_ICR_LOW / 4] = ICR_ASSERT | what;
    while (apic[APIC_ICR_LOW / 4] & ICR_SEND_PENDING)
        __builtin_ia32_pause();
}

/* Returns whether *UP is set within MOST_US. */
static int comes_up(const unsigned *up, unsigned most_us)
{
    enum { STEP_US = 20 };

    for (unsigned us = 0; us < most_us; us += STEP_US) {
        if (__atomic_load_n(up, __ATOMIC_ACQUIRE))
            return 1;
        x86_clock_wait_us(STEP_US);
    }
    return 0;
}

/* INIT, 10 ms, then the start twice: SDM vol. 3A, section 8.4.4.1. */
int x86_apic_start_processor(uint8_t apic_id, const unsigned *up)
{
    enum { INIT_US = 10000, FIRST_US = 200, SECOND_US = 100000 };
    const uint32_t start = ICR_STARTUP | X86_TRAMPOLINE_AT >> 12;

    command(apic_id, ICR_INIT);
    x86_clock_wait_us(INIT_US);
    command(apic_id, start);
    if (comes_up(up, FIRST_US))
        return 0;
    command(apic_id, start);
    if (comes_up(up, SECOND_US))
        return 0;
    command(apic_id, ICR_INIT); /* so that it does not come up later, on another's stack */
    return -1;
}

void x86_apic_wake(uint8_t apic_id)
{
    command(apic_id, ICR_FIXED | X86_WAKE_VECTOR);
}

void x86_apic_end_of_interrupt(void)
{
    apic[APIC_EOI / 4] = 0;
}
