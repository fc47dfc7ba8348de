/* Answers calls for SBI in machine mode: starts harts and wakes them. Sources: RISC-V Supervisor
 * Binary Interface 1.0, chapters 3, 4, 7, 9; SiFive FU540-C000 Manual, v1p4, chapter 9 (CLINT). */
#include "machine.h"
#include "csr.h"
#include "memory_word.h"
#include "sbi.h"
#include <stddef.h>

enum { CALL_FROM_SUPERVISOR = 9, CALL_BYTES = 4 };

_Static_assert(sizeof(struct machine_hart) == 1 << MACHINE_HART_SHIFT, "machine_entry.S");
_Static_assert(offsetof(struct machine_hart, state) == MACHINE_HART_STATE, "machine_entry.S");

/* They hold a value before C is set up: in .data, which nobody clears. */
#define BEFORE_C __attribute__((section(".data")))
extern struct machine_hart machine_harts[MACHINE_HARTS];
extern uint32_t machine_first;
extern char machine_stacks[MACHINE_HARTS][MACHINE_STACK_BYTES];

struct machine_hart machine_harts[MACHINE_HARTS] BEFORE_C = {
    [0 ... MACHINE_HARTS - 1] = { .state = MACHINE_STOPPED },
};
uint32_t machine_first BEFORE_C = 0;
char machine_stacks[MACHINE_HARTS][MACHINE_STACK_BYTES] __attribute__((aligned(16)));

static void interrupt(uint64_t hart, uint32_t on)
{
    word_out(machine_clint + hart * sizeof(uint32_t), on);
}

static struct machine_hart *hart_of(uint64_t name)
{
    return name < MACHINE_HARTS ? &machine_harts[name] : NULL;
}

static int64_t start_hart(uint64_t name, uint64_t entry, uint64_t word)
{
    struct machine_hart *hart = hart_of(name);

    if (!hart)
        return SBI_INVALID_PARAM;
    if (hart->state == MACHINE_STARTED)
        return SBI_ALREADY_AVAILABLE;
    hart->entry = entry;
    hart->word = word;
    __atomic_store_n(&hart->state, MACHINE_STARTED, __ATOMIC_RELEASE);
    interrupt(name, 1);
    return 0;
}

static int64_t send(uint64_t mask, uint64_t base)
{
    for (uint64_t i = 0; mask != 0; i++, mask >>= 1)
        if ((mask & 1) != 0 && hart_of(base + i))
            interrupt(base + i, 1);
    return 0;
}

static int64_t hsm(uint64_t *a)
{
    struct machine_hart *hart = hart_of(a[0]);

    if (a[6] == SBI_HSM_START)
        return start_hart(a[0], a[1], a[2]);
    if (a[6] != SBI_HSM_STATUS)
        return SBI_NOT_SUPPORTED;
    if (!hart)
        return SBI_INVALID_PARAM;
    a[1] = hart->state;
    return 0;
}

static int64_t call(uint64_t *a)
{
    uint64_t extension = a[7];

    if (extension == SBI_HSM)
        return hsm(a);
    if (extension == SBI_IPI && a[6] == SBI_IPI_SEND)
        return send(a[0], a[1]);
    if (extension != SBI_BASE || a[6] != SBI_BASE_PROBE)
        return SBI_NOT_SUPPORTED;
    a[1] = a[0] == SBI_HSM || a[0] == SBI_IPI;
    return 0;
}

uint64_t machine_trapped(uint64_t *a, uint64_t cause)
{
    if (cause == CALL_FROM_SUPERVISOR) {
        a[0] = (uint64_t)call(a);
        return CALL_BYTES;
    }
    /* A software interrupt, all else is supervisor mode's. It is handed down. */
    interrupt(csr_mhartid(), 0);
    csr_set_mip(CSR_SSI);
    return 0;
}
