/* The event counters of RISC-V harts: cycle and instret, which always count, and those that the
 * firmware chooses an event for. Sources: The RISC-V Instruction Set Manual, volume II
 * (Privileged), 20211203, section 3.1.10; RISC-V Supervisor Binary Interface 1.0, chapter 11. */
#include "bare.h"
#include "csr.h"
#include "event_name.h"
#include "sbi_call.h"
#include "trial.h"
#include <hal/events.h>

enum {
    CYCLE = 0xc00,
    INSTRET = 0xc02, /* numbers of these registers: no event of the firmware's has them */
    OPERATION = 1 << 1,
    CACHE = 1 << 3, /* parts of the index of a cache's event: 11.1.2 */
    MISS = 1,
    FIRST_HPM = 0xc03,
    LAST_HPM = 0xc1f
};
enum cache { L1D, L1I, LL, DTLB, ITLB };

#define CACHE_MISS(cache, write) (SBI_PMU_CACHE | (cache)*CACHE | (write)*OPERATION | MISS)

static const struct event_name names[] = {
    { "cycle", CYCLE, HAL_EVENT_CYCLES },
    { "instret", INSTRET, HAL_EVENT_INSTRUCTIONS },
    { "CACHE_REFERENCES", 3, HAL_EVENT_OTHER },
    { "CACHE_MISSES", 4, HAL_EVENT_LINES },
    { "BRANCH_INSTRUCTIONS", 5, HAL_EVENT_OTHER },
    { "BRANCH_MISSES", 6, HAL_EVENT_OTHER },
    { "BUS_CYCLES", 7, HAL_EVENT_OTHER },
    { "STALLED_CYCLES_FRONTEND", 8, HAL_EVENT_OTHER },
    { "STALLED_CYCLES_BACKEND", 9, HAL_EVENT_OTHER },
    { "L1D_READ_MISS", CACHE_MISS(L1D, 0), HAL_EVENT_LINES },
    { "L1D_WRITE_MISS", CACHE_MISS(L1D, 1), HAL_EVENT_OTHER },
    { "L1I_READ_MISS", CACHE_MISS(L1I, 0), HAL_EVENT_OTHER },
    { "LL_READ_MISS", CACHE_MISS(LL, 0), HAL_EVENT_LINES },
    { "LL_WRITE_MISS", CACHE_MISS(LL, 1), HAL_EVENT_OTHER },
    { "DTLB_READ_MISS", CACHE_MISS(DTLB, 0), HAL_EVENT_TLB },
    { "DTLB_WRITE_MISS", CACHE_MISS(DTLB, 1), HAL_EVENT_OTHER },
    { "ITLB_READ_MISS", CACHE_MISS(ITLB, 0), HAL_EVENT_OTHER },
};

static struct chosen {
    uint64_t index, data; /* as the firmware is asked; index CYCLE and INSTRET: it is not */
} chosen[HAL_EVENTS];
static unsigned n_events;

/* Of a hart that counts: what it read at the beginning, and the counter that the firmware chose. */
struct counting {
    uint64_t before;
    int64_t counter;
    unsigned csr; /* 0: nothing is counted */
};
static struct counting counting[BARE_CORES][HAL_EVENTS];

static bool is_fixed(const struct chosen *event)
{
    return event->index == CYCLE || event->index == INSTRET;
}

#define HPM(n)                                                                                     \
    case FIRST_HPM - 3 + (n):                                                                      \
        __asm__ volatile("csrr %0, hpmcounter" #n : "=r"(value) : : "memory");                     \
        break;

/* The counter that CSR names; names are part of instructions. */
static uint64_t read_csr(unsigned csr)
{
    uint64_t value = 0;

    switch (csr) {
    case CYCLE:
        return csr_cycle();
    case INSTRET:
        return csr_instret();
        HPM(3)
        HPM(4)
        HPM(5)
        HPM(6)
        HPM(7)
        HPM(8)
        HPM(9)
        HPM(10)
        HPM(11)
        HPM(12)
        HPM(13)
        HPM(14)
        HPM(15)
        HPM(16)
        HPM(17)
        HPM(18)
        HPM(19)
        HPM(20)
        HPM(21)
        HPM(22)
        HPM(23)
        HPM(24)
        HPM(25)
        HPM(26)
        HPM(27)
        HPM(28)
        HPM(29)
        HPM(30)
        HPM(31)
    default:
        break;
    }
    return value;
}

static bool may_read(unsigned csr)
{
    trial_begin();
    (void)read_csr(csr);
    return trial_end();
}

static bool has_pmu(void)
{
    return sbi_call(SBI_BASE, SBI_BASE_PROBE, SBI_PMU, 0, 0).value != 0;
}

/* The firmware counts EVENT on this hart from now on, on any of its counters. */
static struct counting start(const struct chosen *event)
{
    int64_t n = sbi_call(SBI_PMU, SBI_PMU_COUNTERS, 0, 0, 0).value;
    uint64_t mask = n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1;
    /* Bits 0 and 2 are cycle and instret, which are read as they run. */
    const uint64_t words[5] = { 0, mask & ~(uint64_t)7, SBI_PMU_CLEAR_VALUE | SBI_PMU_AUTO_START,
                                event->index, event->data };
    struct sbi_answer got = sbi_call_of(SBI_PMU, SBI_PMU_CONFIGURE, words);

    if (got.error != 0)
        return (struct counting){ .csr = 0 };
    uint64_t info = (uint64_t)sbi_call(SBI_PMU, SBI_PMU_INFO, (uint64_t)got.value, 0, 0).value;
    unsigned csr = (unsigned)(info & 0xfff);

    if (info >> 63 != 0 || csr < FIRST_HPM || csr > LAST_HPM)
        csr = 0;
    return (struct counting){ .counter = got.value, .csr = csr };
}

static void stop(const struct counting *c)
{
    (void)sbi_call(SBI_PMU, SBI_PMU_STOP, (uint64_t)c->counter, 1, SBI_PMU_RESET);
}

static const char *try_firmware(const struct chosen *event)
{
    if (!has_pmu())
        return "the firmware programs no counters (SBI PMU)";
    struct counting c = start(event);

    if (c.csr == 0)
        return "the firmware has no counter for this event";
    bool readable = may_read(c.csr);
    stop(&c);
    return readable ? 0 : "the firmware keeps the counter of this event to itself";
}

const char *hal_events_name(void)
{
    return may_read(CYCLE) ? "hpm" : 0;
}

const char *hal_event_add(const char *name, enum hal_event_kind *kind)
{
    struct event_name event;

    if (!event_name_find(names, sizeof names / sizeof names[0], name, &event))
        return "SBI and the architecture have no event of that name; rN is mhpmevent N, "
               "hexadecimal";
    if (n_events == HAL_EVENTS)
        return "more events than are counted at once";
    bool raw = name[0] == 'r';
    struct chosen *new = &chosen[n_events];

    *new = (struct chosen){ raw ? SBI_PMU_RAW : event.code, raw ? event.code : 0 };
    const char *lacking = !is_fixed(new) ? try_firmware(new)
                          : may_read((unsigned)new->index)
                              ? 0
                              : "the firmware keeps this counter to itself";
    if (!lacking) {
        *kind = raw ? HAL_EVENT_OTHER : event.kind;
        n_events++;
    }
    return lacking;
}

void hal_event_drop(void)
{
    if (n_events > 0)
        n_events--;
}

void hal_events_begin(void)
{
    struct counting *own = counting[bare_core()];

    for (unsigned i = 0; i < n_events; i++)
        if (!is_fixed(&chosen[i]))
            own[i] = start(&chosen[i]);
    for (unsigned i = 0; i < n_events; i++)
        if (!is_fixed(&chosen[i]))
            own[i].before = read_csr(own[i].csr);
    for (unsigned i = 0; i < n_events; i++)
        if (is_fixed(&chosen[i]))
            own[i] = (struct counting){ .csr = (unsigned)chosen[i].index,
                                        .before = read_csr((unsigned)chosen[i].index) };
}

void hal_events_end(uint64_t counts[HAL_EVENTS])
{
    const struct counting *own = counting[bare_core()];

    for (unsigned i = 0; i < n_events; i++)
        counts[i] = own[i].csr == 0 ? HAL_EVENT_LOST : read_csr(own[i].csr) - own[i].before;
    for (unsigned i = 0; i < n_events; i++)
        if (!is_fixed(&chosen[i]) && own[i].csr != 0)
            stop(&own[i]);
}
