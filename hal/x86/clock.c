/* Reads ACPI's timer or the HPET. */
#include "clock.h"
#include "cpu.h"

enum {
    PM_TIMER_HZ = 3579545,         /* ACPI Specification 5.0, section 4.8.3.3 */
    MOST_TSC_MHZ = 8000,           /* no time-stamp counter is faster */
    HPET_COUNTER_CLK_PERIOD = 0x4, /* IA-PC HPET Specification 1.0a, section 2.3.4: femtoseconds */
    HPET_GENERAL_CONFIG = 0x10,    /* section 2.3.5 */
    HPET_MAIN_COUNTER = 0xf0, /* section 2.3.7; its lower half, which every CPU can read at once */
    HPET_LONGEST_FS = 100000000 /* section 2.3.4 */
};

struct x86_clock x86_clock;
static uint16_t pm_timer_port;
static uintptr_t hpet;

static uint64_t pm_timer_ticks(void)
{
    return x86_in32(pm_timer_port);
}

static volatile uint32_t *hpet_register(unsigned at)
{
    return (volatile uint32_t *)(hpet + at);
}

static uint64_t hpet_ticks(void)
{
    return *hpet_register(HPET_MAIN_COUNTER);
}

static void hpet_start(void)
{
    const uint64_t second_fs = 1000000000000000u;
    uint32_t period_fs = *hpet_register(HPET_COUNTER_CLK_PERIOD);

    if (period_fs == 0 || period_fs > HPET_LONGEST_FS)
        return;
    *hpet_register(HPET_GENERAL_CONFIG) |= 1;
    x86_clock = (struct x86_clock){ "hpet", second_fs / period_fs, 32, hpet_ticks };
}

void x86_clock_start(const struct x86_acpi *acpi)
{
    pm_timer_port = acpi->pm_timer_port;
    hpet = acpi->hpet;
    if (pm_timer_port)
        x86_clock =
            (struct x86_clock){ "acpi_pm", PM_TIMER_HZ, acpi->pm_timer_bits, pm_timer_ticks };
    else if (hpet)
        hpet_start();
}

void x86_clock_wait_us(uint32_t us)
{
    if (x86_clock.hz == 0) {
        uint64_t begin_tsc = x86_tsc();

        while (x86_tsc() - begin_tsc < (uint64_t)us * MOST_TSC_MHZ)
            __builtin_ia32_pause();
        return;
    }
    uint64_t mask = ((uint64_t)1 << x86_clock.bits) - 1;
    uint64_t wanted_ticks = x86_clock.hz * us / 1000000 + 1;
    uint64_t begin = x86_clock.now_ticks();

    while (((x86_clock.now_ticks() - begin) & mask) < wanted_ticks)
        __builtin_ia32_pause();
}
