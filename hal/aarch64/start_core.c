/* Starts, wakes and names cores: PSCI, or a spin table. */
#include "board64.h"
#include "page_map.h"
#include "system.h"
#include <hal/thread.h>

extern char a64_other_entry[];

/* Returns a firmware's answer to FUNCTION: SMC Calling Convention, DEN 0028. */
static int64_t psci(enum facts_psci method, uint64_t function, uint64_t a, uint64_t b, uint64_t c)
{
    register uint64_t x0 __asm__("x0") = function;
    register uint64_t x1 __asm__("x1") = a;
    register uint64_t x2 __asm__("x2") = b;
    register uint64_t x3 __asm__("x3") = c;

#define CHANGED                                                                                    \
    "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17",    \
        "memory"
    if (method == FACTS_PSCI_HVC)
        __asm__ volatile("hvc #0" : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3) : : CHANGED);
    else
        __asm__ volatile("smc #0" : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3) : : CHANGED);
#undef CHANGED
    return (int64_t)x0;
}

/* Power State Coordination Interface, DEN 0022, 5.4 (CPU_ON) and 5.2.2 (answers). */
static const char *start_by_psci(uint64_t id)
{
    enum { INVALID_PARAMETERS = -2, DENIED = -3, ALREADY_ON = -4, INVALID_ADDRESS = -9 };
    const uint64_t cpu_on = 0xc4000003;
    enum facts_psci method = facts64.psci != FACTS_NO_PSCI ? facts64.psci : board.psci;

    if (method == FACTS_NO_PSCI)
        return "nobody says how PSCI is called";
    switch ((int32_t)psci(method, cpu_on, id, (uintptr_t)a64_other_entry, 0)) {
    case 0:
        return NULL;
    case INVALID_PARAMETERS:
        return "PSCI knows no such core";
    case DENIED:
        return "PSCI denies it";
    case ALREADY_ON:
        return "it is on, says PSCI";
    case INVALID_ADDRESS:
        return "PSCI does not take the address of its entry";
    default:
        return "PSCI cannot start it";
    }
}

/* The word may lie in the page at address 0, which is not mapped: the first GiB is mapped once more
 * at the end, as a device. Linux, Documentation/arm64/booting.rst: the core waits for an event and
 * goes where the word says. */
static const char *start_by_spin_table(uint64_t release_at)
{
    const uint64_t gib = (uint64_t)1 << 30, last = 511;

    if (release_at >= gib || release_at % 8 != 0)
        return "its word of the spin table is out of reach";
    page_root[last] = port_page(0, PAGE_DEVICE);
    system_dsb();
    system_isb();
    *(volatile uint64_t *)(last * gib + release_at) = (uintptr_t)a64_other_entry;
    system_dsb();
    __asm__ volatile("sev" : : : "memory");
    return NULL;
}

const char *port_start_core(unsigned core, const struct facts_core *facts)
{
    (void)core;
    for (unsigned i = 0; i < BARE_CORES; i++)
        system_dc_civac((uintptr_t)&core_ids[i]); /* it is looked for with caches off */
    system_dsb();
    if (facts->start == FACTS_START_PSCI)
        return start_by_psci(facts->id);
    if (facts->start == FACTS_START_SPIN_TABLE)
        return start_by_spin_table(facts->release_at);
    return "nobody says how it starts";
}

unsigned bare_core(void)
{
    return (unsigned)system_tpidr_el1();
}

int bare_wake(unsigned core)
{
    (void)core;
    __asm__ volatile("dsb sy\n\tsev" : : : "memory");
    return 0;
}

void bare_idle(void)
{
    __asm__ volatile("wfe" : : : "memory");
}

void hal_thread_pause(void)
{
    __asm__ volatile("yield" : : : "memory");
}

void port_fence(void)
{
    system_dsb();
    system_isb();
}
