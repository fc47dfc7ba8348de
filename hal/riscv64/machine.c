/* Answers calls for SBI in machine mode: starts harts and wakes them, and chooses what counters
 * count. Sources: RISC-V Supervisor Binary Interface 1.0, chapters 3, 4, 7, 9, 11; SiFive
 * FU540-C000 Manual, v1p4, chapter 9 (CLINT). */
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

/* ---- counters ---- */

/* Those that are handed out: mhpmcounter3 and on. */
enum { FIRST_COUNTER = 3, LAST_COUNTER = 6, COUNTERS = 7, CSR_CYCLE = 0xc00, WIDTH_LESS_1 = 63 };

#define COUNTER(n)                                                                                 \
    case n:                                                                                        \
        __asm__ volatile("csrw mhpmevent" #n ", %1\n\tcsrw mhpmcounter" #n ", zero\n\t"            \
                         "csrr %0, mhpmevent" #n                                                   \
                         : "=&r"(kept)                                                             \
                         : "r"(event)                                                              \
                         : "memory");                                                              \
        break;
#define COUNTED(n)                                                                                 \
    case n:                                                                                        \
        __asm__ volatile("csrr %0, mhpmevent" #n : "=r"(event) : : "memory");                      \
        break;

/* Counter I counts EVENT, a value of mhpmevent, from 0. Returns what the hart made of EVENT. */
static uint64_t count_event(uint64_t i, uint64_t event)
{
    uint64_t kept = 0;

    switch (i) {
        COUNTER(3)
        COUNTER(4)
        COUNTER(5)
        COUNTER(6)
    default:
        break;
    }
    return kept;
}

static uint64_t event_of(uint64_t i)
{
    uint64_t event = 0;

    switch (i) {
        COUNTED(3)
        COUNTED(4)
        COUNTED(5)
        COUNTED(6)
    default:
        break;
    }
    return event;
}

/* a0, a1: base and mask of counters; a3, a4: the event, of SBI or raw. Harts whose mhpmevent has
 * the index of SBI as a value, as QEMU's, count that, too. */
static int64_t configure(uint64_t *a)
{
    uint64_t event = a[3] == SBI_PMU_RAW ? a[4] : a[3];

    for (uint64_t i = FIRST_COUNTER; i <= LAST_COUNTER && event != 0; i++) {
        if (i < a[0] || (a[1] >> (i - a[0]) & 1) == 0 || event_of(i) != 0)
            continue;
        if (count_event(i, event) == event) {
            a[1] = i;
            return 0;
        }
        (void)count_event(i, 0);
    }
    return SBI_NOT_SUPPORTED;
}

static int64_t pmu(uint64_t *a)
{
    switch (a[6]) {
    case SBI_PMU_COUNTERS:
        a[1] = COUNTERS;
        return 0;
    case SBI_PMU_INFO:
        a[1] = a[0] < COUNTERS ? CSR_CYCLE + a[0] + ((uint64_t)WIDTH_LESS_1 << 12) : 0;
        return a[0] < COUNTERS ? 0 : SBI_INVALID_PARAM;
    case SBI_PMU_CONFIGURE:
        return configure(a);
    case SBI_PMU_STOP:
        for (uint64_t i = FIRST_COUNTER; i <= LAST_COUNTER; i++)
            if (i >= a[0] && (a[1] >> (i - a[0]) & 1) != 0)
                (void)count_event(i, 0);
        return 0;
    default:
        return SBI_NOT_SUPPORTED;
    }
}

static int64_t call(uint64_t *a)
{
    uint64_t extension = a[7];

    if (extension == SBI_HSM)
        return hsm(a);
    if (extension == SBI_IPI && a[6] == SBI_IPI_SEND)
        return send(a[0], a[1]);
    if (extension == SBI_PMU)
        return pmu(a);
    if (extension != SBI_BASE || a[6] != SBI_BASE_PROBE)
        return SBI_NOT_SUPPORTED;
    a[1] = a[0] == SBI_HSM || a[0] == SBI_IPI || a[0] == SBI_PMU;
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
