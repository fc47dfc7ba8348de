/* Starts, wakes and names harts. Source: RISC-V Supervisor Binary Interface 1.0, chapters 4 (base),
 * 7 (IPI), 9 (HSM). */
#include "board64.h"
#include "csr.h"
#include "sbi_call.h"
#include "semihost.h"
#include <hal/thread.h>

enum { STARTED = 0, MOST_HARTS = 64 };

extern char riscv64_other_entry[];

_Noreturn void riscv64_start(uint64_t hart, uintptr_t tree);

static bool runs(uint64_t hart)
{
    struct sbi_answer status = sbi_call(SBI_HSM, SBI_HSM_STATUS, hart, 0, 0);

    return status.error == 0 && status.value == STARTED;
}

/* The hart is drawn by lot, and a boot loader's `go` does not say which: the others are stopped. */
static uint64_t this_hart(uint64_t told)
{
    if (runs(told))
        return told;
    for (uint64_t hart = 0; hart < MOST_HARTS; hart++)
        if (runs(hart))
            return hart;
    return told;
}

_Noreturn void riscv64_start(uint64_t hart, uintptr_t tree)
{
    bare64_start(tree, 0, this_hart(hart));
}

const char *port_start_core(unsigned core, const struct facts_core *facts)
{
    if (sbi_call(SBI_BASE, SBI_BASE_PROBE, SBI_HSM, 0, 0).value == 0)
        return "the firmware starts no harts";
    switch (
        sbi_call(SBI_HSM, SBI_HSM_START, facts->id, (uintptr_t)riscv64_other_entry, core).error) {
    case 0:
        return NULL;
    case SBI_INVALID_PARAM:
        return "the firmware knows no such hart";
    case SBI_INVALID_ADDRESS:
        return "the firmware does not take the address of its entry";
    case SBI_ALREADY_AVAILABLE:
        return "it runs, says the firmware";
    default:
        return "the firmware cannot start it";
    }
}

unsigned bare_core(void)
{
    unsigned long core;

    __asm__ volatile("mv %0, tp" : "=r"(core));
    return (unsigned)core;
}

int bare_wake(unsigned core)
{
    return sbi_call(SBI_IPI, SBI_IPI_SEND, 1, core_ids[core], 0).error == 0 ? 0 : -1;
}

/* A wake-up that came meanwhile is still pending, and ends the wait at once. */
void bare_idle(void)
{
    __asm__ volatile("wfi" : : : "memory");
    csr_clear_sip(CSR_SSI);
}

/* The hint `pause` (Zihintpause), which older processors take for a fence. An emulator that plays
 * all harts in one thread goes on to the next one only when a hart waits: there, a wait that ends
 * at once. */
void hal_thread_pause(void)
{
    if (semihost_heard()) {
        csr_set_sip(CSR_SSI);
        __asm__ volatile("wfi" : : : "memory");
    } else {
        __asm__ volatile(".4byte 0x0100000f" : : : "memory");
    }
}

/* Volume I, 10.1: counters are ordered as device input. */
void port_fence(void)
{
    __asm__ volatile("fence iorw, iorw" : : : "memory");
}
